"""The table as one process: the application, and ``serve`` that ``kurgan play`` calls."""

import asyncio
import contextlib
import functools
import gc
import ipaddress
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, cast

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, Response
from filelock import FileLock, Timeout
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from uvicorn.config import LOGGING_CONFIG
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kurgan.kernel.protocol import Json
from kurgan.session import private_files
from kurgan.session.engines import read_url
from kurgan.session.logs import NotKept
from kurgan.session.private_files import OWNER_ONLY
from kurgan.session.store import Store
from kurgan.table.database.identity import People
from kurgan.table.guard import connections, hosts
from kurgan.table.guard.hosts import Hosts
from kurgan.table.guard.limits import BURST, RATE, App, Buckets, Guard
from kurgan.table.guard.quotas import Quotas, from_environment
from kurgan.table.guard.shared_rates import SharedRates
from kurgan.table.model.replies import Refusal
from kurgan.table.notices.telling import Sending, sending_from_environment
from kurgan.table.processes.job_runner import Jobs, works
from kurgan.table.processes.metrics import Counting, Figures
from kurgan.table.refusals import Refused, not_done
from kurgan.table.rooms.bot_play import BOT_PAUSE, BOT_SECONDS
from kurgan.table.rooms.open_rooms import AWAY_SECONDS, Rooms
from kurgan.table.routes import openapi
from kurgan.table.routes.assets import Assets
from kurgan.table.routes.calls import write
from kurgan.table.routes.running import running
from kurgan.table.service.lobby import warm
from kurgan.table.service.place import Place
from kurgan.table.titles import Titles
from kurgan.table.words import say, translated

STATIC = Path(__file__).parent / "static"

BESIDE: Final = {
    "icon.svg": "image/svg+xml",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "manifest.webmanifest": "application/manifest+json",
    "offline.css": "text/css",
    "offline.html": "text/html",
    "offline.js": "text/javascript",
}
"""Files beside the page, with what they are: for who puts it on the home screen, or is offline."""
PORT = 8942
DATABASE = "kurgan.sqlite"
LOCK = "kurgan.lock"
THREADS = 24
"""Games that may wait for the disk at once; waiting costs nothing."""

SWITCH_SECONDS = 0.0001
"""How long one thread may keep the others waiting. A commit is a dozen short calls, and each of them queues again."""

GARBAGE = (10_000, 20, 100)
"""When to look for garbage that holds on to itself: seldom, because all games stand still meanwhile."""

SMALL_ENOUGH = 1500
GZIP_LEVEL = 4
"""Replies of more bytes are compressed, fast rather than well: a map shrinks to a tenth either way."""

BACKLOG = 128
"""Connections that are taken in one go: a crowd at the door must not keep those waiting who are inside."""

LOOPBACK = ("127.0.0.1", "localhost", "::1")
NOTHING = "There is nothing here."
NO_PAGE = (
    "The page of the table was not built (installed with KURGAN_NO_WEB=1?). "
    "Install again without it, or play in the terminal: kurgan sit"
)


class NoTable(RuntimeError):
    """The table cannot be served; says why."""


def has_page() -> bool:
    return (STATIC / "index.html").is_file()


def make_app(
    titles: Titles,
    store: Store,
    *,
    url: str = "",
    local: bool = True,
    data: str = "",
    workers: int = 1,
    bot_seconds: float = BOT_SECONDS,
    bot_pause: float = BOT_PAUSE,
    away_seconds: float = AWAY_SECONDS,
    plays_bots: bool = True,
    rate: float = RATE,
    burst: float = BURST,
    seat_rate: float = 25.0,
    seat_burst: float = 100.0,
    code_rate: float = 0.1,
    code_burst: float = 10.0,
    listening: str = "",
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    sending: Sending | None = None,
    quotas: Quotas | None = None,
    shared: SharedRates | None = None,
) -> App:
    """The whole application behind its guard. ``rate`` is per address, ``seat_rate`` per seat, both a second.

    ``code_rate`` is for tries of recovery codes, per address.
    ``names`` are further names of the table, ``proxies`` those whose word on who visits is taken, ``sending`` is how
    people are told, ``quotas`` what one person may have of what is dear, ``shared`` is where several processes of one
    computer count requests and answers together.
    """
    quotas = quotas or Quotas()

    def opened() -> Place:
        rooms = Rooms(store, People(store), titles, workers, bot_seconds, bot_pause, away_seconds, plays_bots)
        rates = (Buckets(seat_rate, seat_burst, "seat", shared), Buckets(code_rate, code_burst))
        rooms.bot_play.minutes = quotas.bot_minutes
        return Place(rooms, url, local, data, *rates, sending, quotas)

    def beside(place: Place) -> Jobs | None:
        wanted = works(place.rooms, place.pacing, place.telling, place.review_jobs)
        return Jobs(store, wanted, workers) if plays_bots else None

    app = FastAPI(
        title=openapi.TITLE,
        routes=openapi.routes(),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=functools.partial(_life, opened=opened, beside=beside),
    )
    app.openapi = openapi.described  # type: ignore[method-assign]
    _refusals(app)
    app.include_router(running)
    _pages(app)
    app.state.figures = Figures()
    app.add_middleware(GZipMiddleware, minimum_size=SMALL_ENOUGH, compresslevel=GZIP_LEVEL)
    app.add_middleware(cast(Any, Counting), figures=app.state.figures)
    guard: Any = Guard(app, url, Buckets(rate, burst, "door", shared), Hosts(url, names, listening))
    return cast(App, ProxyHeadersMiddleware(guard, list(proxies))) if proxies else cast(App, guard)


