"""The pages of a club: a passkey by Chromium's own virtual device, profiles and the ladder, a message to a browser."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.checking import SIDEWAYS
from tests.browser.conftest import shot
from tests.browser.playing import act, sit_down
from tests.browser.serving import Server
from tests.browser.test_access import ALL_SIZES, SIZES
from tests.table.test_telling import Box, mail_box

pytestmark = pytest.mark.browser

Person = Callable[..., Any]


def at_localhost(server: Server) -> str:
    """Browsers have passkeys and push messages here, and not at an address of numbers."""
    return server.url.replace("127.0.0.1", "localhost")


def with_device(page: Any) -> Any:
    """A device with a key inside that says yes to everything."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    return cdp, cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def test_a_passkey_is_made_and_opens_the_account_in_another_browser(person: Person, server: Server) -> None:
    here = at_localhost(server)
    page = person()
    cdp, device = with_device(page)
    page.goto(f"{here}/me")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Your name").press("Tab")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("not used yet").wait_for()
    page.get_by_role("button", name="Sign out").wait_for()  # there is a way back to it
    page.get_by_text("You come back by your passkey").wait_for()
    (key,) = cdp.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    shot(page, "club-passkey")
    other = person()
    second, its = with_device(other)
    second.send("WebAuthn.addCredential", {"authenticatorId": its, "credential": key})
    other.goto(f"{here}/me")
    with other.expect_navigation():
        other.get_by_role("button", name="Sign in with a passkey").click()
    other.get_by_text("not used yet").or_(other.get_by_text("used ")).first.wait_for()
    assert other.get_by_label("Your name").input_value() == "Anna"


@pytest.fixture
def mailing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Box, Server]]:
    """A table that sends mail, and the box in which it arrives."""
    with mail_box() as (box, address):
        monkeypatch.setenv("KURGAN_MAIL", address)
        started = Server(tmp_path)
        yield box, started
        started.stop()


def test_a_link_by_mail_makes_an_account_where_it_was_asked_for_and_says_so_elsewhere(
    person: Person, mailing: tuple[Box, Server]
) -> None:
    box, table = mailing
    page = person()
    page.goto(f"{table.url}/me")
    page.get_by_label("Your mail address").fill("anna@example.org")
    page.get_by_role("button", name="Send me a link").click()
    letter = box.wait_for(1)[0].get_payload(decode=True).decode()
    link = re.search(r"http://\S+/signin#\S+", letter)
    assert link
    phone = person(390, 844)
    phone.goto(link[0])
    phone.get_by_text("in the browser in which you asked for it").wait_for()
    assert phone.get_by_role("button", name="Make the account").count() == 0
    page.goto(link[0])
    page.get_by_role("button", name="Make the account").click()
    page.get_by_text("You come back by a***@example.org").wait_for()


@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize("path", ["/", "/me", "/club", "/learn", "/rules/inferno"])
def test_a_page_scrolls_inside_and_not_out_of_sight(person: Person, path: str, size: str) -> None:
    """A swipe past its end would show an empty screen."""
    page = person(**SIZES[size])
    page.goto(path)
    page.locator("main h1, main h2").first.wait_for()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


@pytest.mark.parametrize("rated", [False, True])
def test_the_choices_about_who_is_late_fit_on_a_phone(person: Person, rated: bool) -> None:
    """All of them; and no bot where the game counts."""
    page = person(390, 844, locale="es")
    page.goto("/")
    page.get_by_role("heading", name="Infierno en el Volga").wait_for()
    game = page.evaluate(MADE, {"title": "inferno", "scenario": "one_vs_one", "rated": rated, "seats": LENT})

    def late(route: Any) -> None:
        look = route.fetch().json()
        look["clock"] = {"kind": "days", "step": 9, "bank": 9, "seat": "german", "used": 18, "banks": {}, "out": True}
        route.fulfill(json={**look, "clock": {**look["clock"], "runs": False}})

    page.route(re.compile(f"/api/games/{game}(\\?|$)"), late)
    page.goto(f"/g/{game}")
    notice = page.get_by_role("alert").filter(has_text="se acabó el tiempo")
    notice.wait_for()
    assert notice.get_by_role("button").all_inner_texts() == [*CHOICES[:1], *CHOICES[1:2] * (not rated), CHOICES[2]]
    assert notice.evaluate(CUT) == []


