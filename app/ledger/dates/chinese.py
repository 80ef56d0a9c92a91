"""Chinese words of dates, in simplified and the usual traditional characters."""

from __future__ import annotations

import re

from app.ledger.dates.translation import Tongue
from app.ledger.dates.vocabulary import MONTHS

_WEEKDAYS = {
    "一": "monday", "二": "tuesday", "三": "wednesday", "四": "thursday", "五": "friday", "六": "saturday",
    "日": "sunday", "天": "sunday",
}  # fmt: skip
_WHICH = {
    "": "", "这": "this ", "這": "this ", "本": "this ", "下": "next ", "上": "last ", "这个": "this ",
    "下个": "next ",
    "下個": "next ", "上个": "last ",
}  # fmt: skip
_NAMES_OF_WEEK = ("周", "週", "星期", "礼拜", "禮拜")

_WORDS = {
    "今天": "today", "今日": "today", "明天": "tomorrow", "明日": "tomorrow", "后天": "day after tomorrow",
    "後天": "day after tomorrow", "大后天": "in 3 days", "昨天": "yesterday", "前天": "day before yesterday",
    "今晚": "tonight", "明晚": "tomorrow evening", "明早": "tomorrow morning", "今早": "this morning",
    "早上": "morning", "上午": "morning", "下午": "afternoon", "晚上": "evening", "中午": "noon", "午夜": "midnight",
    "周末": "weekend", "週末": "weekend", "这周末": "this weekend", "這週末": "this weekend", "本周末": "this weekend",
    "这个周末": "this weekend", "下个周末": "next weekend", "下周末": "next weekend", "下週末": "next weekend",
    "月底": "end of month", "月末": "end of month", "月初": "start of month", "月中": "middle of month",
    "本月底": "end of month", "这个月底": "end of month", "下月底": "end of next month",
    "下个月底": "end of next month", "下月初": "start of next month", "下个月初": "start of next month",
    "下个月中": "middle of next month",
    "年底": "end of year", "年末": "end of year", "年初": "start of year", "明年底": "end of next year",
    "明年初": "start of next year", "今年底": "end of year", "季末": "end of quarter", "周内": "this week",
    "本月": "this month", "这个月": "this month", "這個月": "this month", "下个月": "next month",
    "下個月": "next month", "下月": "next month", "上个月": "last month", "今年": "this year", "明年": "next year",
    "去年": "last year",
    "本季度": "this quarter", "下季度": "next quarter", "下个季度": "next quarter", "下下周": "week after next",
    "下下个月": "month after next",
    "个": "", "個": "", "天": "days ", "日": "days ", "周": "weeks ", "週": "weeks ", "星期": "weeks ",

    "礼拜": "weeks ", "月": "months ", "年": "years ", "小时": "hours ", "小時": "hours ", "分钟": "minutes ",
    "分鐘": "minutes ",
    "工作日": "working days ", "半小时": "half an hour ", "半个小时": "half an hour ", "半年": "half a year ",
    "年半": "years and a half ",
    "两": "two ", "兩": "two ", "一": "one ", "二": "two ", "三": "three ", "四": "four ", "五": "five ", "六": "six ",
    "七": "seven ", "八": "eight ", "九": "nine ", "十": "ten ", "十一": "eleven ", "十二": "twelve ",
    "后": "LATER", "後": "LATER", "之后": "LATER", "之後": "LATER", "以后": "LATER", "以後": "LATER", "内": "WITHIN",
    "內": "WITHIN", "之内": "WITHIN", "以内": "WITHIN", "前": "BEFORE", "之前": "BEFORE", "以前": "BEFORE",
    "截止": "BEFORE", "到": "-", "至": "-", "从": "from ", "的": "", "在": "", "每": "every ", "圣诞节": "christmas",
    "聖誕節": "christmas", "元旦": "new year's day", "最后": "last ", "第一": "first ", "第二": "second ",
    "第三": "third ",
}  # fmt: skip
_WORDS |= {
    prefix + week + day: which + name + " "
    for prefix, which in _WHICH.items()
    for week in _NAMES_OF_WEEK
    for day, name in _WEEKDAYS.items()
}
_WORDS |= {prefix + week: which + "week " for prefix, which in _WHICH.items() if prefix for week in _NAMES_OF_WEEK}
_WORDS |= {"下下" + week + day: f"{name} after next " for week in _NAMES_OF_WEEK for day, name in _WEEKDAYS.items()}
_WORDS |= {"每" + week + day: f"every {name} " for week in _NAMES_OF_WEEK for day, name in _WEEKDAYS.items()}
_WORDS |= {"每天": "every day", "每日": "every day", "每周": "every week", "每月": "every month", "每年": "every year",
           "每个月": "every month"}  # fmt: skip

