"""Texts that staff edit: shipped ones say the same in this form, hostile ones say nothing but words."""

import re

import pytest

from project.content.mail_samples import SAMPLES
from project.core.mail_templates import (
    MailText,
    blocks,
    mail_variables,
    render_mail,
    shipped_mail,
)
from project.core.text_templates import (
    TemplateVariables,
    faults,
    from_template,
    is_safe_link,
    render,
    runs,
    unescaped,
    without_markup,
)

pytestmark = pytest.mark.any_stack
KNOWN = TemplateVariables(
    values=frozenset({"order_id", "total"}),
    conditions=frozenset({"paid", "change"}),
    parts=frozenset({"goods"}),
)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("kind", SAMPLES)
def test_shipped_mail_says_the_same_when_staff_publish_it_unchanged(kind: str, language: str) -> None:
    subject, _, body = shipped_mail(kind, language).text.partition("\n")
    everything = {key: value for variant in SAMPLES[kind] for key, value in variant.items()}

    assert faults(f"{subject}\n{body}", mail_variables(kind, everything)) == []
    for context in SAMPLES[kind]:
        edited = render_mail(kind, language, context, MailText(subject, body))
        shipped = render_mail(kind, language, context)
        assert (edited.subject, edited.text) == (shipped.subject, shipped.text)
        assert edited.html == shipped.html


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("{{ settings.SECRET_KEY }}", "brace"),
        ("{% include 'mail/goods.en.txt' %}", "brace"),
        ("{% load static %}", "brace"),
        ("{0.__class__}", "brace"),
        ("{order_id.__class__.__init__.__globals__}", "placeholder_unknown"),
        ("{order_id!r}", "brace"),
        ("{order_id:>9999999}", "brace"),
        ("{}", "brace"),
        ("{order_id", "brace"),
        ("{оrder_id}", "brace"),  # its first letter is Cyrillic
        ("{if settings}x{end}", "condition_unknown"),
        ("{if paid}x", "condition_open"),
        ("x{end}", "condition_unopened"),
        ("{else}x", "condition_unopened"),
        ("Here: {goods}", "part_inline"),
        ("{name}", "placeholder_unknown"),
    ],
)
def test_what_is_no_known_variable_is_a_fault(text: str, kind: str) -> None:
    assert [fault.kind for fault in faults(text, KNOWN)][0] == kind


def test_names_are_looked_up_as_they_stand_and_never_evaluated() -> None:
    values = {"order_id": "AKS-1", "shop": {"name": "Akshamala"}}

    assert render("{order_id.upper}{order_id.__class__}{shop.name.0}{shop.name}", values) == "Akshamala"
    assert render("{if order_id.upper}x{end}{if shop}y{end}", values) == ""


@pytest.mark.parametrize("text", ["{{ order_id }}", "{% debug %}", "{# {order_id} #}", "{{order_id}}", "{"])
def test_tags_of_django_are_not_rendered(text: str) -> None:
    with pytest.raises(ValueError, match="faults"):
        render(text, {"order_id": "AKS-1"})


def test_conditions_keep_what_holds() -> None:
    text = "{if paid}a{if change = reset}b{else}c{end}{elif change = reset}d{else}e{end}{if not paid}f{end}"

    def said(**values: object) -> str:
        return render(text, values)

    assert faults(text, KNOWN) == []
    assert said(paid=True, change="reset") == "ab"
    assert said(paid=True, change="lost") == "ac"
    assert said(paid=False, change="reset") == "df"
    assert said() == "ef"


def test_values_become_no_variables_links_or_emphasis() -> None:
    values = {"order_id": "# {total} {{ total }} **x** [y](https://evil.example)", "total": "₹5"}

    rendered = render("{order_id}", values)
    [block], [run] = blocks(rendered), runs(rendered)

    assert (block.kind, unescaped(block.text)) == ("paragraph", values["order_id"])
    assert run.text == values["order_id"] and run.href == run.style == ""


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,<script>",
        "vbscript:x",
        "//evil.example",
        "/\\evil.example",
        "https:///evil.example",
        "/a\"onmouseover='x'",
        "ftp://x",
        "about",
        "\x01javascript:x",
        "file:///etc/passwd",
    ],
)
def test_links_lead_to_pages_mail_and_telephones_alone(href: str) -> None:
    assert not is_safe_link(href)
    assert [run.href for run in runs(f"[words]({href})")][0] == ""


@pytest.mark.parametrize(
    "href", ["/contact", "/", "https://x.example/a?b=(c)", "mailto:a@b.example", "tel:+91"]
)
def test_safe_links_stay(href: str) -> None:
    assert [(run.text, run.href) for run in runs(f"[words]({href})")] == [("words", href)]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<script>alert(1)</script>Words", "Words"),
        ("<img src=x onerror=alert(1)>Words", "Words"),
        ("<svg/onload=alert(1)>Words", "Words"),
        ("<svg><style><img src=x onerror=alert(1)></style></svg>Words", "Words"),
        (
            "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=x&gt;'>",
            "",
        ),
        ("<scr<script>ipt>alert(1)</scr</script>ipt>", "ipt>alert(1)ipt>"),
        ("<iframe src='https://evil.example'></iframe>Words", "Words"),
        ("<meta http-equiv=refresh content='0;url=//evil.example'>Words", "Words"),
        ("<style>*{background:url(x)}</style>Words", "Words"),
        ("<p style='width:expression(alert(1))'>Words</p>", "Words"),
        ("<a href='javascript:alert(1)'>Words</a>", "Words"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;Words", "Words"),
        ("&amp;lt;img src=x onerror=x&amp;gt;Words", "Words"),
        ("<!-- Words -->Words", "Words"),
        ("5 < 6 & 7 > 2", "5 < 6 & 7 > 2"),
        ("Seeds & beads: {if paid}yes{end}\n- **a**", "Seeds & beads: {if paid}yes{end}\n- **a**"),
    ],
)
def test_markup_is_taken_out_and_words_stay(text: str, left: str) -> None:
    assert without_markup(text).strip() == left
    assert without_markup(without_markup(text)) == without_markup(text)


@pytest.mark.parametrize(
    "hostile", ["&" + "amp;" * 9_000 + "lt;script>", "<b>" * 9_000 + "Words", "<" * 30_000]
)
def test_markup_nested_without_end_leaves_no_brackets(hostile: str) -> None:
    assert not re.search(r"<\w", without_markup(hostile))


def test_loops_and_includes_of_a_template_are_fixed_parts() -> None:
    template = from_template(
        'A {name}\n{% include "mail/goods.en.txt" %}\n{% for x in lines %}- {{ x }}\n{% endfor %}B'
    )

    assert template.text == "A {name}\n{goods}\n{lines}\nB"
    assert template.parts["lines"] == "{% for x in lines %}- {{ x }}\n{% endfor %}"
