//! The legend beside the board: the players with their belongings, and the meaning of the shapes.

use super::element::{Element, Point, filled, fitting, wrapped};
use super::palette::{self, FAINT, INK, NOBODY};
use super::shape::{self, Shape};
use crate::count::counted;
use crate::draw::{letter, shown_counters};
use crate::game::PlayerView;
use crate::rules::Failure;
use crate::set::Id;
use crate::table::{Award, Card, Goods, Kind, Player, Step, Token};

/// The width of the legend.
pub(super) const WIDTH: i32 = 300;
/// The indent of text.
const INDENT: i32 = 40;
/// The center of the shapes, and the left edge of their descriptions.
const ICON: i32 = 20;
const ENTRY: i32 = 46;
/// The distances between columns and between rows of the shapes.
const COLUMN: i32 = 150;
const ROW: i32 = 34;

/// The state of the game in words.
pub(super) fn standing(view: &PlayerView<'_>) -> String {
    let player = view.name(view.in_turn());
    match view.step() {
        Step::PREPARING | Step::Place(0) => "the opening".into(),
        Step::Place(_) => format!("the placement, {player} to play"),
        Step::Over => {
            let end = view
                .winner()
                .map_or("undecided".into(), |winner| format!("won by {}", view.name(winner)));
            format!("{end}, after {}", counted(view.turn(), "turn"))
        }
        _ => format!("turn {}, {player} to play", view.turn()),
    }
}

/// The legend, and its height.
///
/// # Errors
/// When a rule that counts points fails.
pub(super) fn legend(view: &PlayerView<'_>, corner: Point) -> Result<(Element, i32), Failure> {
    let group = Element::at(corner).set("class", "legend").set("text-anchor", "start");
    let mut legend = Legend { view, group, y: 0 };
    for player in view.everybody().iter() {
        legend.player(player)?;
    }
    legend.counters();
    legend.key();
    Ok((legend.group, legend.y))
}

struct Legend<'a> {
    view: &'a PlayerView<'a>,
    group: Element,
    /// The height used so far.
    y: i32,
}

