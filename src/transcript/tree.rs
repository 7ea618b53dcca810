//! The syntax tree of a transcript: its lines, with places for diagnostics and without meaning.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};

/// A transcript as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    /// The file and its text.
    pub source: Source,
    /// What stands before the first line of the game.
    pub header: Header,
    /// All lines, those of the header included.
    pub lines: Vec<Line>,
    /// What is strange about the text but no error.
    pub notes: Vec<Diagnostic>,
}

/// What a transcript says about its game as a whole.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Header {
    /// The scenario, by name or path.
    pub scenario: Name,
    /// The hash of the scenario's file that the recording was made with.
    pub scenario_hash: Option<Name>,
    /// The version of the engine that recorded the game.
    pub engine: Option<String>,
    /// The packs that the recording was made with.
    pub packs: Vec<PackLine>,
    /// The packs and rule files that were added to those of the scenario.
    pub with: Vec<Name>,
    /// The rules that were left out.
    pub without: Vec<Name>,
    /// The settings that differ from the scenario's.
    pub settings: Vec<(Name, String)>,
    /// The seed of the game's chance.
    pub seed: Option<u64>,
    /// What the players are called; nobody where that is left to the rules.
    pub players: Vec<Name>,
    /// As whom the recording shows the game, where hidden things are masked.
    pub viewer: Option<Name>,
    /// Keys that this engine does not know, and what is wrong with their lines as lines of the
    /// game.
    pub unknown: Vec<(Name, Diagnostic)>,
    /// Whether every change is written.
    pub is_complete: bool,
    /// Whether the game goes on without hooks that fail.
    pub is_lenient: bool,
    /// How many operations all effects of the game may take, where that is not as ever.
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
    /// The line without comment and space around it, in bytes of the text.
    pub span: Range<usize>,
    /// What it says.
    pub body: Body,
}

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// Nothing but perhaps a comment.
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
    /// A text that a reason against the action holds.
    Refused(String),
    /// Something that has to hold.
    Expect(Box<Expect>),
    /// The digest of the position at the beginning of a turn.
    Digest(u64, String),
    /// So many actions are taken back; one where no number is written.
    Undo(Option<Number>),
    /// A recording was not cut off.
    Finish,
}

/// A name as it is written, and where.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Name {
    /// Its words, one space between them.
    pub text: String,
    /// Where it stands, in bytes of the text.
    pub span: Range<usize>,
}

/// So many cards of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount {
    /// How many.
    pub count: Number,
    /// Of what.
    pub name: Name,
}

/// A number as it is written, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// Its value.
    pub value: u64,
    /// Where it stands, in bytes of the text.
    pub span: Range<usize>,
}

/// A part of the position before the first action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// The game begins with the placement after all.
    Placement,
    /// So many turns have begun.
    Turn(Number),
    /// The port at a place.
    Port(Name, Name),
    /// The terrain of a hex, and its number marker.
    Hex(Name, Name, Option<Number>),
    /// All that the supply has of some resources.
    Supply(Vec<Amount>),
    /// Cards that a player has played.
    Played(Name, Vec<Amount>),
    /// A player's piece of a kind at a place, and the event that affects it.
    Piece(Name, Name, Name, Option<Name>),
    /// Resource cards of a player, and goods.
    Cards(Name, Vec<Amount>),
    /// Cards of decks that a player holds.
    Held(Name, Vec<Amount>),
    /// An award that a player has.
    Award(Name, Name),
    /// A settlement of a player at the intersection of a token.
    Access(Name, Name),
    /// What a player answers in advance to a rule.
    Stands(Name, Name, Name),
    /// A counter or a mark of a rule.
    RuleState(RuleState),
    /// A marker outside the board.
    Off(Name),
    /// A marker, a token or an event at a place.
    Marker(Name, Name),
}

/// A counter or a mark that a rule keeps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleState {
    /// A counter of a player, or of the whole game, and its number.
    Counter(Option<Name>, Name, i16),
    /// The players who are marked for a player, and as what.
    Marked(Name, Vec<Name>, Name),
    /// A hex or a deck, as what it is marked, and whether it is.
    Tagged(Name, Name, bool),
}

