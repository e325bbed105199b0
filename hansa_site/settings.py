"""The settings, read from the environment or from a file `.env` in the project.

With DEBUG=1 every default is the embedded one of a laptop. A site for real never falls back to
these: it names its database and its secret, or nothing of it runs.
"""

import os
import secrets
import warnings
from pathlib import Path

from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.core.exceptions import ImproperlyConfigured
from environs import Env

from hansa_site import reports

ROOT = Path(__file__).resolve().parent.parent

env = Env()
env.read_env(str(ROOT / ".env"), recurse=False)

# What the site writes: database, queue, mails, collected static files.
VAR = env.path("VAR", ROOT / "var")

DEBUG = env.bool("DEBUG", False)
for name in ("DATABASE_URL", "SECRET_KEY"):
    if not DEBUG and not env.str(name, ""):
        raise ImproperlyConfigured(
            f"{name} is not set: a site for real names it in its environment or in "
            f"{ROOT / '.env'}, see docs/running.md. To work on the site with a database and a "
            "secret of its own under var/, set DEBUG=1."
        )


def kept_secret(path: Path) -> str:
    """Read the secret of an embedded site, made at its first start for its owner only."""
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

# Where people reach the site: links in mails begin with it.
SITE_URL = env.str("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
SITE_NAME = "Hansa"
SITE_HTTPS = SITE_URL.startswith("https://")
SITE_HOST = SITE_URL.split("://", 1)[-1].split("/")[0].rsplit(":", 1)[0]

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", [SITE_HOST, "127.0.0.1", "localhost"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", [SITE_URL])

INSTALLED_APPS = [
    "hansa_site",
    "games.accounts",
    "games.post",
    "games.play",
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
    "csp",
    "django_htmx",
    "template_partials",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "hansa_site.middleware.cookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.play.visit.middleware",
    "games.accounts.middleware.signed_out",
    "games.accounts.middleware.preferences",
    "django_htmx.middleware.HtmxMiddleware",
    "hansa_site.middleware.text",
]

ROOT_URLCONF = "hansa_site.urls"
WSGI_APPLICATION = "hansa_site.wsgi.application"
ASGI_APPLICATION = "hansa_site.asgi.application"

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
            ],
        },
    },
]

FORM_RENDERER = "hansa_site.forms.Renderer"
# Who runs the site on his own machine is shown where its mails lie.
INTERNAL_IPS = ["127.0.0.1", "::1"]

# The database: SQLite as a file that several processes may write, or what DATABASE_URL names.
DATABASES = {"default": env.dj_db_url("DATABASE_URL", f"sqlite:///{VAR / 'db.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["OPTIONS"] = {
        # A writer takes its lock at the start, so two of them queue instead of failing.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-20000;"
        ),
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # A database that does not answer is told to people before their patience ends.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Rate limits live in the cache: several processes want one they share.
CACHES = {"default": env.dj_cache_url("CACHE_URL", "locmem://")}
if CACHES["default"]["BACKEND"].endswith("RedisCache"):
    CACHES["default"]["BACKEND"] = "hansa_site.cache.RedisOrProcess"
else:
    # Whoever comes from many addresses must not push the counts of others out.
    CACHES["default"]["OPTIONS"] = {"MAX_ENTRIES": 10_000}

# People.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "games.accounts.passwords.NameValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_ADAPTER = "games.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "games.accounts.forms.LoginForm",
    "signup": "games.accounts.forms.SignupForm",
    "add_email": "games.accounts.forms.AddEmailForm",
    "reset_password": "games.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "games.accounts.forms.ResetPasswordKeyForm",
    "change_password": "games.accounts.forms.ChangePasswordForm",
    "request_login_code": "games.accounts.forms.RequestLoginCodeForm",
    "confirm_login_code": "games.accounts.forms.ConfirmLoginCodeForm",
    "reauthenticate": "games.accounts.forms.ReauthenticateForm",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CHANGE_EMAIL = True
# In the browser that signed up; elsewhere the link confirms and asks for the password.
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_RATE_LIMITS = {
    # By address and account together, so that nobody keeps somebody else out by failing often.
    "login_failed": "10/m/ip,5/300s/key",
    # Letters about accounts to one address: asked for from one place, and in all.
    "letter_from_here": "5/h/key",
    "letter": "20/h/key",
    # How often they are asked for counts by the address alone; what is sent, the two above count.
    "confirm_email": None,
    "reset_password": "20/m/ip",
    "request_login_code": "20/m/ip",
}
# The mailed way in, which nobody else can close.
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
MFA_ADAPTER = "games.accounts.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_FORMS = {
    "activate_totp": "games.accounts.forms.ActivateTOTPForm",
    "authenticate": "games.accounts.forms.AuthenticateForm",
    "reauthenticate": "games.accounts.forms.ReauthenticateByCodeForm",
}
MFA_TOTP_ISSUER = SITE_NAME
# Behind proxies the limits need to know how many of them to believe.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", 0)

