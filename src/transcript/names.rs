//! Finds unknown names in a transcript without playing it, so that an error on one line does not
//! hide others.

use std::sync::Arc;

use super::guess;
use super::parser::{check_lines, read};
use super::resolve::Resolver;
use super::tree::{Act, Amount, Body, Expect, Given, Name, ParsedAction, Terms, Transcript};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rules::Rules;
use crate::set::IdMap;

/// Parses a transcript; `load` loads its rules if some lines have errors.
///
/// # Errors
/// Lines that cannot be parsed, a missing scenario, and unknown names on the other lines.
pub fn parse_for(
    text: &str,
    file: &str,
    load: impl FnOnce(&Transcript) -> Option<Arc<Rules>>,
) -> Result<Transcript, Diagnostics> {
    check_lines(text, file)?;
    let (transcript, wrong) = read(text, file);
    let is_sound = !wrong.0.is_empty() && has_sound_header(&transcript, &wrong);
    let rules = is_sound.then(|| load(&transcript)).flatten();
    let names = rules.map_or_else(Diagnostics::default, |rules| wrong_names(&transcript, &rules));
    transcript.unless_any(wrong).map_err(|mut wrong| {
        wrong.extend(names.0);
        wrong.0.sort_by_key(|one| (one.line, one.column));
        wrong
    })
}

/// Whether all errors are outside the header, so that the game and the players are known.
fn has_sound_header(transcript: &Transcript, wrong: &Diagnostics) -> bool {
    let is_begun = |body: &Body| !matches!(body, Body::Blank | Body::Header);
    let lines = || transcript.lines.iter().enumerate();
    let number = |(at, _): (usize, _)| at + 1;
    let end = lines().rfind(|(_, line)| line.body == Body::Header).map_or(0, number);
    let begin = lines().find(|(_, line)| is_begun(&line.body)).map_or(usize::MAX, number);
    let is_of_game = |line: usize| {
        let first = transcript.source.line(line).split_whitespace().next().unwrap_or_default();
        let is_player = transcript.header.players.iter().any(|player| player.text == first);
        is_player || ["given", "expect"].contains(&first)
    };
    wrong.0.iter().all(|one| one.line > end && (one.line > begin || is_of_game(one.line)))
}

/// The unknown names that can be found without playing the lines.
fn wrong_names(transcript: &Transcript, rules: &Rules) -> Diagnostics {
    let names = transcript.names(rules);
    let tokens = IdMap::all(None);
    let speller = Speller(Resolver { rules, names: &names, source: &transcript.source, tokens });
    let mut wrong = Diagnostics::default();
    for line in &transcript.lines {
        let spelled = match &line.body {
            Body::Given(given) => speller.given(given),
            Body::Expect(expect) => speller.expect(expect),
            Body::Action(player, parsed) => speller.action(player, parsed),
            _ => Ok(()),
        };
        wrong.keep(spelled.map_err(|wrong| guess::guessed(transcript, line, wrong, &names)));
    }
    wrong
}

/// Resolves names; reports the first unknown one of each line.
struct Speller<'a>(Resolver<'a>);

type Spelled = Result<(), Diagnostic>;

