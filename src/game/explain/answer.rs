//! Reasons against an answer that a question does not offer: the laws that determine the possible
//! answers, or the selection that the rule made.

use super::Reason;
use crate::action::{Action, Choice};
use crate::board::{Place, Places};
use crate::game::law::{Checked, Objection, build, collect, marker};
use crate::game::question::Question;
use crate::game::view::View;
use crate::game::{board_verb, markers};
use crate::rules::{Answer, Failure, Rules};
use crate::set::Id;
use crate::table::{Kind, Marker, Player, Terrain};

/// The contents of a place by which rules distinguish places.
#[derive(PartialEq)]
enum There {
    /// A marker that is at the place or controls it.
    Marker(Marker),
    /// A piece of a player.
    Piece(Kind, Player),
    /// A hex of this terrain, with or without a number marker.
    Hex(Terrain, bool),
    /// Nothing.
    Nothing,
}

/// Finds the reasons why an answer is not among the options of a question.
struct WrongAnswer<'a> {
    view: View<'a>,
    player: Player,
    question: &'a Question,
    /// The answers that the running effect has received so far.
    answers: &'a [Answer],
    reasons: Vec<Reason>,
}

/// Returns the reasons why an action is not among the answers to a question: laws, or the selection
/// that the rule made.
pub(in crate::game) fn reasons_against_answer(
    view: View<'_>,
    player: Player,
    action: &Action,
    (question, answers): (&Question, &[Answer]),
) -> Result<Vec<Reason>, Failure> {
    let mut wrong = WrongAnswer { view, player, question, answers, reasons: Vec::new() };
    wrong.find(*action)?;
    Ok(wrong.reasons)
}

