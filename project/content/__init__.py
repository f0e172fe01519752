"""Edited content: what staff write instead of the shipped texts."""
