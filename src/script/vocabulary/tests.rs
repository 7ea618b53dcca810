//! Tests that a function reads only the declared facets of the table: its answer does not change if
//! all other facets come from another position.

use std::rc::Rc;
use std::sync::Arc;

use super::{Function, functions};
use crate::board::{PiecePlaces, Place};
use crate::change::Change;
use crate::content::{Request, load};
use crate::game::{Game, Script, State};
use crate::rules::{RuleId, Rules, Running, Type};
use crate::script::{self, thing::Thing, value::Value};
use crate::set::{Id, SmallSet};
use crate::table::tests::{play, with_facets};
use crate::table::{Card, Facet, Facets, Marker, Player, Step, Table};

/// Receivers and arguments for calls, with the rule that calls.
struct Things<'a> {
    rules: &'a Arc<Rules>,
    table: &'a Table,
}

impl Things<'_> {
    fn of(&self, ty: Type) -> Vec<Thing> {
        let (rules, table) = (self.rules, self.table);
        let board = &rules.board;
        let (intersections, borders) = (board.intersections(), board.borders());
        let players = || table.everybody().iter();
        let pieces = |player: Player| {
            let seat = table.seat(player);
            PiecePlaces { intersections: seat.intersections(), borders: seat.borders() }
        };
        let at = |place: Place| {
            let piece = table.piece(place)?;
            let (owner, kind) = (piece.owner(), piece.kind());
            Some(Thing::Piece { owner, kind, place, starting: false })
        };
        match ty {
            Type::Game => vec![Thing::Game],
            Type::Supply => vec![Thing::Supply],
            Type::Player => players().map(Thing::Player).collect(),
            Type::Players => {
                let each = players().map(|player| Thing::Players([player].into_iter().collect()));
                each.chain([Thing::Players(players().collect())]).collect()
            }
            Type::Resource => all(rules.resources.len()).map(Thing::Resource).collect(),
            // Two and all of the resources that every game has, as bits.
            Type::Resources => vec![Thing::Resources(0b11), Thing::Resources(0b1_1111)],
            Type::Cards => {
                players().map(|player| Thing::Cards(table.seat(player).hand())).collect()
            }
            Type::Kind | Type::OneKind => all(rules.kinds.len()).map(Thing::Kind).collect(),
            Type::Piece => players().flat_map(|it| pieces(it).iter().filter_map(at)).collect(),
            Type::Pieces => players().map(|player| Thing::Pieces(pieces(player))).collect(),
            Type::Marker => all(rules.markers.len()).map(Thing::Marker).collect(),
            Type::Markers => vec![Thing::Markers(all::<Marker>(rules.markers.len()).collect())],
            Type::Hex => board.hexes().iter().map(|hex| Thing::Place(Place::Hex(hex))).collect(),
            Type::Hexes => vec![Thing::Hexes(board.hexes()), Thing::Hexes(board.shore().land())],
            Type::Place => {
                PiecePlaces { intersections, borders }.iter().map(Thing::Place).collect()
            }
            Type::Places => vec![Thing::Places(PiecePlaces { intersections, borders })],
            Type::Card => all::<Card>(rules.cards.len()).map(Thing::Card).collect(),
            Type::Decks => vec![Thing::Decks(SmallSet::first(rules.decks.len()))],
            Type::Outposts => {
                let terrains = all(rules.terrains.len());
                vec![Thing::Outposts(terrains.filter(|&it| rules.terrain(it).outpost).collect())]
            }
            _ => Vec::new(),
        }
    }

    /// The values for a parameter, each with the rule that may use it, if only one rule may.
    fn arguments(&self, ty: Type, of: Thing) -> Vec<(Option<RuleId>, Value)> {
        let rules = self.rules;
        let text = |name: &str| Value::Text(name.into());
        let anybody = |name: &str| (None, text(name));
        match ty {
            Type::Number => vec![(None, Value::Number(1)), (None, Value::Number(2))],
            Type::List => vec![(None, Value::List(vec![Value::Number(6), Value::Number(8)]))],
            Type::CardName | Type::HeldName => {
                rules.cards.iter().map(|it| anybody(&it.name)).collect()
            }
            Type::AwardName => rules.awards.iter().map(|it| anybody(&it.name)).collect(),
            Type::StateName => {
                rules.kinds.iter().flat_map(|it| &it.states).map(|it| anybody(it)).collect()
            }
            Type::DeckName => rules.decks.iter().map(|it| anybody(&it.name)).collect(),
            Type::GoodsName => rules.goods.iter().map(|it| anybody(&it.name)).collect(),
            Type::AreaName => rules.board.areas().iter().map(|it| anybody(&it.name)).collect(),
            Type::Terrain => rules.terrains.iter().map(|it| anybody(&it.name)).collect(),
            Type::Port => rules.resources.iter().map(|it| anybody(&it.name)).collect(),
            Type::PileName => {
                rules.piles.iter().map(|it| (Some(it.rule), text(&it.name))).collect()
            }
            Type::CounterName => {
                let places = rules.place_counters.iter();
                let places = places.map(|it| (Some(it.rule), text(&it.name)));
                let counters = rules.counters.iter().map(|it| (Some(it.rule), text(&it.name)));
                counters.chain(places).collect()
            }
            Type::MarkName => {
                let hex_marks = rules.hex_marks.iter().map(|it| (Some(it.rule), text(&it.name)));
                rules
                    .player_marks
                    .iter()
                    .map(|it| (Some(it.rule), text(&it.name)))
                    .chain(hex_marks)
                    .collect()
            }
            Type::Same => vec![(None, Value::Thing(of))],
            Type::Member => of.members().map(|it| (None, Value::Thing(it))).collect(),
            ty => self.of(ty).into_iter().map(|it| (None, Value::Thing(it))).collect(),
        }
    }
}

