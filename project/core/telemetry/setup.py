"""The start of Sentry and OpenTelemetry, where they are on."""

from django.conf import settings


def instrument() -> None:
    """Load what is on, before Django makes its middleware; gunicorn does so once, before it forks."""
    if settings.SENTRY_DSN:
        from project.core.telemetry import errors  # noqa: F401
    if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        from project.core.telemetry import traces

        traces.instrument()


def start() -> None:
    """Begin to send, in the process that serves: threads and connections survive no fork."""
    if settings.SENTRY_DSN:
        from project.core.telemetry import errors

        errors.start()
    if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        from project.core.telemetry import traces

        traces.start()
