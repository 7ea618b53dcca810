//! Hints: the best actions of a player, as plain data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::Legal;
use super::rpc::{RpcError, RpcErrorCode};
use crate::game::Game;
use crate::seat::{Effort, Stop, Terms, hint};
use crate::table::Player;

/// The seed of the trials, unless a request names another one.
const SEED: u64 = 1;

/// The parameters of `hint`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HintParams {
    /// The id of the game.
    pub(super) game: String,
    /// The player; by default the first one who has to act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<String>,
    /// The seed of the trials; 1 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
    /// About how many positions are looked at; 5000 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u32>", range(min = 1, max = Effort::MOST))]
    pub(super) positions: Option<Effort>,
}

/// The best actions of a player, which depend only on what the player can see.
#[derive(Clone, Default, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Hints {
    /// The best action and up to three others, best first; empty if the player does not have to
    /// act.
    pub(crate) actions: Vec<Hint>,
}

/// An action, and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Hint {
    /// The action, which can be an offer.
    pub(crate) action: Legal,
    /// The chance of the player to win after it, in per cent; null if the position cannot be tried
    /// out.
    pub(crate) value: Option<f64>,
    /// The standard error of the value, in percentage points; null if there were less than two
    /// trials.
    pub(crate) error: Option<f64>,
}

impl Hints {
    /// The hints for a player, who has made these offers this turn; the seed is that of the trials.
    ///
    /// # Errors
    /// When a rule fails.
    pub(crate) fn of(
        game: &Game,
        player: Player,
        offered: &[Terms],
        seed: Option<u64>,
        effort: Option<Effort>,
    ) -> Result<Self, RpcError> {
        let failed = |stop| match stop {
            Stop::Failed(failure) => RpcError::failed(failure, game.rules()),
            stop => RpcError::new(RpcErrorCode::Internal, stop.to_string()),
        };
        let view = game.player_view(Some(player));
        let advice = hint(&view, offered, seed.unwrap_or(SEED), effort).map_err(failed)?;
        let hints = advice.iter().map(|advice| Hint {
            action: Legal::of(game, player, &advice.action),
            value: advice.value.map(per_cent),
            error: advice.error.map(per_cent),
        });
        Ok(Self { actions: hints.collect() })
    }
}

/// A share in per cent, with one decimal place.
fn per_cent(share: f64) -> f64 {
    (share * 1000.0).round() / 10.0
}
