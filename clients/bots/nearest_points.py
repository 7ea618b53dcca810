#!/usr/bin/env python3
"""A bot for `newcatan run catan --players ./clients/bots/nearest_points.py,greedy,greedy`.

It builds where the dice yield most, and trades for missing cards of its next building.
"""
import json
import sys

# The preferred kinds of actions, in order.
WISHES = ["build city", "build settlement", "trade", "play", "buy", "roll", "build road"]


class Bot:
    def begin(self, params):
        self.rules = params["rules"]

    def worth(self, place):
        """The expected number of cards that an intersection yields in 36 rolls."""
        hexes = self.rules["board"]["intersections"].get(place, {"hexes": []})["hexes"]
        numbers = [self.seen["hexes"][name]["number"] for name in hexes]
        return sum(6 - abs(7 - number) for number in numbers if number)

    def missing(self, hand):
        """The minimum number of missing cards for a building."""
        prices = [self.rules["pieces"][piece]["prices"][0]["cards"] for piece in ("city", "settlement")]
        return min(sum(max(0, n - hand.get(kind, 0)) for kind, n in price.items()) for price in prices)

    def rank(self, action):
        """The rank of an action, lower is better: its position in WISHES, then its value."""
        deed, hand = action["do"], self.me["resources"]
        if deed == "trade":
            after = {kind: n - action["give"].get(kind, 0) for kind, n in hand.items()}
            for kind, n in action["get"].items():
                after[kind] = after.get(kind, 0) + n
            if self.missing(after) >= self.missing(hand):
                return len(WISHES) + 1, 0
        if deed in ("use", "answer", "pay_first"):
            return len(WISHES) + 1, 0
        name = f"{deed} {action['piece']}" if deed == "build" else deed
        wish = WISHES.index(name) if name in WISHES else len(WISHES)
        place = self.worth(action.get("place", action.get("answer", "")))
        return wish, -place - hand.get(action.get("card"), 0)

    def choose(self, params):
        self.seen, actions = params["observation"], params["actions"]
        self.me = next(p for p in self.seen["players"] if p["name"] == self.seen["viewer"])
        return actions.index(min(actions, key=self.rank))


bot = Bot()
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "begin":
        bot.begin(message["params"])
    elif message["method"] == "choose":
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": bot.choose(message["params"])}
        print(json.dumps(answer), flush=True)
