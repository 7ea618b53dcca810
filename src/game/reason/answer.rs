//! What stands against an answer that is not among those of a question: what lies or stands there,
//! or is lacking.

use super::{Found, Reason};
use crate::action::{Action, Choice};
use crate::board::Place;
use crate::game::question::Question;
use crate::resource::Resource;
use crate::set::Id;
use crate::table::{Good, Player};

impl Found<'_> {
    /// Why a choice is not among the answers, as far as the table shows it.
    pub(super) fn choice(&mut self, choice: Choice, question: &Question) {
        if let Some(text) = self.against_choice(choice, question) {
            let rule = self.work.rules.rule(question.rule);
            let origin = question.origin(&self.work.rules);
            self.reasons.push(Reason::of(rule, text, origin));
        }
    }

    fn against_choice(&self, choice: Choice, question: &Question) -> Option<String> {
        let named = self.work.rules.choice(choice, &self.work.names);
        let options = question.options.iter().filter_map(|option| match option {
            Action::Choose(choice) => Some(*choice),
            _ => None,
        });
        let given = self.work.run.answers.iter().filter(|it| it.player == self.player);
        if given.map(|answer| answer.action).any(|action| action == Action::Choose(choice)) {
            return Some(format!("`{named}` was chosen before"));
        }
        let asked = options.clone().find(|option| is_alike(*option, choice));
        match (choice, asked) {
            (_, None) => {
                let asked = options.clone().find(|option| *option != Choice::No)?;
                Some(format!("the answer is {}, `{named}` is {}", sort(asked), sort(choice)))
            }
            (Choice::Resource(kind) | Choice::Card(kind), Some(asked)) => {
                self.against_resource(kind, matches!(asked, Choice::Card(_)))
            }
            (Choice::Player(player), _) => self.against_player(player),
            (Choice::Good(good), _) => self.against_good(good),
            (Choice::Hex(hex), _) => Some(self.there(Place::Hex(hex))),
            (Choice::Intersection(site), _) => Some(self.there(Place::Intersection(site))),
            (Choice::Piece(place), _) => Some(self.there(place)),
            _ => None,
        }
    }

    /// Why a resource cannot be named, as a card to part with or as a kind.
    fn against_resource(&self, kind: Resource, is_card: bool) -> Option<String> {
        let name = &self.work.rules.resources[kind.index()].name;
        let table = &self.work.table;
        let (who, cards) = if is_card {
            (self.name(), table.seat(self.player).hand)
        } else {
            ("the supply".to_owned(), table.supply)
        };
        (cards.get(kind) == 0).then(|| format!("{who} has no {name}"))
    }

    fn against_player(&self, player: Player) -> Option<String> {
        let name = self.work.name(player);
        if player == self.player {
            return Some(format!("{name} is the player who is asked"));
        }
        let is_empty = self.work.table.seat(player).hand.is_empty();
        is_empty.then(|| format!("{name} has no cards"))
    }

    fn against_good(&self, good: Good) -> Option<String> {
        let name = &self.work.rules.goods[good.index()].name;
        let owned = self.work.table.seat(self.player).goods[good];
        (owned == 0).then(|| format!("{} has no {name}", self.name()))
    }

    /// What stands or lies at a place.
    fn there(&self, place: Place) -> String {
        let (work, rules) = (self.work, &self.work.rules);
        let name = rules.board.place_name(place);
        if let Some(marker) = work.marker_at(place) {
            return format!("the {} stands at `{name}`", rules.marker(marker).name);
        }
        match (work.table.piece(place), place) {
            (Some(piece), _) => {
                let (kind, whose) = (&rules.kind(piece.kind()).name, work.name(piece.owner()));
                format!("a {kind} of {whose} stands at `{name}`")
            }
            (None, Place::Hex(hex)) => {
                let terrain = &rules.terrain(work.table.terrain[hex]).name;
                match work.table.numbers[hex] {
                    0 => format!("`{name}` is {terrain}, without a number marker"),
                    number => format!("`{name}` is {terrain} {number}"),
                }
            }
            (None, _) => format!("nothing stands at `{name}`"),
        }
    }
}

/// Whether two choices answer the same sort of question.
fn is_alike(one: Choice, other: Choice) -> bool {
    sort(one) == sort(other)
        || matches!(one, Choice::Piece(_)) && matches!(other, Choice::Intersection(_))
}

/// What a choice is, in words.
fn sort(choice: Choice) -> &'static str {
    match choice {
        Choice::No | Choice::Yes => "yes or no",
        Choice::Resource(_) | Choice::Card(_) => "a resource",
        Choice::Player(_) => "a player",
        Choice::Hex(_) => "a hex",
        Choice::Intersection(_) => "an intersection",
        Choice::Piece(_) => "a piece",
        Choice::Marker(_) => "a marker",
        Choice::Good(_) => "a kind of goods",
        Choice::Outpost(_) => "an outpost",
        Choice::Number(_) => "a number",
    }
}
