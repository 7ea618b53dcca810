//! Begins a transcript's game: with a set-up from its seed, or with the given position.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use super::given_board::in_state;
use super::guess;
use super::places::in_words_of;
use super::resolve::{Belongings, Resolver};
use super::tree::{Act, Amount, Body, Expect, Given, Line, Name, ParsedAction, Transcript};
use crate::board::{Intersection, Place};
use crate::change::Change;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Result, Source};
use crate::game::{
    Game, InvalidPosition, OnRuleError, PositionBuilder, Refusal, Script, Start, markers,
};
use crate::resource::Resources;
use crate::rules::Rules;
use crate::set::Id;
use crate::table::{NEUTRAL, Piece, Player, Token};

/// The maximum number of turns before a given position.
const TURNS: u16 = 10_000;

impl Transcript {
    /// The names of the players: from the transcript, or by default from the rules.
    pub fn names(&self, rules: &Rules) -> Vec<String> {
        if !self.header.players.is_empty() {
            return self.header.players.iter().map(|name| name.text.clone()).collect();
        }
        rules.names_of(*rules.seats.start()).unwrap_or_default()
    }

    /// The seed of the game's random results.
    pub fn seed(&self) -> u64 {
        self.header.seed.unwrap_or(1)
    }

    /// Applies the header's settings for failing rules and operations to a game.
    pub(super) fn limit(&self, game: &mut Game) {
        if self.header.is_lenient {
            game.on_rule_error(OnRuleError::Skip);
        }
        if let Some(operations) = self.header.operations {
            game.limit_operations(operations);
        }
    }

    /// Adds a hint to errors about unknown names if the rules that the transcript adds were not
    /// loaded.
    #[must_use]
    pub fn missed(&self, wrong: Diagnostics, with: &[String]) -> Diagnostics {
        let is_there = |path: &str| {
            let own = Path::new(path.trim_start_matches("./"));
            with.iter().any(|added| Path::new(added).ends_with(own) || own.starts_with(added))
        };
        let own = self.header.with.iter().map(|path| path.text.as_str());
        let Some(missed) = own.into_iter().find(|path| !is_there(path)) else { return wrong };
        let hint = format!(
            "`with {missed}` is ignored because the option `--with` is given: add the path to that option"
        );
        wrong.hinted(|one| (one.code == Some(Code::UnknownName)).then(|| hint.clone()))
    }

    /// Begins the transcript's game.
    ///
    /// # Errors
    /// When the players do not fit the rules, or the position is impossible.
    pub fn begin(&self, rules: &Arc<Rules>, script: Rc<dyn Script>) -> Result<Game, Diagnostics> {
        if let Some(viewer) = &self.header.viewer {
            let message =
                format!("a recording from the view of {} cannot be replayed", viewer.text);
            let hint = "it lacks hidden information: record without `--as`";
            return Err(self.source.error(viewer.span.clone(), message).hint(hint).into());
        }
        let names = self.names(rules);
        let mut unknown = self.header.unknown.iter();
        if let Some((_, wrong)) = unknown.find(|(key, _)| names.contains(&key.text)) {
            return Err(wrong.clone().into());
        }
        let refused = |refused: Refusal| Diagnostics::from(self.refused_start(&refused));
        let givens = self.givens();
        if givens.is_empty() {
            return Game::new(Arc::clone(rules), script, &names, self.seed()).map_err(refused);
        }
        let position = PositionBuilder::new(Arc::clone(rules), script, &names, self.seed());
        let position = position.map_err(refused)?;
        let tokens = position.view().table().tokens();
        let resolver = Resolver { rules, names: &names, source: &self.source, tokens: *tokens };
        let mut setter =
            PositionReader { resolver, position, placed: Vec::new(), unique: Vec::new() };
        let mut wrong = Diagnostics::default();
        let mut ordered: Vec<&(&Line, &Given)> = givens.iter().collect();
        ordered.sort_by_key(|(_, given)| apply_order(&resolver, given));
        for (line, given) in ordered {
            // An award may depend on a line that failed.
            if matches!(given, Given::Award(..)) && !wrong.0.is_empty() {
                continue;
            }
            let words = &self.source.text[line.span.clone()];
            wrong.keep(setter.give(line, given).map_err(|wrong| {
                let message = in_words_of(&rules.board, words, &wrong.message);
                guess::guessed(self, line, Diagnostic { message, ..wrong }, &names)
            }));
        }
        let start = wrong.keep(self.start(&resolver, &givens));
        let Some(start) = start.filter(|_| wrong.0.is_empty()) else { return Err(wrong) };
        setter.position.begin(start).map_err(refused)
    }

