"""Names of actors, whom events and the audit log name by id."""

from collections.abc import Iterable

from project.accounts.models import User

_PERSON = "user:"


def names_of(actors: Iterable[str]) -> dict[str, str]:
    """Return the names of these actors; of one without a name or account the actor itself.

    "user:U…" is a person, anything else a command, "" the shop by itself.
    """
    wanted = set(actors)
    ids = [actor.removeprefix(_PERSON) for actor in wanted if actor.startswith(_PERSON)]
    people = {
        f"{_PERSON}{user.public_id}": user.name or user.email
        for user in User.objects.filter(public_id__in=ids).only("public_id", "name", "email")
    }
    return {actor: people.get(actor, actor) for actor in wanted}
