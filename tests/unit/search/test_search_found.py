"""What people type is found: names, codes, other scripts, through files on disk, the index and the search."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.search.result import RankMode, SearchResults
from app.workspace import Workspace
from tests.support import open_workspace

NOTES = {
    "Song.md": "We sang who's on first, and l'été after it. Don’t ask why.\n",
    "Ticket.md": "Closed POL-358 on the well-known self-hosted box.\n",
    "Log.md": "重跑gen-itgc后50条悬空\n",
    "Tokyo.md": "来週は東京で会議があります。\n",
    "Users.md": "用户表在 db 里，见 go 和 R。\n",
    "Korean.md": "서울에서 회의를 했다.\n",
    "Release.md": "Upgrade to v1.2.3 before 2.10, not v1.2.30. See CHANGELOG.md.\n",
    "Mail.md": "Write to anna.berg+home@example-mail.org about /usr/local/bin/run.sh or C:\\Temp\\a.txt.\n",
    "Cpp.md": "The parser is written in C++ and some C#. F# was dropped.\n",
    "Vitamin.md": "Vitamin C c c c and a C major chord in c.\n",
    "Net.md": "Ported to .NET and Node.js. It ended. Full stop.\n",
    "Yolka.md": "Ёлка стоит, еж бежит.\n",
    "Cafe.md": "Café Zoë, naïve Übung in Łódź, smörgåsbord, Ångström.\n",
    "Greek.md": "Ο Οδυσσεύς ταξίδεψε.\n",
    "Turkish.md": "İstanbul ve ısı.\n",
    "Thai.md": "กรุงเทพมหานคร เป็นเมือง\n",
    "Arabic.md": "مُحَمَّد كتب\n",
    "Wide.md": "Ｆｕｌｌ ｗｉｄｔｈ ﬁle\n",
    "Money.md": "Paid $1,250.50 (20%) at 10:30 on 2026-08-15.\n",
    "Snake.md": "Set snake_case_name and camelCase, call foo(bar).\n",
    "IT.md": "The IT department answered. It was late.\n",
    "Running.md": "Universal university policy; running runs ran.\n",
    "Emoji.md": "Party 🎉 tonight → home\n",
    "Ticks.md": "`--verbose` flag and -v, see `a|b`.\n",
}

FOUND = [
    ("who's on first", "Song.md"),
    ("who’s on first", "Song.md"),
    ("don't", "Song.md"),
    ("Don’t", "Song.md"),
    ("l'été", "Song.md"),
    ("ete", "Song.md"),
    ("POL-358", "Ticket.md"),
    ("pol-358", "Ticket.md"),
    ("POL 358", "Ticket.md"),
    ("358", "Ticket.md"),
    ("self-hosted", "Ticket.md"),
    ("well-known self-hosted", "Ticket.md"),
    ("悬空", "Log.md"),
    ("itgc", "Log.md"),
    ("gen-itgc", "Log.md"),
    ("重跑", "Log.md"),
    ("空", "Log.md"),
    ("東京", "Tokyo.md"),
    ("会议", None),
    ("会議", "Tokyo.md"),
    ("東京 会議", "Tokyo.md"),
    ("用户", "Users.md"),
    ("db", "Users.md"),
    ("go", "Users.md"),
    ("R", "Users.md"),
    ("회의", "Korean.md"),
    ("서울", "Korean.md"),
    ("v1.2.3", "Release.md"),
    ("1.2.3", "Release.md"),
    ("2.10", "Release.md"),
    ("CHANGELOG.md", "Release.md"),
    ("anna.berg+home@example-mail.org", "Mail.md"),
    ("example-mail.org", "Mail.md"),
    ("anna.berg", "Mail.md"),
    ("/usr/local/bin/run.sh", "Mail.md"),
    ("/usr/local", "Mail.md"),
    ("C:\\Temp\\a.txt", "Mail.md"),
    ("run.sh", "Mail.md"),
    ("C++", "Cpp.md"),
    ("c++", "Cpp.md"),
    ("C#", "Cpp.md"),
    ("F#", "Cpp.md"),
    (".NET", "Net.md"),
    ("Node.js", "Net.md"),
    ("ended.", "Net.md"),
    ("full stop.", "Net.md"),
    ("Елка", "Yolka.md"),
    ("ёлка", "Yolka.md"),
    ("ЁЛКА", "Yolka.md"),
    ("ёж", "Yolka.md"),
    ("cafe", "Cafe.md"),
    ("CAFÉ", "Cafe.md"),
    ("cafe\u0301", "Cafe.md"),
    ("zoe", "Cafe.md"),
    ("ubung", "Cafe.md"),
    ("lodz", "Cafe.md"),
    ("smorgasbord", "Cafe.md"),
    ("angstrom", "Cafe.md"),
    ("Οδυσσευς", "Greek.md"),
    ("ΟΔΥΣΣΕΥΣ", "Greek.md"),
    ("istanbul", "Turkish.md"),
    ("İstanbul", "Turkish.md"),
    ("กรุงเทพ", "Thai.md"),
    ("محمد", "Arabic.md"),
    ("full width", "Wide.md"),
    ("file", "Wide.md"),
    ("$1,250.50", "Money.md"),
    ("1,250.50", "Money.md"),
    ("20%", "Money.md"),
    ("10:30", "Money.md"),
    ("2026-08-15", "Money.md"),
    ("snake_case_name", "Snake.md"),
    ("snake_case", "Snake.md"),
    ("camelcase", "Snake.md"),
    ("foo(bar)", "Snake.md"),
    ("IT", "IT.md"),
    ("running", "Running.md"),
    ("university", "Running.md"),
    ("🎉", "Emoji.md"),
    ("→", "Emoji.md"),
    ("--verbose", "Ticks.md"),
    ("a|b", "Ticks.md"),
]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    root = tmp_path_factory.mktemp("found") / "vault"
    root.mkdir()
    for path, text in NOTES.items():
        (root / path).write_text(text, encoding="utf-8")
    opened = open_workspace(root)
    opened.update(meaning=True)
    yield opened
    opened.close()


def words(workspace: Workspace, text: str) -> SearchResults:
    return workspace.search_words(text, RankMode.BLEND)


@pytest.mark.parametrize("ending", ["", " "])
@pytest.mark.parametrize(("text", "path"), FOUND)
def test_what_is_typed_is_found_first(workspace: Workspace, text: str, path: str | None, ending: str) -> None:
    found = [result.path for result in words(workspace, text + ending).results]
    assert found[:1] == ([path] if path else [])
