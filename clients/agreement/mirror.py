"""Keeps a game of catanatron and one of `newcatan engine` in step, and compares them.

Both get the same board, the same actions and the same random results. After each action, hands,
supply, pieces, points, awards, the player to act and the legal actions have to be the same. Any
difference has to be one of EXEMPTIONS, which README.md describes.
"""
import collections
import json
import subprocess

from catanatron.models.enums import RESOURCES, Action, ActionType
from catanatron.models.map import EdgeRef, NodeRef, Port
from catanatron.models.player import Color, Player
from catanatron.state_functions import player_key

KINDS = dict(zip(RESOURCES, ["wood", "brick", "sheep", "grain", "ore"]))
SYMBOLS = {"WOOD": "w", "BRICK": "b", "SHEEP": "s", "WHEAT": "g", "ORE": "o"}
CARDS = {
    "KNIGHT": "soldier",
    "YEAR_OF_PLENTY": "discovery",
    "MONOPOLY": "monopoly",
    "ROAD_BUILDING": "road building",
    "VICTORY_POINT": "victory point",
}
PIECES = {"SETTLEMENT": "settlement", "CITY": "city"}
# The corners and sides of a hex, clockwise, as `rules` lists them.
CORNERS = ["NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST"]
SIDES = ["NORTHEAST", "EAST", "SOUTHEAST", "SOUTHWEST", "WEST", "NORTHWEST"]
SIDE_NAMES = dict(zip(SIDES, ["ne", "e", "se", "sw", "w", "nw"]))


class Difference(Exception):
    """A difference between the two engines."""

    def __init__(self, what, ours, theirs):
        super().__init__(what)
        self.what, self.ours, self.theirs = what, ours, theirs
        self.seed, self.done, self.lines = 0, 0, []


# How often each exemption was used.
EXEMPTED = collections.Counter()


