"""A session: one game with its seats, its dice and its record. Table, terminal, commands and scripts use this class.

Every change goes the same way: it is tried on a copy of the course, its lines are written to the log and flushed,
and only then does the session show it. Seats are named at this edge ("german"); "" is somebody who only watches.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from kurgan.kernel.chance import Tape
from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import (
    Decide,
    Game,
    IllegalAction,
    Json,
    Options,
    Outcome,
    Over,
    Throw,
)
from kurgan.kernel.sentences import common
from kurgan.session import beginning, dice, epochs
from kurgan.session import orders as standing
from kurgan.session import undo as taking
from kurgan.session.bot_notes import BotQuestion, notes_until, with_note
from kurgan.session.branches import branched, foreign_draws
from kurgan.session.known import Known, known
from kurgan.session.logs import Log, MemoryLog, NotKept, merge_vault
from kurgan.session.looking import Looking
from kurgan.session.orders import Order
from kurgan.session.record import Line, Reading, Stale
from kurgan.session.replay import BOT, DICE, PERSON, Course, Entry, Misfit, NewerRules, follow
from kurgan.session.reveals import told_something
from kurgan.session.seen import NotAllowed

__all__ = ["NotAllowed", "Session"]

KEEP_EVERY = 32
"""A position is stored at least every so many lines, and whenever a session is closed."""


RENEWING = ("epoch", "secret", "rules", "rewind", "reveal")
"""Lines of another process after which a game is opened anew: there are secrets that we do not know."""


class Session(Looking):
    """Made by ``Session.new`` or ``Session.load``."""

    def __init__(self, game: Game[Any, Any], log: Log, course: Course, vault: Json) -> None:
        super().__init__(game, course, vault)
        self.log = log
        self.cut = ""
        self._kept_at = course.number
        self._new_base: Json | None = None
        self._told: dict[int, bool] = {}

    # Beginning and opening ------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: Game[Any, Any],
        scenario: str,
        options: Options,
        seats: Mapping[str, str] | None = None,
        *,
        seed: str | None = None,
        position: Json | None = None,
        log: Log | None = None,
        folder: str = "",
        secret: bytes | None = None,
        words: Mapping[str, str] | None = None,
    ) -> "Session":
        """A new game. ``seats``: seat -> "person", "person NAME", "bot NAME" or "open" (the default).

        Who was shown the promise of a ``secret`` beforehand can have a word in the dice from the first one on.
        """
        log = log if log is not None else MemoryLog()
        settled = game.settle(options)
        holders = beginning.seat_holders(game.seats(scenario), seats or {})
        if seed is not None and sum(holder.held == PERSON for holder in holders.values()) > 1:
            raise NotAllowed(common("open_seed_alone"))
        secret = dice.secret_of_seed(seed) if seed is not None else secret or dice.new_secret()
        fields = beginning.header_fields(game, scenario, settled, holders, folder)
        parts = (game.name, scenario, canonical(settled), canonical(position))
        fields["game"] = dice.id_of_seed(seed, *parts) if seed is not None else dice.new_game_id()
        fields["commitment"] = dice.commitment(secret)
        if seed is not None:
            fields["seed"] = seed
        else:
            fields["words"] = epochs.house_words(holders)
        if position is not None:
            fields["position"] = position
        course = Course(game, Known({fields["commitment"]: secret.hex()}, {}, {}))
        course.write("header", fields)
        session = cls(game, log, course, {"game": fields["game"], "secrets": dict(course.secrets)})
        log.keep(session._vault)
        for seat, word in (words or {}).items():
            course.write("word", {"seat": seat, "word": word})
        session._settle(course)
        session._commit(course)
        return session

    @classmethod
    def load(cls, game: Game[Any, Any], log: Log, quick: bool = False) -> "Session":
        """Open a game; raises Damaged, Misfit or NeedsSecret. Under other rules than its own it is replayed first.

        ``quick`` starts from the last stored position and replays the rest when somebody looks further back.
        """
        reading = log.read()
        vault = log.vault()
        if vault and vault.get("game") != reading.lines[0].fields["game"]:
            vault = {}
        version, checksum = beginning.rules_in(reading.lines)
        if version > game.rules_version:
            raise NewerRules(len(reading.lines), version, game.rules_version)
        changed = (version, checksum) != (game.rules_version, game.info.checksum)
        stored = beginning.stored_position(reading.lines, vault)
        try:
            if quick and stored is not None and not changed:
                session = cls._load_quickly(game, log, reading, vault, stored)
            else:
                session = cls(game, log, follow(game, reading.lines, vault), vault)
                if changed:
                    session._new_rules = beginning.rules_line(game, fits=True, base=0)
        except Misfit as e:
            stored = stored or beginning.fitting(reading.lines, log.kept_before(len(reading.lines)))
            if stored is None:
                why = beginning.other_rules(game, reading.lines)
                raise Misfit(e.line, f"{why}: {e.reason}" if why else e.reason) from e
            session = cls._go_on_from_stored(game, log, reading.lines, vault, stored)
        session.cut = reading.cut
        return session

    @classmethod
    def _load_quickly(cls, game: Game, log: Log, reading: Reading, vault: Json, stored: Json) -> "Session":
        course = beginning.skimmed(game, reading.lines, vault, stored["number"])
        course.rebase(stored["state"])
        for line in reading.lines[stored["number"] :]:
            course.feed(line)
        session = cls(game, log, course, vault)
        session._kept_at = stored["number"]
        session._is_quick = True
        return session

    @classmethod
    def _go_on_from_stored(cls, game: Game, log: Log, lines: Sequence[Line], vault: Json, stored: Json) -> "Session":
        """The rules changed and the record no longer fits: go on from the last stored position, as far as it fits."""
        course = beginning.skimmed(game, lines, vault, stored["number"])
        course.rebase(stored["state"])
        good = course.fork()
        for line in lines[stored["number"] :]:
            try:
                course.feed(line)
            except Misfit:
                break
            good = course.fork()
        base = good.number
        position = good.state.to_json()
        for line in lines[base:]:
            good.skim = True
            good.feed(line)
        while good.trail and good.trail[-1].number > base:
            good.trail.pop()
        good.skim = False
        good.rebase(position)
        session = cls(game, log, good, vault)
        session._new_rules = beginning.rules_line(game, fits=False, base=base)
        session._new_base = position
        session._dropped = len(lines) - base
        return session

    def catch_up(self) -> bool:
        """Take in what another process wrote since; true if there was something. Orders are taken in too."""
        more, aside = self.log.follow(self.lines())
        if more and (self._new_rules is not None or any(line.kind in RENEWING for line in more)):
            vars(self).update(vars(Session.load(self.game, self.log)))
            return bool(more)
        known = {name: kept for name, kept in self._vault.items() if name == "position"}
        self._vault = {**known, **aside} if aside else {}
        if more:
            draft = self.course.fork()
            for line in more:
                draft.feed(line)
            self.look_at(draft)
        return bool(more)

    # Acting ---------------------------------------------------------------------------------------------------

    def act(self, seat: str, texts: Sequence[str], number: int | None = None, by: str = "") -> list[Entry]:
        """Give one or several answers, then let dice and orders answer. Returns what happened.

        Several answers reach up to the next throw or another seat's question, not beyond. They are tried out first on
        what the seat knows, and refused as a whole if they do not hold there; then they are given one after the other
        as long as the seat sees what was to be expected. ``number`` is the line that the caller thinks is next: if it
        is not, nothing happens (Stale). No texts at all only lets the dice answer.
        """
        self._check_number(number)
        draft = self.course.fork()
        if texts:
            seen = self.seen(seat)
            for answer, sight in seen.rehearse(texts):
                self._give(draft, seat, answer, by)
                if sight and seen.sight(draft.state) != sight:
                    break
        self._settle(draft)
        return self._commit(draft)

    def answer(self, answer: int, by: str = "") -> list[Entry]:
        """Give the answer of the seat that is asked, as an int; for the lab."""
        draft = self.course.fork()
        self._check(draft, answer)
        self._give(draft, draft.awaited(), answer, by)
        self._settle(draft)
        return self._commit(draft)

    def answer_of_bot(self, asked: BotQuestion, answer: int, note: str, by: str = "") -> list[Entry]:
        """Give what a bot answered, and keep what it wrote down, the note first: no answer without its plan."""
        self._check_number(asked.number)
        draft = self.course.fork()
        self._check(draft, answer)
        self._give(draft, asked.seat, answer, by)
        if note != asked.note:
            kept = self._vault.get("notes", {})
            self._keep({"notes": {asked.seat: with_note(kept, asked.seat, draft.number, asked.bot, note)}})
        self._settle(draft)
        return self._commit(draft)

    def roll_on(self) -> list[Entry]:
        """Write what a record lacks that was cut off between an answer and its throw, or before its last line."""
        lacks_end = self.outcome is not None and not self.course.revealed and self.course.secret() is not None
        return self.act("", ()) if self.awaited == DICE or lacks_end else []

    def _check_number(self, number: int | None) -> None:
        if number is not None and number != self.number:
            raise Stale(common("answered_already", number=number, now=self.number))

    def _check(self, draft: Course, answer: int) -> None:
        """An answer that came as a number is held against the rules like one that came as words."""
        pending = draft.pending()
        assert isinstance(pending, Decide)
        refusal = self.game.why_not(draft.state, pending.seat, answer)
        if refusal is not None:
            raise IllegalAction(refusal)

    def _give(self, draft: Course, seat: str, answer: int, by: str) -> None:
        """Write an answer that was parsed; the rules check it as they apply it."""
        pending = draft.pending()
        assert isinstance(pending, Decide)
        text = self.game.spell(draft.state, answer)
        self._tell_rules(draft)
        fields: Json = {"seat": seat, "rule": pending.rule, "step": pending.step, "answer": text}
        if by:
            fields["by"] = by
        draft.write("answer", fields, answer)

    def _tell_rules(self, draft: Course) -> None:
        """Before the first line under other rules, say so."""
        if self._new_rules is None or draft.fresh:
            return
        if self._new_base is not None:
            draft.bases[str(draft.number + 1)] = self._new_base
            self._keep({"bases": dict(draft.bases)})
        draft.write("rules", self._new_rules)

    def _settle(self, draft: Course) -> None:
        """Let dice and standing orders answer until somebody must decide; at the end, reveal."""
        while True:
            pending = draft.pending()
            if isinstance(pending, Throw):
                self._tell_rules(draft)
                draft.throw()
            elif isinstance(pending, Over):
                if not draft.revealed:
                    self._reveal(draft, pending.outcome)
                return
            elif not self._follow_order(draft, pending):
                return

    def _reveal(self, draft: Course, outcome: Outcome) -> None:
        fields: Json = {"secrets": {}, "outcome": beginning.outcome_json(outcome, draft.rewinds)}
        for epoch in draft.epochs:
            if draft.is_own(epoch) and epoch.commitment in draft.secrets:
                fields["secrets"][epoch.commitment] = draft.secrets[epoch.commitment]
        if draft.bases:
            fields["bases"] = draft.bases
        foreign = foreign_draws(draft)
        if foreign:
            fields["draws"] = foreign
        draft.write("reveal", fields)

    def _commit(self, draft: Course) -> list[Entry]:
        """Write the new lines; from here on they hold."""
        since = self.course.number if draft is not self.course else 0
        if draft.fresh:
            self.log.append(draft.fresh, draft.awaits())
            draft.fresh = []
            self._new_rules = None
            self._new_base = None
        self.look_at(draft)
        with suppress(NotKept):  # what was decided is written; the rest is tidied up the next time
            if draft.revealed:
                self._forget()
            elif draft.number - self._kept_at >= KEEP_EVERY:
                self.keep_position()
        return self.entries(since)

    def _forget(self) -> None:
        """What was secret is in the record now; what belongs to the parent of a branch is not ours to keep."""
        told = known(self.lines(), {}).secrets
        own = {epoch.commitment for epoch in self.course.epochs if self.course.is_own(epoch)}
        if own & set(self.course.secrets) <= set(told):
            self._keep({"position": self._position()})
            self.log.forget()
            self._vault = {}

    def keep_position(self) -> None:
        """Store the position beside the secret, so that no change of the rules can end this game."""
        if self.course.revealed or not self._vault:
            return
        self._keep({"position": self._position()})
        self._kept_at = self.course.number

    def _position(self) -> Json:
        return {
            "number": self.course.number,
            "check": self.course.check,
            "rules": self.game.rules_version,
            "checksum": self.game.info.checksum,
            "state": self.state.to_json(),
        }

    # Behind rules that changed --------------------------------------------------------------------------------

    def past(self, number: int) -> Course:
        """The course as it was when the record had so many lines; from a kept position on, where rules have changed."""
        try:
            return super().past(number)
        except Misfit:
            course = self.nearest(number)
        if course.number != number:
            raise NotAllowed("the rules have changed since: nobody can play on from there")
        return course

    def nearest(self, number: int) -> Course:
        """The same for looking only: where rules have changed since, the last moment before it that is known."""
        try:
            return super().past(number)
        except Misfit as e:
            stored = beginning.fitting(self.lines(), self.log.kept_before(number))
            if stored is None:
                return super().past(e.line - 1)
        course = beginning.skimmed(self.game, self.lines(), {"secrets": self.course.secrets}, stored["number"])
        course.rebase(stored["state"])
        for line in self.lines()[stored["number"] : number]:
            further = course.fork()
            try:
                further.feed(line)
            except Misfit:
                break
            course = further
        return course

    def _keep(self, patch: Json) -> None:
        """Add to what is private, here and in the log."""
        patch = {"game": self.header["game"], **patch}
        self._vault = merge_vault(self._vault, patch)
        self.log.keep(patch)

    def close(self) -> None:
        """Store the position; sweep up a secret that a sudden end left behind after it was revealed."""
        if self.course.revealed and self._vault:
            self._forget()
        if self._kept_at != self.course.number or "position" not in self._vault:
            self.keep_position()

    # Taking back ----------------------------------------------------------------------------------------------

    def last_decider(self) -> str:
        """The seat whose decision is the last that holds: whose undo a shared keyboard means."""
        self._look_back()
        for moment in reversed(self.course.trail):
            if moment.seat != DICE and self.seats[moment.seat].held != BOT:
                return moment.seat
        raise taking.CannotUndo(common("nothing_decided"))

    def undo(self, seat: str, steps: int = 1, turn: bool = False, agreed: Sequence[str] = ()) -> list[Entry]:
        """Take back the last decision, the last few, or all since the dice. Alone at the table also past dice."""
        self._look_back()
        self.seat_index(seat)
        trail, floor, free = self.course.trail, self.course.floor, self._free_from(seat)
        if turn:
            back = taking.whole_turn(trail, floor, free)
        else:
            back = taking.one_step(trail, seat, steps, floor, free)
        return self._go_back(seat, back, agreed)

    def rewind(self, seat: str, to: int, agreed: Sequence[str] = ()) -> list[Entry]:
        """Go back before line ``to``; past dice or another's decision only if everybody else agreed."""
        self._look_back()
        self.seat_index(seat)
        back = taking.back_to(self.course.trail, to, self.course.floor, self._free_from(seat))
        return self._go_back(seat, back, agreed)

    def undo_range(self, seat: str) -> tuple[int, int]:
        """First and last line that this seat may take back freely; (0, 0) if there is none."""
        self._look_back()
        trail = self.course.trail
        place = max(self._free_from(seat), self.course.floor)
        return (trail[place].number, trail[-1].number) if place < len(trail) else (0, 0)

    def _free_from(self, seat: str) -> int:
        if self.course.revealed:
            return len(self.course.trail)  # everything hidden was shown with the end: nothing is free any more
        trail = self.course.trail
        own, first = max(taking.free_from(trail, seat), self.course.floor), len(trail)
        while first > own and trail[first - 1].number not in self._told:
            first -= 1
        for place in range(first, len(trail)):  # forwards: each position follows from the one before it
            self._told_something(place)
        return taking.free_from(trail, seat, self._told_something)

    def _told_something(self, place: int) -> bool:
        """Whether the answer at a place of the trail told somebody something hidden; found out once for each line."""
        moment = self.course.trail[place]
        if place < self.course.floor:
            return True
        if moment.number not in self._told:
            s = self.course.position_at(place)
            seats = len(self.seat_names)
            self._told[moment.number] = told_something(self.game, s, moment.answer, seats, str(moment.number))
        return self._told[moment.number]

    def _go_back(self, seat: str, back: taking.Back, agreed: Sequence[str]) -> list[Entry]:
        missing = [name for name in self.course.people() if name != seat and name not in agreed]
        if back.passes and missing:
            raise taking.NeedsConsent(missing)
        draft = self.course.fork()
        self._tell_rules(draft)
        was_over = draft.revealed
        if back.passes:
            fields: Json = {"seat": seat, "to": back.to, "agreed": sorted(set(agreed))}
            draft.write("rewind", {**fields, "seen": True} if draft.was_shown() else fields)
        else:
            draft.write("undo", {"seat": seat, "to": back.to})
        if was_over:
            self._new_epoch(draft, epochs.AFTER_END)
        elif back.passes and not draft.is_open():
            self._new_epoch(draft, epochs.REWOUND)
        self._roll_again(draft)
        return self._commit(draft)

    def _roll_again(self, draft: Course) -> None:
        """Where the position gone back to asks the dice, they answer anew."""
        while isinstance(draft.pending(), Throw):
            draft.throw()

    def _new_epoch(self, draft: Course, why: str) -> None:
        """Another secret, and house words fixed with it; people are asked for fresh words of their own."""
        secret = dice.new_secret()
        promised = dice.commitment(secret)
        draft.secrets[promised] = secret.hex()
        self._keep({"secrets": dict(draft.secrets)})
        draft.write("epoch", {"commitment": promised, "why": why, "words": epochs.house_words(draft.seats)})

    def take_new_secret(self) -> None:
        """Play on although the secret is lost; the record says so."""
        if self.course.secret() is not None and not self.course.revealed:
            raise NotAllowed(common("secret_is_here"))
        if self.outcome is not None:
            raise NotAllowed(common("game_over"))
        draft = self.course.fork()
        self._tell_rules(draft)
        self._new_epoch(draft, epochs.LOST)
        self._settle(draft)
        self._commit(draft)

    # Seats ----------------------------------------------------------------------------------------------------

    def hand(self, seat: str, held: str, name: str = "", word: str = "", lent: bool = False) -> list[Entry]:
        """Give a seat to a person, a bot (``lent``: until its person comes back) or nobody.

        A person who sits down may bring a word for the dice.
        """
        self.seat_index(seat)
        draft = self.course.fork()
        self._tell_rules(draft)
        if held == PERSON and draft.is_open() and any(other != seat for other in draft.people()):
            raise NotAllowed(common("open_seed_alone"))
        fields: Json = {"seat": seat, "held": held, "name": name}
        draft.write("seat", {**fields, "lent": True} if lent else fields)
        if word and held == PERSON and not draft.is_open() and not draft.revealed:
            draft.write("word", {"seat": seat, "word": word})
        return self._commit(draft)

    def add_word(self, seat: str, word: str, commitment: str = "") -> list[Entry]:
        """A seat's own word for the dice of this epoch, once; it counts from the next throw on.

        ``commitment`` is the promise that the seat was shown before it made its word.
        """
        self.seat_index(seat)
        refused = epochs.why_no_word(self.course, seat, word, commitment)
        if refused:
            raise NotAllowed(refused)
        draft = self.course.fork()
        self._tell_rules(draft)
        draft.write("word", {"seat": seat, "word": word})
        return self._commit(draft)

    def tried(self, seat: str, number: int) -> list[Entry]:
        """Note for whoever sits down later that another way was tried from a number, and hidden things seen by it."""
        draft = self.course.fork()
        draft.write("tried", {"seat": seat, "from": number})
        return self._commit(draft)

    def resign(self, seat: str) -> list[Entry]:
        self.seat_index(seat)
        if self.outcome is not None:
            raise NotAllowed(common("game_over"))
        draft = self.course.fork()
        self._tell_rules(draft)
        draft.write("resign", {"seat": seat})
        self._settle(draft)
        return self._commit(draft)

    def note(self, seat: str, text: str) -> list[Entry]:
        """A remark in the record, for everybody."""
        self.seat_index(seat)
        draft = self.course.fork()
        draft.write("note", {"seat": seat, "text": text})
        return self._commit(draft)

    # Standing orders ------------------------------------------------------------------------------------------

    def orders(self, seat: str) -> list[Order]:
        """What this seat has ordered; nobody else's business."""
        kept: Json = self._vault.get("orders", {}).get(seat, {})
        return [Order(step, how, what) for step, (how, what) in sorted(kept.items())]

    def order(self, seat: str, step: str, text: str) -> list[Entry]:
        """Leave an order for a step, or clear it with an empty text; it may answer at once."""
        self.seat_index(seat)
        mine: Json = dict(self._vault.get("orders", {}).get(seat, {}))
        if text:
            order = standing.read_order(self.game, step, text)
            mine[step] = [order.how, order.what]
        else:
            mine.pop(step, None)
        self._keep({"orders": {seat: mine}})
        draft = self.course.fork()
        self._settle(draft)
        return self._commit(draft) if draft.fresh else []

    def forget_orders(self, seat: str) -> None:
        """Somebody else sits there now: what was ordered was private, and not his."""
        if self.orders(seat):
            self._keep({"orders": {seat: {}}})

    def _follow_order(self, draft: Course, pending: Decide) -> bool:
        """Answer by the standing order of the seat that is asked, if it has one for this step."""
        seat = draft.seat_names[pending.seat]
        kept = self._vault.get("orders", {}).get(seat, {}).get(pending.step)
        if kept is None:
            return False
        answer = standing.answer_by(draft.seen(pending.seat), Order(pending.step, kept[0], kept[1]))
        if answer is None:
            return False
        self._give(draft, seat, answer, "order")
        return True

    # Another way ----------------------------------------------------------------------------------------------

    def branch(self, number: int, log: Log | None = None, why: str = epochs.BRANCHED) -> "Session":
        """From here another way: a new game with the same past up to a line, and dice of its own from there on."""
        log = log if log is not None else MemoryLog()
        course = branched(self.past(number), self.course, why)
        vault = {"game": course.header["game"], "secrets": dict(course.secrets), "bases": dict(course.bases)}
        vault["draws"] = dict(course.draws)
        vault["notes"] = notes_until(self._vault.get("notes", {}), number)
        log.keep(vault)
        session = Session(self.game, log, course, vault)
        session._settle(course)
        session._commit(course)
        return session

    def sandbox(self, seat: str, seed: str = "sandbox", log: Log | None = None) -> "Session":
        """A place to try things: looks to this seat like the present position, holds nothing else that is true."""
        world = self.game.imagine(self.view(seat), Tape(seed))
        scenario, options = self.header["scenario"], self.header["options"]
        return Session.new(self.game, scenario, options, position=world.to_json(), log=log, seed=seed)
