from django.apps import AppConfig


class ReturnsConfig(AppConfig):
    """Requests to send goods back, and the one way they move."""

    name = "project.returns"

    def ready(self) -> None:
        """Say on each order what may go back and what was asked for."""
        from project.orders import hooks
        from project.returns import schemas

        # Orders lie below returns and import nothing of them: their schemas call these through hooks.
        hooks.order_extras.append(schemas.of_order)
        hooks.row_extras.append(schemas.of_rows)
