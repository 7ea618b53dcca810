//! Resolves names in a game.

use std::ops::Range;

use super::tree::{Act, Amount, Name, Number, ParsedAction};
use crate::action::AnswerName;
use crate::board::{Hex, Intersection, Place};
use crate::chance::DicePairs;
use crate::diagnostic::{Diagnostic, Source};
use crate::game::{Game, Outcome};
use crate::resource::{Resource, Resources};
use crate::rules::{Rules, TokenKind, Way, of_copy};
use crate::set::{Id, IdMap};
use crate::table::{
    Ability, AdvanceAnswer, Answerable, Award, Card, Deck, Goods, HexEvent, Kind, Marker, NEUTRAL,
    Pile, Player, Rate, TOKENS, Terrain, Token,
};

/// The maximum number of cards of a kind in a line.
const CARDS: u64 = 50;

/// The optional suffix for the first copy of a card.
const FIRST_COPY: &str = " (copy 1)";

/// The resource cards and goods of a list.
#[derive(Default)]
pub(super) struct Belongings {
    /// Resource cards of the hand.
    pub(super) cards: Vec<Amount>,
    /// Goods.
    pub(super) goods: Vec<(Goods, u8)>,
    /// Resource cards of the hand that are visible to all.
    pub(super) open: Vec<Amount>,
    /// Resource cards in piles.
    pub(super) piles: Vec<(Pile, Vec<Amount>)>,
}

/// The index of a name in a list, even if the name is spelled differently.
fn position<'n>(mut known: impl Iterator<Item = &'n str> + Clone, name: &str) -> Option<usize> {
    let found = known.clone().position(|other| other == name);
    found.or_else(|| {
        let spelled = spelled(name);
        // If there is a second copy of a card, the first one has the name of the card alone.
        let has = |name: &str| known.clone().any(|other| other == name);
        let first = spelled.strip_suffix(FIRST_COPY).filter(|name| has(&of_copy(name, 1)));
        let meant = first.unwrap_or(&spelled);
        if meant == name { None } else { known.position(|other| other == meant) }
    })
}

/// Normalizes the spelling of a name: lower case, spaces for hyphens, `3 for 1` for `3:1` and `plus
/// 3` for `+3`.
fn spelled(name: &str) -> String {
    name.to_lowercase().replace('-', " ").replace('+', "plus ").replace(':', " for ")
}

/// Whether a string is a number, and not a name that begins with a digit.
fn is_number(text: &str) -> bool {
    text.contains(|letter: char| letter.is_ascii_digit())
        && text.chars().all(|letter| letter.is_ascii_digit() || "+-.,".contains(letter))
}

/// Declares look-ups by name: the identifier, its list in the rules, and what a message calls it.
macro_rules! named {
    ($($look_up:ident: $id:ident in $list:ident, $what:literal;)*) => {$(
        pub(super) fn $look_up(&self, name: &Name) -> Result<$id, Diagnostic> {
            let known = self.rules.$list.iter().map(|kind| kind.name.as_str());
            self.find(name, $what, known).map($id::new)
        }
    )*};
}

