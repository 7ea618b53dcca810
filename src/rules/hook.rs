//! The hooks that a rule file can define: their one declaration, and calls of them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Args, Hold, Origin, RuleId, Type};
use crate::action::Action;
use crate::board::{Border, Hex, Intersection, Place};
use crate::resource::Resources;
use crate::set::{Few, Id, Set};
use crate::table::{Card, Deck, HexEvent, Kind, Marker, Piece, Player, Token};

/// What a hook is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HookShape {
    /// It happened: runs afterwards, from the agenda, and may do and ask.
    Effect,
    /// May it happen: nothing, or the reason against it.
    Veto,
    /// A value that rules pass along; the last parameter is the value so far.
    Value,
    /// Whether a card or ability can be used now, or why not.
    Guard,
}

impl HookShape {
    /// What it answers, and how messages speak of that.
    pub fn answers(self) -> (&'static [Type], &'static str) {
        match self {
            Self::Effect => (&[Type::Any], "anything"),
            Self::Veto => (&[Type::Text, Type::Unit], "a reason as a text, or nothing"),
            Self::Value => {
                (&[Type::Number, Type::Unit], "a number, or nothing where it says nothing")
            }
            Self::Guard => (&[Type::Truth, Type::Text], "`true`, or `false` or why not as a text"),
        }
    }
}

/// Declares the hooks: variant, name, parameters, shape and contract.
macro_rules! hooks {
    ($($(#[doc = $doc:literal])* $hook:ident $name:literal ($($parameter:literal: $ty:ident),*) $shape:ident;)*) => {
        /// A function that a rule file may define; its name is its registration.
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

            /// What its arguments are.
            pub fn takes(self) -> &'static [Type] {
                match self { $(Self::$hook => &[$(Type::$ty),*],)* }
            }

            /// What it is for.
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
    /// The dice were rolled for production by the player, and all normal consequences are settled; a rule that belongs to some players is heard for each of them.
    OnProductionRoll "on_production_roll" ("me": Player, "roll": Number) Effect;
    /// The player produced the cards of `hand` by a production roll.
    OnProduced "on_produced" ("me": Player, "hand": Cards) Effect;
    /// The player built a piece, or placed it during the set-up.
    OnBuilt "on_built" ("me": Player, "piece": Piece) Effect;
    /// The player bought a card, at the full price or by another way.
    OnBought "on_bought" ("me": Player, "card": Card, "full_price": Truth) Effect;
    /// The player took the way that the rule offers: `what` is the place built at, or the deck.
    OnUsed "on_used" ("me": Player, "what": Any) Effect;
    /// A marker was moved by the player.
    OnMarkerMoved "on_marker_moved" ("me": Player, "marker": Marker) Effect;
    /// The player's turn has begun.
    OnTurn "on_turn" ("me": Player) Effect;
    /// The player plays the card or uses the ability: `what` is its variant, from 1, where it has several, or the card that was played for it.
    Act "act" ("me": Player, "what": Any) Effect;
    /// Whether the player can play the card, use the ability, take the way or trade at the rate now, or use what a card that lasts grants; `what` is the variant of an ability, the place of a way to build, or the deck of a way to buy.
    Usable "usable" ("me": Player, "what": Any) Guard;
    /// Why the player may not build a piece of `kind` at `place`.
    MayBuild "may_build" ("me": Player, "kind": Kind, "place": Place) Veto;
    /// Why the player may not move `marker` to `place`: a hex, or an intersection where markers stand at tokens.
    MayMoveMarker "may_move_marker" ("me": Player, "marker": Marker, "place": Spot) Veto;
    /// Why `thief` may not take a card from the player after moving `marker`.
    MayTakeFrom "may_take_from" ("me": Player, "thief": Player, "marker": Marker) Veto;
    /// Why the player may not win now.
    MayWin "may_win" ("me": Player) Veto;
    /// How many cards `hex` yields the player's `building`.
    Production "production" ("me": Player, "building": Piece, "hex": Hex, "amount": Number) Value;
    /// The most cards the player may hold on a roll that makes full hands discard.
    HandLimit "hand_limit" ("me": Player, "limit": Number) Value;
    /// The points of the player that everybody sees.
    Points "points" ("me": Player, "sum": Number) Value;
    /// What the award of this rule compares.
    Merit "merit" ("me": Player) Value;
}

impl Hook {
    /// The hook of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|hook| hook.name() == name)
    }

    /// Whether it is asked in the turns of others as well as in the player's own: values, and why
    /// somebody else may not do something.
    pub fn is_asked_of_all_turns(self) -> bool {
        match self.shape() {
            HookShape::Value => true,
            HookShape::Veto => self.takes()[1..].contains(&Type::Player),
            HookShape::Effect | HookShape::Guard => false,
        }
    }

    /// Whether it belongs to what players use in their own turns.
    pub fn is_of_use(self) -> bool {
        matches!(self, Self::Act | Self::Usable | Self::OnUsed)
    }

    /// Whether rules overwrite each other's answer, instead of adding to it.
    pub fn has_one_answer(self) -> bool {
        self.shape() == HookShape::Value && !matches!(self, Self::Points | Self::Merit)
    }
}

/// A rule that hears a hook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Listener {
    /// The rule.
    pub rule: RuleId,
    /// The only roll that it hears, for hooks about rolls.
    pub roll: Option<u8>,
    /// The only kinds of pieces that it is about, for hooks about pieces.
    pub kinds: Option<Set<Kind>>,
    /// What makes the rule a player's own; it is heard for nobody else.
    pub held: Option<Hold>,
}

