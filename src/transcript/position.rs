//! Prints the position as stable text, and computes its digest.
//!
//! Default values are omitted, so that new fields do not change old digests. Random streams and
//! derived values are omitted too.

use std::fmt::Write;

use super::words::{self, Words};
use crate::board::{Hex, Place};
use crate::chance::fnv1a;
use crate::game::Game;
use crate::game::sector;
use crate::rules::{HexMarkKind, PlaceCounterKind, state_name};
use crate::set::{Id, Set};
use crate::table::{
    Answerable, Award, CardCounts, Counter, Deck, Goods, Marker, OpenHexEvent, Pile, Player,
    PlayerMark, PlayerState, Players, Step, Table, Terrain, Token,
};

/// A hash of the printed position: 16 hexadecimal digits, the same on every platform.
pub fn digest(game: &Game) -> String {
    format!("{:016x}", fnv1a(print_position(game).as_bytes()))
}

/// Everything on the table, in words.
pub fn print_position(game: &Game) -> String {
    let writer = Writer { game, words: words::of(game), table: game.table() };
    let mut lines = vec![writer.turn()];
    lines.extend(writer.map());
    lines.extend(writer.common());
    lines.extend(writer.table.everybody().iter().flat_map(|player| writer.seat(player)));
    lines.push(String::new());
    lines.join("\n")
}

/// The board row by row, the ports and the markers: `A: wood 5, ore 2`.
pub(super) fn map(game: &Game) -> Vec<String> {
    Writer { game, words: words::of(game), table: game.table() }.map()
}

struct Writer<'a> {
    game: &'a Game,
    words: Words<'a>,
    table: &'a Table,
}