class Engine:
    """A session with `newcatan engine`."""

    def __init__(self, program):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, "engine"], stdin=pipe, stdout=pipe, text=True)

    def ask_all(self, requests):
        """Sends several requests together, and returns their answers."""
        batch = [{"id": i, "method": m, "params": p} for i, (m, p) in enumerate(requests)]
        self.process.stdin.write(json.dumps(batch) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("newcatan has ended")
        return json.loads(line)

    def ask(self, method, **params):
        [answer] = self.ask_all([(method, params)])
        if "error" in answer:
            raise Difference("refused", answer["error"], params)
        return answer["result"]


class Bare(Player):
    """A seat that makes no decisions: `Match` decides for all players."""

    def decide(self, game, playable_actions):
        raise NotImplementedError


def hex_name(coordinate):
    """`A1` and so on: rows from the north, hexes from the west."""
    x, y, z = coordinate
    row = sorted(c for c in LAND if c[2] == z)
    return "ABCDE"[z + 2] + str(row.index(coordinate) + 1)


LAND = [
    (x, y, -x - y)
    for x in range(-2, 3)
    for y in range(-2, 3)
    if abs(x + y) <= 2
]


def scenario(catan_map):
    """The map of a game of catanatron as a scenario with a fixed board."""
    rows = []
    for z in range(-2, 3):
        row = sorted(c for c in LAND if c[2] == z)
        tiles = [catan_map.land_tiles[c] for c in row]
        rows.append(" ".join(SYMBOLS[t.resource] + str(t.number) if t.resource else "D" for t in tiles))
    width = max(map(len, rows))
    places, kinds = [], []
    for coordinate, tile in catan_map.tiles.items():
        if isinstance(tile, Port):
            places.append(port_place(coordinate, tile))
            kinds.append(KINDS[tile.resource] if tile.resource else "any")
    rows = json.dumps([row.center(width) for row in rows])
    return f"""title = "Agreement"
packs = ["catan"]
players = [2, 4]
turn_limit = 60000

[board]
rows = {rows}

[board.ports]
places = {json.dumps(places)}
kinds = {json.dumps(kinds)}
"""


# A pack that sets the number of cards of each resource.
SUPPLY = """id = "supply"
title = "Supply"
version = "1.0.0"
requires = ["catan"]

[supplies]
each_resource = {}
"""

# The steps from a hex to its neighbors, by side.
STEPS = {
    "NORTHEAST": (1, 0, -1), "EAST": (1, -1, 0), "SOUTHEAST": (0, -1, 1),
    "SOUTHWEST": (-1, 0, 1), "WEST": (-1, 1, 0), "NORTHWEST": (0, 1, -1),
}


def port_place(coordinate, tile):
    """The border of a port, named by its land hex; the port faces it from the water."""
    step = STEPS[tile.direction.value]
    land = tuple(a + b for a, b in zip(coordinate, step))
    opposite = SIDES[(SIDES.index(tile.direction.value) + 3) % 6]
    return f"{hex_name(land)}-{SIDE_NAMES[opposite]}"


class Mirror:
    """A game of catanatron, and the same game in newcatan."""

    def __init__(self, engine, theirs, rng, plant=None, rules=None):
        """`rng` draws the random results.

        `plant` has faults of newcatan (see agree.py), and `rules` the texts of rule files by name.
        """
        plant, rules = plant or {}, rules or {}
        self.engine, self.theirs, self.state = engine, theirs, theirs.state
        self.rng = self.dice = rng
        self.names = {color: color.value.lower() for color in self.state.colors}
        supply = self.state.resource_freqdeck[0]
        answer = engine.ask(
            "new",
            scenario={"text": scenario(self.state.board.map)},
            players=[self.names[color] for color in self.state.colors],
            chance="supplied",
            # Catanatron has no exception for a single claimant: see README.md.
            set={"sole_claimant": False, **plant.get("set", {})},
            **{"with": [
                {"name": "supply", "files": {"pack.toml": SUPPLY.format(supply)}},
                *({"name": name, "text": text} for name, text in rules.items()),
            ]},
            without=plant.get("without", []),
            seed=theirs.seed,
        )
        self.id = answer["game"]
        self.name_places(engine.ask("rules", game=self.id)["board"])
        # The owner of the longest road, as computed by this script.
        self.holder = None
        # The cards that players bought this turn.
        self.fresh = collections.Counter()
        # The cards that newcatan lays aside until everybody has discarded.
        self.aside = collections.defaultdict(collections.Counter)
        self.is_over = False
        # The actions that newcatan allows as well; initially all of them.
        self.common = {self.their_key(action) for action in self.state.playable_actions}

    def name_places(self, board):
        """The names of catanatron's nodes and edges."""
        self.nodes, self.edges = {}, {}
        for coordinate, tile in self.state.board.map.land_tiles.items():
            place = board["hexes"][hex_name(coordinate)]
            for corner, name in zip(CORNERS, place["intersections"]):
                node = tile.nodes[NodeRef[corner]]
                assert self.nodes.setdefault(node, name) == name
            for side, name in zip(SIDES, place["borders"]):
                edge = frozenset(tile.edges[EdgeRef[side]])
                assert self.edges.setdefault(edge, name) == name

    def playable(self):
        """The actions of catanatron that newcatan allows as well."""
        actions = [a for a in self.state.playable_actions if self.their_key(a) in self.common]
        # See `one card of plenty` in README.md.
        whole = [a for a in actions if a.action_type != ActionType.PLAY_YEAR_OF_PLENTY or len(a.value) == 2]
        # The order of sets differs from run to run.
        return sorted(whole or actions, key=repr)

    def drawn(self, action):
        """The action with all its random results, unless it has them."""
        color, what, value = action
        if what == ActionType.ROLL:
            value = (self.dice.randint(1, 6), self.dice.randint(1, 6))
        elif what == ActionType.DISCARD and value is None:
            hand = self.resources(color)
            value = self.rng.sample(hand, len(hand) // 2)
        elif what == ActionType.MOVE_ROBBER and value[1] is not None:
            value = (value[0], value[1], self.rng.choice(self.resources(value[1])))
        elif what == ActionType.BUY_DEVELOPMENT_CARD:
            value = self.rng.choice(self.state.development_listdeck)
        return Action(color, what, value)

    def resources(self, color):
        """The cards of a hand."""
        return [kind for kind in RESOURCES for _ in range(self.hand(color, kind))]

    def hand(self, color, kind):
        return self.state.player_state[f"{player_key(self.state, color)}_{kind}_IN_HAND"]

    def lines(self, action):
        """The lines for the same action."""
        color, what, value = action
        me = self.names[color]
        if what == ActionType.ROLL:
            return [f"{me} rolls {value[0]} {value[1]}"]
        if what == ActionType.END_TURN:
            return [f"{me} ends turn"]
        if what == ActionType.BUILD_ROAD:
            verb = "places" if self.is_free() else "builds"
            return [f"{me} {verb} road at {self.edges[frozenset(value)]}"]
        if what in (ActionType.BUILD_SETTLEMENT, ActionType.BUILD_CITY):
            piece = "city" if what == ActionType.BUILD_CITY else "settlement"
            verb = "places" if self.is_free() else "builds"
            return [f"{me} {verb} {piece} at {self.nodes[value]}"]
        if what == ActionType.BUY_DEVELOPMENT_CARD:
            return [f"{me} buys development drawing {CARDS[value]}"]
        if what == ActionType.DISCARD:
            return [f"{me} discards {amounts(value)}"]
        if what == ActionType.MOVE_ROBBER:
            place, victim, card = value
            lines = [f"{me} moves robber to {hex_name(place)}"]
            return lines + ([f"{me} takes from {self.names[victim]} drawing {KINDS[card]}"] if victim else [])
        if what == ActionType.PLAY_KNIGHT_CARD:
            return [f"{me} plays soldier"]
        if what == ActionType.PLAY_ROAD_BUILDING:
            return [f"{me} plays road building"]
        if what == ActionType.PLAY_MONOPOLY:
            return [f"{me} plays monopoly", f"{me} chooses {KINDS[value]}"]
        if what == ActionType.PLAY_YEAR_OF_PLENTY:
            return [f"{me} plays discovery"] + [f"{me} chooses {KINDS[card]}" for card in value]
        give = [kind for kind in value[:-1] if kind]
        return [f"{me} trades {amounts(give)} for {amounts(value[-1:])}"]

    def is_free(self):
        return self.state.is_initial_build_phase or self.state.is_road_building

    def step(self):
        """Chooses an action, plays it with both engines, and compares them."""
        self.perform(self.choose())

    def perform(self, action, lines=None):
        """Plays an action with both engines, and compares them.

        `lines` are those that newcatan has not played yet; by default, all of them.
        """
        self.last = self.lines(action)
        lines = self.last if lines is None else lines
        turn = self.state.colors[self.state.current_turn_index]
        self.theirs.execute(action, validate_action=False)
        self.note(action)
        # newcatan takes a single option without asking.
        while self.state.is_road_building and len(self.state.playable_actions) == 1:
            self.theirs.execute(self.state.playable_actions[0])
        requests = [("play", {"game": self.id, "line": line}) for line in lines]
        # Only different options are offered: a single one is taken without asking.
        requests += [("observe", {"game": self.id, "open": True}), ("legal", {"game": self.id})]
        *played, seen, legal = self.engine.ask_all(requests)
        for line, answer in zip(lines, played):
            if "error" in answer and not self.is_taken_by_itself(line, answer):
                raise Difference("refused", answer["error"]["message"], line)
        self.compare(turn, seen["result"], legal["result"]["actions"])

    def note(self, action):
        """Tracks fresh cards and cards to be discarded, which catanatron does not track."""
        color, what, value = action
        if what == ActionType.END_TURN:
            self.fresh.clear()
        elif what == ActionType.BUY_DEVELOPMENT_CARD:
            self.fresh[CARDS[value]] += 1
        elif what == ActionType.DISCARD:
            self.aside[self.names[color]].update(KINDS[card] for card in value)
        if not self.state.is_discarding:
            self.aside.clear()

    def is_taken_by_itself(self, line, answer):
        return " chooses " in line and "no answer" in answer["error"]["message"]

    def compare(self, turn, ours, actions):
        """Compares the tables; raises the first difference."""
        state, key = self.state, lambda color: player_key(self.state, color)
        both = []
        for color, seat in zip(state.colors, ours["players"]):
            mine, name = state.player_state, self.names[color]
            hand = collections.Counter({KINDS[k]: self.hand(color, k) for k in RESOURCES})
            hand = dict(+(hand + self.aside[name]))
            held = {n: mine[f"{key(color)}_{c}_IN_HAND"] for c, n in CARDS.items()}
            played = {n: mine[f"{key(color)}_PLAYED_{c}"] for c, n in CARDS.items()}
            built = {n: sorted(self.nodes[p] for p in state.buildings_by_color[color][c]) for c, n in PIECES.items()}
            roads = {self.edges[frozenset(e)] for e, owner in state.board.roads.items() if owner == color}
            both += [
                (f"hand of {name}", seat["resources"], hand),
                (f"cards of {name}", seat["held"], {n: c for n, c in held.items() if c}),
                (f"played of {name}", seat["played"], {n: c for n, c in played.items() if c}),
                (f"settlements of {name}", sorted(seat["pieces"].get("settlement", [])), built["settlement"]),
                (f"cities of {name}", sorted(seat["pieces"].get("city", [])), built["city"]),
                (f"roads of {name}", sorted(seat["pieces"].get("road", [])), sorted(roads)),
            ]
        aside = sum(self.aside.values(), collections.Counter())
        bank = {KINDS[k]: n - aside[KINDS[k]] for k, n in zip(RESOURCES, state.resource_freqdeck)}
        army = next((self.names[c] for c in state.colors if state.player_state[f"{key(c)}_HAS_ARMY"]), None)
        both += [
            ("supply", ours["supply"], bank),
            ("deck", ours["decks"]["development"], len(state.development_listdeck)),
            ("robber", ours["markers"]["robber"], hex_name(state.board.robber_coordinate)),
            ("largest army", ours["awards"].get("largest army"), army),
        ]
        for what, mine, other in both:
            if mine != other:
                raise Difference(what, mine, other)
        self.compare_roads(ours)
        for color, seat in zip(state.colors, ours["players"]):
            points = state.player_state[f"{key(color)}_ACTUAL_VICTORY_POINTS"]
            if seat["points"] != points:
                raise Difference(f"points of {self.names[color]}", seat["points"], points)
        winner = self.theirs.winning_color()
        self.is_over = ours["winner"] is not None
        if winner == turn and ours["step"] == "answer":
            # In newcatan the player wins only after the effect of the card that gives the points.
            EXEMPTED["early win"] += 1
        elif winner or ours["winner"]:
            if winner and winner != turn and not ours["winner"]:
                raise Difference("win out of turn", None, self.names[winner])
            if (ours["winner"] or None) != (self.names[winner] if winner else None):
                raise Difference("winner", ours["winner"], winner and self.names[winner])
            return
        current = self.names[state.current_color()]
        if current not in ours["to_act"] or (len(ours["to_act"]) > 1 and not state.is_discarding):
            raise Difference("player to act", ours["to_act"], current)
        self.compare_legal(current, [a for a in actions if a["player"] == current])

    def compare_roads(self, ours):
        """Compares the owner of the longest road with the one computed here."""
        state, key = self.state, lambda color: player_key(self.state, color)
        lengths = {color: longest_road(state.board, color) for color in state.colors}
        best = max(lengths.values())
        leaders = [color for color, length in lengths.items() if length == best and best >= 5]
        if self.holder not in leaders:
            self.holder = leaders[0] if len(leaders) == 1 else None
        right = self.holder and self.names[self.holder]
        mine = ours["awards"].get("longest road")
        other = next((self.names[c] for c in state.colors if state.player_state[f"{key(c)}_HAS_ROAD"]), None)
        if mine != right:
            raise Difference("longest road", mine, right)
        if other != right:
            raise Difference("longest road of catanatron", right, other)

    def compare_legal(self, current, actions):
        mine = collections.Counter(kind for kind in map(our_key, actions) if kind)
        best = {}
        for kind in mine:
            if kind[0] == "trade":
                best[kind[1]] = min(best.get(kind[1], 9), kind[2])
        # catanatron lists only the best rate.
        mine = {k for k in mine if k[0] != "trade" or k[2] == best[k[1]]}
        other = {self.their_key(a) for a in self.state.playable_actions}
        self.common = mine & other
        for kind in sorted(mine ^ other, key=str):
            exemption = self.exempt(kind, kind in mine)
            if exemption is None:
                raise Difference(f"legal action {kind}", kind in mine, kind in other)
            EXEMPTED[exemption] += 1

    def exempt(self, kind, is_ours):
        """The exemption that covers a difference of legal actions."""
        rolled = self.state.player_state[f"{player_key(self.state, self.state.current_color())}_HAS_ROLLED"]
        if is_ours and kind[0] == "play" and kind[1] != "soldier" and not rolled:
            return "early card"
        color = self.state.current_color()
        if not is_ours and kind[0] == "play":
            card = next(c for c, name in CARDS.items() if name == kind[1])
            held = self.state.player_state[f"{player_key(self.state, color)}_{card}_IN_HAND"]
            return "fresh card" if held == self.fresh[kind[1]] else None
        if is_ours and kind == ("play", "road building"):
            if not (self.hand(color, "WOOD") and self.hand(color, "BRICK")):
                return "paid road building"
        return None

    def their_key(self, action):
        _, what, value = action
        if what == ActionType.BUILD_ROAD:
            return ("road", self.edges[frozenset(value)])
        if what == ActionType.BUILD_SETTLEMENT:
            return ("settlement", self.nodes[value])
        if what == ActionType.BUILD_CITY:
            return ("city", self.nodes[value])
        if what == ActionType.MOVE_ROBBER:
            return ("move", hex_name(value[0]))
        if what == ActionType.MARITIME_TRADE:
            give = [kind for kind in value[:-1] if kind]
            return ("trade", KINDS[give[0]], len(give), KINDS[value[-1]])
        plays = {"PLAY_KNIGHT_CARD": "KNIGHT", "PLAY_YEAR_OF_PLENTY": "YEAR_OF_PLENTY",
                 "PLAY_MONOPOLY": "MONOPOLY", "PLAY_ROAD_BUILDING": "ROAD_BUILDING"}
        if what.value in plays:
            return ("play", CARDS[plays[what.value]])
        return {"ROLL": ("roll",), "END_TURN": ("end_turn",), "DISCARD": ("discard",),
                "BUY_DEVELOPMENT_CARD": ("buy",)}[what.value]


def our_key(action):
    """A key of a newcatan action that both engines share; None if catanatron lacks it."""
    deed = action["do"]
    if deed == "build":
        return (action["piece"], action["place"])
    if deed == "move":
        return ("move", action["place"])
    if deed == "play":
        return ("play", action["card"])
    if deed == "trade":
        [(give, count)], [get] = action["give"].items(), action["get"]
        return ("trade", give, count, get)
    return (deed,) if deed in ("roll", "end_turn", "discard", "buy") else None


def amounts(cards):
    count = collections.Counter(KINDS[card] for card in cards)
    return ", ".join(f"{n} {kind}" for kind, n in count.items())


def longest_road(board, color):
    """The length of the longest road, by exhaustive search."""
    roads = {frozenset(e) for e, owner in board.roads.items() if owner == color}
    ends = collections.defaultdict(list)
    for road in roads:
        for end in road:
            ends[end].append(road)

    def walk(node, used):
        if used and board.is_enemy_node(node, color):
            return len(used)
        onward = [r for r in ends[node] if r not in used]
        return max((walk(*(set(r) - {node}), used | {r}) for r in onward), default=len(used))

    return max((walk(node, frozenset()) for node in list(ends)), default=0)
