"""Health checks of the shop: the list, the process that runs it and tells operators, the operations page."""
