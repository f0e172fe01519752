"""The shop."""

__version__ = "1.0.0"
