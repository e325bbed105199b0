"""The settings, read from the environment or from a file `.env` in the project.

With DEBUG=1, every default suits a laptop. In production there is no such fallback: without the
name of its database and a secret key, nothing starts.
"""

import os
import secrets
from importlib.util import find_spec
from pathlib import Path

from celery.schedules import crontab
from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from environs import Env, validate

from hansa_site import reports

ROOT = Path(__file__).resolve().parent.parent

env = Env()
env.read_env(str(ROOT / ".env"), recurse=False)

# Everything the site writes: database, queue, emails, collected static files.
VAR = env.path("VAR", ROOT / "var")

DEBUG = env.bool("DEBUG", False)
for name in ("DATABASE_URL", "SECRET_KEY"):
    if not DEBUG and not env.str(name, ""):
        raise ImproperlyConfigured(
            f"{name} is not set. In production, set it in the environment or in {ROOT / '.env'}, "
            "see docs/running.md. To work on the site with a database and a secret of its own "
            "under var/, set DEBUG=1."
        )


def kept_secret(path: Path) -> str:
    """Read the secret of a development site, created at its first start, readable by its owner."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        secret = secrets.token_urlsafe(50)
        file.write(secret)
    return secret


SECRET_KEY = env.str("SECRET_KEY", "") or kept_secret(VAR / "secret_key")
# Earlier keys: what they signed or encrypted is still accepted.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])

# Where people reach the site: links in emails start with it.
SITE_URL = env.str("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
SITE_HTTPS = SITE_URL.startswith("https://")
SITE_HOST = SITE_URL.split("://", 1)[-1].split("/")[0].rsplit(":", 1)[0]
SITE_NAME = "Hansa"
# Who runs the site: an address that everybody may read, and a folder with their own about.md,
# privacy.md and contact.md, in Markdown. Without them the pages say what is true of every site.
CONTACT = env.str("CONTACT", "")
PAGES_FOLDER: Path | None = env.path("PAGES_FOLDER", None)
# The server through which people can be notified by ntfy; without one, it is not offered.
NTFY_URL = env.str("NTFY_URL", "").rstrip("/")
NTFY_TOKEN = env.str("NTFY_TOKEN", "")
# The site's bot on Telegram: its name, its token, and what Telegram sends with each message to it.
TELEGRAM_BOT = env.str("TELEGRAM_BOT", "")
TELEGRAM_TOKEN = env.str("TELEGRAM_TOKEN", "")
TELEGRAM_SECRET = env.str("TELEGRAM_SECRET", "")
# The site's application on Discord, by which people add a webhook without pasting its address.
DISCORD_CLIENT_ID = env.str("DISCORD_CLIENT_ID", "")
DISCORD_CLIENT_SECRET = env.str("DISCORD_CLIENT_SECRET", "")

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", [SITE_HOST, "127.0.0.1", "localhost"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", [SITE_URL])

INSTALLED_APPS = [
    "hansa_site",
    "games.accounts",
    "games.post",
    "games.ratings",
    "games.play",
    "games.study",
    "games.club",
    "games.league",
    "games.duplicate",
    "games.api",
    "django.forms",
    "hansa_site.configs.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_countries",
    "django_htmx",
    "template_partials",
]

MIDDLEWARE = [
    "hansa_site.middleware.bodiless",
    "hansa_site.middleware.watched",
    "hansa_site.middleware.traced",
    "games.api.middleware.problems",
    "hansa_site.middleware.bounded",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "hansa_site.middleware.compressed",
    "csp.middleware.CSPMiddleware",
    "hansa_site.middleware.cookies",
    "games.accounts.languages.middleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.accounts.middleware.kept_private",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.accounts.sessions.middleware",
    "games.play.visits.middleware",
    "games.play.guests.middleware",
    "games.club.staff.see_as.middleware",
    "games.play.broken_rules.BrokenRules",
    "games.accounts.middleware.signed_out",
    "games.accounts.middleware.preferences",
    "django_htmx.middleware.HtmxMiddleware",
    "hansa_site.middleware.Text",
]

ROOT_URLCONF = "hansa_site.urls"
WSGI_APPLICATION = "hansa_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.accounts.display.display",
            ],
            # Most templates show what people have named.
            "builtins": [
                "games.accounts.templatetags.direction",
                "template_partials.templatetags.partials",
            ],
        },
    },
]

# The most bytes of a request, as in hansa_site/deploy/Caddyfile. So a file fits in memory, and none
# is written to disk.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

FORM_RENDERER = "hansa_site.forms.Renderer"
# With DEBUG, pages show these addresses a link to the test mailbox.
INTERNAL_IPS = ["127.0.0.1", "::1"]

# The database: an SQLite file that several processes may write, or DATABASE_URL.
DATABASES = {"default": env.dj_db_url("DATABASE_URL", f"sqlite:///{VAR / 'db.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["OPTIONS"] = {
        # A transaction takes the write lock when it starts, so that two of them queue.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-20000;"
        ),
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"] = {
        # People see the page about it before they give up.
        "connect_timeout": 5,
        # A server that the network has lost is given up after 15 seconds, not after two hours.
        "keepalives_idle": 5,
        "keepalives_interval": 5,
        "keepalives_count": 2,
        "tcp_user_timeout": 15_000,
        **DATABASES["default"].get("OPTIONS", {}),
    }
    if pool := env.int("DATABASE_POOL", 0):
        # How many connections the threads of a process share, and how long they wait for one.
        DATABASES["default"]["CONN_MAX_AGE"] = 0
        DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": pool, "timeout": 5}
    if env.bool("PGBOUNCER", False):
        # In its transaction mode, the next transaction may get another connection to the server,
        # so no cursor lasts longer than one. Django prepares no statements unless asked to.
        DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Rate limits are counted in the cache: several processes need a shared one.
CACHES = {"default": env.dj_cache_url("CACHE_URL", "locmem://")}
if CACHES["default"]["BACKEND"].endswith("RedisCache"):
    CACHES["default"]["BACKEND"] = "hansa_site.cache.RedisOrProcess"
else:
    # An attacker with many addresses must not evict the counts of others.
    CACHES["default"]["OPTIONS"] = {"MAX_ENTRIES": 10_000}

# Accounts.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "games.accounts.passwords.NameValidator"},
    {"NAME": "games.accounts.passwords.EndingTokens"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_ADAPTER = "games.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "games.accounts.forms.ways_in.LoginForm",
    "signup": "games.accounts.forms.ways_in.SignupForm",
    "add_email": "games.accounts.forms.ways_in.AddEmailForm",
    "reset_password": "games.accounts.forms.ways_in.ResetPasswordForm",
    "reset_password_from_key": "games.accounts.forms.ways_in.ResetPasswordKeyForm",
    "change_password": "games.accounts.forms.ways_in.ChangePasswordForm",
    "set_password": "games.accounts.forms.ways_in.SetPasswordForm",
    "request_login_code": "games.accounts.forms.ways_in.RequestLoginCodeForm",
    "confirm_login_code": "games.accounts.forms.ways_in.ConfirmLoginCodeForm",
    "reauthenticate": "games.accounts.forms.ways_in.ReauthenticateForm",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CHANGE_EMAIL = True
# Only in the browser that signed up. Elsewhere the link confirms and asks for the password.
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_RATE_LIMITS = {
    # By IP address and account together, so that nobody can lock others out by failing often.
    "login_failed": "10/m/ip,5/300s/key",
    # Emails about accounts to one address: from one IP address, and in total.
    "letter_from_here": "5/h/key",
    "letter": "20/h/key",
    # Guests who start to play without an account.
    "guest": "20/h/ip",
    # Answers to puzzles, which take bots half a second each to judge.
    "puzzle": "30/m/ip",
    # Requests are counted by IP address only; the emails they send are counted above.
    "confirm_email": None,
    "reset_password": "20/m/ip",
    "request_login_code": "20/m/ip",
}
# Signing in with an emailed code works even while the password is locked.
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
MFA_ADAPTER = "games.accounts.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Signing in with a passkey takes two requests.
MFA_RATE_LIMITS = {"webauthn_login": "30/m/ip"}
MFA_FORMS = {
    "activate_totp": "games.accounts.forms.ways_in.ActivateTOTPForm",
    "authenticate": "games.accounts.forms.ways_in.AuthenticateForm",
    "reauthenticate": "games.accounts.forms.ways_in.ReauthenticateByCodeForm",
    "add_webauthn": "games.accounts.forms.passkeys.AddPasskeyForm",
    "edit_webauthn": "games.accounts.forms.passkeys.RenamePasskeyForm",
    "authenticate_webauthn": "games.accounts.forms.passkeys.AuthenticateByPasskeyForm",
    "login_webauthn": "games.accounts.forms.passkeys.LoginByPasskeyForm",
    "reauthenticate_webauthn": "games.accounts.forms.passkeys.ReauthenticateByPasskeyForm",
}
MFA_TOTP_ISSUER = SITE_NAME
# People see where they are signed in; games.accounts.sessions notes when that was last used.
USERSESSIONS_TRACK_ACTIVITY = True
# How many proxies to trust for the IP addresses of the limits, and for ids of requests.
TRUSTED_PROXIES = ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", 0)

# How many days guests are remembered after their last visit, and letters and notes of received
# emails are kept. Bounces and repeated emails still arrive within two weeks.
KEEP_GUESTS_DAYS = env.int("KEEP_GUESTS_DAYS", 30, validate=validate.Range(min=1))
KEEP_LETTERS_DAYS = env.int("KEEP_LETTERS_DAYS", 365, validate=validate.Range(min=30))
KEEP_RECEIVED_DAYS = env.int("KEEP_RECEIVED_DAYS", 90, validate=validate.Range(min=14))
# How many days after the end of a game its moves are packed into one row.
PACK_AFTER_DAYS = env.int("PACK_AFTER_DAYS", 30, validate=validate.Range(min=1))

# How long the email about a turn waits; a player who has seen it on the site by then gets none.
UNSEEN_MINUTES = env.int("UNSEEN_MINUTES", 2)

# Language and time. A language is listed once everything is translated, under its own name.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
# Those who translate another one see it with this, in English where it is not done.
BEGUN_LANGUAGES: list[str] = env.list("BEGUN_LANGUAGES", [])
LANGUAGES += [
    (code, LANG_INFO[code]["name_local"].capitalize() if code in LANG_INFO else code)
    for code in BEGUN_LANGUAGES
]
LOCALE_PATHS = [ROOT / "hansa_site/locale"]
USE_I18N = True
FORMAT_MODULE_PATH = "hansa_site.formats"
TIME_ZONE = env.str("TIME_ZONE", "UTC")
USE_TZ = True

# Static files: whitenoise serves them from the project or, once collected, under hashed names.
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = DEBUG or not (STATIC_ROOT / "staticfiles.json").exists()
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "hansa_site.storage.StaticFiles"},
}

# Email: files under var/mail, or EMAIL_URL, such as
# submission://user:password@host:587 (STARTTLS) or smtps://user:password@host:465.
MAIL_FOLDER = VAR / "mail"
EMAIL_URL = env.dj_email_url("EMAIL_URL", f"file://{MAIL_FOLDER}")
if "EMAIL_BACKEND" not in EMAIL_URL:
    raise ImproperlyConfigured(
        "EMAIL_URL has an unknown scheme. Use submission:// (STARTTLS), smtps://, smtp:// or "
        "file://."
    )
EMAIL_BACKEND = EMAIL_URL["EMAIL_BACKEND"]
# For mail providers: with requirements/anymail.txt installed, EMAIL_BACKEND and the variables
# ANYMAIL_... are settings of Anymail, under the names in its manual (docs/mail-in.md).
ANYMAIL = {
    name.removeprefix("ANYMAIL_"): value
    for name, value in os.environ.items()
    if name.startswith("ANYMAIL_")
}
if find_spec("anymail"):
    INSTALLED_APPS.append("anymail")
    EMAIL_BACKEND = env.str("EMAIL_BACKEND", EMAIL_BACKEND)
elif ANYMAIL or env.str("EMAIL_BACKEND", ""):
    raise ImproperlyConfigured(
        "EMAIL_BACKEND and ANYMAIL_... need django-anymail: pip install --require-hashes "
        "-r requirements/anymail.txt, or leave them out."
    )
EMAIL_FILE_PATH = MAIL_FOLDER
EMAIL_HOST = EMAIL_URL["EMAIL_HOST"]
EMAIL_PORT = EMAIL_URL["EMAIL_PORT"]
EMAIL_HOST_USER = EMAIL_URL["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = EMAIL_URL["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = EMAIL_URL["EMAIL_USE_TLS"]
EMAIL_USE_SSL = EMAIL_URL["EMAIL_USE_SSL"]
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", f"{SITE_NAME} <hansa@{SITE_HOST}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
# Replies by email: `manage.py receive_mail` receives the mail of this domain. Without a domain,
# emails cannot be replied to. AUTHSERV_ID is the authserv-id (RFC 8601) of your mail server.
REPLY_DOMAIN = env.str("REPLY_DOMAIN", "").lower()
AUTHSERV_ID = env.str("AUTHSERV_ID", "").lower()

# Celery: a folder as broker, or CELERY_BROKER_URL.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", "filesystem://localhost")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A broker that does not answer delays a request by a second at most. Workers, which have their own
# setting, wait for it forever.
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
    "max_retries": 0,
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    # A worker that got no reply for so long connects again.
    "health_check_interval": 10,
}
if CELERY_BROKER_URL.startswith("filesystem://"):
    QUEUE_FOLDER = VAR / "broker" / "queue"
    CONTROL_FOLDER = VAR / "broker" / "control"
    for folder in (QUEUE_FOLDER, CONTROL_FOLDER):
        folder.mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS |= {
        "data_folder_in": str(QUEUE_FOLDER),
        "data_folder_out": str(QUEUE_FOLDER),
        "control_folder": str(CONTROL_FOLDER),
    }
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TIME_LIMIT = 300
# A sweep takes up nothing more after so long: before the next one begins, and before the limit ends
# it with a letter in hand, which would be sent again.
SWEEP_SECONDS = 50
# Bots that think have a queue and workers of their own: nothing else waits for them.
_THINKING = ("games.play.tasks.think", "games.study.tasks.analyse")
CELERY_TASK_ROUTES = {task: {"queue": "bots"} for task in _THINKING}
CELERY_TASK_ANNOTATIONS = {task: {"time_limit": 60} for task in _THINKING}
# A bot thinks about a turn for at most this time, then it plays on at once.
BOT_SECONDS = env.float("BOT_SECONDS", 5)
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "hansa_site.scheduler:FileScheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat.json")


def every(seconds: int, task: str) -> dict[str, object]:
    """Return an entry of beat's schedule; a task that no worker took by the next one expires."""
    return {"task": task, "schedule": float(seconds), "options": {"expires": seconds}}