impl Legend<'_> {
    fn add(&mut self, element: Element) {
        self.group.extend([element]);
    }

    /// Writes text, wrapped to the width.
    fn write(&mut self, text: &str, size: i32, ink: &str) {
        for line in wrapped(text, size, WIDTH - INDENT) {
            self.y += size + 5;
            self.add(Element::text(Point::new(INDENT, self.y), size, &line).set("fill", ink));
        }
    }

    fn player(&mut self, player: Player) -> Result<(), Failure> {
        let view = self.view;
        self.y += 20;
        self.sign(player);
        self.group.extend([self.icon(player)]);
        let name = view.name(player);
        let size = fitting(name, 18, 140);
        let text = Element::text(Point::new(INDENT, self.y), size, name).set("fill", INK);
        self.add(text.set("font-weight", "bold"));
        let points = counted(view.points(player)?, "point");
        let text = Element::text(Point::new(WIDTH, self.y), 16, &points).set("fill", INK);
        self.add(text.set("text-anchor", "end").set("font-weight", "bold"));
        self.pieces(player);
        self.cards(player);
        self.belongings(player);
        let goal = view.goal(player)?;
        if goal != view.rules().goal {
            self.write(&format!("needs {}", counted(goal, "point")), 13, INK);
        }
        self.y += 18;
        Ok(())
    }

    /// The shown counters of the game.
    fn counters(&mut self) {
        let view = self.view;
        let counters = shown_counters(view.rules()).filter(|kind| !kind.by_player);
        let numbers = counters.map(|kind| (&kind.name, view.count(kind, Player(0))));
        let numbers = numbers.filter(|&(_, number)| number != 0);
        let numbers: Vec<_> = numbers.map(|(name, number)| format!("{name} {number}")).collect();
        self.list("counters:", &numbers, INK);
        self.y += if numbers.is_empty() { 0 } else { 12 };
    }

    /// A star before the winner, an arrow before the current player.
    fn sign(&mut self, player: Player) {
        let (view, y) = (self.view, self.y - 6);
        let (path, tip) = if view.winner() == Some(player) {
            ("M0 -9L2 -3H9L4 1L6 8L0 4L-6 8L-4 1L-9 -3H-2Z", "won")
        } else if view.turn() > 0 && view.step() != Step::Over && player == view.in_turn() {
            ("M-5 -6L5 0L-5 6Z", "current player")
        } else {
            return;
        };
        let sign = Element::new("path").set("d", path).set("fill", INK);
        self.add(Element::at(Point::new(-12, y)).tip(tip).add(&sign));
    }

    /// The number of cards in a player's hand, and the cards played.
    fn cards(&mut self, player: Player) {
        let view = self.view;
        let hand = counted(view.hand_size(player), "resource");
        let cards = counted(view.cards_held(player), "card");
        self.list("holds", &[hand, cards], FAINT);
        let played = |card: Card| {
            let name = &view.rules().card(card).name;
            match view.played(player, card) {
                0 => None,
                1 => Some(name.clone()),
                count => Some(format!("{count} \u{d7} {name}")),
            }
        };
        let all = (0..view.rules().cards.len()).map(Card::new);
        self.list("played", &all.filter_map(played).collect::<Vec<_>>(), FAINT);
    }

    /// The awards, goods and tokens of a player.
    fn belongings(&mut self, player: Player) {
        let (view, rules) = (self.view, self.view.rules());
        let awards = (0..rules.awards.len()).map(Award::new);
        let awards = awards.filter(|&award| view.award(award) == Some(player));
        let awards: Vec<_> = awards.map(|award| rules.award(award).name.clone()).collect();
        self.list("has", &awards, INK);
        let goods = (0..rules.goods.len()).map(Goods::new);
        let goods = goods.map(|good| (view.goods(player, good), &rules.goods[good.index()].name));
        let goods = goods.filter(|&(count, _)| count > 0);
        let goods: Vec<_> = goods.map(|(count, name)| counted(count, name)).collect();
        self.list("owns", &goods, INK);
        let counters = shown_counters(rules).filter(|kind| kind.by_player);
        let counters = counters.filter_map(|kind| match view.count(kind, player) {
            0 => None,
            number => Some(format!("{}: {number}", kind.name)),
        });
        self.list("counts", &counters.collect::<Vec<_>>(), INK);
        let tokens = (0..rules.tokens.len()).map(Token::new);
        let tokens = tokens.filter(|&token| view.has_access(player, token));
        let title = |token| rules.rule(rules.token(token).rule).title.clone();
        self.list("has access to", &tokens.map(title).collect::<Vec<_>>(), INK);
    }

    /// Writes a list of things, if there are any, with line breaks only between things.
    fn list(&mut self, verb: &str, things: &[String], ink: &str) {
        let Some((last, others)) = things.split_last() else { return };
        let others = others.iter().map(|thing| format!("{thing},"));
        let mut parts: Vec<String> = others.chain([last.clone()]).collect();
        parts[0] = format!("{verb} {}", parts[0]);
        for line in filled(parts.iter().map(String::as_str), 13, WIDTH - INDENT) {
            self.write(&line, 13, ink);
        }
    }

    /// The color and letter of a player.
    fn icon(&self, player: Player) -> Element {
        let paint = palette::player(self.view, player);
        let square = Element::new("rect").set("x", -13).set("y", -13).set("width", 26);
        let square = square.set("height", 26).set("rx", 5).paint(paint.fill, INK, 2);
        let text = Element::text(Point::new(0, 6), 17, &letter(self.view, player).to_string());
        let text = text.set("fill", paint.ink).set("font-weight", "bold");
        let icon = Element::at(Point::new(15, self.y - 5)).set("text-anchor", "middle");
        icon.add(&square).add(&text)
    }

    /// The number of pieces of each kind that a player has on the board.
    fn pieces(&mut self, player: Player) {
        let rules = self.view.rules();
        let paint = palette::player(self.view, player);
        let mut x = INDENT;
        for kind in (0..rules.kinds.len()).map(Kind::new) {
            let count = self.view.pieces(player, kind);
            if count == 0 {
                continue;
            }
            if x == INDENT || x + 62 > WIDTH {
                x = INDENT;
                self.y += 26;
            }
            let (name, left) = (&rules.kind(kind).name, self.view.supply_of(player, kind));
            let icon = Element::at(Point::new(x + 13, self.y - 5));
            let icon = icon.tip(&format!("{name}: {count}, and {left} left"));
            let mut shape = Element::new("g").set("transform", "scale(0.6)");
            shape.extend(Shape::of(rules, kind).draw(paint, 0, ""));
            self.add(icon.add(&shape));
            let text = Element::text(Point::new(x + 33, self.y), 14, &count.to_string());
            self.add(text.set("fill", INK));
            x += 62;
        }
    }

    /// The meaning of the shapes of pieces and markers, in two columns.
    fn key(&mut self) {
        let rules = self.view.rules();
        self.y += 6;
        let line = Element::new("path").set("d", format_args!("M0 {}H{WIDTH}", self.y));
        self.add(line.set("stroke", FAINT).set("stroke-width", 1));
        let kinds = (0..rules.kinds.len()).map(Kind::new).map(|kind| {
            let mark = shape::mark(rules, kind, ' ');
            let shape = Shape::of(rules, kind).draw(NOBODY, 0, mark.trim());
            (shape, rules.kind(kind).name.as_str())
        });
        let markers = rules.markers.iter();
        let markers = markers.map(|marker| (shape::pawn(&marker.symbol), marker.name.as_str()));
        for (number, (shape, name)) in kinds.chain(markers).enumerate() {
            let is_left = number.is_multiple_of(2);
            self.y += if is_left { ROW } else { 0 };
            self.entry(shape, name, if is_left { 0 } else { COLUMN });
        }
        if !rules.board.gaps().is_empty() {
            self.y += ROW;
            let line = Element::new("path").set("d", "M-24 0H24").set("stroke", FAINT);
            let line = line.set("stroke-width", 3).set("stroke-dasharray", "5 4");
            let tick = Element::new("path").set("d", "M0 -10V10").paint("none", INK, 3);
            self.entry(vec![line, tick], "a gap: a border in two halves", 0);
        }
    }

    /// A shape with its meaning.
    fn entry(&mut self, shape: Vec<Element>, text: &str, x: i32) {
        let mut scaled = Element::new("g").set("transform", "scale(0.75)");
        scaled.extend(shape);
        let icon = Element::at(Point::new(x + ICON, self.y - 4)).set("text-anchor", "middle");
        let text = Element::text(Point::new(x + ENTRY, self.y), 13, text).set("fill", INK);
        self.add(icon.add(&scaled));
        self.add(text);
    }
}
