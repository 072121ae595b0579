"""The product's settings, with an empty view beside its own to compare with."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "scripts.load.urls"
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