/// The rules that define each hook.
#[derive(Clone, Default, Debug)]
pub struct Listeners([Heard; Hook::ALL.len()]);

/// The rules that define a hook.
#[derive(Clone, Default, Debug)]
struct Heard {
    /// All of them.
    by: Set<RuleId>,
    /// Those that are asked as all others are, in the order in which they hear it.
    listeners: Vec<Listener>,
    /// The tokens and the events to which they belong, and where those of each are among them.
    tokens: Few<Token>,
    of_tokens: Vec<Vec<usize>>,
    hex_events: Few<HexEvent>,
    of_hex_events: Vec<Vec<usize>>,
    /// Where the others are.
    others: Vec<usize>,
}

/// To what rules that hear a hook belong.
#[derive(Clone, Copy, Debug)]
pub enum Group {
    /// A token.
    Token(Token),
    /// An event.
    HexEvent(HexEvent),
    /// Neither.
    Other,
}

impl Listeners {
    /// Lets a rule hear a hook, after those that do already; some hooks are asked of one rule by
    /// name, not of everybody who listens.
    pub fn add(&mut self, hook: Hook, listener: Listener) {
        let heard = &mut self.0[hook as usize];
        heard.by.insert(listener.rule);
        if !matches!(hook, Hook::Act | Hook::OnUsed | Hook::Usable | Hook::Merit) {
            let group = match listener.held {
                Some(Hold::Access { token, .. }) => {
                    heard.tokens = heard.tokens.with(token);
                    place_for(&mut heard.of_tokens, token.index())
                }
                Some(Hold::Affected(event)) => {
                    heard.hex_events = heard.hex_events.with(event);
                    place_for(&mut heard.of_hex_events, event.index())
                }
                _ => &mut heard.others,
            };
            group.push(heard.listeners.len());
            heard.listeners.push(listener);
        }
    }

    /// Whether a rule that hears the hook may work for somebody with access to these tokens, while
    /// these events lie open.
    #[inline]
    pub fn may_hear(
        &self,
        hook: Hook,
        access: Few<Token>,
        open: impl FnOnce() -> Few<HexEvent>,
    ) -> bool {
        let heard = &self.0[hook as usize];
        !heard.others.is_empty()
            || !(heard.tokens & access).is_empty()
            || !heard.hex_events.is_empty() && !(heard.hex_events & open()).is_empty()
    }

    /// To what the rules belong that may work for somebody with access to these tokens, while these
    /// events lie open.
    #[inline]
    pub fn groups(
        &self,
        hook: Hook,
        access: Few<Token>,
        open: Few<HexEvent>,
    ) -> impl Iterator<Item = Group> + use<> {
        let heard = &self.0[hook as usize];
        let tokens = (heard.tokens & access).iter().map(Group::Token);
        tokens.chain((heard.hex_events & open).iter().map(Group::HexEvent)).chain([Group::Other])
    }