/// Something that has to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expect {
    /// The game is over.
    Over,
    /// Nobody has an award.
    Nobody(Name),
    /// The supply has so many of some resources.
    Supply(Vec<Amount>),
    /// The player may do this, or may not.
    May(Name, ParsedAction, bool),
    /// It is the player's turn.
    InTurn(Name),
    /// The player has won.
    Wins(Name),
    /// The player's longest trail over routes of all kinds.
    Route(Name, Number),
    /// The player's points, hidden ones included.
    Points(Name, i64),
    /// How many resource cards the player has.
    Hand(Name, Number),
    /// The cards of some kinds that the player has played.
    Played(Name, Vec<Amount>),
    /// The player has access to a token, or has not.
    Access(Name, Name, bool),
    /// The resource cards of some kinds, and the goods, that the player has.
    Cards(Name, Vec<Amount>),
    /// The cards of some kinds that the player holds.
    Held(Name, Vec<Amount>),
    /// A counter or a mark of a rule stands so.
    RuleState(RuleState),
    /// The player has an award.
    Award(Name, Name),
    /// The building at a place is affected by this event, or by none.
    Affected(Name, Option<Name>),
    /// So many cards of a kind are left in a deck.
    Left(Number, Name, Name),
    /// A marker stands outside the board, or a token lies nowhere.
    Off(Name),
    /// A marker stands at a place, or a token lies there.
    Marker(Name, Name),
    /// Nothing stands at a place.
    Empty(Name),
    /// A piece of a kind of a player stands at a place.
    Piece(Name, Name, Name),
    /// A hex shows a terrain, and carries a number marker.
    Hex(Name, Name, Option<Number>),
}

/// An action of a player as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedAction {
    /// The words from the verb on, in bytes of the text.
    pub span: Range<usize>,
    /// What is done.
    pub act: Act,
    /// The written results of chance, in their order.
    pub drawing: Vec<Name>,
}

/// What is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Rolls, with these dice where they are written.
    Roll(Option<[Number; 2]>),
    /// Builds or places a piece of a kind at a place.
    Build(Name, Name, Terms),
    /// Buys a card of a deck.
    Buy(Name, Terms),
    /// Concludes the offer with a player.
    Conclude(Name),
    /// Trades with the supply: gives, gets, and by which rate.
    Trade(Vec<Amount>, Vec<Amount>, Option<Name>),
    /// Plays a card.
    Play(Name, Option<Name>),
    /// Uses an ability: which variant, and for which price.
    Use(Name, Option<Name>, Option<Vec<Amount>>),
    /// Answers a rule in advance.
    Stand(Name, Name),
    /// Offers a trade: gives, gets, and to whom.
    Offer(Vec<Amount>, Vec<Amount>, Vec<Name>),
    /// Accepts the offer.
    Accept,
    /// Refuses the offer.
    Refuse,
    /// Makes a counter-offer: gives and gets.
    Counter(Vec<Amount>, Vec<Amount>),
    /// Withdraws the offer.
    Withdraw,
    /// Discards cards.
    Discard(Vec<Amount>),
    /// Moves a marker to a place.
    Move(Name, Name),
    /// Takes a card from a player, or from nobody.
    Take(Option<Name>),
    /// Says which cards go first: the hidden ones?
    PayFirst(bool),
    /// Answers a question.
    Choose(Name),
    /// Ends the turn.
    End,
}

/// On which terms something is had.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Terms {
    /// Whether it is placed, for nothing.
    pub is_placed: bool,
    /// By which way.
    pub by: Option<Name>,
    /// For which price.
    pub paying: Option<Vec<Amount>>,
}

impl Transcript {
    /// What is wrong with the game that the header asks for, at its lines: a mistake without a file
    /// stands where its name stands.
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

/// Where a text stands in another one, and no letter or digit beside it.
fn whole_word(text: &str, word: &str) -> Option<usize> {
    let is_alone = |&(at, _): &(usize, &str)| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    };
    text.match_indices(word).find(is_alone).map(|(at, _)| at)
}
