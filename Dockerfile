# The bot with its word index and definitions inside. docs/hosting.md says how to run it.

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
RUN pip install -c requirements.lock setuptools \
    && pip install -c requirements.lock --no-build-isolation .
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
    HEALTH_PORT=8080 \
    LOG_FORMAT=json
USER bot
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8080/health', timeout=4)"]
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot"]
