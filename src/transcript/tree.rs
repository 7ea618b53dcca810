//! The syntax tree of a transcript: its lines, with spans for diagnostics. Names are not resolved.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};

/// A transcript as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    /// The file and its text.
    pub source: Source,
    /// The lines before the first line of the game.
    pub header: Header,
    /// All lines, including those of the header.
    pub lines: Vec<Line>,
    /// Warnings about the text.
    pub notes: Vec<Diagnostic>,
}

/// The header of a transcript.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Header {
    /// The scenario, by name or path.
    pub scenario: Name,
    /// The hash of the scenario's file at the time of recording.
    pub scenario_hash: Option<Name>,
    /// The version of newcatan that recorded the game.
    pub engine: Option<String>,
    /// The packs that the recording was made with.
    pub packs: Vec<PackLine>,
    /// The packs and rule files that were added to those of the scenario.
    pub with: Vec<Name>,
    /// The rules that were taken out of play.
    pub without: Vec<Name>,
    /// The settings that differ from the scenario's.
    pub settings: Vec<(Name, String)>,
    /// The seed of the game's random results.
    pub seed: Option<u64>,
    /// The names of the players; empty to use those of the rules.
    pub players: Vec<Name>,
    /// The player whose view is recorded; hidden information is masked.
    pub viewer: Option<Name>,
    /// Unknown keys, each with the error to report if its line turns out to be a line of the game.
    pub unknown: Vec<(Name, Diagnostic)>,
    /// Whether all changes are written.
    pub is_complete: bool,
    /// Whether the game continues without hooks that fail.
    pub is_lenient: bool,
    /// The limit on the operations of all effects, if not the default.
    pub operations: Option<u64>,
}

/// A pack that a recording was made with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackLine {
    /// Its name.
    pub id: Name,
    /// Its version.
    pub version: String,
    /// The hash of its files.
    pub hash: Option<u64>,
}

/// A line of a transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The byte span of the line in the text, without its comment and surrounding spaces.
    pub span: Range<usize>,
    /// Its contents.
    pub body: Body,
}

/// The contents of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// Nothing, or only a comment.
    Blank,
    /// A part of the header.
    Header,
    /// A part of the position before the first action.
    Given(Box<Given>),
    /// The set-up happens.
    SetUp,
    /// A player acts.
    Action(Name, Box<ParsedAction>),
    /// A change that happened, in words.
    Change(String),
    /// A string that is contained in a reason for the refusal.
    Refused(String),
    /// An expectation.
    Expect(Box<Expect>),
    /// The digest of the position at the beginning of a turn.
    Digest(u64, String),
    /// Actions are undone: this number of them, by default one.
    Undo(Option<Number>),
    /// The end of a recording.
    Finish,
}

/// A name with its position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Name {
    /// Its words, separated by single spaces.
    pub text: String,
    /// Its byte span in the text.
    pub span: Range<usize>,
}

/// A number of cards of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount {
    /// The number.
    pub count: Number,
    /// The kind.
    pub name: Name,
}

/// A number with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// Its value.
    pub value: u64,
    /// Its byte span in the text.
    pub span: Range<usize>,
}

/// A part of the position before the first action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// The game begins with the placement.
    Placement,
    /// The number of turns that have begun.
    Turn(Number),
    /// These cards have been drawn from the deck of dice.
    Dice(Vec<[Number; 2]>),
    /// The face that the event die shows.
    EventDie(Name),
    /// The port at a place.
    Port(Name, Name),
    /// The terrain of a hex, and its number marker.
    Hex(Name, Name, Option<Number>),
    /// The amounts of some resources in the supply.
    Supply(Vec<Amount>),
    /// Cards that a player has played.
    Played(Name, Vec<Amount>),
    /// A player's piece of a kind at a place, and the event that affects it.
    Piece(Name, Name, Name, Option<Name>),
    /// Resource cards and goods of a player.
    Cards(Name, Vec<Amount>),
    /// Cards of decks in a player's hand.
    Held(Name, Vec<Amount>),
    /// An award that a player has.
    Award(Name, Name),
    /// A player's settlement at a token's intersection.
    Access(Name, Name),
    /// A player's advance answer to a rule.
    Stands(Name, Name, Name),
    /// A counter or a mark of a rule.
    RuleState(RuleState),
    /// A marker that is not on the board.
    Off(Name),
    /// A marker, a token or an event at a place.
    Marker(Name, Name),
}

/// The state of a counter or a mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleState {
    /// The value of a counter that belongs to a player or to the whole game.
    Counter(Option<Name>, Name, i16),
    /// The value of a counter at a place, or on the piece there.
    CounterAt(Name, Name, i16),
    /// A player, the players who are marked for this player, and the mark.
    MarkedPlayers(Name, Vec<Name>, Name),
    /// A hex or a deck, the mark, and whether it is set.
    MarkedHex(Name, Name, bool),
}

