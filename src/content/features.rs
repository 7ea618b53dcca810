//! The names of features in files of weights: numbers that tell how close a player is to winning.

macro_rules! features {
    ($($(#[doc = $text:literal])* $feature:ident $name:literal;)*) => {
        /// A feature of a player at a position.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Feature {
            $($(#[doc = $text])* $feature,)*
        }

        impl Feature {
            /// All features with their names in files of weights.
            pub(crate) const ALL: &[(Self, &str)] = &[$((Self::$feature, $name)),*];
        }
    };
}

features! {
    /// The points, as a share of those needed.
    Points "points";
    /// 1 / (1 + missing points).
    Nearness "nearness";
    /// The cards of all resources a roll.
    Income "income";
    /// The same, each card times its worth.
    WorthOfIncome "worth of income";
    /// The sum of the square roots of the cards of each resource a roll.
    Spread "spread of income";
    /// The share of the resources that the player produces.
    Variety "resources produced";
    /// The cards a roll, each divided by its rate of trade.
    Traded "income in trades";
    /// The cards a roll that markers keep back.
    Blocked "blocked income";
    /// How soon an empty hand pays for a new building.
    SiteLater "new building from nothing";
    /// How soon an empty hand pays for replacing a piece.
    UpgradeLater "upgrade from nothing";
    /// How soon an empty hand pays for a route.
    RouteLater "route from nothing";
    /// How soon an empty hand pays for a card.
    CardLater "card from nothing";
    /// How soon this hand pays for a new building.
    SiteSoon "new building";
    /// How soon this hand pays for replacing a piece.
    UpgradeSoon "upgrade";
    /// How soon this hand pays for a route.
    RouteSoon "route";
    /// How soon this hand pays for a card.
    CardSoon "card";
    /// The resource cards in hand, in tens.
    Hand "hand";
    /// The cards in hand above the limit, in tens.
    Excess "cards above the limit";
    /// The worth of the best free intersection at the end of a route.
    Place0 "place at a route";
    /// The worth of the best free intersection at most one route piece away.
    Place1 "place within 1 piece";
    /// The worth of the best free intersection at most two route pieces away.
    Place2 "place within 2 pieces";
    /// The worth of the best free intersection at most three route pieces away.
    Place3 "place within 3 pieces";
    /// The number of free intersections at the ends of routes, at most 3.
    Places0 "places at routes";
    /// The number of free intersections at most two route pieces away, at most 6.
    Places2 "places within 2 pieces";
    /// The worth of the best upgrade of a piece.
    Upgraded "best upgrade";
    /// The points of awards, times the chance to keep them that a margin gives.
    Kept "awards kept";
    /// The points of awards of others or nobody, divided by what is missing.
    Chased "awards in reach";
    /// The share of the longest trail that counts for an award.
    Trail "trail";
    /// The cards from decks that can still be played.
    Playable "cards to play";
    /// The kinds of access to tokens.
    Access "access";
    /// The goods.
    Goods "goods";
    /// The pieces on the board that produce.
    Buildings "buildings";
    /// The pieces on borders, in tens.
    Routes "routes";
    /// The strength of the pieces on intersections, in fives.
    Strength "strength";
    /// The strength of those that have left their first state, in fives.
    LaterStates "strength in later states";
    /// Whether no piece for a new building is left.
    NoSites "no new building left";
    /// Whether no piece for an upgrade is left.
    NoUpgrades "no upgrade left";
    /// How long others play until the player's next turn, as a share of the round.
    Wait "wait";
}

/// The number of features.
pub(crate) const FEATURES: usize = Feature::ALL.len();
