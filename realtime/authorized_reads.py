"""Reads of a topic, authorized for each of its watchers. Blocking, so they run in a thread.

A right is asked for whenever something is delivered: a proof, a role or an ownership may have ended since the
subscription.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.db import Error as DatabaseError
from django.utils import translation

from project.events.topics import Caller, State, Topic
from realtime import protocol


@dataclass(frozen=True)
class Answer:
    """What GET would answer these callers now; without a state they may not see it (any more)."""

    callers: Sequence[Caller]
    state: State | None
    # The state's data, encoded once for all of them.
    json: str = ""
    # What is equal for all of them; see `Topic.audience`.
    audience: Hashable = None
    # Without a state: whether there is no such thing, or no right to it.
    may: bool = True
    # Why it could not be read; the other answers stand.
    error: Exception | None = None


# What was read a moment ago, by audience.
Cached = Mapping[Hashable, Answer]


def allowed(topic: Topic, name: str, callers: Sequence[Caller]) -> set[Caller]:
    """Return those of the callers who may watch the topic now."""
    return {caller for caller in callers if topic.may(caller, name)}


def read_answers(
    topic: Topic, name: str, callers: Sequence[Caller], cached: Cached = MappingProxyType({})
) -> list[Answer]:
    """Return what each of the callers may see: one read for each audience that may see anything.

    An audience with a cached answer is not read. Raises the database's errors.
    """
    may = allowed(topic, name, callers)
    audiences: dict[Hashable, list[Caller]] = defaultdict(list)
    for caller in [each for each in callers if each in may]:
        audiences[topic.audience(caller, name)].append(caller)
    answers = [Answer([caller for caller in callers if caller not in may], None, may=False)]
    for audience, some in audiences.items():
        if audience in cached:
            answers.append(replace(cached[audience], callers=some))
            continue
        try:
            answers += _read_audience(topic, name, audience, some)
        except DatabaseError:
            raise
        except Exception as error:
            answers.append(Answer(some, None, error=error))
    return [answer for answer in answers if answer.callers]


def _read_audience(topic: Topic, name: str, audience: Hashable, callers: Sequence[Caller]) -> list[Answer]:
    """Read with the first caller whose right has not ended meanwhile; those before get nothing."""
    for number, caller in enumerate(callers):
        with translation.override(caller.language):
            state = topic.read(caller, name)
        if state is not None:
            found = Answer(callers[number:], state, json=protocol.dumps(state.data), audience=audience)
            return [Answer(callers[:number], None), found]
    return [Answer(callers, None)]
