"""An entry as it stands in the file, handed to a person's editor and taken back."""

from __future__ import annotations

from dataclasses import dataclass

from app.errors import LedgerError, UsageError, WriteRefused
from app.ledger.block_edit import edit_block
from app.ledger.blocks import Block
from app.ledger.rendering import Table
from app.ledger.tables import check_table
from app.ledger.toml_file import Document, in_line_ends, parse_document
from app.ledger.view import View, has_id

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

    def put_into(self, document: Document, index: int) -> Document:
        """Return a ledger in which this stands in place of one of its entries."""
        text = self.text.replace("\n", document.newline)
        before, within = (self.text[:end].replace("\n", document.newline) for end in self.block)
        return document.with_text_of(index, text, self.table, Block(len(before), len(within)))


def raw_text(view: View, index: int) -> str:
    """Return the text of one entry as it is handed to an editor: with an id, and one kind of line end."""
    table = view.document.tables[index]
    block = in_line_ends(view.document.block(index), "\n")
    return block if has_id(table) else edit_block(block, {"id": view.rows[index].id} | dict(table), "\n")


def check_unchanged(view: View, index: int, seen: str) -> None:
    """Make sure that an entry is what the editor was given; raises `WriteRefused`."""
    if raw_text(view, index) != seen:
        action = view.rows[index].action
        raise WriteRefused(f"“{action}” was changed in the file meanwhile", "Open it again and repeat what you typed.")


def read_raw(text: str, entry_id: str) -> RawEntry:
    """Read the text of one entry.

    Args:
        text: As it came back from the editor; a byte order mark that it added is left out.
        entry_id: The entry that it is to be.

    Raises:
        UsageError: It is not one valid entry with that id; the message says where and why.
    """
    ended = in_line_ends(text.removeprefix("\ufeff"), "\n")
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
