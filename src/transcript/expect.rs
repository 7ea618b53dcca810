//! Checks the expectations of a transcript.

use super::guess;
use super::places::{as_written, canonical};
use super::recent::{RecentActions, Subject};
use super::resolve::{Belongings, Resolver};
use super::tree::{Amount, Expect, Line, Name, ParsedAction, Transcript};
use crate::board::Place;
use crate::change::Change;
use crate::count::{agreeing, counted};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::game::{award, route, sources};
use crate::resource::Resources;
use crate::rules::Failure;
use crate::set::Id;
use crate::table::{Card, Player};

/// Checks an expectation. The diagnostic for an unmet expectation lists the latest changes to the
/// value if `recent` is given.
///
/// # Errors
/// When a name in it is unknown, or a rule fails.
pub(super) fn check_expectation(
    transcript: &Transcript,
    line: &Line,
    expect: &Expect,
    game: &Game,
    recent: Option<&RecentActions>,
) -> Result<Option<Diagnostic>, Diagnostic> {
    let source = &transcript.source;
    let check = |game: &Game| {
        let checker = ExpectationChecker { game, resolver: Resolver::new(game, source) };
        checker.check(expect)
    };
    let guessed = |wrong| guess::guessed(transcript, line, wrong, game.names());
    let Some((instead, more)) = check(game).map_err(guessed)? else { return Ok(None) };
    let wrong = source.error(line.span.clone(), format!("not as expected: {instead}"));
    let mut wrong = wrong.hints(more);
    if let Some(recent) = recent {
        let subject = source.text[line.span.clone()].split_whitespace().nth(1).unwrap_or("");
        let value = |game: &Game| check(game).ok().map(|it| it.map(|(instead, _)| instead));
        let resolver = Resolver::new(game, source);
        let is_state_change = |change: &Change| matches!(expect, Expect::RuleState(kept) if resolver.is_of(kept, change));
        let subject = Subject {
            name: &canonical(&game.rules().board, subject),
            is_state_change: &is_state_change,
        };
        wrong.notes.extend(recent.changes_of(game, value, &subject));
        if let Expect::Points(player, _) = expect {
            let player = Resolver::new(game, source).player(player)?;
            wrong.notes.extend(behind_points(game, player));
        }
    }
    Ok(Some(wrong))
}

/// The lines of packs and rules that give a player points; `None` if there are none.
fn behind_points(game: &Game, player: Player) -> Option<String> {
    let rules = game.rules();
    let goal = rules.setting_at("goal");
    let origins = sources::sources_of_points(game.view(), player).into_iter();
    let lines = origins.filter(|origin| Some(origin) != goal.as_ref());
    let lines: Vec<String> =
        lines.map(|origin| format!("  {} [{origin}]", rules.line_at(&origin))).collect();
    (!lines.is_empty()).then(|| format!("the points come from these lines:\n{}", lines.join("\n")))
}

/// Checks expectations against a game.
struct ExpectationChecker<'a> {
    game: &'a Game,
    resolver: Resolver<'a>,
}

/// `None` if the expectation is met, else the actual state and further notes.
type Instead = Option<(String, Vec<String>)>;

/// Returns the actual state if the expectation is not met.
fn unless(met: bool, instead: impl FnOnce() -> String) -> Instead {
    if met { None } else { Some((instead(), Vec::new())) }
}

