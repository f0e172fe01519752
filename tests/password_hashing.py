"""A cheap password hasher: most tests log in without caring what a hash costs."""

from django.contrib.auth.hashers import ScryptPasswordHasher


class CheapScryptPasswordHasher(ScryptPasswordHasher):
    """The shop's own algorithm with the lowest work factor: a hash takes no time worth mentioning."""

    work_factor = 2
