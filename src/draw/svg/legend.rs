//! What lies beside the board: the players with what they have, and what the shapes mean.

use super::element::{Element, Spot, fitting, wrapped};
use super::palette::{self, FAINT, INK, NOBODY};
use super::shape::{self, Shape};
use crate::draw::letter;
use crate::game::Seen;
use crate::rules::Failure;
use crate::set::Id;
use crate::table::{Award, Card, Good, Kind, Marker, Player, Step, Token};

/// How wide it is.
pub(super) const WIDTH: i32 = 300;
/// How far texts stand from its left edge.
const INDENT: i32 = 40;
/// The middle of the shapes that are explained, and the left edge of what explains them.
const ICON: i32 = 28;
const ENTRY: i32 = 68;

/// Where the game stands, in words.
pub(super) fn standing(seen: &Seen<'_>) -> String {
    let player = seen.name(seen.in_turn());
    match seen.step() {
        Step::Place(0) => "the opening".into(),
        Step::Place(_) => format!("the placement, {player} in turn"),
        Step::Over => match seen.winner() {
            Some(winner) => format!("won by {}, after {} turns", seen.name(winner), seen.turn()),
            None => format!("undecided, after {} turns", seen.turn()),
        },
        _ => format!("turn {}, {player} in turn", seen.turn()),
    }
}

/// So many things, in words.
fn counted(count: i64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// The legend, and how high it is.
///
/// # Errors
/// When a rule fails that counts points.
pub(super) fn legend(seen: &Seen<'_>, corner: Spot) -> Result<(Element, i32), Failure> {
    let group = Element::at(corner).set("class", "legend").set("text-anchor", "start");
    let mut legend = Legend { seen, group, y: 0 };
    for player in seen.everybody().iter() {
        legend.player(player)?;
    }
    legend.kinds();
    legend.gaps();
    legend.markers();
    Ok((legend.group, legend.y))
}

struct Legend<'a> {
    seen: &'a Seen<'a>,
    group: Element,
    /// How far down it is written.
    y: i32,
}

