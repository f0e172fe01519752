# Makes ../nginx.conf one for Debian's nginx and for processes on the host's own ports.
#   sed -E -f nginx.sed ../nginx.conf > /etc/nginx/nginx.conf
# Without it nginx's workers are `nobody`, who may read neither pictures nor retained assets (`install`).
/^worker_processes /i user www-data;
s|/dev/stdout|/var/log/nginx/access.log|
s|/dev/stderr|/var/log/nginx/error.log|
s|/var/cache/nginx/pages|/var/lib/nginx/pages|
# `http2 on` came with nginx 1.25.1; Debian 12 has 1.22. Later ones still take the older way, with a warning.
s|(listen .*443 ssl) |\1 http2 |
/^ *http2 on;/d
# `resolve`, and a resolver of an upstream's own, came with nginx 1.27.3; Debian 13 has 1.26. Ports need neither.
/^ *resolver /d
s|^( *server .*) resolve |\1 |
s|web-rest-([12]):8000|127.0.0.1:810\1|
s|web-live-([12]):8000|127.0.0.1:820\1|
