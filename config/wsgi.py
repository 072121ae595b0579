import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

# What is loaded now stays for good, so the collector need not look at it again and again: a page
# of 300 boards makes enough objects to have it look at everything several times.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 50)
