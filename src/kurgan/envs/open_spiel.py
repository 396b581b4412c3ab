"""OpenSpiel: ``pyspiel.load_game("python_kurgan_inferno", {"scenario": "one_vs_one"})`` (extra ``kurgan[openspiel]``).

Dice and draws are chance nodes. A deal of many pieces in one question is split into single draws, a large pool into
single dice, and a single draw of very many ways into two or three of few. The information state of a player is a digest
of all that the seat has seen and answered so far, and its view now.
"""

import hashlib
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from kurgan.bots import Source
from kurgan.kernel.chance import SIDES, Chance, Deal
from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import EVERYONE, Decide, Event, Game, Json, Outcome, Over, Throw
from kurgan.lab.observation import Observer

TITLES = ("advance", "inferno", "roads")
MOST_LISTED = 216
"""Outcomes that one chance node lists; a pool with more is thrown die by die, a draw of more in several."""
MOST_CHANCES = 256
"""Outcomes of the largest node: one of Inferno's 64 blocks with one of its four edges."""
LONGEST = 100_000


class Opened:
    """A title once for all its states."""

    def __init__(self, title: str) -> None:
        self.game: Game[Any, Any] = Source(title).open()
        self.observer = Observer(self.game)


_opened: dict[str, Opened] = {}


def opened(title: str) -> Opened:
    if title not in _opened:
        _opened[title] = Opened(title)
    return _opened[title]


