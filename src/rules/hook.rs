//! The hooks that a rule file can define, and calls of them.

use serde::{Deserialize, Serialize};

use super::{Args, HookShape, Ownership, RuleId, Type};
use crate::action::Action;
use crate::board::{Border, Hex, Intersection, Place};
use crate::chance::DicePairs;
use crate::resource::Resources;
use crate::set::{Id, Set, SmallSet};
use crate::table::{Card, Deck, HexEvent, Kind, Marker, Piece, Player, Token};

/// Declares the hooks: variant, name, parameters, shape and contract.
macro_rules! hooks {
    ($($(#[doc = $doc:literal])* $hook:ident $name:literal ($($parameter:literal: $ty:ident),*) $shape:ident;)*) => {
        /// A function that a rule file may define. Its name registers it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum Hook {
            $($(#[doc = $doc])* $hook,)*
        }

        impl Hook {
            /// All hooks.
            pub const ALL: &[Self] = &[$(Self::$hook,)*];

            /// The name of the function.
            pub fn name(self) -> &'static str {
                match self { $(Self::$hook => $name,)* }
            }

            /// The names of its parameters.
            pub fn parameters(self) -> &'static [&'static str] {
                match self { $(Self::$hook => &[$($parameter),*],)* }
            }

            /// The types of its parameters.
            pub fn parameter_types(self) -> &'static [Type] {
                match self { $(Self::$hook => &[$(Type::$ty),*],)* }
            }

            /// Its kind.
            pub fn shape(self) -> HookShape {
                match self { $(Self::$hook => HookShape::$shape,)* }
            }

            /// Its contract.
            pub fn text(self) -> &'static str {
                match self { $(Self::$hook => concat!($($doc),*).trim_ascii(),)* }
            }
        }
    };
}