    /// The `given` lines.
    fn givens(&self) -> Vec<(&Line, &Given)> {
        let lines = self.lines.iter();
        let given = lines.filter_map(|line| match &line.body {
            Body::Given(given) => Some((line, &**given)),
            _ => None,
        });
        given.collect()
    }

    /// The start of the game from the position. It is the turn of the first player who acts.
    fn start(&self, resolver: &Resolver<'_>, givens: &[(&Line, &Given)]) -> Result<Start> {
        if givens.iter().any(|(_, given)| **given == Given::Placement) {
            return Ok(Start::Placement);
        }
        let bodies = || self.lines.iter().map(|line| &line.body);
        let acting = bodies().find_map(|body| match body {
            Body::Action(player, parsed) if comes_in_turn(parsed) => Some((player, &**parsed)),
            _ => None,
        });
        let expected = || {
            let expected = bodies().filter_map(|body| match body {
                Body::Expect(expected) => Some(&**expected),
                _ => None,
            });
            let mut may = expected.filter_map(|expected| match expected {
                Expect::May(player, parsed, _) => Some((player, parsed)),
                _ => None,
            });
            may.find(|(_, parsed)| comes_in_turn(parsed))
        };
        let Some((player, parsed)) = acting.or_else(expected) else {
            return Ok(Start::Roll(Player(0)));
        };
        let player = resolver.player(player)?;
        Ok(if comes_before_roll(parsed) { Start::Roll(player) } else { Start::Act(player) })
    }

    fn refused_start(&self, refused: &Refusal) -> Diagnostic {
        let span = self.header.players.first().zip(self.header.players.last());
        let wrong = match span {
            Some((first, last)) => {
                self.source.error(first.span.start..last.span.end, refused.to_string())
            }
            None => self.source.whole(refused.to_string()),
        };
        match refused {
            Refusal::Failed(failure) => wrong.hint(format!("see {}", failure.origin)),
            Refusal::Illegal(_) => wrong,
        }
    }
}

/// Whether an action can precede the production roll.
fn comes_before_roll(parsed: &ParsedAction) -> bool {
    matches!(parsed.act, Act::Roll(_) | Act::Play(..))
}

/// Whether only the player whose turn it is can take an action.
fn comes_in_turn(parsed: &ParsedAction) -> bool {
    !matches!(parsed.act, Act::Stand(..))
}

/// The order in which parts of a position are applied. Hexes and tokens come first, since tokens
/// belong to outposts and their names can be used for places. The supply comes late, since the
/// cards of players are taken from it, and awards come last, since they depend on everything else.
fn apply_order(resolver: &Resolver<'_>, given: &Given) -> u8 {
    match given {
        Given::Hex(..) => 0,
        Given::Marker(name, _) if resolver.token_named(&name.text).is_some() => 1,
        Given::Marker(name, _) if resolver.event(name).is_some() => 1,
        Given::Supply(_) => 3,
        Given::Award(..) => 4,
        _ => 2,
    }
}

/// Whether two parts of a position exclude each other.
fn excludes(one: &Change, other: &Change) -> bool {
    match (one, other) {
        (Change::Turns(_), Change::Turns(_)) => true,
        (Change::Awarded(one, _), Change::Awarded(other, _)) => one == other,
        (Change::Port(one, ..), Change::Port(other, ..)) => one == other,
        (Change::Terrain(one, _), Change::Terrain(other, _)) => one == other,
        (Change::Moved(one, _), Change::Moved(other, _)) => one == other,
        (Change::Counted(one, _), Change::Counted(other, _)) => one == other,
        (Change::CountedAt(counter, one, _), Change::CountedAt(kind, other, _)) => {
            (counter, one) == (kind, other)
        }
        (Change::MarkedPlayers(one, _), Change::MarkedPlayers(other, _)) => one == other,
        (Change::MarkedHex(mark, one, _), Change::MarkedHex(kind, other, _)) => {
            (mark, one) == (kind, other)
        }
        (
            Change::AnsweredInAdvance(player, one, _),
            Change::AnsweredInAdvance(another, other, _),
        ) => (player, one) == (another, other),
        _ => false,
    }
}