@lru_cache(maxsize=4096)
def factors(size: int) -> tuple[int, ...]:
    """Draws of few ways, the first the coarsest, that together are one of ``size`` ways; a large prime stays whole."""
    if size <= MOST_LISTED:
        return (size,)
    fine = next((few for few in range(MOST_LISTED, 1, -1) if size % few == 0), 0)
    return (*factors(size // fine), fine) if fine else (size,)


def split(chance: Chance) -> tuple[int, ...]:
    """How many ways each single draw or die can come; nothing if the question is one chance node."""
    if isinstance(chance, Deal):
        return tuple([few for size in chance.sizes for few in factors(size)])
    dice = sum([pool.dice for pool in chance.pools()])
    return (SIDES,) * dice if dice and chance.size() > MOST_LISTED else ()


def folded(chance: Chance, drawn: list[int]) -> int:
    """What the rules read when all single draws have come; dice show one more than their index."""
    if not isinstance(chance, Deal):
        return chance.fold([index + 1 for index in drawn])
    left = iter(drawn)
    found = []
    for size in chance.sizes:
        index = 0
        for few in factors(size):
            index = index * few + next(left)
        found.append(index)
    return chance.fold(found)


class Held:
    """What a state holds; OpenSpiel copies a state by deep copies of what is in it, and writes one by pickling it."""

    def __init__(self, title: str, s: Any, seen: list[bytes], drawn: list[int]) -> None:
        self.title = title
        self.s = s
        self.seen = seen
        """For each seat a digest of what it has seen."""
        self.drawn = drawn
        """Single draws or dice of the question under way."""

    def __deepcopy__(self, memo: Any) -> "Held":
        return Held(self.title, self.s.copy(), self.seen[:], self.drawn[:])

    def __reduce__(self) -> Any:
        """As positions are kept everywhere: not the pack behind it, and nothing of how it lies in memory."""
        return read_held, (self.title, self.s.to_json(), self.seen, self.drawn)


def read_held(title: str, position: Json, seen: list[bytes], drawn: list[int]) -> Held:
    return Held(title, opened(title).game.load_state(position), seen, drawn)


def game_type(title: str) -> Any:
    return pyspiel.GameType(
        short_name=f"python_kurgan_{title}",
        long_name=f"Kurgan: {title.capitalize()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=3,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"scenario": "", "options": ""},
    )


class KurganGame(pyspiel.Game):  # type: ignore[misc]
    """A title; ``scenario`` and ``options`` ("rubble=on starting_morale=15") are its parameters."""

    def __init__(self, title: str, params: Any) -> None:
        given = params or {}
        self.title = title
        game = opened(title).game
        self.scenario = str(given.get("scenario", "")) or game.scenarios()[0].name
        pairs = [word.partition("=") for word in str(given.get("options", "")).split()]
        self.options = game.settle({name: value for name, _, value in pairs})
        self.seats = game.seats(self.scenario)
        info = pyspiel.GameInfo(
            num_distinct_actions=opened(title).observer.answers,
            max_chance_outcomes=MOST_CHANCES,
            num_players=len(self.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(title), info, given)

    def new_initial_state(self) -> "KurganState":
        return KurganState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "KurganObserver":
        return KurganObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall, params)


class KurganState(pyspiel.State):  # type: ignore[misc]
    """A position."""

    def __init__(self, game: KurganGame) -> None:
        super().__init__(game)
        self.title = game.title
        self.seats = game.seats
        start = opened(game.title).game.new(game.scenario, game.options)
        self.held = Held(game.title, start, [b""] * len(game.seats), [])

    @property
    def rules(self) -> Game[Any, Any]:
        return opened(self.title).game

    def pending(self) -> Any:
        return self.rules.pending(self.held.s)

    def chance(self) -> Chance:
        asked = self.pending()
        assert isinstance(asked, Throw)
        return asked.chance

    def current_player(self) -> int:
        asked = self.pending()
        if isinstance(asked, Decide):
            return asked.seat
        return int(pyspiel.PlayerId.TERMINAL if isinstance(asked, Over) else pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.rules.legal(self.held.s))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes by their place in the list of all that may come; of a deal or a large pool, the next one."""
        chance = self.chance()
        sizes = split(chance)
        if sizes:
            size = sizes[len(self.held.drawn)]
            return [(index, 1.0 / size) for index in range(size)]
        total = chance.total()
        return [(at, weight / total) for at, (_, weight) in enumerate(chance.outcomes())]

    def _apply_action(self, action: int) -> None:
        held = self.held
        asked = self.pending()
        if isinstance(asked, Throw):
            chance = asked.chance
            sizes = split(chance)
            if sizes:
                held.drawn.append(action)
                if len(held.drawn) < len(sizes):
                    return
                answer = folded(chance, held.drawn)
                held.drawn = []
            else:
                answer = chance.outcomes()[action][0]
        else:
            assert isinstance(asked, Decide)
            answer = action
            self._note(asked.seat, f"{asked.step} {answer}")
        self._tell(self.rules.apply(held.s, answer))

    def _tell(self, events: list[Event]) -> None:
        """Every seat keeps what it saw."""
        for event in events:
            for seat in range(len(self.seats)):
                if event.seen_by == EVERYONE or event.seen_by >> seat & 1:
                    self._note(seat, f"{event.rule} {event.kind} {event.args}")

    def _note(self, seat: int, text: str) -> None:
        self.held.seen[seat] = hashlib.sha256(self.held.seen[seat] + text.encode()).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.rules.spell(self.held.s, action)
        chance = self.chance()
        sizes = split(chance)
        if sizes:
            return f"draw {action} of {sizes[len(self.held.drawn)]}"
        return f"{chance.asked()} gives {chance.outcomes()[action][0]}"

    def is_terminal(self) -> bool:
        return isinstance(self.pending(), Over)

    def returns(self) -> list[float]:
        asked = self.pending()
        if not isinstance(asked, Over) or not asked.outcome.winners:
            return [0.0] * len(self.seats)
        return self._share(asked.outcome)

    def _share(self, outcome: Outcome) -> list[float]:
        return [1.0 if seat in outcome.winners else -1.0 for seat in self.seats]

    def __str__(self) -> str:
        drawn = f" drawn {self.held.drawn}" if self.held.drawn else ""
        where = " > ".join([crumb.name for crumb in self.rules.where(self.held.s)]) or "over"
        return f"{where} {hashlib.sha256(self.held.s.key()).hexdigest()[:16]}{drawn}"


class KurganObserver:
    """What a player sees, as numbers (``tensor``) or text; with perfect recall the text begins with the digest."""

    def __init__(self, game: KurganGame, recalls: bool, params: Any) -> None:
        if params:
            raise ValueError(f"an observation takes no parameters, not {params}")
        self.tensor = np.zeros(len(opened(game.title).observer.columns), np.float32)
        self.dict = {"observation": self.tensor}
        self.recalls = recalls

    def set_from(self, state: KurganState, player: int) -> None:
        observer = opened(state.title).observer
        asked = state.pending()
        mine = asked if isinstance(asked, Decide) and asked.seat == player else None
        row = observer.row(state.rules.view(state.held.s, player), mine)
        self.tensor[:] = np.frombuffer(row, np.int32)

    def string_from(self, state: KurganState, player: int) -> str:
        seen = canonical(state.rules.view(state.held.s, player).to_json())
        return f"{state.held.seen[player].hex()} {seen}" if self.recalls else seen


def _register(title: str) -> None:
    class Registered(KurganGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(title, params)

    pyspiel.register_game(game_type(title), Registered)


for _title in TITLES:
    _register(_title)