impl Speller<'_> {
    fn given(&self, given: &Given) -> Spelled {
        let names = &self.0;
        match given {
            Given::Placement | Given::Turn(_) | Given::Dice(_) => Ok(()),
            Given::EventDie(face) => names.face(face).map(drop),
            Given::Port(place, kind) => {
                self.place(place)?;
                if kind.text == "any" { Ok(()) } else { names.resource(kind).map(drop) }
            }
            Given::Hex(hex, terrain, _) => self.place(hex).and(names.terrain(terrain).map(drop)),
            Given::Supply(amounts) => names.counts(amounts).map(drop),
            Given::Played(player, cards) | Given::Held(player, cards) => {
                self.player(player)?;
                self.cards(cards)
            }
            Given::Piece(player, kind, place, _) => {
                self.player(player)?;
                names.piece(kind)?;
                self.place(place)
            }
            Given::Cards(player, amounts) => self.player(player).and_then(|()| self.bag(amounts)),
            Given::Award(player, award) => {
                self.player(player)?;
                names.award(award).map(drop)
            }
            Given::Access(player, token) => {
                self.player(player)?;
                names.token(token).map(drop)
            }
            Given::Stands(player, advance_answer, rule) => {
                self.player(player)?;
                names.advance_answer(advance_answer, rule).map(drop)
            }
            Given::RuleState(state) => names.rule_state(state).map(drop),
            Given::Off(marker) => names.marker(marker).map(drop),
            Given::Marker(name, place) => {
                if names.neutral_piece(name).is_none() {
                    self.stands(name)?;
                }
                self.place(place)
            }
        }
    }

    fn expect(&self, expect: &Expect) -> Spelled {
        let names = &self.0;
        match expect {
            Expect::Nobody(award) => names.award(award).map(drop),
            Expect::Supply(amounts) => names.counts(amounts).map(drop),
            Expect::May(player, parsed, _) => self.action(player, parsed),
            Expect::InTurn(player)
            | Expect::Wins(player)
            | Expect::Route(player, _)
            | Expect::Points(player, _)
            | Expect::Hand(player, _) => self.player(player),
            Expect::Played(player, cards) | Expect::Held(player, cards) => {
                self.player(player)?;
                self.cards(cards)
            }
            Expect::Access(player, token, _) => {
                self.player(player)?;
                names.token(token).map(drop)
            }
            Expect::Cards(player, amounts) => self.player(player).and_then(|()| self.bag(amounts)),
            Expect::Award(player, award) => {
                self.player(player)?;
                names.award(award).map(drop)
            }
            Expect::Left(_, _, deck) => names.deck(deck).map(drop),
            Expect::Off(name) => self.stands(name),
            Expect::Marker(name, place) => {
                self.stands(name)?;
                self.place(place)
            }
            Expect::Empty(place) | Expect::Affected(place, _) | Expect::Hex(place, ..) => {
                self.place(place)
            }
            Expect::Piece(place, kind, player) => {
                self.place(place)?;
                names.piece(kind)?;
                names.owner(player).map(drop)
            }
            Expect::Over | Expect::RuleState(_) => Ok(()),
        }
    }

    fn action(&self, player: &Name, parsed: &ParsedAction) -> Spelled {
        self.player(player)?;
        let names = &self.0;
        match &parsed.act {
            Act::Build(kind, place, terms) => {
                names.kind(kind)?;
                self.place(place)?;
                self.terms(terms)
            }
            Act::Buy(deck, terms) => names.deck(deck).and_then(|_| self.terms(terms)),
            Act::Conclude(other) => self.player(other),
            Act::Trade(give, get, _) | Act::Counter(give, get) => {
                names.counts(give).and(names.counts(get)).map(drop)
            }
            Act::Offer(give, get, to) => {
                names.counts(give).and(names.counts(get))?;
                to.iter().try_for_each(|player| self.player(player))
            }
            Act::Stand(advance_answer, rule) => {
                names.advance_answer(advance_answer, rule).map(drop)
            }
            Act::Discard(cards) => names.counts(cards).map(drop),
            Act::Move(marker, place) => names.marker(marker).and_then(|_| self.place(place)),
            Act::Take(from) => from.iter().try_for_each(|player| self.player(player)),
            Act::Use(_, _, pay) => pay.iter().try_for_each(|pay| names.counts(pay).map(drop)),
            // All other names depend on the course of the game.
            _ => Ok(()),
        }
    }

    fn terms(&self, terms: &Terms) -> Spelled {
        terms.paying.iter().try_for_each(|pay| self.0.counts(pay).map(drop))
    }

    fn player(&self, name: &Name) -> Spelled {
        self.0.player(name).map(drop)
    }

    fn bag(&self, amounts: &[Amount]) -> Spelled {
        self.0.belongings(amounts).map(drop)
    }

    fn cards(&self, cards: &[Amount]) -> Spelled {
        cards.iter().try_for_each(|amount| self.0.card(&amount.name).map(drop))
    }

    /// A place, or a token at any place.
    fn place(&self, name: &Name) -> Spelled {
        match self.0.token_named(&name.text) {
            Some(_) => Ok(()),
            None => self.0.place(name).map(drop),
        }
    }

    /// A marker, a token or an event.
    fn stands(&self, name: &Name) -> Spelled {
        let is_other = self.0.token_named(&name.text).is_some() || self.0.event(name).is_some();
        if is_other { Ok(()) } else { self.0.marker(name).map(drop) }
    }
}
