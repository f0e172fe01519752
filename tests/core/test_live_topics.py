"""Every live topic is in the catalogue, an action publishes it, and a screen reads it."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from project.events.topics import Topic
from project.live_topics import LIVE_TOPICS, find

ROOT = Path(__file__).parents[2]
# The property `topic` of a row, by the name that the row has in the code.
TOPIC_OF = {"order": "order:", "payment": "payment:", "picture": "picture:", "user": "account:"}
# A visit is counted by the hub and never pushed.
NEVER_PUSHED = {"visit:{place}"}


def subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for below in kind.__subclasses__():
        yield below
        yield from subclasses(below)


def published_names(node: ast.AST) -> Iterator[str]:
    """Yield the texts, and the topics of rows, that may be published: no subjects or comparisons."""
    match node:
        case ast.keyword(arg=name) if name != "topics":
            return
        case ast.Call(func=ast.Attribute(attr="startswith" | "removeprefix")):
            return
        case ast.Constant(value=str(text)):
            yield text
        case ast.Attribute(attr="topic"):
            yield TOPIC_OF.get(ast.unparse(node.value).rpartition(".")[2], "")
    for child in ast.iter_child_nodes(node):
        yield from published_names(child)


def is_named(topic: str, text: str) -> bool:
    """Return whether the text is the topic's name, or begins one with an id or a row's."""
    prefix, brace, _ = topic.partition("{")
    return text.startswith(prefix) if brace else text in (topic, f"{topic}#")


def is_within(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def publishers() -> dict[str, set[str]]:
    """Return the modules that publish each topic."""
    found: dict[str, set[str]] = {name: set() for name in LIVE_TOPICS}
    for path in (ROOT / "project").rglob("*.py"):
        text = path.read_text()
        if path.name == "live.py" or not re.search(r"import.* (publish|touch)\b|topics=", text):
            continue
        module = ".".join(path.relative_to(ROOT / "project").with_suffix("").parts)
        for name in set(published_names(ast.parse(text))):
            for topic in LIVE_TOPICS:
                if is_named(topic, name):
                    found[topic].add(module)
    return found


PUBLISHERS = publishers()
SCREENS = "\n".join(
    text
    for path in (ROOT / "frontend/src").rglob("*.ts*")
    if path.name != "schema.gen.ts" and ".test." not in path.name
    if re.search(r"Topic|useLiveList|useLiveQuery|useListQuery", text := path.read_text())
)


@pytest.mark.parametrize("name", LIVE_TOPICS)
def test_topic_is_published_by_the_actions_of_its_row(name: str) -> None:
    topic, changed_by = LIVE_TOPICS[name]
    rows = {module: [each for each in changed_by if is_within(module, each)] for module in PUBLISHERS[name]}

    assert all(rows.values()), f"the row lacks one of {list(rows)}"
    assert {each for found in rows.values() for each in found} == set(changed_by)
    assert changed_by or topic.renew_seconds or name in NEVER_PUSHED


@pytest.mark.parametrize("name", LIVE_TOPICS)
def test_topic_is_read_by_a_screen(name: str) -> None:
    prefix, brace, _ = name.partition("{")

    assert (f"`{prefix}${{" if brace else f'"{name}"') in SCREENS


def test_every_class_of_a_topic_is_in_the_catalogue() -> None:
    classes = (each for each in subclasses(Topic) if each.__module__.startswith("project."))
    kinds = {each for each in classes if not inspect.isabstract(each)}

    assert kinds == {type(topic) for topic, _ in LIVE_TOPICS.values()}


@pytest.mark.parametrize("name", ["", "payment:", "payment", "staff:nothing", "nothing:1", "shop:1"])
def test_other_names_are_no_topics(name: str) -> None:
    assert find(name) is None
