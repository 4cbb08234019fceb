# The bot with its word index and definitions inside. docs/hosting.md says how to run it.

# The image by its tag, which brings Debian's security updates with each build. For a build that is
# always the same, append its digest in both places: python:3.13-slim-bookworm@sha256:…, as
# `docker buildx imagetools inspect python:3.13-slim-bookworm` shows it, and renew it yourself.
FROM python:3.13-slim-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends wordnet-base \
    && rm -rf /var/lib/apt/lists/*
RUN python -m venv /opt/bot
ENV PATH=/opt/bot/bin:$PATH \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    XDG_CACHE_HOME=/opt/cache
WORKDIR /source
COPY . .
# Such as `--build-arg EXTRAS="postgres sentry"`: each has its lock in requirements/.
ARG EXTRAS=""
RUN pip install --require-hashes -r requirements.lock \
    && for extra in $EXTRAS; do \
        pip install --require-hashes -r "requirements/$extra.lock" || exit; \
    done \
    && pip install --no-deps --no-build-isolation .
# Run in another folder, so that the installed copy is set up and not the source.
WORKDIR /
RUN python -m data.setup

FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /data --no-create-home bot \
    && install --directory --owner=bot --group=bot /data
COPY --from=build /opt/bot /opt/bot
COPY --from=build /opt/cache /opt/cache
ENV PATH=/opt/bot/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    XDG_CACHE_HOME=/opt/cache \
    DATABASE_URL=sqlite:////data/bot.sqlite3 \
    HEALTH_PORT=0.0.0.0:8080 \
    LOG_FORMAT=json
USER bot
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-P", "-m", "bot", "health"]
STOPSIGNAL SIGTERM
# -P: nothing is imported from the working folder, where the database is.
CMD ["python", "-P", "-m", "bot"]