/// An expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expect {
    /// The game is over.
    Over,
    /// Nobody has an award.
    Nobody(Name),
    /// The supply contains these amounts of some resources.
    Supply(Vec<Amount>),
    /// The action is legal for the player, or is not.
    May(Name, ParsedAction, bool),
    /// It is the player's turn.
    InTurn(Name),
    /// The player has won.
    Wins(Name),
    /// The player's longest trail over routes of all kinds.
    Route(Name, Number),
    /// The player's points, including hidden ones.
    Points(Name, i64),
    /// The number of the player's resource cards.
    Hand(Name, Number),
    /// The cards of some kinds that the player has played.
    Played(Name, Vec<Amount>),
    /// The player has access to a token, or does not.
    Access(Name, Name, bool),
    /// The resource cards of some kinds, and the goods, that the player has.
    Cards(Name, Vec<Amount>),
    /// The cards of some kinds in the player's hand.
    Held(Name, Vec<Amount>),
    /// A counter or a mark of a rule has this state.
    RuleState(RuleState),
    /// The player has an award.
    Award(Name, Name),
    /// The building at a place is affected by this event, or by none.
    Affected(Name, Option<Name>),
    /// The number of cards of a kind that are left in a deck.
    Left(Number, Name, Name),
    /// A marker, a token or an event is not on the board.
    Off(Name),
    /// A marker, a token or an event is at a place.
    Marker(Name, Name),
    /// A place is empty.
    Empty(Name),
    /// A player's piece of a kind is at a place.
    Piece(Name, Name, Name),
    /// A hex shows a terrain and has a number marker.
    Hex(Name, Name, Option<Number>),
}

/// An action of a player. Names are not resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedAction {
    /// The byte span of the words in the text, starting with the verb.
    pub span: Range<usize>,
    /// The kind of action.
    pub act: Act,
    /// The written random results, in order.
    pub drawing: Vec<Name>,
}

/// The kind of action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Rolls; the dice may be written, and with them the face of the event die.
    Roll(Option<([Number; 2], Option<Name>)>),
    /// Builds or places a piece of a kind at a place.
    Build(Name, Name, Terms),
    /// Buys a card of a deck.
    Buy(Name, Terms),
    /// Concludes the offer with a player.
    Conclude(Name),
    /// Trades with the supply: the cards given, the cards received, and the rate.
    Trade(Vec<Amount>, Vec<Amount>, Option<Name>),
    /// Plays a card.
    Play(Name, Option<Name>),
    /// Uses an ability: the variant, and the price.
    Use(Name, Option<Name>, Option<Vec<Amount>>),
    /// Answers a rule's questions in advance: the answer, and the rule.
    Stand(Name, Name),
    /// Offers a trade: the cards to give, the cards to get, and the players who may accept.
    Offer(Vec<Amount>, Vec<Amount>, Vec<Name>),
    /// Accepts the offer.
    Accept,
    /// Refuses the offer.
    Refuse,
    /// Makes a counter-offer: the cards to give, and the cards to get.
    Counter(Vec<Amount>, Vec<Amount>),
    /// Withdraws the offer.
    Withdraw,
    /// Discards cards.
    Discard(Vec<Amount>),
    /// Moves a marker to a place.
    Move(Name, Name),
    /// Takes a card from a player, or from nobody.
    Take(Option<Name>),
    /// Chooses which cards to pay first; `true` for the hidden ones.
    PayFirst(bool),
    /// Answers a question.
    Choose(Name),
    /// Ends the turn.
    End,
}

/// The terms of building or buying.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Terms {
    /// Whether the piece is placed for free.
    pub is_placed: bool,
    /// The way.
    pub by: Option<Name>,
    /// The payment.
    pub paying: Option<Vec<Amount>>,
}

impl Transcript {
    /// Adds positions in the header to errors about the requested game. An error without a file
    /// gets the position of the name that it quotes.
    #[must_use]
    pub fn placed(&self, wrong: Diagnostics) -> Diagnostics {
        let header = self.lines.iter().filter(|line| matches!(line.body, Body::Header));
        let place = |one: &Diagnostic| {
            let is_missing = one.code == Some(Code::UnreadableFile) && one.line == 0;
            let name = match one.file.as_str() {
                "" => one.message.split('`').nth(1)?,
                file if is_missing => file,
                _ => return None,
            };
            let named = || {
                header.clone().find_map(|line| {
                    let text = &self.source.text[line.span.clone()];
                    let at = line.span.start + whole_word(text, name)?;
                    Some(at..at + name.len())
                })
            };
            Some(self.source.error(self.path_at(name).or_else(named)?, ""))
        };
        let placed = |one: Diagnostic| match place(&one) {
            Some(place) if one.file.is_empty() => one.at(place),
            Some(place) => {
                Diagnostic { message: format!("`{}`: {}", one.file, one.message), ..one }.at(place)
            }
            None => one,
        };
        Diagnostics(wrong.0.into_iter().map(placed).collect())
    }
}

/// The position at which a string contains a whole word.
fn whole_word(text: &str, word: &str) -> Option<usize> {
    let is_alone = |&(at, _): &(usize, &str)| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    };
    text.match_indices(word).find(is_alone).map(|(at, _)| at)
}
