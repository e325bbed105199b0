"""What is kept of requests: answers to those that may be sent twice."""

from django.db import models

from games.accounts.models import PersonalToken

LONGEST_KEY = 100


class KeptAnswer(models.Model):
    """What a program was answered when it first sent a request with an idempotency key.

    `asked` is a hash of the request, so that a key that is used for another one is noticed.
    """

    # Without a constraint: a token may end while its last request is answered. Neither must fail.
    token = models.ForeignKey(
        PersonalToken, models.CASCADE, related_name="answers", db_constraint=False
    )
    key = models.CharField(max_length=LONGEST_KEY)
    asked = models.CharField(max_length=64)
    answer = models.JSONField(default=dict)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["token", "key"], name="one_answer_per_key"),
        ]

    def __str__(self) -> str:
        return self.key
