"""The providers' success rates and outages."""
