"""Payment attempts: start, choice of the provider, status check.

The customer's return, a webhook, the scheduler and staff all call `status_check.check`, and only
`apply_provider_answer` turns the provider's answer into a status.
"""
