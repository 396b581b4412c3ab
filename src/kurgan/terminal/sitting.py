"""The game at a terminal: shows the question, takes a line, does what it says."""

from collections.abc import Callable, Sequence
from pathlib import Path

from kurgan.bots import make, names
from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import Guessed, IllegalAction, Json, Misspelt, spoken
from kurgan.odds import NoPolicy
from kurgan.odds import pending as pending_odds
from kurgan.odds.report_lines import odds_line, odds_lines
from kurgan.session.logs import FileLog, NoRecord
from kurgan.session.orders import rules_for
from kurgan.session.record import Stale
from kurgan.session.replay import BOT, PERSON, NeedsSecret
from kurgan.session.seen import Seen
from kurgan.session.session import NotAllowed, Session
from kurgan.session.undo import CannotUndo, NeedsConsent
from kurgan.terminal import layout, marching
from kurgan.terminal.help_text import ALIASES, COMMANDS
from kurgan.terminal.screen import Screen
from kurgan.terminal.words import odds_word, outcome_words, said, seat_word

RECAP = 8
LOG_LINES = 20
REFUSED = (Misspelt, IllegalAction, NotAllowed, CannotUndo, NoRecord, NeedsSecret, Stale, NoPolicy, ValueError)


class Sitting:
    """One game, one terminal, everybody who sits at it."""

    def __init__(self, session: Session, screen: Screen, path: Path) -> None:
        self.session = session
        self.game = session.game
        self.screen = screen
        self.path = path
        self.viewer = ""
        self.told = session.course.number
        self.asked_at = 0
        self.turn_shown = ""
        self.is_leaving = False
        self.is_over_told = False

    # The loop -------------------------------------------------------------------------------------------------

    def run(self, is_new: bool) -> None:
        """Until somebody leaves."""
        self._welcome(is_new)
        self.session.roll_on()
        while not self.is_leaving:
            seat = self.session.awaited
            if seat and self.session.seats[seat].held == BOT:
                self._bot_turn(seat, self.session.seats[seat].name)
                continue
            self._sit_down(seat)
            self._question()
            line = self.screen.ask("> ")
            if line is None:
                break
            self._do(line)
        self.session.close()
        self._farewell()

    def _welcome(self, is_new: bool) -> None:
        header = self.session.header
        pack = header["pack"]
        self.screen.line(f"{self.game.named(self.game.title)}: {self._scenario_title()}", "bold")
        kind = "sit_pack_reconstructed" if pack.get("reconstructed") else "sit_pack"
        self.screen.line(said(kind, title=self.game.named(pack["title"])))
        if self.session.rules_note:
            self.screen.line(self.session.rules_note.capitalize() + ".")
        if self.session.cut:
            self.screen.line(self.session.cut.capitalize() + ".")
        if is_new:
            self.screen.line(said("sit_promised", commitment=self.session.course.epochs[-1].commitment))
            self.screen.line(said("sit_kept_in", path=self.path))
            self.told = 0
        self.screen.line(said("sit_help_hint"))

    def _scenario_title(self) -> str:
        wanted = self.session.header["scenario"]
        return next((s.title for s in self.game.scenarios() if s.name == wanted), wanted)

    def _sit_down(self, seat: str) -> None:
        """Whose eyes look now; a curtain between people who see different things."""
        viewer = seat or self.viewer or self._first_person()
        if viewer == self.viewer:
            return
        if self.viewer and self._differs(self.viewer, viewer):
            self.screen.curtain(said("sit_curtain", seat=seat_word(viewer), other=seat_word(self.viewer)))
        first = not self.viewer
        self.viewer = viewer
        if first and self.told:
            self.screen.line()
            self.screen.lines(layout.log_lines(self.session.stream(viewer))[-RECAP:])
        elif not first:
            self.told = min(self.told, self._last_own_line(viewer))

    def _first_person(self) -> str:
        people = [name for name in self.session.seat_names if self.session.seats[name].held != BOT]
        return people[0] if people else ""

    def _differs(self, one: str, other: str) -> bool:
        a, b = [self.session.seen(seat).view.to_json() for seat in (one, other)]
        a.pop("seat", None)
        b.pop("seat", None)
        return bool(a != b) or self._events_of(one) != self._events_of(other)

    def _events_of(self, seat: str) -> list[list[Json]]:
        return [entry["events"] for entry in self.session.stream(seat)]

    def _last_own_line(self, seat: str) -> int:
        """The last line this seat decided: what came after it is news."""
        own = [entry["number"] for entry in self.session.stream(seat) if entry.get("seat") == seat]
        return max(own, default=0)

    def _tell_news(self) -> None:
        """What happened since this seat last looked."""
        entries = self.session.stream(self.viewer, self.told)
        self.told = self.session.course.number
        self.screen.lines(layout.log_lines(entries))

    def _question(self) -> None:
        """The news, the place in the sequence of play, the prompt and the choices; once for each question."""
        if self.asked_at == self.session.number:
            return
        self._tell_news()
        self.asked_at = self.session.number
        self._show_new_turn(self._scene())
        if self.session.outcome is not None:
            self._tell_outcome()
            return
        seen = self._seen()
        crumbs = [crumb.title for crumb in spoken(seen.where())[1:]]
        self.screen.line()
        self.screen.line(layout.crumb_line(crumbs), "dim")
        seat = f"{seat_word(self.viewer)}: " if len(self.session.seat_names) > 1 else ""
        self.screen.line(f"{seat}{seen.prompt()} [{getattr(seen.pending, 'rule', '')}]", "bold")
        self._show_short_odds()
        self._show_choices()
        words = [choice.action for choice in seen.choices()]
        self.screen.complete([*words, *COMMANDS])

    def _show_short_odds(self) -> None:
        """The chances in one line wherever a fight is being prepared."""
        seen = self._seen()
        try:
            found = pending_odds(seen.game, seen.view)
        except NoPolicy:
            return
        short = odds_line(found.report(), odds_word) if found is not None else ""
        if short:
            self.screen.line(said("sit_odds", odds=short))

    def _show_choices(self) -> None:
        self.screen.lines(layout.choice_lines(self._seen().choices()))

    def _show_new_turn(self, scene: Json) -> None:
        """The map and the tracks at the start, and whenever a turn begins."""
        turn = str((scene.get("turn") or {}).get("label", ""))
        if turn == self.turn_shown and self.turn_shown:
            return
        self.turn_shown = turn or "shown"
        self._map("")
        self._status("")

    def _tell_outcome(self) -> None:
        outcome = self.session.outcome
        assert outcome is not None
        winners = ", ".join([seat_word(winner) for winner in outcome.winners]) or said("nobody")
        self.screen.line()
        rule = f" [{outcome.rule}]" if outcome.rule else ""
        how = outcome_words(outcome.name, self._scene())
        self.screen.line(said("sit_over", how=how, winners=winners) + rule, "bold")
        if self.session.course.rewinds:
            self.screen.line(said("went_back", count=self.session.course.rewinds))
        self.screen.line(said("sit_secret_shown", path=self.path))
        self.screen.line(said("sit_over_hint"))

    def _farewell(self) -> None:
        if self.session.outcome is None:
            self.screen.line(said("sit_farewell", path=self.path))

    # Doing ----------------------------------------------------------------------------------------------------

    def _do(self, line: str) -> None:
        """A number, a move in notation, or a command; a refusal says why and changes nothing."""
        if not line:
            return
        try:
            self._act_or_command(line)
        except Stale as e:
            self.screen.line(_sentence(str(e)), "red")
            self._look_again()
        except REFUSED as e:
            self.screen.line(_sentence(str(e)), "red")

    def _look_again(self) -> None:
        """Somebody else has played on in this record: read it anew and show what happened."""
        self.session = Session.load(self.game, self.session.log)
        self.asked_at = 0

    def _act_or_command(self, line: str) -> None:
        word = line.split()[0].lower()
        command = ALIASES.get(word.lstrip(":"), word.lstrip(":"))
        if line.startswith(":"):
            self._command(command, line.split()[0], line)
        elif line.isdecimal():
            self._choose(int(line))
        elif command in COMMANDS and not self._is_spellable(line):
            self._command(command, word, line)
        else:
            self._answer(line)

    def _is_spellable(self, line: str) -> bool:
        """Whether a line names an answer of the question, allowed or not."""
        if self.session.outcome is not None:
            return False
        try:
            self._seen().parse(line.split(";")[0])
        except Misspelt:
            return False
        return True

    def _choose(self, number: int) -> None:
        choices = self._seen().choices()
        if not 1 <= number <= len(choices):
            raise Misspelt(said("sit_choices_go", of=len(choices)) if choices else said("sit_no_choice"))
        self.session.act(self.viewer, [choices[number - 1].action])

    def _answer(self, line: str) -> None:
        if self.session.outcome is not None:
            word = line.split()[0]
            raise Misspelt(said("sit_over_no_command", word=word) + nearest(word, COMMANDS))
        answers = [part.strip() for part in line.split(";") if part.strip()]
        try:
            self.session.act(self.viewer, answers)
        except Guessed:
            raise
        except Misspelt as e:
            word = line.split()[0].lower()
            known = nearest(word, [command for command in COMMANDS if command[0] == word[0]])
            raise Misspelt(f"{e}{known}") from e

    def _command(self, command: str, word: str, line: str) -> None:
        if command not in COMMANDS:
            raise Misspelt(said("sit_unknown_command", word=command, meant=nearest(command, COMMANDS)))
        rest = line[len(word) :].strip()
        todo: Callable[[str], None] = getattr(self, f"_{command}")
        todo(rest)

    def _bot_turn(self, seat: str, name: str) -> None:
        """Let the bot of a seat decide, and tell what could be seen of it."""
        if self.screen.is_live:
            self.screen.line(said("sit_bot_decides", seat=seat_word(seat), name=name), "dim")
        asked = self.session.asked_of_bot(name)
        move = make(name, asked.seed).choose(self.game, asked.view, asked.legal, asked.note)
        self.session.answer_of_bot(asked, move.answer, move.note, by=f"bot {name}")

    # Looking --------------------------------------------------------------------------------------------------

    def _seen(self) -> Seen:
        """The game through the eyes of who sits here now."""
        return self.session.seen(self.viewer)

    def _scene(self) -> Json:
        return self._seen().scene()

    def _map(self, rest: str) -> None:
        self.screen.block(self._seen().map_text().rstrip())

    def _status(self, rest: str) -> None:
        self.screen.lines(layout.status_lines(self._scene()))

    def _look(self, rest: str) -> None:
        if not rest:
            self._map("")
            return
        scene = self._scene()
        found = layout.place_lines(scene, rest)
        if not found:
            known = [*scene.get("places", {}), *[str(piece.get("id", "")) for piece in scene.get("pieces", [])]]
            raise Misspelt(said("sit_nothing_called", word=rest) + nearest(rest, known))
        self.screen.lines(found)
        for label, words, rule in self._seen().about(rest).get("facts", []):
            self.screen.line(f"  {label}: {words} [{rule}]")

    def _march(self, rest: str) -> None:
        """March to a far place in one line, one piece or a whole stack; without a place, where a march can go."""
        seen = self._seen()
        routes, able = seen.routes(), marching.movers(seen)
        if not routes and not seen.set_out(list(able), False).pieces:
            raise Misspelt(said("sit_no_march"))
        words = rest.split()
        if not words:
            self.screen.lines(layout.route_lines(routes) or marching.stacks(seen))
        elif not routes and len(words) == 1:
            found = marching.company(seen, marching.meant(seen, words))
            who = ", ".join(found.pieces)
            self.screen.lines(layout.route_lines([route._replace(piece=who) for route in found.routes]))
            self._stay([piece for piece in marching.meant(seen, words) if piece not in found.pieces])
        else:
            route, others = marching.order(seen, rest)
            self.session.act(self.viewer, route.actions)
            self._stay(others)

    def _stay(self, pieces: Sequence[str]) -> None:
        if pieces:
            self.screen.line(said("sit_stay", pieces=", ".join(pieces)))

    def _units(self, rest: str) -> None:
        self.screen.lines(layout.roster_lines(self._scene()) or [said("sit_nothing_on_table")])

    def _sum(self, rest: str) -> None:
        self.screen.lines(layout.fight_lines(self._scene()) or [said("sit_no_fight")])

    def _hidden(self, rest: str) -> None:
        self.screen.lines(layout.hidden_lines(self._scene()) or [said("sit_nothing_hidden")])

    def _choices(self, rest: str) -> None:
        self._show_choices()

    def _guide(self, rest: str) -> None:
        self.screen.line(self._seen().guide() or said("sit_no_guide"))

    def _rule(self, rest: str) -> None:
        number = rest.strip("[]")
        if not number:
            number = str(getattr(self.session.pending, "rule", ""))
        text = self.game.rule_text(number)
        if not text:
            raise Misspelt(said("sit_no_rule", rule=number, chapter=number.split(".")[0]))
        self.screen.line(f"{number}  {text}")

    def _charts(self, rest: str) -> None:
        charts = self.game.charts().get("charts", [])
        if not rest:
            for i, chart in enumerate(charts, 1):
                self.screen.line(f"  {i:>2}  {chart['title']} ({chart['name']}) [{chart.get('rule', '')}]")
            self.screen.line(said("sit_charts_hint"))
            return
        for i, chart in enumerate(charts, 1):
            if rest in (str(i), chart["name"]) or rest.lower() == chart["title"].lower():
                self.screen.table(chart["title"], chart["columns"], chart["rows"])
                if chart.get("note"):
                    self.screen.line(chart["note"])
                return
        raise Misspelt(said("sit_no_chart", name=rest) + nearest(rest, [chart["name"] for chart in charts]))

    def _why(self, rest: str) -> None:
        """The reason against one move, or against every move with a place or a piece."""
        if not rest:
            raise Misspelt(said("sit_why_what"))
        try:
            refusal = self._seen().why_not(rest)
        except Misspelt:
            if not self._why_all(rest):
                raise
            return
        if refusal is None:
            self.screen.line(said("sit_allowed"))
            return
        self.screen.line(refusal.told)
        summary = self.game.rule_text(refusal.rule)
        if summary:
            self.screen.line(f"  {refusal.rule}  {summary}")

    def _why_all(self, word: str) -> bool:
        """Every answer that points at a place or a piece, with the reason against it."""
        found: dict[str, list[str]] = {}
        for choice, refusal in self._seen().answers_at("", ""):
            if word.lower() in (choice.place.lower(), choice.piece.lower()):
                reason = said("sit_is_allowed") if refusal is None else refusal.told
                found.setdefault(reason, []).append(choice.action)
        for reason, actions in found.items():
            more = said("sit_and_more", count=len(actions) - 4) if len(actions) > 5 else ""
            shown = actions[:4] if more else actions
            self.screen.line(f"  {', '.join(shown)}{more}: {reason}")
        return bool(found)

    def _odds(self, rest: str) -> None:
        if self.session.outcome is not None:
            raise Misspelt(said("game_over"))
        seen = self._seen()
        found = pending_odds(seen.game, seen.view)
        if found is None:
            self.screen.line(said("lesson_no_fight"))
            return
        self.screen.lines(odds_lines(found.report(), odds_word))

    def _hint(self, rest: str) -> None:
        if self.session.outcome is not None:
            raise Misspelt(said("game_over"))
        bot = make("greedy", f"hint {self.session.header['game']} {self.session.number}")
        seen = self._seen()
        hint = bot.hint(seen.game, seen.view, seen.legal())
        self.screen.line(said("then").join(hint.actions))
        self.screen.lines([f"  {reason}" for reason in hint.reasons])

    def _log(self, rest: str) -> None:
        count = int(rest) if rest.isdecimal() else LOG_LINES
        lines = layout.log_lines(self.session.stream(self.viewer))
        self.screen.lines(lines[-count:] or [said("sit_nothing_happened")])

    def _game(self, rest: str) -> None:
        header = self.session.header
        title = self.game.named(self.game.title)
        version = self.game.rules_version
        self.screen.line(said("sit_game", title=title, scenario=self._scenario_title(), version=version))
        for name, value in header["options"].items():
            self.screen.line(f"  {name} = {value or said('sit_none')}")
        pack = header["pack"]
        self.screen.line(said("sit_game_pack", title=self.game.named(pack["title"]), checksum=pack["checksum"][:16]))
        kind = said("sit_open_seed") if self.session.course.is_open() else self.session.course.epochs[-1].commitment
        self.screen.line(said("sit_dice", kind=kind))

    # Changing -------------------------------------------------------------------------------------------------

    def _undo(self, rest: str) -> None:
        """At a shared keyboard the last decision is meant, whoever took it; others who sit here may agree here."""
        if rest and rest != "turn" and not rest.isdecimal():
            raise Misspelt(said("sit_undo_what"))
        seat = self.session.last_decider()
        turn = rest == "turn"
        steps = 1 if turn else int(rest or 1)
        try:
            self.session.undo(seat, steps, turn)
        except NeedsConsent as e:
            if not self._confirm(said("sit_do_they", needs=_sentence(str(e)))):
                return
            self.session.undo(seat, steps, turn, agreed=e.missing)

    def _confirm(self, question: str) -> bool:
        return (self.screen.ask(question + said("sit_yes_or_no")) or "").lower() in said("sit_yes").split()

    def _note(self, rest: str) -> None:
        if not rest:
            raise Misspelt(said("sit_note_what"))
        self.session.note(self.viewer, rest)
        self.told = self.session.course.number
        self.asked_at = self.session.number
        self.screen.line(said("sit_noted"))

    def _word(self, rest: str) -> None:
        """A word of one's own for the dice; whoever types it cannot have known what it does."""
        if not rest:
            raise Misspelt(said("sit_word_what"))
        self.session.add_word(self.viewer, rest)
        self.told = self.session.course.number
        self.screen.line(said("sit_word_taken"))

    def _bot(self, rest: str) -> None:
        """Let the greedy bot decide for the seat that is asked."""
        count = int(rest) if rest.isdecimal() else 1
        for _ in range(count):
            seat = self.session.awaited
            if not seat or self.session.seats[seat].held == BOT:
                return
            self._bot_turn(seat, "greedy")

    def _standing(self, rest: str) -> None:
        """Orders for the step that is asked now; without words, those that were left."""
        step = getattr(self.session.pending, "step", "")
        if rest and step:
            self.session.order(self.viewer, step, "" if rest == "clear" else rest)
            self.screen.line(said("sit_order_cleared" if rest == "clear" else "sit_order_left", step=step, how=rest))
            return
        orders = self.session.orders(self.viewer)
        self.screen.lines([f"  {order.step}: {order.text()}" for order in orders] or [said("sit_no_orders")])
        rules = list(rules_for(self.game, step)) if step else []
        if rules:
            self.screen.line(said("sit_order_rules", rules=", ".join(rules)))

    def _seats(self, rest: str) -> None:
        for name in self.session.seat_names:
            holder = self.session.seats[name]
            here = said("sit_somebody") if holder.held != BOT else said("a_bot", name=holder.name)
            self.screen.line(f"  {name}: {here}{f' ({holder.name})' if holder.held != BOT and holder.name else ''}")
        self.screen.line(said("sit_bots", names=", ".join(names())))

    def _give(self, rest: str) -> None:
        """Hand a seat to a bot, or back to a person."""
        seat, _, to = rest.partition(" ")
        if not to:
            raise Misspelt(said("sit_give_what"))
        if to == PERSON:
            self.session.hand(seat, PERSON)
        else:
            make(to)
            self.session.hand(seat, BOT, to)

    def _resign(self, rest: str) -> None:
        if self._confirm(said("sit_give_up", seat=seat_word(self.viewer))):
            self.session.resign(self.viewer)

    def _save(self, rest: str) -> None:
        """Where the game is kept; or a copy with dice of its own."""
        if not rest:
            self.screen.line(said("sit_already_kept", path=self.path))
            return
        other = self.session.branch(self.session.course.number, FileLog.create(Path(rest)))
        other.close()
        self.screen.line(said("sit_copied", copy=rest, path=self.path))

    def _help(self, rest: str) -> None:
        self.screen.line(said("sit_help"))

    def _quit(self, rest: str) -> None:
        self.is_leaving = True


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:]