impl Legend<'_> {
    fn add(&mut self, element: Element) {
        self.group.extend([element]);
    }

    /// Writes a text in as many lines as it takes.
    fn write(&mut self, text: &str, size: i32, ink: &str) {
        for line in wrapped(text, size, WIDTH - INDENT) {
            self.y += size + 5;
            self.add(Element::text(Spot::new(INDENT, self.y), size, &line).set("fill", ink));
        }
    }

    fn player(&mut self, player: Player) -> Result<(), Failure> {
        let seen = self.seen;
        let rules = seen.rules();
        self.y += 20;
        self.group.extend([self.icon(player)]);
        let name = seen.name(player);
        let size = fitting(name, 18, 140);
        let text = Element::text(Spot::new(INDENT, self.y), size, name).set("fill", INK);
        self.add(text.set("font-weight", "bold"));
        let points = seen.points(player)?;
        let points = counted(points, "point");
        let text = Element::text(Spot::new(WIDTH, self.y), 16, &points).set("fill", INK);
        self.add(text.set("text-anchor", "end").set("font-weight", "bold"));
        if seen.turn() > 0 && seen.step() != Step::Over && player == seen.in_turn() {
            let arrow = format!("M-14 {}l8 6l-8 6Z", self.y - 12);
            self.add(Element::new("path").set("d", arrow).set("fill", INK).tip("in turn"));
        }
        self.pieces(player);
        let count = |count: usize| i64::try_from(count).expect("a hand can be held");
        let (hand, cards) = (count(seen.hand_size(player)), count(seen.cards_held(player)));
        let (hand, cards) = (counted(hand, "resource"), counted(cards, "card"));
        self.write(&format!("holds {hand}, {cards}"), 13, FAINT);
        let played = (0..rules.cards.len()).map(Card::new);
        let played = played.filter(|&card| seen.played(player, card) > 0);
        let played: Vec<String> = played
            .map(|card| format!("{} {}", seen.played(player, card), rules.card(card).name))
            .collect();
        if !played.is_empty() {
            self.write(&format!("played {}", played.join(", ")), 13, FAINT);
        }
        let awards = (0..rules.awards.len()).map(Award::new);
        let awards = awards.filter(|&award| seen.award(award) == Some(player));
        let awards: Vec<&str> = awards.map(|award| rules.award(award).name.as_str()).collect();
        if !awards.is_empty() {
            self.write(&format!("has {}", awards.join(", ")), 13, INK);
        }
        let goods = (0..rules.goods.len()).map(Good::new);
        let goods = goods.map(|good| (seen.goods(player, good), &rules.goods[good.index()].name));
        let goods: Vec<String> = goods
            .filter(|(count, _)| *count > 0)
            .map(|(count, name)| counted(count.into(), name))
            .collect();
        if !goods.is_empty() {
            self.write(&format!("owns {}", goods.join(", ")), 13, INK);
        }
        let tokens = (0..rules.tokens.len()).map(Token::new);
        let tokens = tokens.filter(|&token| seen.has_access(player, token));
        let titles: Vec<&str> =
            tokens.map(|token| rules.rule(rules.token(token).rule).title.as_str()).collect();
        if !titles.is_empty() {
            self.write(&format!("has access to {}", titles.join(", ")), 13, INK);
        }
        self.y += 18;
        Ok(())
    }

    /// The color and letter of a player.
    fn icon(&self, player: Player) -> Element {
        let paint = palette::player(self.seen, player);
        let square = Element::new("rect").set("x", -13).set("y", -13).set("width", 26);
        let square = square.set("height", 26).set("rx", 5).paint(paint.fill, INK, 2);
        let text = Element::text(Spot::new(0, 6), 17, &letter(self.seen, player).to_string());
        let text = text.set("fill", paint.ink).set("font-weight", "bold");
        let icon = Element::at(Spot::new(15, self.y - 5)).set("text-anchor", "middle");
        icon.add(&square).add(&text)
    }

    /// How many pieces of each kind a player has on the board.
    fn pieces(&mut self, player: Player) {
        let rules = self.seen.rules();
        let paint = palette::player(self.seen, player);
        let mut x = INDENT;
        for kind in (0..rules.kinds.len()).map(Kind::new) {
            let count = self.seen.pieces(player, kind);
            if count == 0 {
                continue;
            }
            if x == INDENT || x + 62 > WIDTH {
                x = INDENT;
                self.y += 26;
            }
            let icon = Element::at(Spot::new(x + 13, self.y - 5)).tip(&rules.kind(kind).name);
            let mut shape = Element::new("g").set("transform", "scale(0.6)");
            shape.extend(Shape::of(rules, kind).draw(paint, 0, ""));
            self.add(icon.add(&shape));
            let text = Element::text(Spot::new(x + 33, self.y), 14, &count.to_string());
            self.add(text.set("fill", INK));
            x += 62;
        }
    }

    /// What the shapes of the pieces mean.
    fn kinds(&mut self) {
        let rules = self.seen.rules();
        self.rule();
        for kind in (0..rules.kinds.len()).map(Kind::new) {
            self.y += 38;
            let mut icon = Element::at(Spot::new(ICON, self.y - 3));
            let mark = shape::mark(rules, kind, ' ');
            icon.extend(Shape::of(rules, kind).draw(NOBODY, 0, mark.trim()));
            self.entry(icon.set("text-anchor", "middle"), &rules.kind(kind).name);
        }
    }

    /// What the mark in a border that counts as two means.
    fn gaps(&mut self) {
        if self.seen.rules().board.gaps().is_empty() {
            return;
        }
        self.y += 38;
        let line = Element::new("path").set("d", "M-24 0H24").set("stroke", FAINT);
        let line = line.set("stroke-width", 3).set("stroke-dasharray", "5 4");
        let tick = Element::new("path").set("d", "M0 -10V10").paint("none", INK, 3);
        let icon = Element::at(Spot::new(ICON, self.y - 5)).add(&line).add(&tick);
        self.entry(icon, "a border that counts as two");
    }

    /// What the letters of the markers mean, and which of them are off the board.
    fn markers(&mut self) {
        let rules = self.seen.rules();
        for marker in (0..rules.markers.len()).map(Marker::new) {
            self.y += 38;
            let declared = rules.marker(marker);
            let mut icon = Element::at(Spot::new(ICON, self.y - 6));
            icon.extend(shape::pawn(&declared.symbol));
            let off = if self.seen.marker(marker).is_none() { ", off the board" } else { "" };
            self.entry(icon.set("text-anchor", "middle"), &format!("{}{off}", declared.name));
        }
    }

    fn entry(&mut self, icon: Element, text: &str) {
        self.add(icon);
        let size = fitting(text, 14, WIDTH - INDENT - 8);
        self.add(Element::text(Spot::new(ENTRY, self.y), size, text).set("fill", INK));
    }

    /// A thin line between two parts.
    fn rule(&mut self) {
        self.y += 6;
        let line = Element::new("path").set("d", format_args!("M0 {}H{WIDTH}", self.y));
        self.add(line.set("stroke", FAINT).set("stroke-width", 1));
    }
}
