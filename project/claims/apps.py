from django.apps import AppConfig


class ClaimsConfig(AppConfig):
    """Claims that a piece is proven fake, and the one way they move."""

    name = "project.claims"

    def ready(self) -> None:
        """Add claims to orders and keep them from returns."""
        from project.claims import rules, schemas
        from project.orders import hooks
        from project.returns.hooks import claimed_pieces

        # Orders, returns and payments lie below claims and import nothing of them: hence hooks.
        hooks.order_extras.append(schemas.of_order)
        hooks.row_extras.append(schemas.of_rows)
        claimed_pieces.append(rules.claimed)
