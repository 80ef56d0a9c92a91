from __future__ import annotations

import os

import pytest

from app.config import Config
from app.errors import ConfigError
from app.settings import load_config


def written(folder, text, name="config.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_missing_files_mean_the_defaults(tmp_path):
    assert load_config(tmp_path / "a.toml", tmp_path / "b.toml") == Config()


def test_the_vault_wins_over_the_person(tmp_path):
    personal = written(tmp_path, 'theme = "betimes-light"\n[search]\nweight = 1\nlimit = 9\n')
    vault = written(tmp_path, "[search]\nweight = 0.5\n", "vault.toml")
    config = load_config(personal, vault)
    assert (config.theme, config.search.weight, config.search.limit) == ("betimes-light", 0.5, 9)


def test_lists_and_tables_are_read(tmp_path):
    path = written(tmp_path, '[dates]\nlanguages = ["de", "en"]\n[keys]\nresolve = "d,x"\n')
    config = load_config(path)
    assert config.dates.languages == ("de", "en")
    assert config.keys == {"resolve": "d,x"}


def test_folders_are_weighed_and_hidden(tmp_path):
    text = '[search]\nhide = ["Archive"]\n[search.folders]\nDaily = 0.5\n"Work/a.b" = 2\nv1.2 = 0\n'
    search = load_config(written(tmp_path, text)).search
    assert (search.folders, search.hide) == ({"Daily": 0.5, "Work/a.b": 2, "v1.2": 0}, ("Archive",))


def test_a_dotted_key_needs_no_quotes(tmp_path):
    path = written(tmp_path, '[keys]\ncommitment.resolve = "d"\n"list.next" = "n"\nlist.first = "g"\n')
    assert load_config(path).keys == {"commitment.resolve": "d", "list.next": "n", "list.first": "g"}


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ("thme = 'x'", "unknown setting thme", "Did you mean theme?"),
        ("[search]\nwieght = 1", "unknown setting search.wieght", "Did you mean weight?"),
        ("[search]\nweight = 'much'", "search.weight must be a number from 0", "Correct"),
        ("[search]\nweight = true", "search.weight must be a number from 0", "Correct"),
        ("[search]\nweight = -1", "search.weight must be a number from 0", "Correct"),
        ("[search]\nlimit = 0", "search.limit must be a whole number from 1", "Correct"),
        ("[search]\nrank = 'best'", "search.rank must be one of blend, plain, newest", "Correct"),
        ("[watch]\npoll_seconds = 0", "watch.poll_seconds must be at least 0.5", "Correct"),
        ("[search.folders]\nDaily = 'half'", "must be a number from 0", "Correct"),
        ("[search.folders]\nDaily = -1", "must be a number from 0", "Correct"),
        ("[search.folders]\nDaily = nan", "must be a number from 0", "Correct"),
        ("[search]\nhide = 'Archive'", "search.hide must be a list of texts", "Correct"),
        ("search = 3", "search must be a table", "Correct"),
        ("[embedding]\nenabled = 'no'", "embedding.enabled must be true or false", "Correct"),
        ("theme = 3", "theme must be a text", "Correct"),
        ("[dates]\nlanguages = 'de'", "dates.languages must be a list of texts", "Correct"),
        ("[keys]\nresolve = 3", "keys: 'resolve' must be a text, not 3", "Correct"),
        ("theme = \nx = 1", "line 1", "Correct the file"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path, text, said, hint):
    with pytest.raises(ConfigError) as caught:
        load_config(written(tmp_path, text))
    assert said in caught.value.message
    assert hint in caught.value.hint


def test_a_file_that_is_not_text_is_named(tmp_path):
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"config\.toml"):
        load_config(path)


def test_a_vault_cannot_allow_downloads(tmp_path):
    vault = written(tmp_path, "[embedding]\nallow_download = true\n")
    with pytest.raises(ConfigError, match="cannot be set by a vault"):
        load_config(tmp_path / "none.toml", vault)
    assert load_config(vault).embedding.allow_download is True


def test_task_settings_are_read(tmp_path):
    text = '[tasks]\nfilter = "#task"\ndate_from_name = true\n'
    text += '[tasks.statuses]\n"!" = "on-hold"\n"." = "done"\n[tasks.cycle]\n" " = "/"\n'
    tasks = load_config(written(tmp_path, text)).tasks
    assert (tasks.filter, tasks.date_from_name) == ("#task", True)
    assert (tasks.statuses, tasks.cycle) == ({"!": "on-hold", ".": "done"}, {" ": "/"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[tasks.statuses]\n"!" = "hot"', "tasks.statuses: '!' must be one of todo, in-progress"),
        ('[tasks.statuses]\n"!!" = "done"', "tasks.statuses: '!!' is no symbol"),
        ('[tasks.cycle]\n" " = "//"', "tasks.cycle: ' ' must be a text of one character, not '//'"),
    ],
)
def test_a_wrong_task_setting_is_named(tmp_path, text, said):
    with pytest.raises(ConfigError, match=said):
        load_config(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[tasks.cycle]\n"/" = 3', "tasks.cycle: '/' must be a text of one character, not 3"),
        ('[tasks.cycle]\n"/" = ["a", "b"]', "tasks.cycle: '/' must be a text of one character, not a list"),
        ('[tasks.statuses]\n"/" = {a = [1, 2]}', "tasks.statuses: '/.a' is no symbol"),
        ("[tasks]\ncycle = [1, 2, 3]", "tasks.cycle must be a table, not a list"),
        ("[search]\nrank = {a = 1}", "search.rank must be one of blend, plain, newest, not a table"),
        ("theme = true", "theme must be a text, not true"),
        ("theme = 'a'\nsearch = 'x" + "x" * 500 + "'", "search must be a table, not 'x+…'"),
        ("a = [1,\n= 2", r"line 2"),
    ],
)
def test_a_wrong_setting_is_told_in_words_and_never_dumped(tmp_path, text, said):
    with pytest.raises(ConfigError, match=said) as raised:
        load_config(written(tmp_path, text))
    assert len(raised.value.message) < len(str(tmp_path)) + 200 and "{" not in raised.value.message


def test_a_pipe_or_a_folder_in_the_place_of_the_settings_is_said_and_not_waited_for(tmp_path):
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    for name in ("folder.toml", "pipe.toml"):
        with pytest.raises(ConfigError, match=f"{name} is not a regular file"):
            load_config(tmp_path / name)


def test_settings_that_are_no_text_are_said_without_python(tmp_path):
    (tmp_path / "config.toml").write_bytes(b'theme = "caf\xe9"')
    with pytest.raises(ConfigError, match="config.toml: "):
        load_config(tmp_path / "config.toml")
