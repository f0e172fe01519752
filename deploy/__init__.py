"""What starts, tests and ships the shop. Standard library only: it runs before anything is installed."""