fn all<T: Id>(count: usize) -> impl Iterator<Item = T> {
    (0..count).map(T::new)
}

/// A game with this table.
fn game(rules: &Arc<Rules>, script: &Rc<dyn Script>, table: &Table) -> Game {
    let names = rules.names.iter().find(|it| it.len() == usize::from(table.players())).unwrap();
    let state = State { table: table.clone(), pending: None, spent: 0 };
    Game::resume(Arc::clone(rules), Rc::clone(script), names, state).unwrap()
}

/// The scenario with a pack whose roads have states, which the shipped pieces have not.
fn with_states(scenario: &str) -> Request {
    let manifest = "id = \"wear\"\ntitle = \"Wear\"\nversion = \"1.0.0\"\n\n\
                    [pieces.road]\nstates = [\"new\", \"worn\"]\n";
    let rule = "//! Wear\n//! A road is worn after its first turn.\n//! Rulings: H-1.\n\n\
                fn on_turn(me) {\n    for road in me.pieces.of(ROAD) {\n        \
                road.piece.set_state(\"worn\");\n    }\n}\n";
    let texts = [("wear/pack.toml", manifest), ("wear/wear.rhai", rule)];
    Request {
        with: vec!["wear".into()],
        texts: texts.map(|(file, text)| (file.into(), text.into())).into(),
        ..Request::scenario(scenario)
    }
}

#[test]
#[ignore = "calls all functions in many games"]
fn functions_look_only_at_the_parts_that_they_declare() {
    let declared = |function: &&Function| !function.reads.is_all();
    let mut called_on_something = Vec::new();
    for scenario in ["desolation", "newcatan_complete"] {
        let rules = load(&with_states(scenario)).unwrap();
        let script = script::host(&rules).unwrap();
        let positions = (1..=6).flat_map(|seed| {
            let mut tables = Vec::new();
            play(&rules, seed, &mut |played| {
                if played.game.questions().is_empty() {
                    tables.push(played.game.table().clone());
                }
            });
            // From the beginning, the middle and the end of a game.
            [1, tables.len() / 2, tables.len() - 1].map(|number| tables[number].clone())
        });
        let positions: Vec<Table> = positions.collect();
        let pairs = positions.iter().zip(positions.iter().skip(5));
        for (here, there) in pairs {
            let now = game(&rules, &script, here);
            for function in functions().filter(declared) {
                let mut mixed = with_facets(there, here, function.reads);
                if !function.reads.among(Facets::of(&[Facet::Placement])).is_empty() {
                    let step = if here.is_placement() { here.step() } else { Step::Act };
                    mixed.apply(&Change::Step(step), &rules.board);
                }
                let other = game(&rules, &script, &mixed);
                let answers = call(&rules, here, function, [&now, &other], |_| true);
                if answers > 0 {
                    called_on_something.push(function.name);
                }
            }
        }
    }
    for function in functions().filter(declared) {
        assert!(
            called_on_something.contains(&function.name),
            "`{}` applies to nothing",
            function.name
        );
    }
}