CHOICES = ["Esperar", "Prestar el asiento a un bot", "Reclamar la victoria"]
LENT = {"german": {"kind": "link"}, "soviet": {"kind": "me"}}
MADE = """(body) => fetch('/api/games', {method: 'POST', headers: {'content-type': 'application/json'},
  body: JSON.stringify(body)}).then((r) => r.json()).then((made) => made.id)"""
CUT = """(notice) => [...notice.querySelectorAll('button'), notice].filter((e) =>
  e.getBoundingClientRect().right > innerWidth).map((e) => e.innerText)"""


def test_a_feed_has_nothing_to_try(person: Person) -> None:
    """It is fetched, not sent: a button for a trial would do nothing that can be seen."""
    page = person()
    page.goto("/me")
    page.get_by_label("By").select_option("feed")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("/api/feed/").wait_for()
    assert page.get_by_role("button", name="Send a trial").count() == 0


def test_nothing_is_added_before_the_page_knows_what_can_be_told(person: Person) -> None:
    """What was added so was told of nothing, and went from the list when the first reply came."""
    page = person()
    held: list[Any] = []
    page.route(
        "**/api/me/channels", lambda call: held.append(call) if call.request.method == "GET" else call.continue_()
    )
    page.goto("/me")
    page.get_by_label("By").select_option("feed")
    add = page.get_by_role("button", name="Add", exact=True)
    assert add.is_disabled()
    held[0].continue_()
    add.click()
    page.get_by_text("/api/feed/").wait_for()


def test_where_there_can_be_no_passkey_the_page_says_why(person: Person) -> None:
    page = person()
    page.goto("/me")
    page.get_by_text("Passkeys work where the page comes over https").wait_for()
    assert page.get_by_role("button", name="Add a passkey").count() == 0


def test_a_game_that_counts_stands_in_the_profile_and_on_the_ladder(person: Person) -> None:
    page = person()
    page.goto("/")
    page.get_by_text("Inferno on the Volga").first.wait_for()  # the page has said hello, and is one person
    body = {"title": "inferno", "scenario": "one_vs_one", "rated": True}
    body["seats"] = {"german": {"kind": "me"}, "soviet": {"kind": "bot", "bot": "random"}}
    page.evaluate(PLAYED, body)
    page.goto("/p/me")
    page.evaluate(NOTED)
    page.reload()
    page.get_by_text("after 1 game that counts").wait_for()
    assert page.get_by_text("lost").count() == 1
    shot(page, "club-profile")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(SIDEWAYS) == []
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto("/club")
    page.get_by_role("heading", name="Ladder").wait_for()
    assert page.locator(".ladder tbody tr").count() == 2
    shot(page, "club-ladder")


UNTIL = """async (look) => {
  for (let i = 0; i < 400; i++) {
    const found = await look();
    if (found) return found;
    await new Promise((go) => setTimeout(go, 50));
  }
  throw new Error("it never came");
}"""
"""A promise that is looked at until it comes true; ``evaluate`` itself has no end."""

NOTED = f"({UNTIL})(() => fetch('/api/people/me').then((reply) => reply.json()).then((me) => me.games))"
WORKS = f"({UNTIL})(() => navigator.serviceWorker.getRegistration().then((worker) => worker?.active && true))"
SHOWN = f"""({UNTIL})(async () => {{
  const worker = await navigator.serviceWorker.getRegistration();
  const [first] = await worker.getNotifications();
  return first && [first.title, first.body, first.data];
}}).catch(() => null)"""
PLAYED = """async (body) => {
  const say = (path, what) => fetch(`/api${path}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what),
  }).then((reply) => reply.json());
  const { id } = await say("/games", body);
  await say(`/games/${id}/resign`, { seat: "german" });
}"""