_DIGITS = {character: number for number, character in enumerate("一二三四五六七八九", 1)}
_EDGES = {"底": "end of ", "末": "end of ", "初": "start of ", "中": "middle of "}
_AFTERNOON = ("下午", "晚上", "傍晚", "中午")


def _number(match: re.Match[str]) -> str:
    """Return "二十三" as 23."""
    tens, _, ones = match[0].rpartition("十")
    return str((_DIGITS.get(tens, 1) * 10 if "十" in match[0] else 0) + _DIGITS.get(ones, 0))


def _year(match: re.Match[str]) -> str:
    """Return "二〇二七" as 2027."""
    return "".join(str(_DIGITS.get(character, 0)) for character in match[0])


def _day(match: re.Match[str]) -> str:
    year, month, day = match.groups()
    return f"«{day} {_month_name(month)} {year or ''}»"


def _month(match: re.Match[str]) -> str:
    year, month, edge = match.groups()
    return f"«{_EDGES.get(edge, '')}{_month_name(month)} {year or ''}»"


def _month_name(number: str) -> str:
    return MONTHS[int(number) - 1] if 1 <= int(number) <= 12 else "none"


def _clock(match: re.Match[str]) -> str:
    part, hour, half, minute = match.groups()
    moved = int(hour) + 12 if part in _AFTERNOON and int(hour) < 12 else int(hour)
    if part is None and half is None and minute is None:
        return f" «at {moved}» "
    return f" «at {moved}:{30 if half else int(minute or 0):02d}» "


_LENGTH = r"((?:half an? |[a-z0-9]+ )(?:working days|days|weeks|months|years?|hour|hours|minutes))"
TONGUE = Tongue(
    words=_WORDS,
    rewrites=(
        (r"[〇零一二三四五六七八九]{4}(?= ?年)", _year),
        (r"[一二三四五六七八九]?十[一二三四五六七八九]?", _number),
        (r"(?<![周週期拜])[一二三四五六七八九](?=[月号號日点點])", _number),
        (r"(?:([0-9]{4}) ?年 ?)?([0-9]{1,2}) ?月 ?([0-9]{1,2})(?: ?[日号號]|(?![0-9日号號]))", _day),
        (r"(?:([0-9]{4}) ?年 ?)?(?<![0-9])([0-9]{1,2}) ?月(底|末|初|中(?!午))?", _month),
        (r"([0-9]{4})年", r"«year \1»"),
        (r"(?<![0-9])([0-9]{1,2}) ?(?:[号號]|日(?![内內后後前之以]))", r"«the \1th»"),
        (
            r"(上午|早上|凌晨|中午|下午|晚上|傍晚)? ?([0-9]{1,2})(?:[点點时時](?:(半)|([0-9]{1,2})分?)?)",
            _clock,
        ),
        (r"(上午|早上|凌晨|中午|下午|晚上|傍晚) ?([0-9]{1,2})():([0-9]{2})", _clock),
    ),
    order=(
        (rf"^{_LENGTH} BEFORE$", r"\1 ago"),
        (r"^(.+) BEFORE$", r"by \1"),
        (rf"^({_LENGTH}(?: {_LENGTH}| and a half)*) LATER$", r"in \1"),
        (r"^(.+) LATER$", r"after \1"),
        (r"^(.+) WITHIN$", r"within \1"),
    ),
    is_spaced=False,
)
