"""Reads of a topic, authorized for each of its watchers. Blocking, so they run in a thread.

A right is asked for whenever something is delivered: a proof, a role or an ownership may have ended since the
subscription.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from django.db import Error as DatabaseError
from django.utils import translation

from project.events.topics import Caller, State, Topic


@dataclass(frozen=True)
class Answer:
    """What GET would answer these callers now; without a state they may not see it (any more)."""

    callers: Sequence[Caller]
    state: State | None
    # Why it could not be read; the other answers stand.
    error: Exception | None = None


def allowed(topic: Topic, name: str, callers: Sequence[Caller]) -> set[Caller]:
    """Return those of the callers who may watch the topic now."""
    return {caller for caller in callers if topic.may(caller, name)}


def read_answers(topic: Topic, name: str, callers: Sequence[Caller]) -> list[Answer]:
    """Return what each of the callers may see: one read for each audience that may see anything.

    Raises the database's errors.
    """
    may = allowed(topic, name, callers)
    audiences: dict[Hashable, list[Caller]] = defaultdict(list)
    for caller in [each for each in callers if each in may]:
        audiences[topic.audience(caller, name)].append(caller)
    answers = [Answer([caller for caller in callers if caller not in may], None)]
    for audience in audiences.values():
        try:
            answers += _read_audience(topic, name, audience)
        except DatabaseError:
            raise
        except Exception as error:
            answers.append(Answer(audience, None, error))
    return [answer for answer in answers if answer.callers]


def _read_audience(topic: Topic, name: str, callers: Sequence[Caller]) -> list[Answer]:
    """Read with the first caller whose right has not ended meanwhile; those before get nothing."""
    for number, caller in enumerate(callers):
        with translation.override(caller.language):
            state = topic.read(caller, name)
        if state is not None:
            return [Answer(callers[:number], None), Answer(callers[number:], state)]
    return [Answer(callers, None)]
