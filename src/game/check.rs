//! Invariants: what holds at any time, checked in tests and debug builds.

use super::Game;
use crate::resource::{Resource, Resources};
use crate::rules::Failure;
use crate::set::Id;
use crate::table::{Award, Card};

impl Game {
    /// What is wrong with the table: cards or pieces lost or doubled, awards misplaced, numbers
    /// that differ from what they are derived from. Nothing, at any time.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn faults(&self) -> Result<Vec<String>, Failure> {
        let (rules, table) = (self.rules(), self.table());
        let mut faults = Vec::new();
        let everybody = table.everybody();
        let hands: Resources = everybody.iter().map(|player| table.seat(player).hand).sum();
        for (index, resource) in rules.resources.iter().enumerate() {
            let kind = Resource::new(index);
            let found = (hands + table.supply + table.put_away).get(kind);
            if found != usize::from(resource.cards) {
                faults.push(format!("{found} {} instead of {}", resource.name, resource.cards));
            }
        }
        for (index, card) in rules.cards.iter().enumerate() {
            let kind = Card::new(index);
            let held = everybody
                .iter()
                .map(|player| table.seat(player).cards[kind] + table.seat(player).played[kind]);
            let found = held.sum::<u8>() + table.deck[kind];
            if found != card.copies {
                faults.push(format!("{found} {} instead of {}", card.name, card.copies));
            }
        }
        for player in everybody.iter() {
            for (index, kind) in rules.kinds.iter().enumerate() {
                let on_board = table.seat(player).pieces[Id::new(index)];
                if on_board > kind.each {
                    faults.push(format!("{on_board} {} of {} on the board", kind.name, kind.each));
                }
            }
        }
        if table.recounted(&rules.board) != *table {
            faults.push("the pieces kept differ from the pieces on the board".into());
        }
        for (index, award) in rules.awards.iter().enumerate() {
            let award_id = Award::new(index);
            if self.work().rightful_holder(award_id)? != table.awards[award_id] {
                faults.push(format!("{} is not with its rightful holder", award.name));
            }
        }
        Ok(faults)
    }
}