def nightly(hour: int, minute: int, task: str) -> dict[str, object]:
    """Return an entry of beat's schedule, once a night (UTC); it expires before the next night."""
    at = crontab(hour=hour, minute=minute)
    return {"task": task, "schedule": at, "options": {"expires": 20 * 60 * 60}}


CELERY_BEAT_SCHEDULE = {
    "note-beat": every(60, "hansa_site.tasks.note_beat"),
    "sweep-accounts": every(60, "games.accounts.tasks.sweep_accounts"),
    "sweep-letters": every(60, "games.post.tasks.sweep_letters"),
    "sweep-clocks": every(60, "games.play.tasks.sweep_clocks"),
    "sweep-open-games": every(600, "games.play.tasks.sweep_open_games"),
    "sweep-analyses": every(60, "games.study.tasks.sweep_analyses"),
    "sweep-post-mortems": every(60, "games.study.tasks.sweep_post_mortems"),
    "form-tables": every(60, "games.club.tasks.form_tables"),
    "tell-searchers": every(600, "games.club.tasks.tell_searchers"),
    "advance-seasons": every(300, "games.league.tasks.advance_seasons"),
    "game-of-the-week": every(3600, "games.study.tasks.choose_game_of_the_week"),
    "turn-week": every(600, "games.duplicate.tasks.turn_week"),
    "daily-puzzles": every(600, "games.study.tasks.queue_daily_puzzles"),
    "prune": nightly(1, 40, "hansa_site.tasks.prune"),
    "record-results": nightly(2, 40, "games.play.tasks.record_results"),
    "recompute-ratings": nightly(3, 0, "games.ratings.tasks.recompute_ratings"),
    "fill-statistics": nightly(4, 0, "games.club.tasks.fill_statistics"),
    "count-openings": nightly(4, 30, "games.club.tasks.count_openings"),
    "pack-games": nightly(5, 0, "games.play.tasks.pack_games"),
    "publish-open-data": nightly(5, 30, "games.club.tasks.publish_open_data"),
    "compute-leaderboards": nightly(6, 0, "games.club.tasks.compute_leaderboards"),
}

