"""Template language of the texts that staff may edit: plain lines with variables, never evaluated.

    {order_id}                          a value; its name is looked up as it stands, dots included
    {if paid}…{else}…{end}              kept only where the value is true; also {elif …}, {if not paid}
                                        and {if change = reset}
    {goods}                             alone on its line: a fixed part of a mail, such as its table of pieces

All other braces are faults. Django's engine renders the text (`render`); no value can become a variable, a
condition, markup or another line. The files in the repository are such
texts, with loops and includes of Django's for their fixed parts (`from_template`).
"""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Final, Literal

import nh3
from django.template import Context, Engine
from django.template import Template as DjangoTemplate

Values = Mapping[str, Any]

_NAME: Final = r"[A-Za-z]\w*(?:\.\w+)*"
_TOKEN: Final = re.compile(
    rf"{{(?:(?P<tag>if|elif) (?P<not>not )?(?P<name>{_NAME})(?: = (?P<word>\w+))?"
    rf"|(?P<bare>else|end)|(?P<value>{_NAME}))}}",
    re.ASCII,
)
_BRACE: Final = re.compile(r"[{}]\S*")
# How often markup may be escaped or nested before nobody wrote it by mistake.
MAX_PASSES: Final = 8
FaultKind = Literal[
    "brace",
    "condition_open",
    "condition_unopened",
    "condition_unknown",
    "placeholder_unknown",
    "placeholder_missing",
    "part_inline",
]


@dataclass(frozen=True)
class Fault:
    """A fault of a text, and the word that causes it."""

    kind: FaultKind
    word: str


@dataclass(frozen=True)
class TemplateVariables:
    """Variables of a text: as values, in conditions, fixed parts, and the required ones among them."""

    values: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    required: frozenset[str] = frozenset()


def without_markup(text: str) -> str:
    """Return the text without HTML; what stood between the tags stays, scripts and styles go whole.

    Repeated until nothing changes, as markup may be escaped, or nested so that taking it out makes more;
    where that has no end in sight, no angle bracket stays.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for _ in range(MAX_PASSES):
        if "<" not in text and "&" not in text:
            return text
        cleaned = html.unescape(nh3.clean(text, tags=set()))
        if cleaned == text:
            return text
        text = cleaned
    return text.replace("<", "").replace(">", "")


def faults(text: str, names: TemplateVariables) -> list[Fault]:
    """Return what keeps the text from being shown."""
    found: list[Fault] = []
    depth = 0
    used = set()
    for match in _TOKEN.finditer(text):
        if match["tag"]:
            depth += match["tag"] == "if"
            if match["name"] not in names.conditions:
                found.append(Fault("condition_unknown", match["name"]))
        if (match["bare"] or match["tag"] == "elif") and depth == 0:
            found.append(Fault("condition_unopened", match[0]))
        elif match["bare"] == "end":
            depth -= 1
        if (name := match["value"]) is None:
            continue
        used.add(name)
        if name in names.parts:
            if not _is_alone_on_line(text, match):
                found.append(Fault("part_inline", match[0]))
        elif name not in names.values:
            found.append(Fault("placeholder_unknown", match[0]))
    if depth:
        found.append(Fault("condition_open", "{if …}"))
    if rest := _BRACE.search(_TOKEN.sub("", text)):
        found.append(Fault("brace", rest[0]))
    found += [Fault("placeholder_missing", f"{{{name}}}") for name in sorted(names.required - used)]
    return found


def _is_alone_on_line(text: str, match: re.Match[str]) -> bool:
    """Return whether nothing but conditions stands on the line beside it."""
    begin = text.rfind("\n", 0, match.start()) + 1
    end = text.find("\n", match.end())
    line = text[begin : match.start()] + text[match.end() : None if end < 0 else end]
    return not _TOKEN.sub(lambda token: token["value"] or "", line).strip()


def render(text: str, values: Values, parts: Mapping[str, str] | None = None) -> str:
    """Return the text with its conditions decided and its values and parts filled in, by Django's engine.

    Only names among the values, as they stand, become tags of the engine. What values say is neither markup
    nor the beginning of a line: `runs` and `unescaped` return it as it was.

    Raises ValueError for a brace that belongs to no name or condition.
    """
    if _BRACE.search(_TOKEN.sub("", text)):
        raise ValueError("a text with faults is not rendered")
    names = flattened(values).keys()

    def tag(match: re.Match[str]) -> str:
        if name := match["value"]:
            return (parts or {}).get(name) or (f"{{{{ {name} }}}}" if name in names else "")
        if match["bare"]:
            return "{% endif %}" if match["bare"] == "end" else "{% else %}"
        condition = match["name"] if match["name"] in names else "None"
        if match["word"]:
            condition += f'|stringformat:"s" == "{match["word"]}"'
        return f"{{% {match['tag']} {match['not'] or ''}{condition} %}}"

    return _compiled(_TOKEN.sub(tag, text)).render(Context(_escaped(values), autoescape=False))


@lru_cache(maxsize=256)
def _compiled(source: str) -> DjangoTemplate:
    return engine().from_string(source)


@cache
def engine() -> Engine:
    """Return Django's engine without libraries and HTML escaping: a plain text has nothing to escape."""
    return Engine(app_dirs=True, autoescape=False)