/// Resolves names.
#[derive(Clone, Copy)]
pub(super) struct Resolver<'a> {
    pub(super) rules: &'a Rules,
    pub(super) names: &'a [String],
    pub(super) source: &'a Source,
    /// The places of the tokens, whose names can be used for places.
    pub(super) tokens: IdMap<Token, Option<Intersection>, TOKENS>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(game: &'a Game, source: &'a Source) -> Self {
        Self { rules: game.rules(), names: game.names(), source, tokens: *game.table().tokens() }
    }

    pub(super) fn error(&self, span: &Range<usize>, message: impl Into<String>) -> Diagnostic {
        self.source.error(span.clone(), message)
    }

    /// The index of a name in a list.
    pub(super) fn find<'n>(
        &self,
        name: &Name,
        what: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) -> Result<usize, Diagnostic> {
        position(known.clone(), &name.text).ok_or_else(|| {
            let wrong = self.error(&name.span, format!("no {what} is called `{}`", name.text));
            let sort = self.sort_of(&name.text).map(|sort| format!("`{}` is {sort}", name.text));
            wrong.hints(sort).did_you_mean(&name.text, known.filter(|other| !other.is_empty()))
        })
    }

    /// The category of a name, if it is known.
    fn sort_of(&self, name: &str) -> Option<&'static str> {
        let rules = self.rules;
        let named: [(&str, Vec<&str>); 9] = [
            ("a player", self.names.iter().map(String::as_str).collect()),
            ("a resource", rules.resources.iter().map(|kind| kind.name.as_str()).collect()),
            ("a piece", rules.kinds.iter().map(|kind| kind.name.as_str()).collect()),
            ("a marker", rules.markers.iter().map(|kind| kind.name.as_str()).collect()),
            ("a benefit", rules.tokens.iter().map(|kind| kind.name.as_str()).collect()),
            ("a card", rules.cards.iter().map(|kind| kind.name.as_str()).collect()),
            ("an award", rules.awards.iter().map(|kind| kind.name.as_str()).collect()),
            ("an event", rules.hex_events.iter().map(|kind| kind.name.as_str()).collect()),
            ("a terrain", rules.terrains.iter().map(|kind| kind.name.as_str()).collect()),
        ];
        let is_rule = || rules.rules.iter().any(|rule| rule.name() == name);
        let found = named.into_iter().find(|(_, names)| names.contains(&name));
        found.map(|(sort, _)| sort).or_else(|| is_rule().then_some("a rule without a token"))
    }

    pub(super) fn player(&self, name: &Name) -> Result<Player, Diagnostic> {
        self.find(name, "player", self.names.iter().map(String::as_str)).map(Player::new)
    }

    named! {
        kind: Kind in kinds, "piece";
        resource: Resource in resources, "resource";
        card: Card in cards, "card";
        deck: Deck in decks, "deck";
        marker: Marker in markers, "marker";
        award: Award in awards, "award";
        terrain: Terrain in terrains, "terrain";
        ability: Ability in abilities, "ability";
        rate: Rate in rates, "rate of trade";
        token: Token in tokens, "benefit";
    }

    pub(super) fn way(&self, name: &Name, ways: &[Way]) -> Result<u8, Diagnostic> {
        let way = self.find(name, "way", ways.iter().map(|way| way.name.as_str()))?;
        u8::try_from(way).map_err(|_| self.error(&name.span, "there are too many ways"))
    }

    pub(super) fn place(&self, name: &Name) -> Result<Place, Diagnostic> {
        self.rules.board.place(&name.text).or_else(|message| {
            if let Some(token) = self.token_named(&name.text) {
                return self.intersection_of(token, name).map(Place::Intersection);
            }
            let known = self.rules.tokens.iter().map(|kind| kind.name.as_str());
            Err(self.error(&name.span, message).did_you_mean(&name.text, known))
        })
    }

    /// Replaces the names of tokens in a change with their intersections.
    pub(super) fn with_places_of_tokens(&self, change: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut rest = change;
        while !rest.is_empty() {
            let is_of_place =
                matches!(words.last().map(String::as_str), Some("at" | "from" | "to"));
            let token = self.token_at(rest).filter(|_| is_of_place);
            let word = match token {
                Some((name, intersection)) => {
                    words.push(self.rules.board.place_name(Place::Intersection(intersection)));
                    name
                }
                None => {
                    let word = rest.split(' ').next().unwrap_or_default();
                    words.push(word.to_owned());
                    word
                }
            };
            rest = rest[word.len()..].strip_prefix(' ').unwrap_or_default();
        }
        words.join(" ")
    }

    /// The longest token name at the beginning of a string, and its intersection.
    fn token_at(&self, text: &str) -> Option<(&'a str, Intersection)> {
        let named = |(at, kind): (usize, &'a TokenKind)| {
            let after = text.strip_prefix(kind.name.as_str())?;
            let intersection = self.tokens[Token::new(at)]?;
            (after.is_empty() || after.starts_with(' '))
                .then_some((kind.name.as_str(), intersection))
        };
        let named = self.rules.tokens.iter().enumerate().filter_map(named);
        named.max_by_key(|(name, _)| name.len())
    }

    /// The intersection of a token.
    pub(super) fn intersection_of(
        &self,
        token: Token,
        name: &Name,
    ) -> Result<Intersection, Diagnostic> {
        self.tokens[token].ok_or_else(|| {
            self.error(&name.span, format!("`{}` is not on the board of this game", name.text))
        })
    }

    /// The token with this name; `None` for most names of places.
    pub(super) fn token_named(&self, name: &str) -> Option<Token> {
        position(self.rules.tokens.iter().map(|kind| kind.name.as_str()), name).map(Token::new)
    }

    pub(super) fn goods(&self, name: &Name) -> Option<Goods> {
        let known = self.rules.goods.iter().map(|kind| kind.name.as_str());
        position(known, &name.text).map(Goods::new)
    }

    /// The cards that have been drawn from the deck of dice.
    pub(super) fn dealt(&self, pairs: &[[Number; 2]]) -> Result<DicePairs, Diagnostic> {
        let mut dealt = DicePairs::default();
        for [one, other] in pairs {
            dealt = dealt.with([self.die(one)?, self.die(other)?]);
            if self.rules.dice_deck.is_none() {
                let wrong = self.error(&one.span, "no deck replaces the dice");
                return Err(wrong.hint("declare `[dice]` with `deck = true` in a `pack.toml`"));
            }
        }
        Ok(dealt)
    }

    /// The face of the event die with this name.
    pub(super) fn face(&self, name: &Name) -> Result<u8, Diagnostic> {
        let Some(die) = &self.rules.event_die else {
            let wrong = self.error(&name.span, "this game has no event die");
            return Err(wrong.hint("declare `event_die` in `[dice]` of a `pack.toml`"));
        };
        let found = self.find(name, "face of the event die", die.names.iter().map(String::as_str));
        found.map(|face| u8::try_from(face).expect("few faces"))
    }

    /// The answers with this name.
    pub(super) fn answer_names(&self, name: &Name) -> impl Iterator<Item = AnswerName> {
        let spelled = spelled(&name.text);
        let known = (0..).map(AnswerName).zip(&self.rules.answer_names);
        known.filter(move |(_, it)| it.replace('_', " ") == spelled).map(|(name, _)| name)
    }

    pub(super) fn event(&self, name: &Name) -> Option<HexEvent> {
        let known = self.rules.hex_events.iter().map(|kind| kind.name.as_str());
        position(known, &name.text).map(HexEvent::new)
    }

    /// A kind of neutral pieces, and the state that is named.
    pub(super) fn neutral_piece(&self, name: &Name) -> Option<(Kind, Option<u8>)> {
        self.rules.piece_named(&name.text).filter(|&(kind, _)| self.rules.kind(kind).neutral)
    }

    /// A kind of piece, and the state if its name precedes that of the kind.
    pub(super) fn piece(&self, name: &Name) -> Result<(Kind, Option<u8>), Diagnostic> {
        let named = self.rules.piece_named(&name.text);
        named.map_or_else(|| self.kind(name).map(|kind| (kind, None)), Ok)
    }

    /// The owner of a piece: a player, or `nobody`.
    pub(super) fn owner(&self, name: &Name) -> Result<Player, Diagnostic> {
        if name.text == "nobody" { Ok(NEUTRAL) } else { self.player(name) }
    }

    /// The rule and its advance answer.
    pub(super) fn advance_answer(
        &self,
        advance_answer: &Name,
        rule: &Name,
    ) -> Result<(Answerable, AdvanceAnswer), Diagnostic> {
        let known: Vec<String> = self
            .rules
            .answerables
            .iter()
            .map(|answerable| self.rules.rule(answerable.rule).name())
            .collect();
        let what = "rule that can be answered in advance";
        let answerable =
            self.find(rule, what, known.iter().map(String::as_str)).map(Answerable::new)?;
        let advance_answer = match advance_answer.text.as_str() {
            "accept" => AdvanceAnswer::Accept,
            "decline" => AdvanceAnswer::Decline,
            _ => AdvanceAnswer::Ask,
        };
        Ok((answerable, advance_answer))
    }

    /// The variant of an ability with this name.
    pub(super) fn variant(&self, ability: Ability, name: &Name) -> Result<u8, Diagnostic> {
        let variants = &self.rules.abilities[ability.index()].variants;
        let known = variants.iter().map(|variant| variant.name.as_str());
        let found = self.find(name, "variant", known)?;
        u8::try_from(found).map_err(|_| self.error(&name.span, "there are too many variants"))
    }

    /// The resource cards and goods of a list.
    pub(super) fn belongings(&self, amounts: &[Amount]) -> Result<Belongings, Diagnostic> {
        let mut belongings = Belongings::default();
        for amount in amounts {
            let Belongings { cards, goods, open, piles } = &mut belongings;
            if let Some(bare) = self.without(amount, "open") {
                open.push(bare);
                continue;
            }
            let kinds = self.rules.piles.iter().enumerate();
            let mut laid =
                kinds.filter_map(|(at, kind)| Some((at, self.without(amount, &kind.name)?)));
            if let Some((at, bare)) = laid.next() {
                piles.push((Pile::new(at), vec![bare]));
                continue;
            }
            match self.goods(&amount.name) {
                Some(good) if goods.iter().any(|&(other, _)| other == good) => {
                    let message = format!("`{}` is listed twice", amount.name.text);
                    return Err(self.error(&amount.name.span, message));
                }
                Some(good) => goods.push((good, self.small(&amount.count, CARDS)?)),
                None => {
                    let goods = self.rules.goods.iter().map(|kind| kind.name.as_str());
                    self.resource(&amount.name)
                        .map_err(|wrong| wrong.did_you_mean(&amount.name.text, goods))?;
                    cards.push(amount.clone());
                }
            }
        }
        Ok(belongings)
    }

    /// The amount without a word before its resource, such as `open`.
    fn without(&self, amount: &Amount, word: &str) -> Option<Amount> {
        let text = amount.name.text.strip_prefix(word)?.strip_prefix(' ')?;
        let name = Name { text: text.into(), span: amount.name.span.clone() };
        self.resource(&name).ok()?;
        Some(Amount { name, count: amount.count.clone() })
    }

    pub(super) fn hex(&self, name: &Name) -> Result<Hex, Diagnostic> {
        match self.place(name)? {
            Place::Hex(hex) => Ok(hex),
            _ => Err(self
                .error(&name.span, format!("`{}` is not a hex", name.text))
                .hint("hexes are written like `C4`")),
        }
    }

    pub(super) fn small(&self, number: &Number, most: u64) -> Result<u8, Diagnostic> {
        match u8::try_from(number.value) {
            Ok(value) if number.value <= most => Ok(value),
            _ => Err(self.error(&number.span, format!("expected a number from 0 to {most}"))),
        }
    }

    /// The resources of a list with their counts; duplicates are errors.
    pub(super) fn counts(&self, amounts: &[Amount]) -> Result<Vec<(Resource, u8)>, Diagnostic> {
        let mut counts: Vec<(Resource, u8)> = Vec::new();
        for Amount { count, name } in amounts {
            let resource = self.resource(name)?;
            if counts.iter().any(|&(other, _)| other == resource) {
                return Err(self.error(&name.span, format!("`{}` is listed twice", name.text)));
            }
            counts.push((resource, self.small(count, CARDS)?));
        }
        Ok(counts)
    }

    pub(super) fn bag(&self, amounts: &[Amount]) -> Result<Resources, Diagnostic> {
        let counts = self.counts(amounts)?;
        let total: usize = counts.iter().map(|&(_, count)| usize::from(count)).sum();
        match amounts.last() {
            Some(last) if total > 120 => {
                Err(self.error(&last.count.span, "expected at most 120 cards in total"))
            }
            _ => Ok(counts.iter().map(|&(kind, n)| Resources::of(kind, usize::from(n))).sum()),
        }
    }

    /// The written random results.
    pub(super) fn outcomes(&self, parsed: &ParsedAction) -> Result<Vec<Outcome>, Diagnostic> {
        let mut outcomes = Vec::new();
        if let Act::Roll(Some(([one, other], face))) = &parsed.act {
            outcomes.push(Outcome::Dice([self.die(one)?, self.die(other)?]));
            if let Some(face) = face {
                outcomes.push(Outcome::EventDie(self.face(face)?));
            }
        }
        for result in &parsed.drawing {
            outcomes.push(if let Ok(resource) = self.resource(result) {
                Outcome::Resource(resource)
            } else if is_number(&result.text) {
                let number = result.text.parse();
                Outcome::Number(number.map_err(|_| self.no_draw(result))?)
            } else if let Some(open) = result.text.strip_prefix("open ") {
                let name = Name { text: open.into(), span: result.span.clone() };
                Outcome::Open(self.resource(&name)?)
            } else if let Some(event) = self.event(result) {
                Outcome::HexEvent(event)
            } else if let Ok(terrain) = self.terrain(result) {
                Outcome::Terrain(terrain)
            } else {
                self.drawn_thing(result)?
            });
        }
        Ok(outcomes)
    }

    /// A card, or what a rule draws: a player, a marker, a hex, a place or the piece there.
    fn drawn_thing(&self, result: &Name) -> Result<Outcome, Diagnostic> {
        self.card(result).map(Outcome::Card).or_else(|unknown| {
            if let Ok(player) = self.player(result) {
                Ok(Outcome::Player(player))
            } else if let Ok(marker) = self.marker(result) {
                Ok(Outcome::Marker(marker))
            } else if let Ok(place) = self.rules.board.place(&result.text) {
                Ok(Outcome::Place(place))
            } else {
                Err(unknown)
            }
        })
    }

    /// The diagnostic for a number that cannot be drawn.
    fn no_draw(&self, result: &Name) -> Diagnostic {
        let message = format!("`{}` cannot be drawn", result.text);
        let hint = "a rule draws whole numbers, from 0 to at most 254";
        self.error(&result.span, message).hint(hint)
    }

    pub(super) fn die(&self, number: &Number) -> Result<u8, Diagnostic> {
        match self.small(number, 6) {
            Ok(die) if die > 0 => Ok(die),
            _ => Err(self.error(&number.span, "a die shows 1 to 6")),
        }
    }
}