    /// Where the rules of a group are among those that hear the hook.
    #[inline]
    pub fn of_group(&self, hook: Hook, group: Group) -> &[usize] {
        let heard = &self.0[hook as usize];
        match group {
            Group::Token(token) => &heard.of_tokens[token.index()],
            Group::HexEvent(event) => &heard.of_hex_events[event.index()],
            Group::Other => &heard.others,
        }
    }

    /// The rules that hear the hook.
    #[inline]
    pub fn of(&self, hook: Hook) -> &[Listener] {
        &self.0[hook as usize].listeners
    }

    /// Whether the rule defines the hook.
    #[inline]
    pub fn is_heard_by(&self, hook: Hook, rule: RuleId) -> bool {
        self.0[hook as usize].by.contains(rule)
    }
}

/// The list of this number; the lists before it come into being with it.
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
        /// Whose piece.
        owner: Player,
        /// What.
        kind: Kind,
        /// Where.
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
    /// Yes or no.
    Truth(bool),
}

/// A call of a rule's hook for a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Call {
    /// The rule.
    pub rule: RuleId,
    /// The hook.
    pub hook: Hook,
    /// Whom it is about.
    pub me: Player,
    /// The other arguments.
    pub args: Args,
    /// Which copy of the rule's card, as in [`Running`].
    #[serde(default)]
    pub copy: u8,
}

impl Call {
    /// Which rule it calls, and for which copy of its card.
    #[inline]
    pub fn running(&self) -> Running {
        Running { rule: self.rule, copy: self.copy }
    }
}

/// A rule that runs or is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Running {
    /// The rule.
    pub rule: RuleId,
    /// For which copy of its card, where that is one that lasts: from 0, in the order in which the
    /// copies were played in this turn. 0 for all other rules.
    pub copy: u8,
}

impl Running {
    /// A rule of which there are no copies.
    #[inline]
    pub fn only(rule: RuleId) -> Self {
        Self { rule, copy: 0 }
    }
}

/// What a pure hook answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Nothing: no opinion.
    Nothing,
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(i64),
    /// A reason.
    Text(String),
}

/// A hook that is waiting for an answer: it runs again from its beginning with all answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The call.
    pub call: Call,
    /// The answers so far, by question and player.
    pub answers: Vec<Answer>,
    /// The number of the question at which it waits.
    pub question: usize,
    /// A hash of the changes and questions so far: a re-run has to make the same.
    pub hash: u64,
}

/// An answer to a rule's question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The number of the question in its hook.
    pub question: usize,
    /// Who answered.
    pub player: Player,
    /// The answer.
    pub action: Action,
}

/// A rule failed: the action is undone.
///
/// Every function that may call a rule returns this when the rule fails. Docs have a section about
/// errors only where there are other reasons.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// What went wrong.
    pub message: String,
    /// Where.
    pub origin: Origin,
    /// The column of the line, from 1; 0 when only the line is known.
    pub column: usize,
    /// The way there in words, innermost first: each function with the place it had come to.
    pub trace: Vec<String>,
    /// What to do about it.
    pub hint: Option<String>,
    /// Whether the rule meant to refuse the action.
    pub refused: bool,
    /// Whether a result of chance that somebody wrote is to blame, and no rule.
    pub is_written: bool,
    /// The hook that failed, where it was a rule's.
    pub call: Option<(RuleId, Hook)>,
    /// The action that was taken back, with its player.
    pub undone: Option<(Player, Action)>,
}

impl Failure {
    /// The failure of which no more is known than this.
    pub fn new(message: impl Into<String>, origin: Origin) -> Self {
        Self {
            message: message.into(),
            origin,
            column: 0,
            trace: Vec::new(),
            hint: None,
            refused: false,
            is_written: false,
            call: None,
            undone: None,
        }
    }

    /// Adds a function to the way there, with the place it had come to.
    pub fn passed(&mut self, function: &str, place: &dyn fmt::Display) {
        self.trace.push(format!("in {function}, {place}"));
    }
}

/// The kind and place of a piece, for arguments.
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
    pub fn intersection(site: Intersection) -> Self {
        Self::Place(Place::Intersection(site))
    }

    /// A border.
    pub fn border(border: Border) -> Self {
        Self::Place(Place::Border(border))
    }
}
