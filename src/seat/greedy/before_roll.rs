//! Decisions before the roll. Their effects are seen only after it, so the player tries them out on
//! copies of the game, and compares the mean values of the positions after the roll.

use super::outlook::Outlook;
use super::{answer, trial};
use crate::action::{Action, Choice};
use crate::chance::{PAIRS, fnv1a, pair_at};
use crate::game::{Game, Outcome};
use crate::rules::{Failure, Hook};
use crate::table::{DICE, Player, Step};

/// The seed of the copies: what is hidden or random in them is the same at each decision, and has
/// nothing to do with the game.
const SEED: u64 = fnv1a(b"before the roll");
/// The maximum number of actions and rolls that are tried out for a card or a question; the answers
/// after a roll are not counted.
const TRIES: usize = 300;
/// The maximum number of questions that are answered after a roll.
const ANSWERS: usize = 16;
/// Rolls with little in common. If rules turn all of them into one roll, they decide the dice.
const UNLIKE_ROLLS: [[u8; 2]; 3] = [[1, 2], [6, 5], [3, 3]];

/// The card that increases the mean value most, among those whose rules react to the roll. The
/// increase has to be at least the `worth` of the card, or that of any card if its rule has none.
pub(super) fn card(outlook: &Outlook<'_>, legal: &[Action]) -> Result<Option<Action>, Failure> {
    let mut cards = Vec::new();
    for action in legal {
        let Action::Play { card, also: false, .. } = *action else { continue };
        let rule = outlook.rules().card(card).rule;
        if outlook.rules().defines(rule, Hook::OnRolled) {
            let worth = outlook.use_worth(rule, None)?;
            cards.push((*action, worth.unwrap_or_else(|| i64::from(outlook.habits.card))));
        }
    }
    cards.retain(|(_, worth)| *worth > 0);
    if cards.is_empty() {
        return Ok(None);
    }
    let Some(game) = outlook.view.sample(SEED) else { return Ok(None) };
    let Some(plain) = Trials::new(outlook).mean_after_roll(&game)? else { return Ok(None) };
    let mut best: Option<(i64, Action)> = None;
    for (action, worth) in cards {
        let Some(value) = Trials::new(outlook).value_after(&game, action)? else { continue };
        let is_worth_it = value - plain >= trial::points_value(worth);
        if is_worth_it && best.is_none_or(|(other, _)| value > other) {
            best = Some((value, action));
        }
    }
    Ok(best.map(|(_, action)| action))
}

/// The number with the highest mean value after the roll. `None` if the question is not for a
/// number, its rule does not react to the roll, the dice are rolled already, or one of the numbers
/// cannot be tried out.
pub(super) fn number(outlook: &Outlook<'_>, legal: &[Action]) -> Result<Option<Action>, Failure> {
    let reacts = |rule| outlook.rules().defines(rule, Hook::OnRolled);
    let is_before = outlook.view.step() == Step::Roll;
    if !is_before || !are_numbers(legal) || !outlook.view.asking_rule().is_some_and(reacts) {
        return Ok(None);
    }
    let Some(game) = outlook.view.sample(SEED) else { return Ok(None) };
    Ok(Trials::new(outlook).best_number(&game, legal)?.map(|(_, number)| number))
}

fn are_numbers(legal: &[Action]) -> bool {
    matches!(legal, [Action::Choose(Choice::Number(_)), ..])
}

/// What a player tries out for a card or a question.
struct Trials<'o, 'a> {
    outlook: &'o Outlook<'a>,
    /// How many actions and rolls may still be tried out.
    left: usize,
}

impl<'o, 'a> Trials<'o, 'a> {
    fn new(outlook: &'o Outlook<'a>) -> Self {
        Self { outlook, left: TRIES }
    }

    /// The mean value after the roll if the player takes this action and answers its questions.
    /// `None` if it is unknown: the action is refused, asks opponents or ends the step, or there is
    /// too much to try out.
    fn value_after(&mut self, game: &Game, action: Action) -> Result<Option<i64>, Failure> {
        let me = self.outlook.me;
        let mut game = game.clone();
        if !self.take_try() || game.play(me, action).is_err() {
            return Ok(None);
        }
        if game.is_over() {
            return self.value(&game).map(Some);
        }
        if game.question().is_none() {
            return self.mean_after_roll(&game);
        }
        let Ok(legal) = game.legal_actions(me) else { return Ok(None) };
        if are_numbers(&legal) {
            return Ok(self.best_number(&game, &legal)?.map(|(value, _)| value));
        }
        match self.answer(&game, me, &legal)? {
            Some(answer) => self.value_after(&game, answer),
            None => Ok(None),
        }
    }

