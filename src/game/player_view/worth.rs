//! What rules say that cards, abilities and pieces are worth to computer players.

use super::PlayerView;
use crate::board::Place;
use crate::game::hidden::HIDDEN;
use crate::game::verdict::Verdict;
use crate::game::{Game, deal_hidden_cards, hooks};
use crate::rules::{Arg, Args, Call, Hook, Result, RuleId};
use crate::table::{Kind, Player, Step};

/// A copy of the game for questions about worth, in which the cards that the player cannot see are
/// dealt anew.
pub struct Worths {
    game: Game,
    player: Player,
}

impl PlayerView<'_> {
    /// What rules say that things are worth to the viewer; `None` if no rule says so, or while
    /// players discard, when more than the numbers of their cards is hidden.
    pub fn worths(&self) -> Option<Worths> {
        let (rules, player) = (self.rules(), self.viewer()?);
        if !rules.is_heard(Hook::Worth) && !rules.is_heard(Hook::PieceWorth) {
            return None;
        }
        if self.step() == Step::Discard {
            return None;
        }
        let mut game = self.game().clone();
        deal_hidden_cards(&mut game, player, HIDDEN);
        Some(Worths { game, player })
    }
}

impl Worths {
    /// What playing a card or using an ability of this rule is worth, in hundredths of a point;
    /// `None` if the rule does not say it.
    ///
    /// # Errors
    /// When the rule fails.
    pub fn of_use(&self, rule: RuleId, variant: Option<u8>) -> Result<Option<i64>> {
        if !self.game.rules().defines(rule, Hook::Worth) {
            return Ok(None);
        }
        let what = variant.map(|variant| Arg::Number(i64::from(variant) + 1));
        let args = Args::of(what.as_slice());
        let call = Call { rule, hook: Hook::Worth, me: self.player, args, copy: 0 };
        Ok(match hooks::answer(self.game.view(), &call)? {
            Verdict::Number(worth) => Some(worth),
            _ => Some(0),
        })
    }

    /// What a piece at a place is worth besides its points and cards, in hundredths of a point.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn of_piece(&self, kind: Kind, place: Place) -> Result<i64> {
        let ground = self.game.rules().board.ground(place);
        let args = [Arg::Kind(kind), Arg::Place(ground)];
        hooks::fold_value(self.game.view(), Hook::PieceWorth, self.player, &args, 0, |_, _, _| {})
    }
}
