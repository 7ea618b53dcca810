#!/usr/bin/env python3
"""Tests of the pieces of match.py that a game seldom needs.

    python3 clients/agreement/match_tests.py
"""
import unittest

from cases import Turn
from catanatron.models.board import STATIC_GRAPH
from match import Tally, correct_roads, per_cent
from share import Share


def share(*clusters):
    made = Share()
    for won, of in clusters:
        made.add(won, of)
    return made


class Shares(unittest.TestCase):
    """The numbers are those of the tests of `newcatan compare`."""

    def test_wins_alone_reach_and_losses_alone_miss(self):
        for wins, games, verdict in [(48, 48, "undecided"), (49, 49, "reached"),
                                     (0, 14, "undecided"), (0, 15, "missed")]:
            clusters = [(game < wins, 1) for game in range(games)]
            self.assertEqual(share(*clusters).verdict(0.80, 0.85), verdict, (wins, games))

    def test_games_that_are_alike_tell_less(self):
        alone = [(1, 1)] * 250 + [(0, 1)] * 750
        self.assertAlmostEqual(share(*alone).design_effect(), 1000 / 999)
        self.assertEqual([round(end, 4) for end in share(*alone).interval()], [0.2241, 0.2778])
        # Four games that always end the same way are worth one.
        alike = [(4, 4)] * 250 + [(0, 4)] * 750
        self.assertAlmostEqual(share(*alike).design_effect(), 4 * 1000 / 999)
        self.assertIsNone(share((0, 0)).interval())


class Roads(unittest.TestCase):
    def test_the_award_goes_to_its_rightful_owner(self):
        state = Turn().state
        board, me = state.board, state.colors[0]
        board.roads.clear()
        [ring, *_] = [list(tile.nodes.values()) for tile in board.map.land_tiles.values()]
        path = [ring[0]]
        while len(path) < 6:
            path.append(next(n for n in STATIC_GRAPH.neighbors(path[-1]) if n in ring and n not in path))
        for edge in zip(path, path[1:]):
            board.roads[edge] = board.roads[edge[::-1]] = me
        board.buildings.clear()
        other = 1
        state.player_state.update({"P0_HAS_ROAD": False, "P1_HAS_ROAD": True})
        before = [state.player_state[f"P{seat}_ACTUAL_VICTORY_POINTS"] for seat in (0, other)]
        correct_roads(state, me)
        after = [state.player_state[f"P{seat}_ACTUAL_VICTORY_POINTS"] for seat in (0, other)]
        self.assertEqual([a - b for a, b in zip(after, before)], [2, -2])
        self.assertEqual((board.road_color, board.road_length), (me, 5))
        correct_roads(state, None)
        self.assertEqual((board.road_color, board.road_length), (None, 0))
        self.assertEqual(state.player_state["P0_ACTUAL_VICTORY_POINTS"], before[0])


class Void(unittest.TestCase):
    def test_the_side_with_the_best_player_is_ahead(self):
        class Arena:
            state = Turn().state
            is_ours = dict(zip(state.colors, [True, False]))

        tally = Tally()
        for points in (2, 9, 1):
            Arena.state.player_state["P0_ACTUAL_VICTORY_POINTS"] = points
            tally.add_void(Arena, "reason")
        self.assertEqual(tally.void, {"newcatan": 1, "catanatron": 1, "nobody": 1})


class Arguments(unittest.TestCase):
    def test_a_share_is_a_percentage(self):
        self.assertEqual(per_cent("55%"), 0.55)


if __name__ == "__main__":
    unittest.main()
