"""Product reviews by buyers, and their moderation."""
