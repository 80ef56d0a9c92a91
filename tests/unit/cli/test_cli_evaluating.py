"""`betimes eval` from arguments to output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli.parser import command_parser, is_command
from app.cli.run import run
from app.paths import Locations, betimes_folder

DATA = Path(__file__).resolve().parents[2] / "data" / "blueprints.jsonl"


@pytest.fixture
def places(tmp_path: Path) -> Locations:
    return Locations.below(tmp_path / "places")


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A file with two blueprints, and a line between them that is none."""
    first, second, *_ = DATA.read_text(encoding="utf-8").split("\n")
    path = tmp_path / "two.jsonl"
    path.write_text(f"{first}\nnonsense\n{second}\n", encoding="utf-8")
    return path


def test_eval_is_a_command_with_commands_of_its_own(capsys):
    assert is_command(["eval", "blueprints", "x"])
    for words in (["--help"], ["blueprints", "--help"], ["own", "--help"], ["fit", "--help"]):
        with pytest.raises(SystemExit) as caught:
            command_parser().parse_args(["eval", *words])
        assert caught.value.code == 0
    assert "--matcher" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        *([], ["nothing"], ["blueprints"], ["blueprints", "x", "--entries", "some"]),
        *(["fit"], ["fit", "x", "--most-false", "much"], ["fit", "x", "--in", "both"], ["fit", "x", "--folds", "0"]),
    ],
)
def test_what_cannot_be_measured_is_a_matter_of_usage(words, capsys):
    with pytest.raises(SystemExit) as caught:
        command_parser().parse_args(["eval", *words])
    assert caught.value.code == 2


@pytest.mark.parametrize("words", [["prospection", "DIR"]])
def test_what_is_not_in_this_version_says_so(words, places, capsys):
    assert run(["eval", *words], places) == 2
    assert f"eval {words[0]}: not in this version" in capsys.readouterr().err


def test_blueprints_need_no_vault_and_bad_lines_are_named(two, places, capsys):
    assert run(["eval", "blueprints", str(two), "--model", "hash", "--matcher", "oracle"], places) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("2 blueprints, ")
    assert "oracle matcher, paper protocol" in printed.out
    assert max(map(len, printed.out.splitlines())) <= 100
    assert printed.err == f"{two}, line 2 is left out: it is not JSON\n"
    assert not places.cache.exists()


def test_options_reach_the_figures(two, places, capsys):
    words = ["--json", "eval", "blueprints", str(two), "--model", "hash", "--entries", "own", "--cues", "none"]
    assert run(words, places) == 0
    shape = json.loads(capsys.readouterr().out)
    assert (shape["n"], shape["entries"], shape["cues"], shape["matcher"]) == (2, "own", "none", "real")
    assert shape["not_understood"] == [{"line": 2, "reason": "it is not JSON"}]
    assert shape["negatives"]["false_boosts"] == 0
    assert shape["oracle"]["strata"]["easy"]["n"] + shape["oracle"]["strata"]["hard"]["n"] == 4


def test_fit_takes_its_options_and_prints_the_contract(places, tmp_path, capsys):
    path = tmp_path / "four.jsonl"
    path.write_text("nonsense\n" + "\n".join(DATA.read_text(encoding="utf-8").split("\n")[:8]), encoding="utf-8")
    words = ["eval", "fit", str(path), "--model", "hash", "--folds", "2", "--shufflings", "1", "--in", "own"]
    assert run([*words, "--cues", "given", "--most-false", "1%", "--most-near", "10", "--json"], places) == 0
    printed = capsys.readouterr()
    shape = json.loads(printed.out)
    assert (shape["n"], shape["folds"], shape["most_false"], shape["most_near"]) == (8, 2, 0.01, 0.1)
    assert [(one["vault"], one["cues"], one["curve"]) for one in shape["fits"]] == [("own", "given", [])]
    assert shape["not_understood"] == [{"line": 1, "reason": "it is not JSON"}]
    assert printed.err == f"{path}, line 1 is left out: it is not JSON\n"


def test_a_fit_of_too_few_blueprints_is_a_matter_of_usage(two, places, capsys):
    assert run(["eval", "fit", str(two), "--model", "hash"], places) == 2
    assert "1 of the blueprints wait for a situation: that does not make 5 folds" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_said_in_the_form_asked_for(places, capsys):
    assert run(["--json", "eval", "blueprints", "nowhere.jsonl"], places) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["kind"] == "usage"
    assert error["message"].startswith("nowhere.jsonl cannot be read")


def test_without_meaning_there_is_a_way_out(two, places, capsys):
    assert run(["--no-semantic", "eval", "blueprints", str(two)], places) == 2
    assert "--model hash" in capsys.readouterr().err


def test_a_model_that_is_not_here_is_said(two, places, capsys):
    assert run(["eval", "blueprints", str(two), "--model", "no-such/model"], places) == 3
    assert "no-such/model" in capsys.readouterr().err


def test_own_says_that_nothing_is_recorded(demo_vault, places, capsys):
    assert run(["--vault", str(demo_vault), "--no-semantic", "eval", "own"], places) == 0
    assert capsys.readouterr().out == "No firing is recorded in this vault yet; all figures are zero.\n"


def test_own_counts_what_the_vault_recorded(demo_vault, places, capsys):
    log = betimes_folder(demo_vault) / "operations.jsonl"
    with log.open("a", encoding="utf-8") as file:
        for kind, minute in (("fired", 1), ("confirmed", 2)):
            record = {"time": f"2026-11-30T08:0{minute}:00+01:00", "kind": kind, "id": "k7q2", "reason": "context"}
            file.write(json.dumps(record) + "\n")
    assert run(["--vault", str(demo_vault), "--no-semantic", "--json", "eval", "own"], places) == 0
    shape = json.loads(capsys.readouterr().out)
    assert shape["recorded"] is True
    assert (shape["counts"]["fired"], shape["counts"]["confirmed"], shape["counts"]["corrected"]) == (1, 1, 0)
    assert shape["fired"] == {"date": 0, "context": 1, "event": 0}
    assert shape["rates"]["confirmed"] == {"n": 1, "rate": 1.0, "interval": [1.0, 1.0]}


def test_retrieval_is_measured_without_a_vault(tmp_path, places, capsys):
    document = {"id": "a", "text": "the boiler"}
    (tmp_path / "corpus.jsonl").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "queries.jsonl").write_text('{"text": "boiler", "relevant": ["a"]}\nnonsense\n', encoding="utf-8")
    assert run(["eval", "retrieval", str(tmp_path), "--model", "hash", "--json"], places) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["n"], found["arms"]["fused"]["recall@5"]) == (1, 1.0)
    assert "ablation" not in found
    assert "line 2 is left out" in err
    assert run(["eval", "retrieval", str(tmp_path), "--model", "hash", "--ablate"], places) == 0
    assert "NEUTRAL SALIENCE" in capsys.readouterr().out
    assert run(["eval", "retrieval", str(tmp_path / "none"), "--model", "hash"], places) == 2
