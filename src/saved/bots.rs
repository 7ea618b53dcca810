//! The programs at the seats of a game: built-in ones and external ones.

use super::game::{Result, SavedGame, refuse};
use super::seats::SeatKind;
use crate::action::Action;
use crate::game::{Reason, Refusal};
use crate::protocol::{RpcError, RpcErrorCode};
use crate::rules::Origin;
use crate::seat::{Decision, Strategy};
use crate::set::Id;
use crate::table::Player;

/// How often a program may decide on something that is refused before the first legal action is
/// taken for it. An external program is replaced by random choices after three refusals.
const ATTEMPTS: usize = 5;

impl SavedGame {
    /// Lets all programs take their seats, unless the game is over.
    pub(super) fn start_bots(&mut self) {
        let seats = if self.game().is_over() { Vec::new() } else { self.saved.seats.clone() };
        for (seat, kind) in seats.iter().enumerate() {
            self.start_bot(Player::new(seat), kind);
        }
    }

    /// Lets a program take a seat.
    fn start_bot(&mut self, player: Player, kind: &SeatKind) {
        let seed = self.game().table().seed();
        let created = kind.create_seat(&self.store.programs, seed, player.index());
        self.absent.remove(&player);
        self.bots[player.index()] = created.unwrap_or_else(|why| {
            let (name, program) = (self.name(player), String::from(kind.clone()));
            let message =
                format!("the {program} of {name} is missing: {why}; a bot can play for it");
            self.absent.insert(player, message);
            None
        });
    }

    /// Tells the programs that the game is over, and lets them leave.
    pub(super) fn end_bots(&mut self) {
        for (seat, bot) in self.bots.iter_mut().enumerate() {
            if let Some(mut bot) = bot.take() {
                bot.end(&self.session.game.player_view(Some(Player::new(seat))));
            }
        }
    }

    /// Whether a program has to act.
    pub(crate) fn awaits_bot(&self) -> bool {
        let is_open = !self.paused && self.problem.is_none() && self.logs.failed().is_none();
        is_open && self.next_bot().is_some()
    }

    fn next_bot(&self) -> Option<Player> {
        let waiting = self.game().to_act();
        let table = self.game().table();
        let mut seats = table.clockwise(table.in_turn());
        seats.find(|&seat| waiting.contains(seat) && self.bots[seat.index()].is_some())
    }

    /// Lets the next program act once.
    pub(crate) fn play_bot(&mut self) {
        let Some(player) = self.next_bot() else { return };
        if let Err(fault) = self.try_bot(player) {
            let message = format!("{} cannot act: {}", self.name(player), fault.message);
            self.problem = Some(message);
            self.version += 1;
        }
    }

    fn try_bot(&mut self, player: Player) -> Result {
        let Self { session, logs, bots, .. } = self;
        let bot = bots[player.index()].as_mut().expect("a program has this seat");
        let mut last = None;
        for attempt in 0..=ATTEMPTS {
            let listed = session.game.legal_actions(player)?;
            let wish = if attempt < ATTEMPTS {
                bot.choose(&session.game.player_view(Some(player)), &listed)
                    .map_err(|stop| RpcError::new(RpcErrorCode::RuleFailed, stop.to_string()))?
            } else {
                Decision::Listed(0)
            };
            let action = match wish {
                Decision::Act(action) => action,
                Decision::Listed(index) if index < listed.len() => listed[index],
                Decision::Listed(_) | Decision::Undo => Action::End,
            };
            bot.complaints().iter().for_each(|problem| logs.note(problem));
            match session.play_action(player, action, logs) {
                Ok(()) => {
                    self.changed();
                    return Ok(());
                }
                Err(fault) => {
                    let reason = Reason::new(&fault.message, Origin::default());
                    let refused = Refusal::Illegal(vec![reason]);
                    bot.refused(&session.game.player_view(Some(player)), &wish, &refused);
                    last = Some(fault);
                }
            }
        }
        Err(last.expect("an attempt was refused"))
    }

    /// Lets a bot play for a person or an external program, or gives the seat back.
    pub(crate) fn replace(&mut self, player: Player, by: Option<Strategy>) -> Result {
        let own = match self.saved.seats.get(player.index()) {
            Some(SeatKind::Strategy(_)) | None => {
                return refuse("neither a person nor a program has this seat");
            }
            Some(own) => own.clone(),
        };
        self.replaced = match by {
            Some(_) => self.replaced.with(player),
            None => self.replaced.without(player),
        };
        self.start_bot(player, &by.map_or(own, SeatKind::Strategy));
        self.version += 1;
        Ok(())
    }

    /// Why an external program cannot play.
    pub(crate) fn absence(&self) -> Option<&str> {
        self.absent.values().next().map(String::as_str)
    }
}
