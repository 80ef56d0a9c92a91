"""What people type is found: names, codes, other scripts, through files on disk, the index and the search."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.config import SearchConfig
from app.search.result import Arm, Chip, RankMode, SearchResults
from app.workspace import Workspace
from tests.support import NOW, open_workspace

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


OPERATORS = {
    "Ops/Roof.md": '---\ntags: [home/roof]\nstatus: open\nowner: "[[Ben Ash]]"\n---\n# Roof works\n\nZinc or slate.\n\n'
    "## Jobs\n\n- [ ] Order zinc 📅 2026-12-02\n- [x] Measure zinc 📅 2026-11-01\n",
    "Ops/Ben Ash.md": "---\naliases: [The roofer]\n---\nMends zinc. See [[Nobody Yet]] and [[Roof]].\n\n"
    "## Fee\n\nForty zinc.\n",
    "Ops/Old.md": "---\ndue: 2026-12-20\nmodified: 2025-05-05\n---\nZinc of old, [[roof|above]].\n",
    "Ops/Draft #2.md": "Zinc notation.\n\n## Scale\n\nZinc in C sharp.\n",
}
LEDGER = """[[entry]]
id = "z1nc"
action = "Pay for the zinc"
due = 2026-11-20
links = ["Ben Ash"]
"""

NARROWED = [
    ("zinc tag:#home", {"Roof"}), ("zinc #home", {"Roof"}), ("zinc -#home/roof", {"Ben Ash", "Old", "Draft #2"}),
    ("due:<7d", {"Roof", "Ben Ash"}), ("due:overdue", {"Ben Ash"}), ("due:2026-12", {"Roof", "Old"}),
    ("zinc -due:any", {"Draft #2"}), ("due:>2w", {"Old"}), ("due:<7d OR due:>2w", {"Roof", "Ben Ash", "Old"}),
    ("path:ops modified:<5d", {"Roof"}), ("modified:<2026-01-01", {"Old"}), ("path:ops -modified:>2026-01-01", {"Old"}),
    ("links:[[Roof]]", {"Ben Ash", "Old"}), ('links:"Ben Ash"', {"Roof"}), ("links:[[The roofer]]", {"Roof"}),
    ("links:[[Nobody yet]]", {"Ben Ash"}), ("links:[[None at all]]", set()), ("zinc -links:roof", {"Roof", "Draft #2"}),
    ("is:firing", {"Ben Ash"}), ("zinc is:task", {"Roof"}), ("status:open", {"Roof"}), ("[status]", {"Roof"}),
    ("[status:closed]", set()), ('owner:"Ben Ash"', {"Roof"}), ("file:old", {"Old"}),
    ("title:ROOF", {"Roof", "Ben Ash"}),
    ('"zinc or slate"', {"Roof"}), ("slate OR notation ", {"Roof", "Draft #2"}), ("in:[[Ben Ash]] zinc", {"Ben Ash"}),
    ('in:"Ops/Draft #2.md"', {"Draft #2"}), ("in:[[No such note]] zinc", set()),
    ("zinc is:weird", {"Roof", "Ben Ash", "Old", "Draft #2"}),
]  # fmt: skip


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    root = tmp_path_factory.mktemp("found") / "vault"
    root.mkdir()
    for path, text in (NOTES | OPERATORS).items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    for age, path in enumerate(OPERATORS):
        os.utime(root / path, (NOW.timestamp() - age * 10 * 86_400,) * 2)
    (root / ".betimes").mkdir()
    (root / ".betimes" / "ledger.toml").write_text(LEDGER, encoding="utf-8")
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


@pytest.mark.parametrize(("text", "names"), NARROWED)
def test_operators_narrow_the_vault(workspace: Workspace, text: str, names: set[str]) -> None:
    found = words(workspace, f"{text} ").results
    assert {result.path.removeprefix("Ops/").removesuffix(".md") for result in found} == names


def test_search_within_a_note_lists_its_places_and_all_other_searches_notes(workspace: Workspace) -> None:
    assert [result.heading for result in words(workspace, "in:[[Ops/Draft #2]] zinc ").results] == []
    within = words(workspace, 'in:"Ops/Draft #2.md" zinc ').results
    assert len(within) == 2 and {result.line_start for result in within} != {1}
    assert [result.line_start for result in words(workspace, 'in:"Ops/Draft #2.md"').results] == sorted(
        result.line_start for result in words(workspace, 'in:"Ops/Draft #2.md"').results
    )
    fused = workspace.search("in:[[Ben Ash]] zinc", SearchConfig(), RankMode.BLEND, Arm.FUSED).results
    assert len(fused) == 2 and {result.path for result in fused} == {"Ops/Ben Ash.md"}


def test_a_filter_shows_the_line_that_it_is_about(workspace: Workspace) -> None:
    due = {result.path: result.snippet for result in words(workspace, "due:<7d").results}
    assert "Order zinc" in due["Ops/Roof.md"]
    links = {result.path: result.snippet for result in words(workspace, "links:[[Roof]]").results}
    assert "[[roof|above]]" in links["Ops/Old.md"]


def test_capitals_put_what_is_written_so_first_and_hide_nothing(workspace: Workspace) -> None:
    assert [result.path for result in words(workspace, "IT ").results][0] == "IT.md"
    assert {result.path for result in words(workspace, "ZINC ").results} == {f"Ops/{name}" for name in
        ("Roof.md", "Ben Ash.md", "Old.md", "Draft #2.md")}  # fmt: skip


def test_the_reading_tells_each_part(workspace: Workspace) -> None:
    found = words(workspace, 'zinc "or slate" -#home due:<7d links:[[Roof]] is:weird is:odd C++ a OR b ')
    assert found.reading == (
        Chip("any of", "zinc"),
        Chip("phrase", "“or slate”"),
        Chip("without", "tag home", is_without=True),
        Chip("due", "until 2026-12-06"),
        Chip("links", "Roof"),
        Chip("any of", "is weird is odd", "no filter"),
        Chip("any of", "C++"),
        Chip("any of", "a or b"),
        Chip("", "", "C++ as written first"),
    )


PIECES = st.one_of(
    st.sampled_from(
        ['"', "-", "--", "OR", "AND", "NOT", "NEAR(a b)", "(", ")", "*", "^", ":", "{", "}", "tag:", "tag:#", "#", "##",
         "path:", 'title:"', "is:", "is:task", "is:firing", "due:<", "due:<7d", "due:99999y", "modified:>2026-13-45",
         "modified:..", "links:[[", "links:[[Roof", "links:[[Roof]]", "in:[[", "in:Roof", "[[", "]]", "[status",
         "[status:]", "[a:b:c]", "-due:any",
         "who's", "POL-358", "悬空", "db", "body:x", "rowid:1", "title : x", "'", "';--", "%", "_",
         "\\", "\x00", "\ud800", "\u202e", "\u200b", "🎉", "ё", "e\u0301", "C++", "v1.2.3", "a*b", '""', '"" ""',
         "x" * 300, "(" * 50, '"' * 51, "OR OR", "-OR", "-(a)", "+a", "a+b", "column:a OR", "NULL", "1e999"]
    ),
    st.text(max_size=12),
    st.text(st.characters(categories=["P", "S", "M", "Lo", "Cf"]), max_size=8),
)  # fmt: skip


@given(st.lists(PIECES, max_size=8), st.sampled_from(["", " ", "\t"]), st.sampled_from(list(RankMode)))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example(["a", "OR", "-", '"'], " ", RankMode.BLEND)
@example(["\x00", "tag:", "\ud800"], " ", RankMode.PLAIN)
def test_nothing_typed_is_an_error(workspace: Workspace, pieces: list[str], gap: str, rank: RankMode) -> None:
    text = gap.join(pieces)
    by_words = workspace.search_words(text, rank)
    both = workspace.search(text, SearchConfig(), rank, Arm.FUSED)
    assert by_words.query == both.query == text
    assert all(result.path in NOTES | OPERATORS for result in (*by_words.results, *both.results))
