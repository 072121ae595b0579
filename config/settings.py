"""Settings, read from top to bottom. Every variable is explained in `.env.example`.

DATABASE_URL and REDIS_URL are set by whoever starts us: the operator in production, the
runner with its embedded servers otherwise (see `config/local/embedded.py`).
"""

from pathlib import Path

from django.utils.translation import gettext_lazy as _
from kombu import Queue
from psycopg.conninfo import conninfo_to_dict

from config.env import (
    env_bool,
    env_int,
    env_list,
    env_pairs,
    env_secret,
    env_store,
    env_str,
)

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env_str("HAKEM_VAR", str(BASE_DIR / "var")))

# --- What kind of installation this is ---------------------------------------------------------

PRODUCTION = env_str("HAKEM_ENV", "local") == "production"
DEBUG = env_bool("DEBUG", False)
SECRET_KEY = env_secret("SECRET_KEY", generated_at=None if PRODUCTION else VAR_DIR / "secret-key")
#: earlier secrets, of which links and sessions still hold until they end by themselves
SECRET_KEY_FALLBACKS = env_list("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", [] if PRODUCTION else ["*"])
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", [])
#: the name of the federation whose site this is; "": events alone, without calendar and people
FEDERATION = env_str("FEDERATION", "" if PRODUCTION else "Türkiye Satranç Federasyonu")
#: its three letters, as rating lists name it: whom its own lists are of
FEDERATION_CODE = env_str("FEDERATION_CODE", "TUR")
#: what the key is made of by which push services know this site; another one, and phones that
#: follow a player sign up again when they open a page
PUSH_SECRET = env_str("PUSH_SECRET", "") or SECRET_KEY
#: the address under which people reach the site; QR codes and mails carry it
SITE_URL = env_str("SITE_URL", "http://localhost:8000").rstrip("/")

# --- Applications ------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "pairing.apps.PairingConfig",
    "tiebreaks.apps.TiebreaksConfig",
    "tournaments.apps.TournamentsConfig",
    "federation.apps.FederationConfig",
]

MIDDLEWARE = [
    "tournaments.web.health.HealthMiddleware",
    "tournaments.web.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournaments.web.middleware.HeadersMiddleware",
    "tournaments.web.middleware.MethodsMiddleware",
    "tournaments.web.middleware.ClockMiddleware",
    "tournaments.web.pages.SharedPagesMiddleware",  # before anything that asks a table
    "tournaments.web.stack.one_stack",  # around all that makes a page
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.web.door.DoorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.web.middleware.TypedMiddleware",
    "tournaments.web.middleware.ServiceAnswersMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.web.context.site",
                "federation.web.context.federation",
            ],
            "builtins": ["tournaments.templatetags.chess"],
        },
    },
]

# --- Data --------------------------------------------------------------------------------------

