"""Row "markup in titles/names/bodies": no place of the sources lets Textual or Rich read data as markup."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TREE = Path(__file__).resolve().parents[2]
SOURCES = sorted([*(TREE / "widgets").rglob("*.py"), TREE / "app" / "__main__.py"])
DRAWN = {
    "Static", "Label", "Button", "Checkbox", "RadioButton", "Option", "Collapsible", "Link", "Digits", "Tab", "TabPane",
    "OptionList", "Select", "SelectionList", "DataTable", "Tree", "RichLog", "Markdown", "MarkdownViewer", "Pretty",
    "ListItem", "Tooltip", "DiscoveryHit", "update", "set_options", "add_option", "add_column", "add_row", "add_leaf",
}  # fmt: skip
"""What takes text and, given a plain one, reads markup in it."""
ATTRIBUTES = {"border_title", "border_subtitle", "tooltip", "placeholder", "sub_title", "title", "label"}
SAFE = {"line", "fit", "spread", "marked", "spanned", "Content", "Panel"}
"""What makes `Content` of text: of these only `Content` takes it as it is, and that is drawn as it is."""
MARKUP = {"from_markup", "from_rich_text", "render_markup", "from_ansi"}
TYPED_INTO = {"Input", "TextArea", "Field", "CompletingField", "ListField"}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in SOURCES:
        yield str(path.relative_to(TREE)), ast.parse(path.read_text(encoding="utf-8"))


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def content_makers() -> set[str]:
    """The functions whose annotation says that they return `Content`, or several."""
    return SAFE | {
        node.name
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.returns and "Content" in ast.unparse(node.returns)
    }


MAKERS = content_makers()


def contents_in(function: ast.AST) -> set[str]:
    """The names in a function that are certainly `Content`: by their annotation, or by what is assigned to them."""
    names = set()
    for node in ast.walk(function):
        if isinstance(node, ast.arg) and node.annotation and "Content" in ast.unparse(node.annotation):
            names.add(node.arg)
    for _ in range(3):
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and is_safe(node.value, names):
                names |= {name_of(target) for target in node.targets}
            elif isinstance(node, ast.comprehension | ast.For) and is_safe(node.iter, names):
                names.add(name_of(node.target))
    return names - {""}


def is_safe(node: ast.expr, contents: set[str]) -> bool:
    """Whether an expression is `Content`, or words of the program itself without a bracket."""
    if isinstance(node, ast.Constant):
        return node.value is None or (isinstance(node.value, str) and "[" not in node.value)
    if isinstance(node, ast.IfExp):
        return is_safe(node.body, contents) and is_safe(node.orelse, contents)
    if isinstance(node, ast.BinOp):
        return is_safe(node.left, contents) and is_safe(node.right, contents)
    if isinstance(node, ast.Call):
        made = name_of(node.func)
        if made == "join" and isinstance(node.func, ast.Attribute):
            return isinstance(node.func.value, ast.Call) and name_of(node.func.value.func) == "Content"
        return made in MAKERS
    return name_of(node) in contents


def offences(tree: ast.Module) -> Iterator[str]:
    everywhere = contents_in(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node, everywhere)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if (
                    isinstance(target, ast.Attribute)
                    and target.attr in ATTRIBUTES
                    and not is_safe(node.value, everywhere)
                ):
                    yield f"line {node.lineno}: {ast.unparse(node)}"


def _of_call(node: ast.Call, contents: set[str]) -> Iterator[str]:
    made = name_of(node.func)
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    said = f"line {node.lineno}: {ast.unparse(node)[:100]}"
    if made in MARKUP:
        yield f"{said} reads markup"
    if made == "notify" and not (
        isinstance(keywords.get("markup"), ast.Constant) and keywords["markup"].value is False
    ):
        yield f"{said} lets a toast read markup"
    if made in DRAWN and node.args and not is_safe(node.args[0], contents):
        yield f"{said} is given what may be markup"
    if isinstance(keywords.get("markup"), ast.Constant) and keywords["markup"].value is True:
        yield f"{said} asks for markup"


@pytest.mark.parametrize(("path", "tree"), trees(), ids=lambda item: item if isinstance(item, str) else "")
def test_markup_nothing_in_a_source_is_read_as_markup(path: str, tree: ast.Module) -> None:
    assert list(offences(tree)) == []


@pytest.mark.parametrize(
    "source",
    [
        "Static(f'[red]{title}[/red]')",
        "Static(title)",
        "self.query_one(Static).update(message)",
        "app.notify(message)",
        "box.border_title = note.title",
        "Content.from_markup(text)",
        "Button(name)",
        "Static('[b]x')",
        "RichLog(markup=True)",
    ],
)
def test_markup_the_look_at_the_sources_finds_what_it_is_for(source: str) -> None:
    assert list(offences(ast.parse(source)))


def test_markup_no_source_draws_a_widget_that_reads_markdown_or_opens_links() -> None:
    used = {
        (path, name.name)
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("textual", "rich", "webbrowser"))
        for name in node.names
    }
    assert not {
        item for item in used if item[1] in ("Markdown", "MarkdownViewer", "Link", "RichLog", "from_markup", "open")
    }
    assert not {item for item in used if item[1] in ("escape", "highlight")}
