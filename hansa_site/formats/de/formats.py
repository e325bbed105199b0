"""With the day of the week, as deadlines are days ahead."""

DATE_FORMAT = "D j. M Y"
DATETIME_FORMAT = "D j. M Y, H:i"
SHORT_DATETIME_FORMAT = "D j. M, H:i"
