#!/usr/bin/env python3
"""The smallest case of each exemption in agree.py, which shows that catanatron still differs.

Next to each case is the path of a game in which newcatan plays the same case.

    python3 clients/agreement/cases.py
"""
import pathlib
import sys

from catanatron.game import Game
from catanatron.models.actions import generate_playable_actions
from catanatron.models.board import STATIC_GRAPH, Board
from catanatron.models.enums import RESOURCES, Action, ActionType
from catanatron.models.player import Color, SimplePlayer

GAMES = pathlib.Path(__file__).parents[2] / "tests" / "games" / "catan"
RED, BLUE = Color.RED, Color.BLUE


class Turn:
    """The first turn of a game, with a hand and cards as requested."""

    def __init__(self, has_rolled=True, hand=(), **cards):
        self.game = Game([SimplePlayer(RED), SimplePlayer(BLUE)], seed=1)
        self.state = self.game.state
        while self.state.is_initial_build_phase:
            self.game.execute(self.state.playable_actions[0])
        self.me = self.state.current_color()
        self.set(**{f"{kind}_IN_HAND": hand.count(kind) for kind in RESOURCES})
        for card, count in cards.items():
            self.set(**{f"{card}_IN_HAND": count, f"{card}_OWNED_AT_START": count > 0})
        self.set(HAS_ROLLED=has_rolled)

    def set(self, **facts):
        """Changes the belongings of the player."""
        for key, value in facts.items():
            self.state.player_state[f"P0_{key}"] = value
        self.state.playable_actions = generate_playable_actions(self.state)

    def plays(self, what):
        """The choices for a card that is played now."""
        actions = generate_playable_actions(self.state)
        return [action.value for action in actions if action.action_type == what]

    def do(self, what, value=None):
        self.game.execute(Action(self.me, what, value), validate_action=False)


def fresh_card():
    turn = Turn(hand=["SHEEP", "WHEAT", "ORE"], MONOPOLY=0)
    turn.set(MONOPOLY_OWNED_AT_START=True)
    turn.do(ActionType.BUY_DEVELOPMENT_CARD, "MONOPOLY")
    return bool(turn.plays(ActionType.PLAY_MONOPOLY))


def early_card():
    turn = Turn(has_rolled=False, MONOPOLY=1)
    return not turn.plays(ActionType.PLAY_MONOPOLY)


def paid_road_building():
    return not Turn(ROAD_BUILDING=1).plays(ActionType.PLAY_ROAD_BUILDING)


def one_card_of_plenty():
    turn = Turn(YEAR_OF_PLENTY=1)
    turn.state.resource_freqdeck = [1, 1, 0, 0, 0]
    return (RESOURCES[0],) in turn.plays(ActionType.PLAY_YEAR_OF_PLENTY)


def early_win():
    turn = Turn(KNIGHT=1)
    turn.set(PLAYED_KNIGHT=2, VICTORY_POINTS=8, ACTUAL_VICTORY_POINTS=8)
    turn.do(ActionType.PLAY_KNIGHT_CARD)
    return turn.game.winning_color() == turn.me


def roads_of_catanatron():
    board = Board()
    ring = range(6)
    board.build_settlement(RED, ring[0], initial_build_phase=True)
    for road in zip(ring, ring[1:]):
        board.build_road(RED, road)
    # Blue comes from outside of the ring and settles in the middle of red's five roads.
    [beside] = [node for node in STATIC_GRAPH.neighbors(ring[3]) if node not in ring]
    start = next(node for node in STATIC_GRAPH.neighbors(beside) if node not in ring)
    board.build_settlement(BLUE, start, initial_build_phase=True)
    board.build_road(BLUE, (start, beside))
    board.build_road(BLUE, (beside, ring[3]))
    board.build_settlement(BLUE, ring[3])
    return board.road_color == RED and board.road_length < 5


def win_out_of_turn():
    turn = Turn()
    turn.state.player_state["P1_ACTUAL_VICTORY_POINTS"] = 10
    return turn.game.winning_color() == turn.state.colors[1]


# Each exemption, the behavior of catanatron, and the game in which newcatan follows the rules.
CASES = [
    (fresh_card, "cards/play/not_when_bought.game"),
    (early_card, "cards/play/before_the_roll.game"),
    (paid_road_building, "cards/road_building/one_after_the_other.game"),
    (one_card_of_plenty, "cards/discovery/nearly_empty_supply.game"),
    (early_win, "cards/soldier/wins_when_settled.game"),
    (roads_of_catanatron, "awards/longest_road/cut_and_nobody_has_five.game"),
    (win_out_of_turn, "victory/own_turn/waits_for_the_own_turn.game"),
]


def main():
    wrong = [case.__name__ for case, _ in CASES if not case()]
    wrong += [game for _, game in CASES if not (GAMES / game).is_file()]
    if wrong:
        sys.exit(f"no difference any more, or no such game: {', '.join(wrong)}")
    print(f"catanatron differs from the rules in all {len(CASES)} cases")


if __name__ == "__main__":
    main()
