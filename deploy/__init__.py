"""Programs that start, test and ship the shop. Standard library only, as they run before any installation."""