hooks! {
    /// The board and the decks are set up, and no piece has been placed yet; `me` is the first player. In a game with a given position nobody is asked: the first possible answer counts. `game.require(…)` can prevent the game.
    OnGameStart "on_game_start" ("me": Player) Effect;
    /// The player rolled the dice, and the roll has not taken effect yet. If the rule belongs to particular players, it runs for each of them.
    OnRolled "on_rolled" ("me": Player, "roll": Number) Effect;
    /// The player made a production roll, and all its normal effects are complete. If the rule belongs to particular players, it runs for each of them.
    OnProductionRoll "on_production_roll" ("me": Player, "roll": Number) Effect;
    /// Hexes that yield any card owe the player this number of cards: in a production roll after the other production, or for a starting settlement.
    OnOwed "on_owed" ("me": Player, "count": Number) Effect;
    /// The player got the cards of `hand` from a production roll.
    OnProduced "on_produced" ("me": Player, "hand": Cards) Effect;
    /// The player built a piece, or placed it during the set-up.
    OnBuilt "on_built" ("me": Player, "piece": Piece) Effect;
    /// The player's piece was moved from the place `from`.
    OnMoved "on_moved" ("me": Player, "piece": Piece, "from": Spot) Effect;
    /// A rule took a piece of this kind, which the player had at `place`, off the board. It does not run for a piece that another one replaces.
    OnRemoved "on_removed" ("me": Player, "kind": Kind, "place": Spot) Effect;
    /// The player bought a card; `full_price` is `true` if the deck's own price was paid, and `false` if a `WAY` was used.
    OnBought "on_bought" ("me": Player, "card": Card, "full_price": Truth) Effect;
    /// The player got a card of a deck, bought or drawn by a rule. In the file of a card, this hook is called for other cards, too.
    OnDrawn "on_drawn" ("me": Player, "card": Card) Effect;
    /// The player used the way of this rule: `what` is the place of the new piece, or the deck.
    OnUsed "on_used" ("me": Player, "what": Any) Effect;
    /// The player gave `other` the cards in `given` and got those in `received`. Each trade between players calls it for both of them.
    OnTraded "on_traded" ("me": Player, "other": Player, "given": Cards, "received": Cards) Effect;
    /// The player moved a marker.
    OnMarkerMoved "on_marker_moved" ("me": Player, "marker": Marker) Effect;
    /// The player's turn has begun.
    OnTurn "on_turn" ("me": Player) Effect;
    /// The player has ended the turn, and the next one has not begun yet.
    OnTurnEnd "on_turn_end" ("me": Player) Effect;
    /// The player plays the card or uses the ability: `what` is the number of its variant, counted from 1, or the card that was played for it.
    Act "act" ("me": Player, "what": Any) Effect;
    /// Whether the player can now play the card, use the ability, the way or the lasting card, or trade at the rate; `what` is the variant of an ability, the place of a way to build, or the deck of a way to buy.
    Usable "usable" ("me": Player, "what": Any) Guard;
    /// The resource cards that the player pays to use the ability or the way now, or a string such as `"2 wood, 1 ore"`; `what` is the variant of an ability, the place of a way to build, or the deck of a way to buy. It takes the place of a price in facts.
    Price "price" ("me": Player, "what": Any) Price;
    /// Why the player may not build a piece of `kind` at `place`.
    MayBuild "may_build" ("me": Player, "kind": Kind, "place": Spot) Veto;
    /// Why the player may not buy a card of `deck`.
    MayBuy "may_buy" ("me": Player, "deck": Decks) Veto;
    /// Why the player may not move `marker` to `place`, which is a hex, or an intersection for markers at tokens.
    MayMoveMarker "may_move_marker" ("me": Player, "marker": Marker, "place": Spot) Veto;
    /// Why `thief` may not take a card from the player after moving `marker`.
    MayTakeFrom "may_take_from" ("me": Player, "thief": Player, "marker": Marker) Veto;
    /// Why the player may not trade with `other`. Each offer calls it for both players.
    MayTrade "may_trade" ("me": Player, "other": Player) Veto;
    /// Why the player may not win now.
    MayWin "may_win" ("me": Player) Veto;
    /// The number of cards that `hex` yields for the player's `building`.
    Production "production" ("me": Player, "building": Piece, "hex": Hex, "amount": Number) Value;
    /// The maximum number of cards that the player may have without discarding, on a roll that makes players discard.
    HandLimit "hand_limit" ("me": Player, "limit": Number) Value;
    /// The player's points that are visible to everybody.
    Points "points" ("me": Player, "sum": Number) Value;
    /// The points that the player needs to win.
    Goal "goal" ("me": Player, "goal": Number) Value;
    /// The value that the award of this rule compares.
    Merit "merit" ("me": Player) Value;
    /// What it is worth to a computer player to play the card or use the ability of this rule now, in hundredths of a point; `what` is the number of the ability's variant. Only computer players ask it; the cards that they cannot see are dealt anew before.
    Worth "worth" ("me": Player, "what": Any) Value;
    /// What a piece of `kind` at `place` is worth to a computer player, besides its points and cards, in hundredths of a point. The answers of all rules are added up. Only computer players ask it; the cards that they cannot see are dealt anew before.
    PieceWorth "piece_worth" ("me": Player, "kind": Kind, "place": Spot) Value;
}

impl Hook {
    /// The hook with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|hook| hook.name() == name)
    }

    /// Whether it is called in every turn, not only in its player's own turns. This is true for
    /// values, and for vetoes that concern other players.
    pub fn concerns_all_turns(self) -> bool {
        match self.shape() {
            HookShape::Value => !self.is_advice(),
            HookShape::Veto => self.parameter_types()[1..].contains(&Type::Player),
            HookShape::Effect | HookShape::Guard | HookShape::Price => false,
        }
    }

    /// Whether it belongs to something that players use in their own turns.
    pub fn is_of_use(self) -> bool {
        matches!(self, Self::Act | Self::Usable | Self::Price | Self::OnUsed)
    }

    /// Whether only computer players ask it.
    pub fn is_advice(self) -> bool {
        matches!(self, Self::Worth | Self::PieceWorth)
    }

    /// Whether it is called for a piece, and only for the pieces in the rule's `KIND`.
    pub fn is_of_pieces(self) -> bool {
        matches!(
            self,
            Self::MayBuild | Self::OnBuilt | Self::OnMoved | Self::OnRemoved | Self::PieceWorth
        )
    }

    /// Whether it concerns everybody who owns the rule, not only the player who rolled.
    pub fn is_of_roll(self) -> bool {
        matches!(self, Self::OnRolled | Self::OnProductionRoll)
    }

    /// Whether rules overwrite each other's answer, instead of adding to it.
    pub fn has_one_answer(self) -> bool {
        let is_own = matches!(self, Self::Points | Self::Goal | Self::Merit);
        self.shape() == HookShape::Value && !is_own && !self.is_advice()
    }
}

