from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.ledger.rendering import render_block
from app.ledger.together import changed_together
from app.ledger.toml_file import EMPTY, Document, parse_document

blocks = st.lists(
    st.sampled_from(["[[entry]]\n", "[[entry]] # c\nx = 1 # d\n# e\n", "# f\n\n[[entry]]\ny = [\n 1, # g\n]\n\n\n"]),
    max_size=5,
)
fates = st.lists(st.sampled_from(["keep", "change", "remove", "remove but its comments"]), min_size=5, max_size=5)


def one_by_one(document: Document, fate: list[str], added: int) -> Document:
    for index in range(len(document.tables)):
        if fate[index] == "change":
            document = document.with_table(index, {"x": 2})
    for index in reversed(range(len(document.tables))):
        if fate[index].startswith("remove"):
            document = document.without(index, keep_comments=fate[index].endswith("comments"))
    for number in range(added):
        document = document.with_block(render_block({"n": number}), {"n": number})
    return document


@given(blocks, fates, st.integers(0, 3), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_entries_changed_together_are_as_if_changed_one_by_one(texts, fate, added, newline, ended):
    text = "".join(texts).replace("\n", newline)
    text = text if ended else text.rstrip()
    document = parse_document(text.encode(), "x") if text else EMPTY
    count = range(len(document.tables))
    made = changed_together(
        document,
        {index: {"x": 2} for index in count if fate[index] == "change"},
        {index: fate[index].endswith("comments") for index in count if fate[index].startswith("remove")},
        [(render_block({"n": number}), {"n": number}) for number in range(added)],
    )
    expected = one_by_one(document, fate, added)
    assert (made.text, made.tables, made.blocks) == (expected.text, expected.tables, expected.blocks)
    read = parse_document(made.encoded(), "x")
    assert read.tables == made.tables