# Security headers.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "style-src": [SELF],
        # Positions of pieces are custom properties in style attributes.
        "style-src-attr": [UNSAFE_INLINE],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
SESSION_COOKIE_SECURE = SITE_HTTPS
CSRF_COOKIE_SECURE = SITE_HTTPS
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SECURE_SSL_REDIRECT = SITE_HTTPS and env.bool("SECURE_SSL_REDIRECT", True)
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 60 * 60 * 24 * 365) if SITE_HTTPS else 0
# HSTS for subdomains and preloading are up to the owner of the domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SITE_HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"

LOG_FORMAT = env.str("LOG_FORMAT", "lines", validate=validate.OneOf(["lines", "json"]))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "class": "hansa_site.logs.LineFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s]: %(message)s",
        },
        "json": {"class": "hansa_site.logs.JsonFormatter"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT},
        "admins": {"class": "hansa_site.reports.AdminMails", "level": "ERROR"},
    },
    "root": {"handlers": ["stderr", "admins"], "level": env.str("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # aiosmtpd logs each line of each conversation.
        "mail.log": {"level": "WARNING"},
        # flufl.bounce logs each step; games.post.inbound.bounce logs what fails.
        "flufl.bounce": {"level": "CRITICAL"},
    },
}

# With a token, /metrics tells Prometheus how long pages and tasks of this host take. All its
# processes write their times into one folder, which prometheus-client finds in the environment.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
METRICS_FOLDER = VAR / "metrics"
if METRICS_TOKEN:
    METRICS_FOLDER.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_FOLDER)

# Errors are reported to these addresses, and to Sentry.
_admins: list[str] = env.list("ADMINS", [])
ADMINS = [(SITE_NAME, address) for address in _admins]
SENTRY_DSN = env.str("SENTRY_DSN", "")
reports.start_sentry(SENTRY_DSN)
