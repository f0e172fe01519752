"""Blocking reads of a topic, authorized for each watcher.

The right is checked at each delivery: a proof, a role or an ownership may have ended since the subscription.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.db import Error as DatabaseError
from django.utils import translation

from project.events.topics import Caller, JSONObject, StaffListTopic, State, Topic
from realtime import protocol


@dataclass(frozen=True)
class Answer:
    """The GET's answer for these callers; no state without the right to it."""

    callers: Sequence[Caller]
    state: State | None
    # The state's data, encoded once for all of them.
    json: str = ""
    # Equal for all of the callers; see `Topic.audience`.
    audience: Hashable = None
    # Without a state: true for no such object, false for no right.
    may: bool = True
    # The error of this read; the other answers are valid.
    error: Exception | None = None


@dataclass(frozen=True)
class ListAnswer:
    """The changed rows of a list and its figures, for those of the callers who may watch it."""

    may: set[Caller]
    rows: Sequence[JSONObject] = ()
    # None when they were not asked for.
    figures: JSONObject | None = None


# Recent answers, by audience.
Cached = Mapping[Hashable, Answer]


def read_answers(
    topic: Topic, name: str, callers: Sequence[Caller], cached: Cached = MappingProxyType({})
) -> list[Answer]:
    """Return each caller's answer, with one read for each audience that has the right.

    An audience with a cached answer is not read. Raises the database's errors.
    """
    may = _allowed(topic, name, callers)
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


def read_list(
    topic: StaffListTopic, name: str, callers: Sequence[Caller], ids: Sequence[str], with_figures: bool
) -> ListAnswer:
    """Return these rows, as far as they exist, and the figures if wanted; nothing when no caller may."""
    may = _allowed(topic, name, callers)
    if not may:
        return ListAnswer(may)
    return ListAnswer(
        may,
        topic.read_rows(ids) if ids else (),
        topic.read_statistics().json_object() if with_figures else None,
    )


def _allowed(topic: Topic, name: str, callers: Sequence[Caller]) -> set[Caller]:
    """Return those of the callers who may watch the topic now."""
    return {caller for caller in callers if topic.may(caller, name)}


def _read_audience(topic: Topic, name: str, audience: Hashable, callers: Sequence[Caller]) -> list[Answer]:
    """Read as the first caller whose right has not ended; callers before it get nothing."""
    for number, caller in enumerate(callers):
        with translation.override(caller.language):
            state = topic.read(caller, name)
            json = protocol.dumps(state.data) if state is not None else ""
        if state is not None:
            found = Answer(callers[number:], state, json=json, audience=audience)
            return [Answer(callers[:number], None), found]
    return [Answer(callers, None)]
