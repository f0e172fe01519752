"""Times as people read them, in both languages."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from project.core.language import format_time

INDIA = ZoneInfo("Asia/Kolkata")


@pytest.mark.parametrize(
    ("hour", "minute", "english", "hindi"),
    [
        (0, 0, "12:00 am", "रात 12:00 बजे"),
        (3, 59, "3:59 am", "रात 3:59 बजे"),
        (4, 0, "4:00 am", "सुबह 4:00 बजे"),
        (11, 59, "11:59 am", "सुबह 11:59 बजे"),
        (12, 5, "12:05 pm", "दोपहर 12:05 बजे"),
        (16, 0, "4:00 pm", "शाम 4:00 बजे"),
        (20, 13, "8:13 pm", "रात 8:13 बजे"),
    ],
)
def test_time_of_day_is_named_as_the_screens_name_it(
    hour: int, minute: int, english: str, hindi: str
) -> None:
    moment = datetime(2026, 11, 21, hour, minute, tzinfo=INDIA).astimezone(ZoneInfo("UTC"))

    assert format_time(moment, "en") == english
    assert format_time(moment, "hi") == hindi
