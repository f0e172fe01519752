"""Edited content: what staff write instead of the shipped texts of pages, mails and the banner."""
