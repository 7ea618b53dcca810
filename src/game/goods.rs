//! Goods: what players own beside cards and pieces, how they get it and part with it.

use super::effect::Effect;
use super::question::Halt;
use super::view::View;
use crate::action::Choice;
use crate::change::Change;
use crate::rules::Merit;
use crate::set::Id;
use crate::table::{Good, Player};

/// How many of the goods the supply still has.
pub(crate) fn left(view: View<'_>, good: Good) -> usize {
    let owned =
        view.table().everybody().iter().map(|player| view.table().seat(player).goods()[good]);
    usize::from(view.rules().goods[good.index()].count.saturating_sub(owned.sum()))
}

/// How many goods of a family the player owns.
pub(crate) fn owned(view: View<'_>, player: Player, family: &[Good]) -> usize {
    family.iter().map(|&good| usize::from(view.table().seat(player).goods()[good])).sum()
}

impl Effect {
    /// Gives a player goods of the supply, as far as it has them; answers how many.
    pub fn receive(&mut self, player: Player, good: Good, count: usize) -> Result<usize, Halt> {
        self.live()?;
        let count = count.min(left(self.view(), good));
        if count > 0 {
            self.move_goods(Change::Received(player, good, few(count)))?;
        }
        Ok(count)
    }

    /// Gives a player one of the goods: of the supply, or else from an opponent who owns it;
    /// answers whether there was one.
    pub fn claim(&mut self, player: Player, good: Good) -> Result<bool, Halt> {
        if self.receive(player, good, 1)? > 0 {
            return Ok(true);
        }
        let owner =
            self.table().opponents(player).find(|&it| self.table().seat(it).goods()[good] > 0);
        if let Some(from) = owner {
            self.move_goods(Change::Handed { from, to: player, good, count: 1 })?;
        }
        Ok(owner.is_some())
    }

    /// Hands goods of a family to another player, as far as the giver owns some; where there are
    /// several kinds the giver chooses. Answers how many.
    pub fn hand_goods(
        &mut self,
        from: Player,
        to: Player,
        family: &[Good],
        count: usize,
    ) -> Result<usize, Halt> {
        self.live()?;
        let prompt = format!("Hand which to {}?", self.view().name(to));
        for given in 0..count {
            let own = family.iter().filter(|&&good| self.table().seat(from).goods()[good] > 0);
            let choices: Vec<_> = own.copied().map(Choice::Good).collect();
            let Choice::Good(good) = self.choose(from, &prompt, choices, false)? else {
                return Ok(given);
            };
            self.move_goods(Change::Handed { from, to, good, count: 1 })?;
        }
        Ok(count)
    }

    /// Returns goods to the supply, as far as the player owns them.
    pub fn give_back(&mut self, player: Player, good: Good, count: usize) -> Result<(), Halt> {
        self.live()?;
        let count = count.min(usize::from(self.table().seat(player).goods()[good]));
        if count > 0 {
            self.move_goods(Change::Returned(player, good, few(count)))?;
        }
        Ok(())
    }

    fn move_goods(&mut self, change: Change) -> Result<(), Halt> {
        self.make(change);
        let concerned = |merit: &Merit| matches!(merit, Merit::Owned(_) | Merit::Script);
        self.judge_awards(concerned).map_err(|failure| self.view().adopt(failure))
    }
}

fn few(count: usize) -> u8 {
    u8::try_from(count).expect("few goods")
}
