"""Positions given to what may have a view only: mypy must refuse every line that is marked. It is never run."""

from kurgan import bots, games, odds
from kurgan.games.inferno.game import Inferno
from kurgan.kernel.chance import Tape
from kurgan.session.seen import Seen
from kurgan.session.session import Session
from kurgan.table.service import look
from kurgan.table.shown import seat_view

game = games.load("inferno")
position = game.new("solo", {})
view = game.view(position, 0)
bot = bots.make("greedy")

bot.choose(game, view, game.legal(position))
bot.choose(game, position, game.legal(position))  # wrong
bot.hint(game, position, [])  # wrong
game.scene(view)
game.scene(position)  # wrong
game.map_text(position)  # wrong
game.routes(position)  # wrong
game.about(position, "41")  # wrong
game.features(position)  # wrong
game.imagine(position, Tape(""))  # wrong
game.legal(view)  # wrong
game.apply(view, 0)  # wrong
odds.pending(game, view)
odds.pending(game, position)  # wrong
odds.after(game, position, [0])  # wrong
Seen(game, view, ())
Seen(game, position, ())  # wrong

session = Session.new(game, "solo", {})
seat_view.question(session.seen("german"), 1)
seat_view.question(session.state, 1)  # wrong
seat_view.chances(session.state, [], [])  # wrong
look.about(session.state, "41")  # wrong

inferno = Inferno()
own = inferno.new("solo", {})
inferno.scene(inferno.view(own, 0))
inferno.scene(own)  # wrong
inferno.legal(inferno.view(own, 0))  # wrong
bot.choose(inferno, own, [])  # wrong
odds.pending(inferno, own)  # wrong
