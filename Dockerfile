# The table of a club. Build: docker build -t kurgan . (the page is built in the first stage; the second has no compiler).
FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels --constraint requirements/test.lock ".[club]"

FROM python:3.13-slim
RUN useradd --create-home --uid 10001 kurgan
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels "kurgan[club]" && rm -rf /wheels
USER kurgan
EXPOSE 8942
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8942/readyz', timeout=4)"]
# KURGAN_DATABASE holds the address of the database; see docs/how-to/host-a-club.md.
ENTRYPOINT ["kurgan"]
CMD ["serve", "--host", "0.0.0.0", "--workers", "2"]
