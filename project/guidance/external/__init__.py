"""Optional external services: off unless the settings name an address and a key.

What they answer is never needed. Whatever goes wrong with them, the shop answers from its own tables.
"""