    /// The number with the highest value, and the value. `None` if one of them cannot be tried out.
    fn best_number(
        &mut self,
        game: &Game,
        legal: &[Action],
    ) -> Result<Option<(i64, Action)>, Failure> {
        let mut best: Option<(i64, Action)> = None;
        for &action in legal {
            let Some(value) = self.value_after(game, action)? else { return Ok(None) };
            // The highest one of equal numbers, as for questions that are not tried out.
            if best.is_none_or(|(other, _)| value >= other) {
                best = Some((value, action));
            }
        }
        Ok(best)
    }

    /// The mean value of the positions after all rolls of two dice. An event die shows its most
    /// frequent name. Rolls that rules turn into the same one count as equal; those that rules repeat
    /// are left out, since their results are unknown. `None` if the player cannot roll now, or there
    /// is too much to try out.
    fn mean_after_roll(&mut self, game: &Game) -> Result<Option<i64>, Failure> {
        if game.table().step() != Step::Roll {
            return Ok(None);
        }
        let drawn = game.table().drawn()[DICE];
        let event = self.outlook.rules().event_die.as_ref();
        let event = event.map(|die| Outcome::EventDie(die.most_frequent()));
        let others = (0..PAIRS).map(pair_at).filter(|dice| !UNLIKE_ROLLS.contains(dice));
        let (mut sum, mut count, mut values) = (0, 0, Vec::new());
        for dice in UNLIKE_ROLLS.into_iter().chain(others) {
            if !self.take_try() {
                return Ok(None);
            }
            let mut game = game.clone();
            let written: Vec<Outcome> = [Outcome::Dice(dice)].into_iter().chain(event).collect();
            if game.play_written(self.outlook.me, Action::Roll, &written).is_err() {
                continue;
            }
            let is_repeated = game.table().drawn()[DICE] > drawn + 1;
            if is_repeated || !self.answer_all(&mut game)? {
                continue;
            }
            let dice = game.table().dice();
            let known = values.iter().find(|(other, _)| *other == dice).map(|(_, value)| *value);
            let value = match known {
                Some(value) => value,
                None => self.value(&game)?,
            };
            values.extend(known.is_none().then_some((dice, value)));
            sum += value;
            count += 1;
            if count == UNLIKE_ROLLS.len() && values.len() == 1 {
                break;
            }
        }
        Ok((count > 0).then(|| sum / i64::try_from(count).expect("36 rolls at most")))
    }

    /// Answers the questions of rules that react to the roll, also those to opponents. Returns whether
    /// all could be answered.
    fn answer_all(&self, game: &mut Game) -> Result<bool, Failure> {
        for _ in 0..ANSWERS {
            let Some(player) = game.question().map(|question| question.player) else {
                return Ok(true);
            };
            let Ok(legal) = game.legal_actions(player) else { break };
            let Some(answer) = self.answer(game, player, &legal)? else { break };
            if game.play(player, answer).is_err() {
                break;
            }
        }
        Ok(false)
    }

    /// The answer of a player to a question in a copy; `None` if the player has none.
    fn answer(
        &self,
        game: &Game,
        player: Player,
        legal: &[Action],
    ) -> Result<Option<Action>, Failure> {
        if legal.len() < 2 {
            return Ok(legal.first().copied());
        }
        let view = game.player_view(Some(player));
        let outlook = Outlook::new(&view, player, self.outlook.manner())?;
        answer::question(&outlook, legal).map(Some)
    }

    /// The value of a position to the player.
    fn value(&self, game: &Game) -> Result<i64, Failure> {
        let me = self.outlook.me;
        let view = game.player_view(Some(me));
        trial::value(&Outlook::new(&view, me, self.outlook.manner())?)
    }

    fn take_try(&mut self) -> bool {
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or(0);
        left.is_some()
    }
}
