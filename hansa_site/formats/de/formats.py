"""With the day of the week, as deadlines are days ahead."""

DATE_FORMAT = "D, j. N Y"
DATETIME_FORMAT = "D, j. N Y, H:i"
SHORT_DATETIME_FORMAT = "D, j. N, H:i"