# Characters of markup in a value, as others while its text is split into lines and links.
_ESCAPES: Final = {ord(mark): 0xE000 + number for number, mark in enumerate("*[]() ")}
_UNESCAPES: Final = {number: mark for mark, number in _ESCAPES.items()}


def _escaped(value: Any) -> Any:
    if isinstance(value, str):
        return value.translate(_ESCAPES)
    if isinstance(value, Mapping):
        return {name: _escaped(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_escaped(each) for each in value]
    return (lambda: _escaped(value())) if callable(value) else value


def unescaped(text: str) -> str:
    """Return a rendered text with its values as they were."""
    return text.translate(_UNESCAPES)


def flattened(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return the values with those of inner mappings under their dotted names: "shop.email"."""
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat |= flattened(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat


def variables_of(values: Mapping[str, Any]) -> TemplateVariables:
    """Return what a text may name of these values: all in conditions, in sentences words and numbers."""
    flat = flattened(values)
    words = {
        name
        for name, value in flat.items()
        if callable(value) or (isinstance(value, str | int) and not isinstance(value, bool))
    }
    return TemplateVariables(values=frozenset(words), conditions=frozenset(flat))


# -- Fixed parts of shipped texts -----------------------------------------------------------------------

_PART: Final = re.compile(
    r"{% for \w+ in (?P<loop>[\w.]+) %}(?P<body>.*?){% endfor %}"
    r"|{% include \"mail/(?P<include>\w+)\.\w+\.txt\" %}",
    re.DOTALL,
)


@dataclass(frozen=True)
class Template:
    """A text of the repository as staff see it; `parts` are its pieces in Django's own language, by name."""

    text: str
    parts: Mapping[str, str] = field(default_factory=dict)


def from_template(source: str) -> Template:
    """Name the loops and includes of a shipped text, which are Django's: `{goods}`."""
    parts: dict[str, str] = {}

    def rewrite(match: re.Match[str]) -> str:
        name = match["loop"] or match["include"]
        # Two loops over one list are two parts.
        while name in parts:
            name += "_more"
        parts[name] = match[0]
        return f"{{{name}}}" + ("\n" if (match["body"] or "").endswith("\n") else "")

    return Template(_PART.sub(rewrite, source), parts)


def without_conditions(text: str) -> str:
    """Return all branches of the text, one after the other: what it may say at all."""
    return _TOKEN.sub(lambda match: match[0] if match["value"] else "", text)


def variables_in(text: str) -> Iterator[str]:
    """Return the names of the values and parts that a text names."""
    return (match["value"] for match in _TOKEN.finditer(text) if match["value"])


# -- Words within a line --------------------------------------------------------------------------------

_RUN: Final = re.compile(
    r"\[(?P<words>[^\[\]\n]+)\]\((?P<href>(?:[^()\s]|\([^()\s]*\))+)\)"
    r"|\*\*(?=\S)(?P<strong>[^*\n]*[^*\s])\*\*|\*(?=\S)(?P<em>[^*\n]*[^*\s])\*"
)
# Ours, or a protocol that only leads elsewhere; "//" and "/\" are other hosts.
_HREF: Final = re.compile(r"(?:/(?![/\\])|https?://[^/\s]|mailto:|tel:)[^\s<>\"'\\]*")


@dataclass(frozen=True)
class Run:
    """Words that follow each other in a line: plain, strong, emphasised or a link."""

    text: str
    href: str = ""
    style: Literal["", "strong", "em"] = ""


def is_safe_link(href: str) -> bool:
    """Return whether an address may be linked to."""
    return _HREF.fullmatch(href) is not None


def runs(line: str) -> list[Run]:
    """Split a rendered line at its links and emphasis; no value can make one.

    A link that may not be followed is its words alone.
    """
    found: list[Run] = []
    place = 0
    for match in _RUN.finditer(line):
        found.append(Run(unescaped(line[place : match.start()])))
        if match["words"]:
            href = unescaped(match["href"])
            found.append(Run(unescaped(match["words"]), href=href if is_safe_link(href) else ""))
        else:
            style: Literal["strong", "em"] = "strong" if match["strong"] else "em"
            found.append(Run(unescaped(match["strong"] or match["em"]), style=style))
        place = match.end()
    found.append(Run(unescaped(line[place:])))
    return [run for run in found if run.text]


def links(text: str) -> Iterator[str]:
    """Return the addresses that a text links to, variables as they stand."""
    return (match["href"] for match in _RUN.finditer(text) if match["href"])