_database = conninfo_to_dict(env_str("DATABASE_URL", ""))
#: so many connections a web process keeps, always: threads come and go, connections stay. The
#: web server says it (config/wsgi.py), to nobody else; 0 behind a pool of the operator's own.
_pool = env_int("DATABASE_POOL", 0, least=0)
#: away is said after three seconds, and it is asked again at once by who comes next
_kept = {"min_size": _pool, "max_size": _pool, "timeout": 3, "reconnect_timeout": 3}
#: a machine that vanishes without a word is noticed within a quarter of a minute
_line = {
    "keepalives_idle": 5,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
#: no page waits longer for one question; the worker and commands may take their time
_seconds = env_int("DATABASE_SECONDS", 0, least=0)
_limits = {"options": f"-c statement_timeout={_seconds}s"} if _seconds else {}
DATABASES = {
    "default": {
        "ENGINE": "config.database",
        "NAME": _database.pop("dbname", "hakem"),
        "USER": _database.pop("user", ""),
        "PASSWORD": _database.pop("password", ""),
        "HOST": _database.pop("host", ""),
        "PORT": _database.pop("port", ""),
        "CONN_MAX_AGE": 0 if _pool else env_int("DATABASE_CONN_MAX_AGE", 600),
        "CONN_HEALTH_CHECKS": True,  # a restarted database costs no request
        "OPTIONS": {
            "connect_timeout": 5,
            **_line,
            **_limits,
            **_database,
            **({"pool": _kept} if _pool else {}),
        },
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env_str("REDIS_URL", "redis://localhost:6379/0")
CACHES = {
    "default": {
        "BACKEND": "tournaments.kernel.patience.SpareCache",  # Redis may be away
        # Celery writes a socket as redis+socket://, redis-py as unix://
        "LOCATION": REDIS_URL.replace("redis+socket://", "unix://").replace("virtual_host", "db"),
        "KEY_PREFIX": env_str("CACHE_PREFIX", "hakem"),
    }
}
#: pages that are kept for everybody take no more than this, in megabytes; the oldest give way
KEPT_PAGES_MB = env_int("KEPT_PAGES_MB", 256, least=1)
#: who publishes a round does not wait until the pages of everybody else are made
PUBLISH_IN_BACKGROUND = True
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14

# --- Background work ---------------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://").replace(
    "?db=", "?virtual_host="
)
CELERY_TASK_IGNORE_RESULT = True  # progress and outcome live in the job's row, not in Redis
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3 * 3600,  # longer than any task may take
    "queue_order_strategy": "priority",
    # A worker asks for work every second; whoever hands work over does not wait for long.
    "socket_timeout": 3,
    "socket_connect_timeout": 1,
}
#: by urgency, the most urgent first; a worker with several takes from them in this order
_queue = env_str("CELERY_QUEUE", "hakem")
_by_urgency = ("first", "papers", "mail", "seals", "slow", "ratings")
QUEUES = {name: f"{_queue}.{name}" for name in _by_urgency}
CELERY_TASK_QUEUES = [Queue(name) for name in QUEUES.values()]
CELERY_TASK_DEFAULT_QUEUE = QUEUES["papers"]
CELERY_TASK_ROUTES = {
    "tournaments.tasks.pair_round": {"queue": QUEUES["first"]},
    "tournaments.tasks.send_captains_links": {"queue": QUEUES["mail"]},
    "tournaments.tasks.send_invitation": {"queue": QUEUES["mail"]},
    "federation.tasks.send_messages": {"queue": QUEUES["mail"]},
    "federation.tasks.look_after_entries": {"queue": QUEUES["mail"]},
    "tournaments.tasks.send_password_link": {"queue": QUEUES["mail"]},
    "tournaments.tasks.send_voice_link": {"queue": QUEUES["mail"]},
    "tournaments.tasks.deliver": {"queue": QUEUES["mail"]},
    "tournaments.tasks.ask_follower": {"queue": QUEUES["mail"]},
    "tournaments.tasks.spread_announcement": {"queue": QUEUES["mail"]},
    "tournaments.tasks.send_notices": {"queue": QUEUES["mail"]},
    "tournaments.tasks.send_report": {"queue": QUEUES["mail"]},
    # The second engine takes a minute for a large round, and nobody waits for it.
    "tournaments.tasks.seal_round": {"queue": QUEUES["seals"]},
    "tournaments.tasks.import_rating_list": {"queue": QUEUES["slow"]},
    "federation.tasks.write_member_list": {"queue": QUEUES["slow"]},
    "tournaments.tasks.ask_for_rating_lists": {"queue": QUEUES["slow"]},
    "tournaments.tasks.sweep": {"queue": QUEUES["slow"]},
    "tournaments.tasks.put_papers_away": {"queue": QUEUES["slow"]},
    "federation.tasks.work_out_ratings": {"queue": QUEUES["ratings"]},
    "federation.tasks.look_at_reports": {"queue": QUEUES["papers"]},
    "federation.tasks.find_leaders": {"queue": QUEUES["papers"]},
    "federation.tasks.tell_of_lists": {"queue": QUEUES["slow"]},
    "federation.tasks.forget_what_is_over": {"queue": QUEUES["slow"]},
    "federation.tasks.count_years": {"queue": QUEUES["slow"]},
}
#: FIDE's combined rating list (standard, rapid, blitz), and national lists by federation
FIDE_LIST_URL = env_str("FIDE_LIST_URL", "https://ratings.fide.com/download/players_list.zip")
NATIONAL_LIST_URLS = env_pairs("NATIONAL_LIST_URLS")
#: the lists in use are asked for by themselves, so that they are at most a day old
LISTS_DAILY = env_bool("LISTS_DAILY", True)
#: where base backups and the database's log are kept (docs/operation.md); "": nowhere
BACKUP_DIR = env_str("BACKUP_DIR", "")
#: of what comes again anyway, no more than one waits
_again = {"schedule": 600.0, "options": {"expires": 600}}
_each_minute = {"schedule": 60.0, "options": {"expires": 60}}
CELERY_BEAT_SCHEDULE = {
    "messages": {"task": "federation.tasks.send_messages", **_each_minute},
    "entries": {"task": "federation.tasks.look_after_entries", **_each_minute},
    "reports": {"task": "federation.tasks.look_at_reports", **_each_minute},
    "leaders": {"task": "federation.tasks.find_leaders", **_each_minute},
    "years": {
        "task": "federation.tasks.count_years",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "sweep": {"task": "tournaments.tasks.sweep", **_again},
    "federation sweep": {"task": "federation.tasks.forget_what_is_over", **_again},
    "papers": {"task": "tournaments.tasks.put_papers_away", **_again},
}
if BACKUP_DIR:
    QUEUES["backup"] = f"{_queue}.backup"
    CELERY_TASK_QUEUES.append(Queue(QUEUES["backup"]))
    CELERY_TASK_ROUTES["tournaments.tasks.back_up"] = {"queue": QUEUES["backup"]}
    CELERY_BEAT_SCHEDULE["back-up"] = {
        "task": "tournaments.tasks.back_up",
        "schedule": 300.0,
        "options": {"expires": 290},
    }
if LISTS_DAILY:
    CELERY_BEAT_SCHEDULE["rating lists"] = {
        "task": "tournaments.tasks.ask_for_rating_lists",
        "schedule": 600.0,
    }
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # when a list was asked for stands in its row
#: who may open a new event: everybody who can sign in, or only those who run the site
EVENTS_BY_ANYBODY = env_bool("EVENTS_BY_ANYBODY", True)
#: tournaments up to this size are paired within the request; larger ones by a worker
PAIR_INLINE_LIMIT = env_int("PAIR_INLINE_LIMIT", 500)

# --- People ------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournaments.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk:home"
LOGOUT_REDIRECT_URL = "public:home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    }
]
PASSWORD_RESET_TIMEOUT = 24 * 3600
#: who needs a second factor: nobody, administrators, site (registrars too), everybody
SECOND_FACTOR = env_str("SECOND_FACTOR", "nobody")
EMAIL_BACKEND = env_str(
    "EMAIL_BACKEND",
    "django.core.mail.backends.smtp.EmailBackend"
    if PRODUCTION
    else "django.core.mail.backends.filebased.EmailBackend",
)
EMAIL_FILE_PATH = VAR_DIR / "mail"
EMAIL_HOST = env_str("EMAIL_HOST", "localhost")
EMAIL_PORT = env_int("EMAIL_PORT", 25)
EMAIL_HOST_USER = env_str("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env_str("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", False)
EMAIL_TIMEOUT = 20  # seconds; a server that hangs is asked again later
DEFAULT_FROM_EMAIL = env_str("DEFAULT_FROM_EMAIL", "hakem@localhost")

# --- Language and time -------------------------------------------------------------------------

LANGUAGE_CODE = env_str("LANGUAGE_CODE", "tr")
LANGUAGES = [("tr", _("Turkish")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env_str("TIME_ZONE", "Europe/Istanbul")
FORMAT_MODULE_PATH = ["config.formats"]

# --- Static files and uploads ------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
#: where papers of closed events and their old versions lie: "" in the database, a folder, or
#: s3://bucket/prefix?endpoint=…&region=… (`tournaments/kernel/stores.py`)
PAPERS_STORE = env_store("PAPERS_STORE")
PAPERS_STORE_KEY = env_str("PAPERS_STORE_KEY", "")
PAPERS_STORE_SECRET = env_str("PAPERS_STORE_SECRET", "")
#: days after the end of an event until its papers are put away, and of a version until it is old
PAPERS_CLOSED_DAYS = env_int("PAPERS_CLOSED_DAYS", 30, least=1)
PAPERS_OLD_DAYS = env_int("PAPERS_OLD_DAYS", 7, least=1)
#: where packages of reports go: a folder of the federation, an address that takes a POST with the
#: ZIP, and the token it wants; "" = there is none
REPORT_FOLDER = env_str("REPORT_FOLDER", "")
REPORT_ADDRESS = env_str("REPORT_ADDRESS", "")
REPORT_TOKEN = env_str("REPORT_TOKEN", "")
#: the provider of online payments, and the secret that signs what is said to and by it; "": none
PAYMENT_ADDRESS = env_str("PAYMENT_ADDRESS", "")
PAYMENT_SECRET = env_str("PAYMENT_SECRET", "")
#: days after the end of an event until contacts and birth dates go, where it names no date
PERSONAL_DATA_DAYS = env_int("PERSONAL_DATA_DAYS", 183, least=1)
#: days after the end of an event until the accounts of those who got a prize are deleted
BANK_DETAILS_DAYS = env_int("BANK_DETAILS_DAYS", 30, least=1)
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

# --- Security ----------------------------------------------------------------------------------

SECURE_PROXY = env_bool("BEHIND_TLS_PROXY", PRODUCTION)
if SECURE_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    # Taken from this very host only, and for all of it.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 31536000)
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "tournaments.views.problems.csrf_failure"
X_FRAME_OPTIONS = "DENY"
#: what no page needs, no page may ask for; the desk reads badges with the camera
PERMISSIONS_POLICY = ", ".join(
    [f"{name}=()" for name in ("geolocation", "microphone", "payment", "usb", "bluetooth", "midi")]
    + ["camera=(self)"]
)
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-src 'self'; frame-ancestors 'none'"
)

# --- REST API ----------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        "tournaments.api.renderers.BrowsablePage",
    ],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "tournaments.api.renderers.JSONUnlessAPage",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.documented.Schema",
    "EXCEPTION_HANDLER": "tournaments.api.problems.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "URL_FORMAT_OVERRIDE": None,
    "COERCE_DECIMAL_TO_STRING": False,
    # The visitor's address is what the last of our own proxies says it is.
    "NUM_PROXIES": env_int("TRUSTED_PROXIES", 1 if PRODUCTION else 0),
}
#: how often one address, and one token, may ask
API_RATES = {
    "read": env_str("API_READ_RATE", "1200/min"),
    "write": env_str("API_WRITE_RATE", "600/min"),
    "engine": env_str("API_ENGINE_RATE", "30/min"),
}
#: where the event stream is held (`config.streams`); 0: a proxy leads to it
STREAMS_PORT = env_int("STREAMS_PORT", 0 if PRODUCTION else 8001)
#: webhooks may be sent to addresses within the own network, and without TLS
WEBHOOKS_WITHIN = env_bool("WEBHOOKS_WITHIN", False)
SPECTACULAR_SETTINGS = {
    "TITLE": "Hakem",
    "DESCRIPTION": (
        "Events, tournaments, rounds, boards and standings; pairing and checking.\n\n"
        "Everything public is read without a key. Programs write with a token that the event's "
        "chief arbiter makes. Points are numbers with one decimal; results are TRF codes, White's "
        "symbol and then Black's."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "PREPROCESSING_HOOKS": ["tournaments.api.documented.present"],
    "POSTPROCESSING_HOOKS": [
        "tournaments.api.documented.tidy",
    ],
}

# --- Logs --------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "config.logs.JsonFormatter"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "json"},
        "report": {"class": "config.reports.Reporter", "level": "ERROR"},
    },
    "root": {"handlers": ["console", "report"], "level": env_str("LOG_LEVEL", "WARNING")},
    "loggers": {
        "hakem": {"level": "INFO"},
        "django": {"handlers": [], "level": "INFO"},  # no page waits for a mail about an error
        "django.security.DisallowedHost": {"level": "ERROR"},
    },
}
#: where errors are reported besides the log: mail addresses, and an address that takes JSON
ADMINS = [("", address) for address in env_list("ADMINS", [])]
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ERROR_WEBHOOK = env_str("ERROR_WEBHOOK", "")
#: milliseconds from which on a page and a question to the database stand in the log; 0: never
SLOW_PAGE = env_int("SLOW_PAGE", 1000)
SLOW_QUERY = env_int("SLOW_QUERY", 500)
#: host:port at which Prometheus asks a web server what it has counted
METRICS = env_str("METRICS", "")
