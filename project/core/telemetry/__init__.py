"""Errors to Sentry, traces to an OpenTelemetry collector: each by its environment variable, both off without.

Nothing of either is imported while it is off. Both scrub what leaves as the logs do (project/core/logs.py),
and name the request by the same id.
"""