impl Writer<'_> {
    fn turn(&self) -> String {
        let (table, words) = (self.table, self.words);
        let step = match table.step() {
            Step::PREPARING => "preparation".into(),
            Step::Place(number) => {
                let last = match number {
                    0 => String::new(),
                    _ => {
                        format!(" after {}", words.place(Place::Intersection(table.last_placed())))
                    }
                };
                format!("placement {}{last}", number + 1)
            }
            Step::Roll => "roll".into(),
            Step::Rolled { .. } => "rolled".into(),
            Step::Produced => "produced".into(),
            Step::Discard => "discard".into(),
            Step::Move(group) => format!("move {}", self.group(group)),
            Step::Take(marker) => format!("take by {}", self.game.rules().marker(marker).name),
            Step::Act => "act".into(),
            Step::Offer => "offer".into(),
            Step::TurnEnd => "end".into(),
            Step::Over => "over".into(),
        };
        let name = words.name(table.in_turn());
        let mut line = format!("turn {} of {name}: {step}", table.turn());
        if let Some(question) = self.game.question() {
            let asked = words.name(question.player);
            let _ = write!(line, "; {asked} is asked: {}", question.prompt);
        }
        line
    }

    fn group(&self, group: u8) -> &str {
        let groups = &self.game.rules().groups;
        groups.get(usize::from(group)).map_or("a marker", |group| group.name.as_str())
    }

    fn map(&self) -> Vec<String> {
        let (rules, table) = (self.game.rules(), self.table);
        let board = &rules.board;
        let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
        for hex in board.hexes() {
            let row = board.hex(hex).row;
            if rows.last().is_none_or(|(last, _)| *last != row) {
                rows.push((row, Vec::new()));
            }
            if let Some((_, texts)) = rows.last_mut() {
                texts.push(self.hex(hex));
            }
        }
        let letter = |row: usize| u8::try_from(row).map_or('?', |row| char::from(b'A' + row));
        let mut lines: Vec<String> = rows
            .iter()
            .map(|(row, hexes)| format!("{}: {}", letter(*row), hexes.join(", ")))
            .collect();
        let ports = table.placed_ports().map(|(border, port)| {
            format!("{} at {}", self.words.port(port), board.border_name(border))
        });
        let ports: Vec<String> = ports.collect();
        if !ports.is_empty() {
            lines.push(format!("ports: {}", ports.join(", ")));
        }
        for (index, marker) in rules.markers.iter().enumerate() {
            if let Some(place) = table.markers()[Marker::new(index)] {
                lines.push(format!("{} at {}", marker.name, board.place_name(place)));
            }
        }
        lines.extend(self.tokens());
        lines.extend(self.events());
        lines
    }

    /// The revealed events, and the buildings that they affect.
    fn events(&self) -> Vec<String> {
        let (rules, board) = (self.game.rules(), &self.game.rules().board);
        let line = |found: &OpenHexEvent| {
            let (name, hex) = (&rules.hex_event(found.event).name, board.hex_name(found.hex));
            let owners = self.table.everybody().iter();
            let affected = owners.filter_map(|player| {
                let intersection = board.intersection_name(found.affects[player.index()]?);
                Some(format!("{intersection} of {}", self.words.name(player)))
            });
            let affected: Vec<String> = affected.collect();
            let affects = if affected.is_empty() { "" } else { " affects " };
            format!("{name} at {hex}{affects}{}", affected.join(", "))
        };
        self.table.events().map(line).collect()
    }

    fn tokens(&self) -> Vec<String> {
        let (rules, table) = (self.game.rules(), self.table);
        let mut lines = Vec::new();
        for outpost in (0..rules.terrains.len()).map(Terrain::new) {
            let all = (0..rules.tokens.len()).map(Token::new);
            let own: Vec<Token> =
                all.filter(|&token| rules.token(token).outpost == outpost).collect();
            let intersections = if own.is_empty() {
                Vec::new()
            } else {
                sector::outpost_intersections(self.game.view(), outpost)
            };
            let lying = intersections.iter().filter_map(|&intersection| {
                let token =
                    own.iter().find(|&&token| table.tokens()[token] == Some(intersection))?;
                let name = &rules.token(*token).name;
                Some(format!("{name} at {}", rules.board.intersection_name(intersection)))
            });
            let lying: Vec<String> = lying.collect();
            if !lying.is_empty() {
                lines.push(format!("{}: {}", rules.terrain(outpost).name, lying.join(", ")));
            }
        }
        lines
    }

    fn hex(&self, hex: Hex) -> String {
        let terrain = &self.game.rules().terrain(self.table.terrain()[hex]).name;
        match self.table.numbers()[hex] {
            0 => terrain.clone(),
            number => format!("{terrain} {number}"),
        }
    }

    /// Everything that does not belong to one player.
    fn common(&self) -> Vec<String> {
        let (rules, table) = (self.game.rules(), self.table);
        let mut lines = vec![format!("supply: {}", rules.bag(table.supply()))];
        let mut say = |what: &str, text: String| {
            if !text.is_empty() {
                lines.push(format!("{what}: {text}"));
            }
        };
        if !table.put_away().is_empty() {
            say("put away", rules.bag(table.put_away()));
        }
        say("decks", self.cards(table.deck()));
        let under = table.under().iter().map(|&card| rules.card(card).name.as_str());
        say("under the decks", under.collect::<Vec<_>>().join(", "));
        say("discards", self.cards(table.discards()));
        say("bought", self.cards(table.fresh_cards()));
        say("cards played", number(u64::from(table.counted_plays())));
        if table.dice() != [0; 2] {
            say("dice", format!("{} {}", table.dice()[0], table.dice()[1]));
        }
        say("event die", table.event_die().map_or("", |face| self.words.face(face)).into());
        let dealt = table.dealt().pairs().map(|[one, other]| format!("{one} {other}"));
        say("drawn dice", dealt.collect::<Vec<_>>().join(", "));
        let neutral = table.neutral_pieces().map(|(place, kind)| {
            let kind = rules.kind(kind).name_in(table.state_at(place));
            format!("{kind} {}", rules.board.place_name(place))
        });
        say("of nobody", neutral.collect::<Vec<_>>().join(", "));
        let fresh = table.fresh_borders().iter().map(|line| rules.board.border_name(line));
        say("built or moved", fresh.collect::<Vec<_>>().join(", "));
        for (index, award) in rules.awards.iter().enumerate() {
            if let Some(holder) = table.awards()[Award::new(index)] {
                say(&award.name, self.words.name(holder).into());
            }
        }
        say("lasting", self.cards(table.lasting()));
        let spread = table.spread().iter().map(|marker| rules.marker(marker).name.as_str());
        say("holding an outpost", spread.collect::<Vec<_>>().join(", "));
        for (name, value) in self
            .counters()
            .into_iter()
            .chain(self.place_counters())
            .chain(self.player_marks())
            .chain(self.hex_marks())
        {
            say(&name, value);
        }
        say("offer", self.offer());
        say("idle turns", number(u64::from(table.idle())));
        say(
            "winner",
            table.winner().map_or(String::new(), |player| self.words.name(player).into()),
        );
        lines
    }

    fn counters(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        for kind in &self.game.rules().counters {
            let slots = if kind.by_player { usize::from(self.table.players()) } else { 1 };
            for seat in 0..slots {
                let slot = Counter::new(kind.first.index() + seat);
                let value = self.table.counters()[slot];
                if value != 0 {
                    let of = format!(" of {}", self.words.name(Player::new(seat)));
                    let of = if kind.by_player { of } else { String::new() };
                    lines.push((
                        format!("{}{of}", state_name(&kind.name, kind.copy)),
                        value.to_string(),
                    ));
                }
            }
        }
        lines
    }

    /// The numbers of rules at hexes and places, and on pieces.
    fn place_counters(&self) -> Vec<(String, String)> {
        let rules = self.game.rules();
        let line = |kind: &PlaceCounterKind| {
            let at = |(place, number)| format!("{} {number}", rules.board.place_name(place));
            let numbers: Vec<String> = self.table.counts_of(kind.counter).map(at).collect();
            (!numbers.is_empty()).then(|| (state_name(&kind.name, kind.copy), numbers.join(", ")))
        };
        rules.place_counters.iter().filter_map(line).collect()
    }

    /// The hexes and decks that rules have marked.
    fn hex_marks(&self) -> Vec<(String, String)> {
        let rules = self.game.rules();
        let kinds = rules.hex_marks.iter().zip(self.table.hex_marks().values());
        let line = |(kind, marked): (&HexMarkKind, &Set<Hex>)| {
            let name = |hex: Hex| {
                if kind.of_hexes {
                    rules.board.hex_name(hex)
                } else {
                    rules.deck(Deck::new(hex.index())).name.clone()
                }
            };
            let names: Vec<String> = marked.iter().map(name).collect();
            (!names.is_empty()).then(|| (state_name(&kind.name, kind.copy), names.join(", ")))
        };
        kinds.filter_map(line).collect()
    }

    /// The players marked by rules, for each player.
    fn player_marks(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        let mut say = |name: &str, mark: PlayerMark, player: Player, when: &str| {
            let marked: Players = self.table.player_marks()[mark];
            if !marked.is_empty() {
                let what = format!("{name} by {}{when}", self.words.name(player));
                lines.push((what, self.words.list(marked)));
            }
        };
        for kind in &self.game.rules().player_marks {
            for player in self.table.everybody().iter() {
                let name = state_name(&kind.name, kind.copy);
                say(&name, kind.first.of(player), player, "");
                if kind.lasts.has_previous_turn_slot() {
                    say(&name, kind.before(player), player, " in the turn before");
                }
            }
        }
        lines
    }

    /// The advance answers of a player that differ from the defaults.
    fn answers(&self, seat: &PlayerState) -> String {
        let answerables = self
            .game
            .rules()
            .answerables
            .iter()
            .enumerate()
            .map(|(i, answerable)| (Answerable::new(i), answerable));
        let other = answerables
            .filter(|(id, answerable)| seat.advance_answer(*id) != answerable.advance_answer);
        let answers = other.map(|(id, _)| self.words.answer(id, seat.advance_answer(id)));
        answers.collect::<Vec<_>>().join(", ")
    }

    fn offer(&self) -> String {
        let (rules, offer) = (self.game.rules(), self.table.offer());
        if offer.give.is_empty() {
            return String::new();
        }
        let mut text = format!("{} for {}", rules.bag(offer.give), rules.bag(offer.get));
        for player in offer.waiting.iter() {
            let _ = write!(text, "; {} has to answer", self.words.name(player));
        }
        for player in offer.willing.iter() {
            let (give, get) = offer.terms[player.index()];
            let name = self.words.name(player);
            let _ = write!(text, "; {name} would give {} for {}", rules.bag(get), rules.bag(give));
        }
        text
    }

    fn seat(&self, player: Player) -> Vec<String> {
        let (rules, seat) = (self.game.rules(), self.table.seat(player));
        let name = self.words.name(player);
        let mut lines = vec![format!("{name}: {}", rules.bag(seat.hand()))];
        let mut say = |what: &str, text: String| {
            if !text.is_empty() {
                lines.push(format!("  {what}: {text}"));
            }
        };
        say("holds", self.cards(self.table.held(player)));
        say("has played", self.cards(self.table.played(player)));
        for (kind, places) in self.pieces(seat) {
            say(&kind, places);
        }
        if !seat.produced().is_empty() {
            say("produced", rules.bag(seat.produced()));
        }
        say("to discard", number(u64::from(seat.due())));
        if !seat.aside().is_empty() {
            say("laid aside", rules.bag(seat.aside()));
        }
        let fresh = rules.tokens.iter().enumerate();
        let fresh = fresh.filter(|(index, _)| seat.fresh_access().contains(Token::new(*index)));
        let fresh: Vec<&str> = fresh.map(|(_, kind)| kind.name.as_str()).collect();
        say("access gained in this turn", fresh.join(", "));
        let goods =
            rules.goods.iter().enumerate().map(|(i, kind)| (kind, seat.goods()[Goods::new(i)]));
        let goods = goods.filter(|(_, count)| *count > 0);
        let goods = goods.map(|(kind, count)| format!("{count} {}", kind.name));
        say("has", goods.collect::<Vec<_>>().join(", "));
        if !seat.open().is_empty() {
            say("lies open", rules.bag(seat.open()));
        }
        for (at, kind) in rules.piles.iter().enumerate() {
            let cards = self.table.pile(player, Pile::new(at));
            if !cards.is_empty() {
                say(&kind.name, rules.bag(cards));
            }
        }
        if seat.hidden_first() {
            say("pays first", "hidden cards".into());
        }
        let got = rules.goods.iter().enumerate();
        let got = got.filter(|(index, _)| seat.fresh_goods().contains(Goods::new(*index)));
        let got: Vec<&str> = got.map(|(_, kind)| kind.name.as_str()).collect();
        say("got in this turn", got.join(", "));
        say("answers", self.answers(seat));
        if seat.gained() != 0 {
            say("points gained", seat.gained().to_string());
        }
        lines
    }

    fn pieces(&self, seat: &PlayerState) -> Vec<(String, String)> {
        let intersections = seat.intersections().iter().map(Place::Intersection);
        let places: Vec<Place> =
            intersections.chain(seat.borders().iter().map(Place::Border)).collect();
        let kinds = self.game.rules().kinds.iter().enumerate();
        let kinds = kinds.flat_map(|(index, kind)| {
            (0..kind.states.len().max(1)).map(move |state| (index, kind, state))
        });
        let listed = kinds.map(|(index, kind, state)| {
            let is = |place: &&Place| {
                self.table.piece(**place).is_some_and(|piece| piece.kind().index() == index)
                    && usize::from(self.table.state_at(**place)) == state
            };
            let names = places.iter().filter(is).map(|&place| self.words.place(place));
            let name = kind.name_in(u8::try_from(state).expect("a piece has few states"));
            (name, names.collect::<Vec<_>>().join(", "))
        });
        listed.collect()
    }

    fn cards(&self, cards: CardCounts<'_>) -> String {
        let name = |card| &self.game.rules().card(card).name;
        let kinds = cards.kinds(self.game.rules().cards.len());
        let counted = kinds.iter().map(|card| format!("{} {}", cards[card], name(card)));
        counted.collect::<Vec<_>>().join(", ")
    }
}

/// A number as text; empty for 0.
fn number(value: u64) -> String {
    if value == 0 { String::new() } else { value.to_string() }
}