# Words and clocks. A language stands here when all texts are there in it: half a page in German
# helps nobody.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
USE_I18N = True
TIME_ZONE = env.str("TIME_ZONE", "UTC")
USE_TZ = True

# Static files: whitenoise serves them as they lie, or under hashed names once they are collected.
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = DEBUG or not (STATIC_ROOT / "staticfiles.json").exists()
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "hansa_site.storage.StaticFiles"},
}

# Mail: files under var/mail, or what EMAIL_URL names, such as
# submission://user:password@host:587 (STARTTLS) or smtps://user:password@host:465.
MAIL_FOLDER = VAR / "mail"
EMAIL_URL = env.dj_email_url("EMAIL_URL", f"file://{MAIL_FOLDER}")
if "EMAIL_BACKEND" not in EMAIL_URL:
    raise ImproperlyConfigured(
        "EMAIL_URL begins with a word that is not known; it begins with submission:// (STARTTLS), "
        "smtps://, smtp:// or file://."
    )
EMAIL_BACKEND = EMAIL_URL["EMAIL_BACKEND"]
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
# Answers by mail: mail for this domain comes to `manage.py receive_mail`. Without one, letters take
# no answers. AUTHSERV_ID is the name under which your mail server says who a mail is really from.
REPLY_DOMAIN = env.str("REPLY_DOMAIN", "").lower()
AUTHSERV_ID = env.str("AUTHSERV_ID", "").lower()

# Celery: a folder as its broker, or what CELERY_BROKER_URL names.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", "filesystem://localhost")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A broker that does not answer may cost a player a moment, never a move; the workers' own patience
# is another setting and has no end.
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
    "max_retries": 0,
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
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
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat")
CELERY_BEAT_SCHEDULE = {
    "sweep-letters": {"task": "games.post.tasks.sweep_letters", "schedule": 60.0},
    "sweep-clocks": {"task": "games.play.tasks.sweep_clocks", "schedule": 60.0},
}

# What browsers are told.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "style-src": [SELF],
        # Stable places of pieces are custom properties in style attributes.
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
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 60 * 60 * 24 * 30) if SITE_HTTPS else 0
# What other names of the domain do is its owner's own affair.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SITE_HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        "admins": {"class": "hansa_site.reports.AdminMails", "level": "ERROR"},
    },
    "root": {"handlers": ["stderr", "admins"], "level": env.str("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # aiosmtpd, which notes each line of each conversation.
        "mail.log": {"level": "WARNING"},
    },
}

# Who hears of errors: these addresses, and Sentry if its package is there.
ADMINS = [(SITE_NAME, address) for address in env.list("ADMINS", [])]
SENTRY_DSN = env.str("SENTRY_DSN", "")
SENTRY = reports.start_sentry(SENTRY_DSN)
if SENTRY_DSN and not SENTRY:
    warnings.warn(
        "SENTRY_DSN is set, but there is no sentry-sdk to tell it anything.", stacklevel=1
    )