/// Builds a position line by line.
pub(super) struct PositionReader<'a> {
    pub(super) resolver: Resolver<'a>,
    pub(super) position: PositionBuilder,
    /// The tokens that the lines so far have placed.
    placed: Vec<(Token, Intersection)>,
    /// The changes so far that may be given only once, with their line numbers.
    unique: Vec<(Change, usize)>,
}

impl PositionReader<'_> {
    fn give(&mut self, line: &Line, given: &Given) -> Result {
        for change in self.changes(given)? {
            self.check_unique(line, &change)?;
            if let Change::TokenPlaced(token, Some(intersection)) = change {
                self.place_token(line, token, intersection)?;
            }
            self.position.put(change).map_err(|misfit| at(self.resolver.source, line, misfit))?;
        }
        self.resolver.tokens = *self.position.view().table().tokens();
        Ok(())
    }

    /// Reports a change that conflicts with an earlier line, which it would silently replace.
    fn check_unique(&mut self, line: &Line, change: &Change) -> Result {
        let Resolver { source, rules, names, .. } = self.resolver;
        let Some((before, number)) = self.unique.iter().find(|(it, _)| excludes(it, change)) else {
            if excludes(change, change) {
                self.unique.push((*change, source.line_of(line.span.start)));
            }
            return Ok(());
        };
        let text = match *before {
            Change::Awarded(award, Some(player)) => {
                let (award, name) = (&rules.award(award).name, &names[player.index()]);
                format!("{name} already has {award}, according to line {number}")
            }
            _ => format!("line {number} already sets this"),
        };
        Err(source.error(line.span.clone(), text).hint("delete one of the lines"))
    }

    /// Reports a token at the intersection of an earlier one, which it would silently replace.
    fn place_token(&mut self, line: &Line, token: Token, intersection: Intersection) -> Result {
        let rules = self.resolver.rules;
        let Some((there, _)) = self.placed.iter().find(|(_, other)| *other == intersection) else {
            self.placed.push((token, intersection));
            return Ok(());
        };
        let (name, at) = (&rules.token(*there).name, rules.board.intersection_name(intersection));
        let text = format!("{name} is already at `{at}`");
        let hint = "each intersection of an outpost has one token";
        Err(self.resolver.source.error(line.span.clone(), text).hint(hint))
    }

    /// The changes that apply a part of the position.
    fn changes(&self, given: &Given) -> Result<Vec<Change>> {
        let resolver = &self.resolver;
        Ok(match given {
            Given::Placement => Vec::new(),
            Given::Turn(number) => match u16::try_from(number.value) {
                // The first turn begins with the game.
                Ok(turns @ 1..=TURNS) => vec![Change::Turns(turns - 1)],
                _ => {
                    let message = format!("expected a number from 1 to {TURNS}");
                    return Err(resolver.error(&number.span, message));
                }
            },
            Given::Dice(pairs) => vec![Change::Dealt(resolver.dealt(pairs)?)],
            Given::EventDie(face) => vec![Change::EventDie(resolver.face(face)?)],
            Given::Port(place, kind) => vec![self.port(place, kind)?],
            Given::Hex(hex, terrain, number) => {
                let (hex, terrain) = (resolver.hex(hex)?, resolver.terrain(terrain)?);
                let number =
                    number.as_ref().map(|number| resolver.small(number, 12)).transpose()?;
                vec![Change::Terrain(hex, terrain), Change::Number(hex, number.unwrap_or(0))]
            }
            Given::Supply(amounts) => vec![self.supply(amounts)?],
            Given::Played(player, cards) => {
                let mut changes = self.cards(player, cards)?;
                let player = resolver.player(player)?;
                let played = changes.iter().filter_map(|change| match change {
                    Change::Drew { card, .. } => {
                        Some(Change::Played { player, card: *card, counts: true })
                    }
                    _ => None,
                });
                let played: Vec<Change> = played.collect();
                changes.extend(played);
                changes
            }
            Given::Held(player, cards) => self.held(player, cards)?,
            Given::Piece(player, kind, place, event) => {
                let (player, at) = (resolver.player(player)?, resolver.place(place)?);
                let (kind, state) = resolver.piece(kind)?;
                let mut changes = vec![Change::Built { player, kind, place: at }];
                changes.extend(in_state(Piece::new(player, kind), at, state));
                if let Some(event) = event {
                    changes.push(self.affected(player, at, event)?);
                }
                changes
            }
            Given::Cards(player, amounts) => self.belongings(resolver.player(player)?, amounts)?,
            Given::Access(player, token) => vec![self.access(player, token)?],
            Given::Award(player, award) => {
                let player = resolver.player(player)?;
                let award =
                    resolver.award(award).map_err(|wrong| self.piece_without(award, wrong))?;
                vec![Change::Awarded(award, Some(player))]
            }
            Given::Stands(player, answer, rule) => {
                let (rule, answer) = resolver.advance_answer(answer, rule)?;
                vec![Change::AnsweredInAdvance(resolver.player(player)?, rule, answer)]
            }
            Given::RuleState(state) => resolver.rule_state(state)?,
            Given::Off(marker) => vec![Change::Moved(resolver.marker(marker)?, None)],
            Given::Marker(name, place) => self.marker(name, place)?,
        })
    }

    /// The diagnostic for an unknown award, which may be a piece without its place.
    fn piece_without(&self, award: &Name, wrong: Diagnostic) -> Diagnostic {
        let kinds = &self.resolver.rules.kinds;
        let Some(kind) = kinds.iter().find(|kind| award.text.starts_with(&kind.name)) else {
            return wrong;
        };
        let message = format!("`{}` needs a place", kind.name);
        let hint = format!("write `has {} at {}`", kind.name, kind.place_words().1);
        self.resolver.error(&award.span, message).hint(hint)
    }

    /// The changes for a player's cards and goods.
    fn belongings(&self, player: Player, amounts: &[Amount]) -> Result<Vec<Change>> {
        let resolver = &self.resolver;
        let Belongings { cards, goods, open, piles } = resolver.belongings(amounts)?;
        let (cards, laid) = (resolver.bag(&cards)?, resolver.bag(&open)?);
        let mut changes = vec![Change::Took(player, cards + laid)];
        if !laid.is_empty() {
            let before = self.position.view().table().seat(player).open();
            changes.push(Change::Opened(player, before + laid));
        }
        for (pile, amounts) in piles {
            changes.push(Change::Piled(player, pile, resolver.bag(&amounts)?));
        }
        changes.extend(goods.iter().map(|&(good, n)| Change::Received(player, good, n)));
        Ok(changes)
    }

    /// The change for an event that affects a player's building.
    fn affected(&self, player: Player, at: Place, name: &Name) -> Result<Change> {
        let table = self.position.view().table();
        let event = self.resolver.event(name);
        let found = table.events().find(|found| Some(found.event) == event);
        match (found, at) {
            (Some(found), Place::Intersection(intersection)) => {
                Ok(Change::Affected(player, found.hex, intersection))
            }
            _ => {
                let message = format!("the event `{}` has not been discovered", name.text);
                let hint = format!("put it on the board: `given {} at C1`", name.text);
                Err(self.resolver.error(&name.span, message).hint(hint))
            }
        }
    }

    /// The changes for a marker, a token, an event or a neutral piece at a place.
    fn marker(&self, name: &Name, place: &Name) -> Result<Vec<Change>> {
        let resolver = &self.resolver;
        let at = resolver.place(place)?;
        if let Some(event) = resolver.event(name) {
            return Ok(vec![Change::Discovered(event, resolver.hex(place)?)]);
        }
        if let Some((kind, state)) = resolver.neutral_piece(name) {
            let placed = Change::Neutral { kind, from: None, to: Some(at) };
            let turned = in_state(Piece::new(NEUTRAL, kind), at, state);
            return Ok([placed].into_iter().chain(turned).collect());
        }
        let Ok(token) = resolver.token(name) else {
            let wrong = resolver.marker(name).map_err(|wrong| {
                let known = resolver.rules.tokens.iter().map(|kind| kind.name.as_str());
                wrong.did_you_mean(&name.text, known)
            });
            return Ok(vec![Change::Moved(wrong?, Some(at))]);
        };
        match at {
            Place::Intersection(intersection) => {
                Ok(vec![Change::TokenPlaced(token, Some(intersection))])
            }
            _ => Err(resolver
                .error(&place.span, format!("`{}` is not an intersection", place.text))
                .hint("intersections are written like `C4.n`")),
        }
    }

    /// The change that places a player's building at a token's intersection, which must be empty.
    fn access(&self, player: &Name, token: &Name) -> Result<Change> {
        let resolver = &self.resolver;
        let id = resolver.player(player)?;
        let intersection = resolver.intersection_of(resolver.token(token)?, token)?;
        let place = Place::Intersection(intersection);
        let (view, rules) = (self.position.view(), resolver.rules);
        let at = rules.board.place_name(place);
        if let Some(there) = view.table().piece(place) {
            let (kind, whose) = (&rules.kind(there.kind()).name, view.name(there.owner()));
            let text =
                format!("a {kind} of {whose} is at `{at}`, the intersection of {}", token.text);
            let hint = "an intersection has room for one building or infiltrating marker";
            return Err(resolver.error(&token.span, text).hint(hint));
        }
        if let Some(marker) = markers::marker_at(view, place) {
            let name = &rules.marker(marker).name;
            let text = format!("the {name} is at `{at}` and blocks {}", token.text);
            let hint = format!("write this line above the one that puts the {name} there");
            return Err(resolver.error(&token.span, text).hint(hint));
        }
        let kind = rules
            .kinds
            .iter()
            .position(|kind| kind.is_building && !kind.on_border && kind.replaces.is_empty());
        match kind {
            Some(kind) => Ok(Change::Built { player: id, kind: Id::new(kind), place }),
            None => {
                Err(resolver.error(&token.span, "no piece in this game gives access to benefits"))
            }
        }
    }

    /// The change that reduces the supply to the given amounts.
    fn supply(&self, amounts: &[Amount]) -> Result<Change> {
        let mut surplus = Resources::NONE;
        for (amount, (kind, wanted)) in amounts.iter().zip(self.resolver.counts(amounts)?) {
            let has = self.position.view().table().supply().get(kind);
            let Some(more) = has.checked_sub(usize::from(wanted)) else {
                let message = format!("the supply has only {has} {}", amount.name.text);
                return Err(self.resolver.error(&amount.count.span, message));
            };
            surplus += Resources::of(kind, more);
        }
        Ok(Change::PutAway(surplus))
    }

    /// The changes that give a player cards in the hand. A card that is laid open when it is drawn
    /// cannot be there.
    fn held(&self, player: &Name, cards: &[Amount]) -> Result<Vec<Change>> {
        for Amount { name, .. } in cards {
            if self.resolver.rules.card(self.resolver.card(name)?).open {
                let message = format!("{} is laid open as soon as it is drawn", name.text);
                let hint = format!("write `has played 1 {}`", name.text);
                return Err(self.resolver.error(&name.span, message).hint(hint));
            }
        }
        self.cards(player, cards)
    }

    /// The changes that give a player cards from their decks.
    fn cards(&self, player: &Name, cards: &[Amount]) -> Result<Vec<Change>> {
        let player = self.resolver.player(player)?;
        let mut changes = Vec::new();
        for Amount { count, name } in cards {
            let card = self.resolver.card(name)?;
            let deck = self.resolver.rules.card(card).deck;
            let count = self.resolver.small(count, 50)?;
            changes.extend((0..count).map(|_| Change::Drew { player, deck, card }));
        }
        Ok(changes)
    }
}

fn at(source: &Source, line: &Line, misfit: InvalidPosition) -> Diagnostic {
    let wrong = source.error(line.span.clone(), misfit.text);
    wrong.hints(misfit.hint)
}