/// The table with only the pieces, cards and goods of one player.
fn alone(rules: &Rules, table: &Table, player: Player) -> Table {
    let mut alone = table.clone();
    for other in table.everybody().iter().filter(|&other| other != player) {
        let seat = table.seat(other);
        for place in
            (PiecePlaces { intersections: seat.intersections(), borders: seat.borders() }).iter()
        {
            let kind = table.piece(place).unwrap().kind();
            alone.apply(&Change::Removed { player: other, kind, place }, &rules.board);
        }
        let held = table.held(other);
        for card in held.kinds(rules.cards.len()) {
            for _ in 0..held[card] {
                let back = Change::CardPassed { from: other, to: None, card, open: false };
                alone.apply(&back, &rules.board);
            }
        }
        for goods in all(rules.goods.len()).filter(|&goods| seat.goods()[goods] > 0) {
            let back = Change::Returned(other, goods, seat.goods()[goods]);
            alone.apply(&back, &rules.board);
        }
        alone.apply(&Change::Paid(other, seat.hand()), &rules.board);
    }
    alone
}

#[test]
fn functions_look_only_at_the_shares_of_those_on_whom_they_are_called() {
    let called_on_something = ["desolation", "knights"].map(check_shares).concat();
    let of_pieces = ["pieces", "buildings", "on_board", "has_port", "of", "open_ended", "fresh"];
    let of_cards = ["hand", "produced", "tradeable", "with_cards", "played", "held", "owns"];
    for name in of_pieces.into_iter().chain(of_cards) {
        assert!(called_on_something.contains(&name), "`{name}` applies to nothing");
    }
}

/// Calls functions with shared facets where other players have nothing. Returns the names of those
/// that were called on something.
fn check_shares(scenario: &str) -> Vec<&'static str> {
    let rules = load(&Request::scenario(scenario)).unwrap();
    let script = script::host(&rules).unwrap();
    let shares = |function: &&Function| function.reads.has_shares();
    let mut called_on_something = Vec::new();
    for seed in 1..=2 {
        let mut tables = Vec::new();
        play(&rules, seed, &mut |played| tables.push(played.game.table().clone()));
        let in_play = tables.iter().filter(|table| !table.fresh_borders().is_empty());
        for here in in_play.step_by(tables.len() / 10) {
            let now = game(&rules, &script, here);
            for player in here.everybody().iter() {
                let other = game(&rules, &script, &alone(&rules, here, player));
                let seat = here.seat(player);
                let own = Thing::Pieces(PiecePlaces {
                    intersections: seat.intersections(),
                    borders: seat.borders(),
                });
                let players = Thing::Players([player].into_iter().collect());
                let is_of_player = |of| [Thing::Player(player), players, own].contains(&of);
                for function in functions().filter(shares) {
                    if call(&rules, here, function, [&now, &other], is_of_player) > 0 {
                        called_on_something.push(function.name);
                    }
                }
            }
        }
    }
    called_on_something
}

/// Calls a function with all values of interest in two games, whose answers must be equal. Returns
/// the number of calls with an answer.
fn call(
    rules: &Arc<Rules>,
    here: &Table,
    function: &Function,
    games: [&Game; 2],
    counts: impl Fn(Thing) -> bool,
) -> usize {
    let things = Things { rules, table: here };
    let mut answers = 0;
    let fitting = Type::ALL.iter().filter(|&&ty| function.fits(ty));
    for of in fitting.flat_map(|&it| things.of(it)).filter(|&of| counts(of)) {
        let lists = function.parameter_types.iter().map(|&ty| things.arguments(ty, of));
        let none = vec![(None, Vec::new())];
        let arguments = lists.fold(none, |begun: Vec<(Option<RuleId>, Vec<Value>)>, next| {
            let longer = begun.iter().flat_map(|(rule, args)| {
                next.iter().map(|(other, value)| {
                    let args = args.iter().chain([value]).cloned().collect();
                    (other.or(*rule), args)
                })
            });
            longer.collect()
        });
        for (rule, args) in arguments {
            // Functions that depend on the rule are called for each rule.
            let of_rules = function.parameter_types.is_empty() && matches!(of, Thing::Player(_));
            let count = if of_rules { rules.rules.len() } else { 1 };
            for rule in rule.map_or_else(|| all(count).collect(), |rule| vec![rule]) {
                let answered = |game: &Game| {
                    let super::function::Run::Reads(read) = function.run else {
                        unreachable!("it acts")
                    };
                    let running = Running::only(rule);
                    let name = function.name;
                    let call = super::Invocation {
                        game: game.view(),
                        running,
                        name,
                        of: &of,
                        args: &args,
                    };
                    read(&call).ok().map(|value| format!("{value:?}"))
                };
                let [one, two] = games.map(answered);
                assert_eq!(one, two, "`{}` of {of:?} with {args:?}", function.name);
                answers += usize::from(one.is_some());
            }
        }
    }
    answers
}