@contextlib.asynccontextmanager
async def _life(
    app: FastAPI, opened: Callable[[], Place], beside: Callable[[Place], Jobs | None]
) -> AsyncIterator[None]:
    """From opening the table to closing it, with all that goes on beside the requests."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, thread_name_prefix="kurgan"))
    place = app.state.place = opened()
    jobs = beside(place)
    place.rooms.begin(jobs.stir if jobs is not None else bool)
    going = [asyncio.create_task(place.pacing.beat()), asyncio.create_task(place.house.watch())]
    going += [asyncio.create_task(jobs.run())] if jobs is not None else []
    warming = asyncio.create_task(asyncio.to_thread(_warm, place.rooms))
    yield
    for task in going:
        task.cancel()
    await asyncio.wait(going)
    await warming
    await place.telling.close()
    await place.review_jobs.close()
    await place.reviews.close()
    await place.desk.close()
    await place.imports.close()
    await place.rooms.close()


def _refusals(app: FastAPI) -> None:
    """Whatever goes wrong is told in the same form."""
    app.add_exception_handler(Refused, _refusal)
    app.add_exception_handler(HTTPException, _not_http)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(NotKept, _not_kept)
    app.add_exception_handler(Exception, _broken)


def _warm(rooms: Rooms) -> None:
    """Load every title; what stays for good need not be looked through for garbage again and again."""
    warm(rooms)
    gc.collect()
    gc.freeze()


async def _refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return write(Refusal(translated(error.message), error.rule, error.code), error.status)


async def _not_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return write(Refusal(translated(str(error.detail))), error.status_code)


async def _malformed(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0] if error.errors() else {}
    where = ".".join(str(part) for part in first.get("loc", ()) if part != "body")
    why = translated(str(first.get("msg", "")).removeprefix("Value error, "))
    return write(Refusal(say("malformed", where=where, why=why).strip(": ")), 422)


async def _not_kept(_: Request, error: Exception) -> Response:
    return write(Refusal(not_done(error), code="not_kept"), 503)


async def _broken(_: Request, __: Exception) -> Response:
    return write(Refusal(translated("Something broke here. Nothing was changed.")), 500)


def _pages(app: FastAPI) -> None:
    """The built page for every address a player may open; its files by name."""

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(_docs(app.openapi()))

    @app.get("/api/{_:path}", include_in_schema=False)
    async def unknown(_: str) -> Response:
        return write(Refusal(translated(NOTHING)), 404)

    if (STATIC / "assets").is_dir():
        app.mount("/assets", Assets(directory=STATIC / "assets"), name="assets")

    for name, kind in BESIDE.items():
        app.add_api_route(f"/{name}", _beside(name, kind), include_in_schema=False)

    @app.get("/{_:path}", include_in_schema=False)
    async def page(_: str) -> Response:
        if not has_page():
            return Response(NO_PAGE, 503, media_type="text/plain")
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


def _beside(name: str, kind: str) -> Callable[[], Awaitable[Response]]:
    """What gives a file that lies beside the page."""

    async def give() -> Response:
        if not (STATIC / name).is_file():
            return write(Refusal(translated(NOTHING)), 404)
        return FileResponse(STATIC / name, media_type=kind, headers={"cache-control": "no-cache"})

    return give


def _docs(spec: Json) -> str:
    """A plain list of all calls, without any script."""
    rows = []
    for path, methods in spec["paths"].items():
        for method, call in methods.items():
            rows.append(
                f"<tr><td><code>{method.upper()}</code></td><td><code>{path}</code></td>"
                f"<td>{call.get('description') or call.get('summary', '')}</td></tr>"
            )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Kurgan: API</title>"
        '<h1>Kurgan: API</h1><p>The full description: <a href="/api/openapi.json">openapi.json</a>.</p>'
        f"<table>{''.join(rows)}</table></html>"
    )


def serve(
    titles: Titles,
    host: str = "127.0.0.1",
    port: int = PORT,
    url: str = "",
    data: Path | None = None,
    open_browser: bool = True,
    database: str = "",
    proxies: Sequence[str] = (),
    names: Sequence[str] = (),
) -> None:
    """Serve the table until interrupted. Prints the address; ``url`` is what links carry."""
    if not has_page():
        raise NoTable(NO_PAGE)
    check(url, names, proxies)
    sending, quotas = sending_from_environment(), from_environment(is_shared=False)
    folder = data if data is not None else Path.cwd()
    private_files.make_folder(folder)
    with alone(folder / DATABASE):
        listening = listen(host, port)
        try:
            store = Store(database or f"sqlite:///{folder / DATABASE}")
        except Exception:
            listening.close()
            raise
        port = listening.getsockname()[1]
        shown = url.rstrip("/") or f"http://{name_of(host)}:{port}"
        is_local = host in LOOPBACK and not url
        more: dict[str, Any] = {
            "listening": host,
            "names": names,
            "proxies": proxies,
            "sending": sending,
            "quotas": quotas,
        }
        app = make_app(titles, store, url=shown, local=is_local, data=str(folder), **more)
        _tell(shown, is_local, folder, store.backup)
        if open_browser:
            webbrowser.open(shown)
        run(config(app, proxies), listening, store)


def check(url: str, names: Sequence[str], proxies: Sequence[str]) -> None:
    if url:
        hosts.check_url(url)
    for name in names:
        hosts.check_host(name)
    for proxy in proxies:
        hosts.check_proxy(proxy)


def file_of(address: str) -> Path | None:
    """The file of an SQLite database; None for one that a server keeps."""
    url = read_url(address)
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


@contextlib.contextmanager
def alone(file: Path | None) -> Iterator[None]:
    """One file, one server: two would each remember what the other changes. The system frees a dead one's lock."""
    if file is None:
        yield
        return
    folder = file.parent
    lock = FileLock(str(folder / (LOCK if file.name == DATABASE else f"{file.name}.lock")), timeout=0, mode=OWNER_ONLY)
    try:
        lock.acquire()
    except Timeout:
        raise NoTable(
            f"another Kurgan serves the games in {folder} already; stop it first, or choose another folder with --data"
        ) from None
    except OSError as error:
        raise NoTable(f"{folder} cannot be used: {error.strerror}") from None
    try:
        yield
    finally:
        lock.release()