impl ExpectationChecker<'_> {
    /// Checks one expectation.
    ///
    /// # Errors
    /// When a name in it is unknown, or a rule fails.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of expectation")]
    fn check(&self, expect: &Expect) -> Result<Instead, Diagnostic> {
        let (table, rules) = (self.game.table(), self.resolver.rules);
        Ok(match expect {
            Expect::Over => unless(self.game.is_over(), || "the game is not over".into()),
            Expect::Nobody(award) => self.holder(award, None)?,
            Expect::Award(player, award) => {
                self.holder(award, Some(self.resolver.player(player)?))?
            }
            Expect::Supply(amounts) => self.has("the supply", table.supply(), amounts)?,
            Expect::Cards(player, amounts) => {
                self.owns(&player.text, self.resolver.player(player)?, amounts)?
            }
            Expect::Hand(player, number) => {
                let hand = table.seat(self.resolver.player(player)?).hand().total();
                unless(hand as u64 == number.value, || {
                    format!("{} has {}", player.text, counted(hand, "card"))
                })
            }
            Expect::May(player, parsed, may) => self.may(player, parsed, *may)?,
            Expect::RuleState(kept) => {
                let instead = self.resolver.other_rule_state(self.game.view(), kept)?;
                instead.map(|instead| (instead, Vec::new()))
            }
            Expect::InTurn(player) => {
                let in_turn = table.in_turn();
                unless(self.resolver.player(player)? == in_turn, || {
                    format!("it is {}'s turn", self.name(in_turn))
                })
            }
            Expect::Wins(player) => {
                let player = self.resolver.player(player)?;
                unless(table.winner() == Some(player), || match table.winner() {
                    Some(winner) => format!("{} wins", self.name(winner)),
                    None if self.game.is_over() => "the game ended undecided".into(),
                    None => "the game is not over".into(),
                })
            }
            Expect::Left(number, card, deck) => {
                let (card, deck) = (self.resolver.card(card)?, self.resolver.deck(deck)?);
                let of_deck = rules.card(card).deck == deck;
                let left = if of_deck { table.deck()[card] } else { 0 };
                unless(u64::from(left) == number.value, || {
                    format!("{left} {} left", agreeing(left, "is", "are"))
                })
            }
            Expect::Points(player, number) => self.points(player, *number)?,
            Expect::Route(player, number) => {
                let routes = rules.kinds_that(|kind| kind.is_route);
                let id = self.resolver.player(player)?;
                let length = route::longest_trail(self.game.rules(), self.game.table(), id, routes);
                unless(u64::from(length) == number.value, || {
                    format!("{} has route of {length}", player.text)
                })
            }
            Expect::Played(player, cards) => {
                let played = table.played(self.resolver.player(player)?);
                self.counted(cards, |card| u64::from(played[card]), "has played", &player.text)?
            }
            Expect::Held(player, cards) => {
                let held = table.held(self.resolver.player(player)?);
                self.counted(cards, |card| u64::from(held[card]), "holds", &player.text)?
            }
            Expect::Access(player, token, wanted) => {
                let seat = table.seat(self.resolver.player(player)?);
                let has = seat.access().contains(self.resolver.token(token)?);
                let no = if has { "" } else { "no " };
                unless(has == *wanted, || {
                    format!("{} has {no}access to {}", player.text, token.text)
                })
            }
            Expect::Off(marker) => self.stands(marker, None)?,
            Expect::Marker(marker, place) => self.stands(marker, Some(place))?,
            Expect::Affected(place, event) => self.affected(place, event.as_ref())?,
            Expect::Empty(place) => {
                let there = table.piece(self.resolver.place(place)?);
                unless(there.is_none(), || self.occupied(place, there))
            }
            Expect::Piece(place, kind, player) => {
                let there = table.piece(self.resolver.place(place)?);
                let ((kind, state), player) =
                    (self.resolver.piece(kind)?, self.resolver.owner(player)?);
                let is_it = there.is_some_and(|it| it.kind() == kind && it.owner() == player);
                let found = table.state_at(self.resolver.place(place)?);
                let met = is_it && state.is_none_or(|state| state == found);
                unless(met, || self.occupied(place, there))
            }
            Expect::Hex(place, terrain, number) => {
                let hex = self.resolver.hex(place)?;
                let wanted = self.resolver.terrain(terrain)?;
                let (shown, marked) = (table.terrain()[hex], table.numbers()[hex]);
                let met = shown == wanted
                    && number.as_ref().is_none_or(|number| number.value == u64::from(marked));
                unless(met, || {
                    let marker = if marked == 0 { String::new() } else { format!(" {marked}") };
                    format!("{} is {}{marker}", place.text, rules.terrain(shown).name)
                })
            }
        })
    }

    /// Checks the place of a benefit, an event or a marker.
    fn stands(&self, name: &Name, wanted: Option<&Name>) -> Result<Instead, Diagnostic> {
        let (table, resolver) = (self.game.table(), &self.resolver);
        let found = |event| table.events().find(|found| found.event == event);
        let at = match (resolver.token_named(&name.text), resolver.event(name)) {
            (Some(token), _) => table.tokens()[token].map(Place::Intersection),
            (_, Some(event)) => found(event).map(|found| Place::Hex(found.hex)),
            _ => table.markers()[resolver.marker(name)?],
        };
        let wanted = wanted.map(|place| resolver.place(place)).transpose()?;
        Ok(unless(at == wanted, || match at {
            Some(place) => format!("{} at {}", name.text, resolver.rules.board.place_name(place)),
            None => format!("{} off the board", name.text),
        }))
    }

    /// Checks which event affects the building at a place.
    fn affected(&self, place: &Name, event: Option<&Name>) -> Result<Instead, Diagnostic> {
        let at = self.resolver.place(place)?;
        let wanted = event.map(|name| {
            let known = self.resolver.rules.hex_events.iter().map(|kind| kind.name.as_str());
            let unknown = || self.resolver.error(&name.span, format!("no event `{}`", name.text));
            self.resolver.event(name).ok_or_else(|| unknown().did_you_mean(&name.text, known))
        });
        let wanted = wanted.transpose()?;
        let affects = |intersection| {
            self.game.table().events().find(|it| it.affects.contains(&Some(intersection)))
        };
        let found = match at {
            Place::Intersection(intersection) => affects(intersection).map(|found| found.event),
            _ => None,
        };
        Ok(unless(found == wanted, || match found {
            Some(event) => {
                format!("{} affects {}", self.resolver.rules.hex_event(event).name, place.text)
            }
            None => format!("nothing affects {}", place.text),
        }))
    }

    fn name(&self, player: Player) -> &str {
        self.game.view().name(player)
    }

    fn occupied(&self, place: &Name, there: Option<crate::table::Piece>) -> String {
        match there {
            None => format!("{} is empty", place.text),
            Some(piece) => {
                let state = self.resolver.place(place).map(|at| self.game.table().state_at(at));
                let kind = self.resolver.rules.kind(piece.kind()).name_in(state.unwrap_or(0));
                format!("{} is {kind} of {}", place.text, self.name(piece.owner()))
            }
        }
    }

    fn holder(&self, award: &Name, wanted: Option<Player>) -> Result<Instead, Diagnostic> {
        let holder = self.game.table().awards()[self.resolver.award(award)?];
        Ok(unless(holder == wanted, || {
            let name = holder.map_or("nobody", |player| self.name(player));
            format!("{name} has {}", award.text)
        }))
    }

    /// Checks resource cards and goods.
    fn owns(&self, who: &str, player: Player, amounts: &[Amount]) -> Result<Instead, Diagnostic> {
        let (table, seat) = (self.game.table(), self.game.table().seat(player));
        let Belongings { cards, goods, open, piles } = self.resolver.belongings(amounts)?;
        if let Some(instead) = self.has(&format!("{who} has open:"), seat.open(), &open)? {
            return Ok(Some(instead));
        }
        for (pile, amounts) in piles {
            let name = &self.resolver.rules.piles[pile.index()].name;
            let who = format!("{who} has as {name}:");
            if let Some(instead) = self.has(&who, table.pile(player, pile), &amounts)? {
                return Ok(Some(instead));
            }
        }
        for (good, wanted) in goods {
            let found = seat.goods()[good];
            if found != wanted {
                let name = &self.resolver.rules.goods[good.index()].name;
                return Ok(Some((format!("{who} has {found} {name}"), Vec::new())));
            }
        }
        self.has(who, seat.hand(), &cards)
    }

    fn has(&self, who: &str, cards: Resources, amounts: &[Amount]) -> Result<Instead, Diagnostic> {
        let counts = self.resolver.counts(amounts)?;
        let met = counts.iter().all(|&(kind, count)| cards.get(kind) == usize::from(count));
        let bag = || {
            let counted = counts.iter().map(|&(kind, _)| {
                format!("{} {}", cards.get(kind), self.resolver.rules.resources[kind.index()].name)
            });
            counted.collect::<Vec<_>>().join(", ")
        };
        Ok(unless(met, || format!("{who} has {}", bag())))
    }

    fn counted(
        &self,
        cards: &[Amount],
        count: impl Fn(Card) -> u64,
        verb: &str,
        who: &str,
    ) -> Result<Instead, Diagnostic> {
        for amount in cards {
            let found = count(self.resolver.card(&amount.name)?);
            if found != amount.count.value {
                let text = format!("{who} {verb} {found} {}", amount.name.text);
                return Ok(Some((text, Vec::new())));
            }
        }
        Ok(None)
    }

    fn points(&self, player: &Name, wanted: i64) -> Result<Instead, Diagnostic> {
        let id = self.resolver.player(player)?;
        let view = self.game.view();
        let failed = |failure: Failure| self.resolver.error(&player.span, failure.to_string());
        let points = award::open_points(view, id).map_err(failed)? + award::hidden_points(view, id);
        if points == wanted {
            return Ok(None);
        }
        let sources = award::all_points_by_source(view, id)
            .map_err(failed)?
            .into_iter()
            .map(|(source, points)| format!("{points} from {source}"));
        let sources: Vec<String> = sources.collect();
        let text = format!("{} has {}", player.text, counted(points, "point"));
        let more = if sources.is_empty() { Vec::new() } else { vec![sources.join(", ")] };
        Ok(Some((text, more)))
    }

    fn may(&self, player: &Name, parsed: &ParsedAction, may: bool) -> Result<Instead, Diagnostic> {
        let id = self.resolver.player(player)?;
        let meant = self.resolver.meant(self.game, id, parsed)?;
        let reasons = if meant.legal.is_empty() {
            self.reasons(id, parsed, &meant.guess)?
        } else {
            Vec::new()
        };
        Ok(match (may, reasons.is_empty()) {
            (true, false) => Some((format!("{} may not", player.text), reasons)),
            (false, true) => Some((format!("{} may", player.text), Vec::new())),
            _ => None,
        })
    }

    /// All reasons against a sequence of actions.
    fn reasons(
        &self,
        player: Player,
        parsed: &ParsedAction,
        actions: &[crate::action::Action],
    ) -> Result<Vec<String>, Diagnostic> {
        let mut game = self.game.clone();
        for (done, action) in actions.iter().enumerate() {
            let reasons = game.reasons(player, action);
            let reasons = reasons.map_err(|failure| self.resolver.failed(&failure, parsed))?;
            if !reasons.is_empty() {
                let words = &self.resolver.source.text[parsed.span.clone()];
                let reasons = as_written(&self.resolver.rules.board, words, &reasons);
                return Ok(reasons.iter().map(ToString::to_string).collect());
            }
            if done + 1 < actions.len()
                && let Err(refused) = game.play(player, *action)
            {
                return Ok(vec![refused.to_string()]);
            }
        }
        Ok(Vec::new())
    }
}
