"""How gunicorn serves pages and REST; compose.yaml and the benchmarks start it with this file."""

# Threads, because the handlers are sync and wait for Postgres most of the time.
worker_class = "gthread"
workers = 4
threads = 8
# Longer than nginx keeps an idle connection (60 s): gunicorn's own 2 s end it just when the next request is
# on its way, and an order that is sent then gets a 502.
keepalive = 75
max_requests = 20_000
max_requests_jitter = 2_000
graceful_timeout = 25
limit_request_line = 8190
worker_tmp_dir = "/tmp"