def config(app: App, proxies: Sequence[str], log_config: Json | None = LOGGING_CONFIG) -> uvicorn.Config:
    """How it is served. Without a ``log_config`` the process's own logging is left as it is."""
    trusted = [ipaddress.ip_network(proxy) for proxy in proxies]

    def brings_many(client: str) -> bool:
        address = hosts.read_address(client)
        return hosts.is_loopback(client) or (address is not None and any(address in network for network in trusted))

    most = min(connections.MOST_LINES, max(16, connections.handles() - connections.HANDLES_FOR_US))
    door = connections.Door(most, exempt=brings_many)
    line: Any = functools.partial(connections.Line, door)
    socket_line: Any = functools.partial(connections.Socket, door)
    return uvicorn.Config(
        cast(Any, app),
        http=line,
        ws=socket_line,
        log_level="error",
        log_config=log_config,
        access_log=False,
        proxy_headers=False,
        ws_max_size=65536,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        server_header=False,
        backlog=BACKLOG,
    )


def _tell(shown: str, is_local: bool, folder: Path, backup: Path | None) -> None:
    print(f"Kurgan is served at {shown}", flush=True)
    if is_local:
        print("Links work on this computer only; see --host and --url for friends.", flush=True)
    if backup is not None:
        print(f"The database was brought up to date; as it was it is kept in {backup}.", flush=True)
    print(f"Games are kept in {folder / DATABASE}. Stop with Ctrl-C.", flush=True)


def run(how: uvicorn.Config, listening: socket.socket, store: Store) -> None:
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GARBAGE)
    try:
        asyncio.run(uvicorn.Server(how).serve([listening]))
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
        store.close()


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named TCP, because the event loop sends small answers at once only on sockets that say so.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise NoTable(f"port {port} of {host} cannot be used: {error.strerror}") from None
    listening.listen(BACKLOG)
    return listening


def name_of(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
