"""The share of games that something happened in, and a test of it."""
import math

# The sequential test: the logarithm of the likelihood ratio at which errors of 5 % are reached, and
# the number of clusters before the first verdict, as `newcatan compare --at-least` has them.
BOUND = math.log(0.95 / 0.05)
LEAST_CLUSTERS = 15


def wilson(share, games):
    """The 95 % interval of a share of independent games, by Wilson."""
    z = 1.959964
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return [(middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)]


class Share:
    """The share of games that something happened in, where the games of a seed are a cluster.

    The formulas are those of `newcatan compare --seats` (src/lab/cluster.rs, sequential.rs).
    """

    def __init__(self):
        self.clusters = []

    def add(self, count, of):
        self.clusters.append((count, of))

    def sums(self):
        return sum(count for count, _ in self.clusters), sum(of for _, of in self.clusters)

    def design_effect(self):
        """How many games in clusters tell as much as one independent game, at least 1."""
        count, of = self.sums()
        seeds = len(self.clusters)
        share = count / of if of else 0.0
        plain = share * (1 - share) * of
        if seeds < 2 or plain == 0:
            return 1.0
        squares = sum((c - share * n) ** 2 for c, n in self.clusters)
        return max(1.0, squares * seeds / (seeds - 1) / plain)

    def interval(self):
        """The 95 % interval, for as many games as the clusters are worth; None without a game."""
        count, of = self.sums()
        return wilson(count / of, of / self.design_effect()) if of else None

    def verdict(self, low, high):
        """Wald's test of the share `high` against `low`: reached, missed or undecided."""
        count, of = self.sums()
        if len(self.clusters) < LEAST_CLUSTERS or not of:
            return "undecided"
        won, lost = math.log(high / low), math.log((1 - high) / (1 - low))
        evidence = (count * won + (of - count) * lost) / self.design_effect()
        return "reached" if evidence >= BOUND else "missed" if evidence <= -BOUND else "undecided"