/// A rule that is called for a hook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Listener {
    /// The rule.
    pub rule: RuleId,
    /// The only dice for which it is called, for hooks about rolls.
    pub dice: Option<DicePairs>,
    /// The only name on the event die for which it is called, by its index, for hooks about rolls.
    pub face: Option<u8>,
    /// The only kinds of pieces for which it is called, for hooks about pieces.
    pub kinds: Option<Set<Kind>>,
    /// How a player owns the rule; it is called only for owners.
    pub ownership: Option<Ownership>,
}

impl Listener {
    /// Whether it is called for pieces of this kind.
    #[inline]
    pub fn concerns(&self, kind: Kind) -> bool {
        self.kinds.is_none_or(|kinds| kinds.contains(kind))
    }
}

/// The rules that define each hook.
#[derive(Clone, Default, Debug)]
pub struct Listeners([HookListeners; Hook::ALL.len()]);

/// The rules that define a hook.
#[derive(Clone, Default, Debug)]
struct HookListeners {
    /// All rules that define it.
    by: Set<RuleId>,
    /// The rules that are called each time the hook is called, in order.
    listeners: Vec<Listener>,
    /// The tokens and events to which such rules belong, and the indices of these rules in
    /// `listeners`.
    tokens: SmallSet<Token>,
    of_tokens: Vec<Vec<usize>>,
    hex_events: SmallSet<HexEvent>,
    of_hex_events: Vec<Vec<usize>>,
    /// The indices of all other rules in `listeners`.
    others: Vec<usize>,
}

/// The thing to which a group of rules belongs.
#[derive(Clone, Copy, Debug)]
pub enum Group {
    /// A token.
    Token(Token),
    /// An event.
    HexEvent(HexEvent),
    /// Neither of them.
    Other,
}

impl Listeners {
    /// Registers a rule for a hook, after those already registered. Some hooks are only called for
    /// a specific rule, so they get no listeners.
    pub fn add(&mut self, hook: Hook, listener: Listener) {
        let found = &mut self.0[hook as usize];
        found.by.insert(listener.rule);
        let is_of_rule = hook.is_of_use() || matches!(hook, Hook::Merit | Hook::Worth);
        if !is_of_rule {
            let group = match listener.ownership {
                Some(Ownership::Access { token, .. }) => {
                    found.tokens = found.tokens.with(token);
                    place_for(&mut found.of_tokens, token.index())
                }
                Some(Ownership::Affected(event)) => {
                    found.hex_events = found.hex_events.with(event);
                    place_for(&mut found.of_hex_events, event.index())
                }
                _ => &mut found.others,
            };
            group.push(found.listeners.len());
            found.listeners.push(listener);
        }
    }

    /// Whether the hook has a rule that may apply to a player with access to these tokens, while
    /// these events are open.
    #[inline]
    pub fn may_apply(
        &self,
        hook: Hook,
        access: SmallSet<Token>,
        open: impl FnOnce() -> SmallSet<HexEvent>,
    ) -> bool {
        let found = &self.0[hook as usize];
        !found.others.is_empty()
            || !(found.tokens & access).is_empty()
            || !found.hex_events.is_empty() && !(found.hex_events & open()).is_empty()
    }

    /// The groups of rules that may apply to a player with access to these tokens, while these
    /// events are open.
    #[inline]
    pub fn groups(
        &self,
        hook: Hook,
        access: SmallSet<Token>,
        open: SmallSet<HexEvent>,
    ) -> impl Iterator<Item = Group> + use<> {
        let found = &self.0[hook as usize];
        let tokens = (found.tokens & access).iter().map(Group::Token);
        tokens.chain((found.hex_events & open).iter().map(Group::HexEvent)).chain([Group::Other])
    }

    /// The indices of a group's rules among the listeners of the hook.
    #[inline]
    pub fn of_group(&self, hook: Hook, group: Group) -> &[usize] {
        let found = &self.0[hook as usize];
        match group {
            Group::Token(token) => &found.of_tokens[token.index()],
            Group::HexEvent(event) => &found.of_hex_events[event.index()],
            Group::Other => &found.others,
        }
    }