impl<'a> WrongAnswer<'a> {
    /// Adds the objections of a check for a player.
    fn check(
        &mut self,
        view: View<'a>,
        player: Player,
        check: impl FnOnce(&mut Vec<Objection<'a>>) -> Checked,
    ) -> Result<(), Failure> {
        self.reasons.extend(super::explained(view, player, &collect(check)?));
        Ok(())
    }

    /// Finds why an action is not among the answers.
    fn find(&mut self, action: Action) -> Result<(), Failure> {
        let (view, player, question) = (self.view, self.player, self.question);
        let is_asked = |option: &Action| match (option, action) {
            (Action::Build { kind, .. }, Action::Build { kind: named, .. }) => *kind == named,
            (Action::Move { marker, .. }, Action::Move { marker: named, .. }) => *marker == named,
            _ => true,
        };
        let is_asked = question.options.iter().any(is_asked);
        match action {
            Action::Build { kind, place, .. } => self.check(view, player, |check| {
                build::check_place(view, check, player, (kind, place), None)
            })?,
            Action::Move { marker, place } => {
                self.check(view, player, |check| {
                    marker::check_move(view, check, player, marker, place)
                })?;
            }
            Action::Take { from } => {
                // The question does not contain the marker whose move it follows.
                for marker in (0..self.view.rules().markers.len()).map(Marker::new) {
                    if *marker::takes(self.view, self.player, marker)? == *question.options {
                        self.check(view, player, |check| {
                            marker::check_take_by(view, check, player, marker, from)
                        })?;
                        break;
                    }
                }
            }
            Action::Choose(choice) => return self.choice(choice),
            _ => {}
        }
        // If the question is about another piece, the laws are only part of the explanation.
        if self.reasons.is_empty() || !is_asked {
            self.unselected(action, None);
        }
        Ok(())
    }

    /// Finds the reasons why a choice is not among the answers.
    fn choice(&mut self, choice: Choice) -> Result<(), Failure> {
        let choices = self.question.options.iter().filter_map(|option| match option {
            Action::Choose(choice) if *choice != Choice::No => Some(*choice),
            _ => None,
        });
        let options: Vec<Choice> = choices.collect();
        if let Some(text) = self.unlike(choice, &options) {
            self.asked(text);
            return Ok(());
        }
        if let Some(place) = place_of(choice) {
            let offered = options.iter().copied().filter_map(place_of);
            let offered = offered.fold(Places::default(), |all, it| all.and(Places::of(it)));
            self.by_laws(place, offered)?;
        }
        if self.reasons.is_empty() {
            let fact = self.fact(choice, &options);
            self.unselected(Action::Choose(choice), fact);
        }
        Ok(())
    }

    /// Returns a string about an answer of the wrong type; `None` if the type is right.
    fn unlike(&self, choice: Choice, options: &[Choice]) -> Option<String> {
        if choice == Choice::No {
            return Some("one of the answers must be chosen".into());
        }
        let named = self.view.rules().choice(choice, self.view.names());
        let mut sorts: Vec<&str> = options.iter().copied().map(sort).collect();
        sorts.dedup();
        if sorts.is_empty() || sorts.contains(&sort(choice)) {
            return None;
        }
        let asked = sorts.join(" or ");
        Some(match choice {
            Choice::Yes => format!("the answer must be {asked}, not `{named}`"),
            _ => format!("the answer must be {asked}, but `{named}` is {}", sort(choice)),
        })
    }

    /// Adds the objections of the laws for moving a marker, or for building the piece that was
    /// chosen before, if these laws permit exactly the offered places.
    fn by_laws(&mut self, place: Place, offered: Places) -> Result<(), Failure> {
        let view = self.view;
        for marker in (0..view.rules().markers.len()).map(Marker::new) {
            if marker::marker_places(view, self.player, marker)? == offered {
                let player = self.player;
                return self.check(view, player, |check| {
                    marker::check_move(view, check, player, marker, place)
                });
            }
        }
        let mut given = self.answers.iter().filter(|it| it.player == self.player);
        let Some(Action::Choose(Choice::Piece(from))) = given.next_back().map(|it| it.action)
        else {
            return Ok(());
        };
        let Some(piece) = view.table().piece(from) else { return Ok(()) };
        let (owner, kind) = (piece.owner(), piece.kind());
        let board = &view.rules().board;
        let places = board_verb::places_once_lifted(view, owner, kind, from)?;
        if offered != board.map_places(places) {
            return Ok(());
        }
        let place = board.on_layer(board.layer_of(from), place);
        if place == from {
            let name = board.place_name(from);
            self.asked(format!("the {} is already at `{name}`", view.rules().kind(kind).name));
            return Ok(());
        }
        let lifted = board_verb::lifted(view, owner, kind, from);
        let view = lifted.view();
        let objections =
            collect(|check| build::check_place(view, check, owner, (kind, place), None))?;
        self.reasons.extend(super::explained(view, owner, &objections));
        Ok(())
    }

    /// Returns a visible fact that distinguishes a choice from all offered choices.
    fn fact(&self, choice: Choice, options: &[Choice]) -> Option<String> {
        let (view, rules) = (self.view, self.view.rules());
        let seat = view.table().seat(self.player);
        let given = self.answers.iter().filter(|it| it.player == self.player);
        if given.map(|answer| answer.action).any(|action| action == Action::Choose(choice)) {
            return Some("this answer was already given".into());
        }
        if let Some(place) = place_of(choice) {
            let there = self.there(place);
            let mut others = options.iter().copied().filter_map(place_of);
            return others.all(|it| self.there(it) != there).then(|| self.in_words(place, &there));
        }
        // A test whether a thing exists at the table, and the text if the chosen thing does not.
        let (has, without): (Box<dyn Fn(Choice) -> bool>, String) = match choice {
            Choice::Card(kind) => {
                let name = &rules.resources[kind.index()].name;
                let has = |it| matches!(it, Choice::Card(kind) if seat.hand().get(kind) > 0);
                (Box::new(has), format!("{} has no {name}", self.view.name(self.player)))
            }
            Choice::Resource(kind) => {
                let name = &rules.resources[kind.index()].name;
                let supply = view.table().supply();
                let has = move |it| matches!(it, Choice::Resource(kind) if supply.get(kind) > 0);
                (Box::new(has), format!("the supply has no {name}"))
            }
            Choice::Goods(goods) => {
                let name = &rules.goods[goods.index()].name;
                let has = |it| matches!(it, Choice::Goods(goods) if seat.goods()[goods] > 0);
                (Box::new(has), format!("{} has no {name}", self.view.name(self.player)))
            }
            Choice::Held(card) => {
                let name = &rules.card(card).name;
                let has = |it| matches!(it, Choice::Held(card) if view.table().held(self.player)[card] > 0);
                (Box::new(has), format!("{} has no {name}", self.view.name(self.player)))
            }
            Choice::Player(player) if player == self.player => {
                return Some(format!("{} is the player who is asked", self.view.name(self.player)));
            }
            Choice::Player(player) => {
                let has = |it| matches!(it, Choice::Player(player) if !view.table().seat(player).hand().is_empty());
                (Box::new(has), format!("{} has no cards", view.name(player)))
            }
            _ => return None,
        };
        let sets_apart = !has(choice) && options.iter().all(|&it| has(it));
        sets_apart.then_some(without)
    }

    /// Adds the reason that the rule does not offer an answer, with the fact that distinguishes it.
    fn unselected(&mut self, answer: Action, fact: Option<String>) {
        let named = self.view.answer(&answer);
        let origin = self.question.origin(self.view.rules());
        let line = self.view.rules().line_at(&origin).into_owned();
        let fact = fact.map_or_else(String::new, |fact| format!("{fact}; "));
        let offers = if line.is_empty() {
            " that the rule offers".into()
        } else {
            format!(" that this line offers: {line}")
        };
        self.asked(format!("{fact}`{named}` is not one of the options{offers}"));
    }

    /// Adds a reason with the line that asks the question.
    fn asked(&mut self, text: String) {
        let (rules, question) = (self.view.rules(), self.question);
        let rule = rules.rule(question.rule);
        self.reasons.push(Reason::of(rule, text, question.origin(rules)));
    }

    /// The contents of a place.
    fn there(&self, place: Place) -> There {
        let table = self.view.table();
        match (markers::marker_at(self.view, place), table.piece(place), place) {
            (Some(marker), ..) => There::Marker(marker),
            (None, Some(piece), _) => There::Piece(piece.kind(), piece.owner()),
            (None, None, Place::Hex(hex)) => {
                There::Hex(table.terrain()[hex], table.numbers()[hex] > 0)
            }
            (None, None, _) => There::Nothing,
        }
    }

    /// Describes the contents of a place in words.
    fn in_words(&self, place: Place, there: &There) -> String {
        let rules: &Rules = self.view.rules();
        let name = rules.board.place_name(place);
        match *there {
            There::Marker(marker) => {
                format!("the {} is at `{name}`", rules.marker(marker).name)
            }
            There::Piece(kind, owner) => {
                let (kind, whose) = (&rules.kind(kind).name, self.view.name(owner));
                format!("a {kind} of {whose} is at `{name}`")
            }
            There::Hex(terrain, true) => format!("`{name}` is {}", rules.terrain(terrain).name),
            There::Hex(terrain, false) => {
                format!("`{name}` is {}, without a number marker", rules.terrain(terrain).name)
            }
            There::Nothing => format!("there is nothing at `{name}`"),
        }
    }
}

/// The place that a choice names.
fn place_of(choice: Choice) -> Option<Place> {
    match choice {
        Choice::Hex(hex) => Some(Place::Hex(hex)),
        Choice::Intersection(intersection) => Some(Place::Intersection(intersection)),
        Choice::Piece(place) => Some(place),
        _ => None,
    }
}

/// The type of a choice in words; a piece is named by its place.
fn sort(choice: Choice) -> &'static str {
    match (choice, place_of(choice)) {
        (_, Some(Place::Hex(_))) => "a hex",
        (_, Some(Place::Intersection(_))) => "an intersection",
        (_, Some(Place::Border(_))) => "a border",
        (Choice::Resource(_) | Choice::Card(_), _) => "a resource",
        (Choice::Player(_), _) => "a player",
        (Choice::Marker(_), _) => "a marker",
        (Choice::Goods(_), _) => "a kind of goods",
        (Choice::Outpost(_), _) => "an outpost",
        (Choice::Number(_), _) => "a number",
        (Choice::Held(_), _) => "a card",
        (Choice::Name(_), _) => "a name",
        _ => "yes or no",
    }
}