def test_a_push_message_is_shown_and_leads_to_the_game(person: Person, server: Server) -> None:
    """What the service worker does with a message; that it is encrypted is held elsewhere."""
    here = at_localhost(server)
    page = person()
    page.context.grant_permissions(["notifications"], origin=here)
    page.goto(f"{here}/me")
    page.evaluate(WORKS)
    cdp = page.context.new_cdp_session(page)
    found: list[str] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(
        row["registrationId"] for row in told["registrations"] if not row["isDeleted"]
    ))  # fmt: skip
    cdp.send("ServiceWorker.enable")
    while not found:  # events come between calls
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    told = {"text": "It is your turn: Inferno", "link": f"{here}/g/abc", "tag": "abc"}
    message = {"origin": here, "registrationId": found[0], "data": json.dumps(told)}
    shown = None
    for _ in range(4):  # the browser loses a message that comes while it wakes the worker; a real service sends again
        cdp.send("ServiceWorker.deliverPushMessage", message)
        shown = page.evaluate(SHOWN)
        if shown is not None:
            break
    assert shown == ["Kurgan", "It is your turn: Inferno", "/g/abc"]


LOOKS_ELSEWHERE = """
Object.defineProperty(document, "hidden", { get: () => true });
localStorage.setItem("kurgan", JSON.stringify({ ...JSON.parse(localStorage.getItem("kurgan") ?? "{}"), notify: true }));
window.Notification = class {
  static permission = "granted";
  constructor() { throw new TypeError("Illegal constructor."); }
};
"""
"""A page that nobody looks at, in a browser that shows only what a service worker notifies of, as phones do."""


def test_who_looks_elsewhere_is_told_by_his_browser_that_it_is_his_turn(person: Person, server: Server) -> None:
    """By the service worker, which phones insist on; a click on it leads to the game, and a push takes its place."""
    here = at_localhost(server)
    page, other = person(), person()
    page.context.grant_permissions(["notifications"], origin=here)
    page.goto(here)
    page.locator(".tcard").first.wait_for()
    page.evaluate(WORKS)
    body = {"title": "inferno", "scenario": "one_vs_one", "seats": LENT}
    reply = page.request.post(f"{here}/api/games", data=body)
    assert reply.ok, reply.text()
    made = reply.json()
    page.add_init_script(LOOKS_ELSEWHERE)
    page.goto(f"{here}/g/{made['id']}")
    page.get_by_text("Waiting").first.wait_for()
    sit_down(other, made["links"]["german"])
    while other.request.get(f"/api/games/{made['id']}").json()["question"]:
        act(other, made["id"], "short", "done")
    shown = page.evaluate(SHOWN)
    assert shown[0] == "Kurgan: your turn"
    assert shown[2] == f"/g/{made['id']}"


def test_a_browser_without_an_address_for_messages_says_so_in_our_words(person: Person, server: Server) -> None:
    """A browser without a way to its maker gives no address; it says so in English and for programmers."""
    here = at_localhost(server)
    page = person(locale="es")
    page.context.grant_permissions(["notifications"], origin=here)
    page.goto(f"{here}/me")
    page.get_by_role("button", name="Avísame en este navegador").click()
    told = page.locator("section", has=page.locator("#tell")).get_by_role("alert")
    told.wait_for()
    assert told.inner_text().startswith("El navegador no ha recibido de su fabricante una dirección")


@pytest.mark.parametrize("width", [1440, 390])
def test_a_clock_in_the_list_stands_apart_from_whose_turn_it_is(person: Person, width: int) -> None:
    page = person(width, 844)
    page.goto("/")
    page.get_by_text("Inferno on the Volga").first.wait_for()
    seats = {"german": {"kind": "me"}, "soviet": {"kind": "link"}}
    pace = {"kind": "days", "step": 86400, "bank": 259200}
    body = {"title": "inferno", "scenario": "one_vs_one", "seats": seats, "pace": pace}
    made = page.request.post("/api/games", data=body)
    assert made.ok, made.text()
    page.reload()
    mark = page.locator(".mark", has=page.locator(".clock")).first
    mark.wait_for()
    assert mark.evaluate(GAP) >= 6


GAP = """(mark) => {
  const words = document.createRange();
  words.selectNode(mark.firstChild);
  const clock = mark.querySelector(".clock").getBoundingClientRect();
  const said = words.getBoundingClientRect();
  return clock.top >= said.bottom ? 99 : clock.left - said.right;
}"""
"""How far the clock of a game is from the words before it; far if it stands below them."""