    /// The rules that are called for the hook.
    #[inline]
    pub fn of(&self, hook: Hook) -> &[Listener] {
        &self.0[hook as usize].listeners
    }

    /// Whether any rule defines the hook.
    #[inline]
    pub fn is_defined(&self, hook: Hook) -> bool {
        !self.0[hook as usize].by.is_empty()
    }

    /// Whether the rule defines the hook.
    #[inline]
    pub fn is_defined_by(&self, hook: Hook, rule: RuleId) -> bool {
        self.0[hook as usize].by.contains(rule)
    }
}

/// The list with this index. If it is missing, it is created with all lists before it.
fn place_for(lists: &mut Vec<Vec<usize>>, number: usize) -> &mut Vec<usize> {
    lists.resize_with(lists.len().max(number + 1), Vec::new);
    &mut lists[number]
}

/// An argument of a hook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Arg {
    /// A player.
    Player(Player),
    /// A number.
    Number(i64),
    /// A bag of cards.
    Cards(Resources),
    /// A piece on the board, or one that would be built there.
    Piece {
        /// The owner.
        owner: Player,
        /// The kind.
        kind: Kind,
        /// The place.
        place: Place,
        /// Whether it was placed during the set-up.
        starting: bool,
    },
    /// A kind of piece.
    Kind(Kind),
    /// A place.
    Place(Place),
    /// A marker.
    Marker(Marker),
    /// A kind of card.
    Card(Card),
    /// A deck.
    Deck(Deck),
    /// A boolean.
    Truth(bool),
}

/// A call of a rule's hook for a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Call {
    /// The rule.
    pub rule: RuleId,
    /// The hook.
    pub hook: Hook,
    /// The player whom it concerns.
    pub me: Player,
    /// The other arguments.
    pub args: Args,
    /// The copy of the rule's card, as in [`Running`].
    #[serde(default)]
    pub copy: u8,
}

impl Call {
    /// The rule and the copy of its card.
    #[inline]
    pub fn running(&self) -> Running {
        Running { rule: self.rule, copy: self.copy }
    }

    /// The same call with a place as one more argument, if there is a place.
    #[inline]
    #[must_use]
    pub fn with_place(&self, place: Option<Place>) -> Self {
        let args = place.map_or(self.args, |place| self.args.and(Arg::Place(place)));
        Self { args, ..*self }
    }
}

/// A rule that is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Running {
    /// The rule.
    pub rule: RuleId,
    /// The index of the copy of a lasting card, in the order in which the copies were played this
    /// turn, from 0. It is 0 for all other rules.
    pub copy: u8,
}

impl Running {
    /// A rule without copies.
    #[inline]
    pub fn only(rule: RuleId) -> Self {
        Self { rule, copy: 0 }
    }
}

/// The result of a pure hook.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum HookResult {
    /// Nothing: no opinion.
    Nothing,
    /// A boolean.
    Truth(bool),
    /// A number.
    Number(i64),
    /// A reason.
    Text(String),
    /// A price.
    Cards(Resources),
}

/// A hook that waits for an answer. It is run again from its beginning with all answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SuspendedCall {
    /// The call.
    pub call: Call,
    /// The answers so far, by question and player.
    pub answers: Vec<Answer>,
    /// The index of the question that it waits for.
    pub question: usize,
    /// A hash of the changes and questions so far, which a re-run must reproduce.
    pub hash: u64,
}

/// An answer to a rule's question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The index of the question in its hook.
    pub question: usize,
    /// The player who answered.
    pub player: Player,
    /// The answer.
    pub action: Action,
}

/// Constructors for arguments.
impl Arg {
    /// The piece at a place.
    pub fn piece(piece: Piece, place: Place, starting: bool) -> Self {
        Self::Piece { owner: piece.owner(), kind: piece.kind(), place, starting }
    }

    /// A hex.
    pub fn hex(hex: Hex) -> Self {
        Self::Place(Place::Hex(hex))
    }

    /// An intersection.
    pub fn intersection(intersection: Intersection) -> Self {
        Self::Place(Place::Intersection(intersection))
    }

    /// A border.
    pub fn border(border: Border) -> Self {
        Self::Place(Place::Border(border))
    }
}
