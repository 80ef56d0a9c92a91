"""An entry as it stands in the file, handed to a person's editor and taken back."""

from __future__ import annotations

from dataclasses import dataclass

from app.errors import LedgerError, UsageError
from app.ledger.blocks import Block
from app.ledger.rendering import Table
from app.ledger.tables import check_table
from app.ledger.toml_file import Document, in_line_ends, parse_document

_NAME = "the entry"


@dataclass(frozen=True, slots=True)
class RawEntry:
    """The text of one entry, read.

    Attributes:
        text: All of it, comments before and after the table included.
        table: What it says.
        block: Where in `text` the table stands.
    """

    text: str
    table: Table
    block: Block


def read_raw(text: str, entry_id: str) -> RawEntry:
    """Read the text of one entry.

    Args:
        text: As it came back from the editor.
        entry_id: The entry that it is to be.

    Raises:
        UsageError: It is not one valid entry with that id; the message says where and why.
    """
    ended = in_line_ends(text, "\n")
    try:
        document = parse_document(ended.encode(), _NAME)
    except UnicodeEncodeError as error:
        raise UsageError("The text holds a character that cannot be stored", "Type it again.") from error
    except LedgerError as error:
        raise UsageError(error.message, "Correct that line.") from error
    if len(document.tables) != 1:
        raise UsageError(
            f"There are {len(document.tables)} entries in the text; there should be one",
            "Leave exactly one [[entry]]. `r` resolves an entry, `n` makes another.",
        )
    table = document.tables[0]
    if table.get("id") != entry_id:
        raise UsageError(f'The id must stay "{entry_id}"', "The journal knows the entry by it.")
    _check_alone(document)
    check_table(table)
    return RawEntry(ended, table, document.blocks[0])


def _check_alone(document: Document) -> None:
    """Make sure that nothing but comments stands around the table: a key there would change other entries."""
    start, end = document.blocks[0]
    for offset, part in ((0, document.text[:start]), (end, document.text[end:])):
        for line in part.splitlines(keepends=True):
            if line.strip() and not line.lstrip().startswith("#"):
                number = document.text.count("\n", 0, offset) + 1
                raise UsageError(f"line {number}: this stands outside the entry", "Only comments may stand there.")
            offset += len(line)
