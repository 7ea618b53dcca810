//! Copies of the game in which a player tries actions out, and asks what rules say that things are
//! worth.

use std::marker::PhantomData;

use super::PlayerView;
use crate::action::Action;
use crate::board::Place;
use crate::change::Change;
use crate::game::hidden::HIDDEN;
use crate::game::verdict::Verdict;
use crate::game::{Game, deal_hidden_cards, hooks};
use crate::resource::Resources;
use crate::rules::{Arg, Args, Call, Hook, Result, RuleId};
use crate::table::{Kind, Player, Step};

/// The maximum number of answers of a player who tries an action out.
const ANSWERS: usize = 16;

/// A copy of the game in which the cards that a player cannot see are dealt anew. It shares the
/// answers of hooks with the game, which cannot change as long as the copy exists.
pub struct Redealt<'a> {
    game: Game,
    player: Player,
    original: PhantomData<&'a Game>,
}

/// A copy of the game after an action that a player has tried out.
pub struct Trial<'a>(Redealt<'a>);

impl<'a> PlayerView<'a> {
    /// A copy of the game in which the cards that the viewer cannot see are dealt anew. `None` for
    /// a spectator, and while players discard, when more than the numbers of their cards is hidden.
    pub fn redealt(&self) -> Option<Redealt<'a>> {
        let player = self.viewer().filter(|_| self.step() != Step::Discard)?;
        let mut game = self.game().sharing_copy();
        deal_hidden_cards(&mut game, player, HIDDEN);
        Some(Redealt { game, player, original: PhantomData })
    }
}

impl Trial<'_> {
    /// The copy as the player may see it.
    pub fn view(&self) -> PlayerView<'_> {
        self.0.game.player_view(Some(self.0.player))
    }
}

impl Redealt<'_> {
    /// Plays an action of the player on a copy and lets `answer` answer the questions to the
    /// player, who has `more` cards from the supply in the copy. `None` if the action is illegal or
    /// fails, ends the turn without a win, or asks others; or if the player cannot know its result,
    /// because it draws at random or changes the hidden cards of opponents.
    pub fn try_out(
        &self,
        action: &Action,
        more: Resources,
        mut answer: impl FnMut(&PlayerView<'_>, &[Action]) -> Option<Action>,
    ) -> Option<Trial<'_>> {
        let (player, before) = (self.player, self.game.table());
        let mut game = self.game.sharing_copy();
        if !more.is_empty() {
            before.supply().checked_sub(more)?;
            game.effect.make(Change::Took(player, more));
        }
        if !game.is_legal(player, action).ok()? {
            return None;
        }
        game.play_checked(player, *action, &[]).ok()?;
        let mut legal = Vec::new();
        for _ in 0..ANSWERS {
            if game.suspended.is_none() {
                break;
            }
            game.list_legal(player, &mut legal).ok()?;
            if legal.is_empty() {
                return None;
            }
            let answer = answer(&game.player_view(Some(player)), &legal)?;
            game.play_checked(player, answer, &[]).ok()?;
        }
        let after = game.table();
        let is_hidden_same = before.opponents(player).all(|other| {
            before.seat(other).hand() == after.seat(other).hand()
                && before.held(other) == after.held(other)
        });
        let is_known = game.suspended.is_none()
            && before.drawn() == after.drawn()
            && (after.winner() == Some(player)
                || (before.turn(), before.step()) == (after.turn(), after.step()))
            && is_hidden_same;
        is_known.then_some(Trial(Redealt { game, player, original: PhantomData }))
    }

    /// What playing a card or using an ability of this rule is worth, in hundredths of a point. The
    /// rule must have the hook `worth`.
    ///
    /// # Errors
    /// When the rule fails.
    pub fn worth_of_use(&self, rule: RuleId, variant: Option<u8>) -> Result<i64> {
        let what = variant.map(|variant| Arg::Number(i64::from(variant) + 1));
        let args = Args::of(what.as_slice());
        let call = Call { rule, hook: Hook::Worth, me: self.player, args, copy: 0 };
        Ok(match hooks::answer(self.game.view(), &call)? {
            Verdict::Number(worth) => worth,
            _ => 0,
        })
    }

    /// What a piece at a place is worth besides its points and cards, in hundredths of a point.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn worth_of_piece(&self, kind: Kind, place: Place) -> Result<i64> {
        let ground = self.game.rules().board.ground(place);
        let args = [Arg::Kind(kind), Arg::Place(ground)];
        hooks::sum(self.game.view(), Hook::PieceWorth, self.player, &args)
    }
}
