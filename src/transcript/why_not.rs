//! The reasons against an action in words, and the reasons for an expectation or a refusal.

use super::annotated::AnnotatedReplay;
use super::chain::{Link, LinkKind, hook_calls_in_words, reasons_in_words};
use super::line::PlayerLine;
use super::match_action::reasons_against_discard;
use super::places::as_written;
use super::resolve::Resolver;
use super::tree::{Body, Expect};
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Refusal, award, sources};
use crate::rules::Failure;
use crate::script::explain_in;
use crate::set::Id;
use crate::table::Player;

/// All reasons against an action in words; `None` if it is legal. The player's name may be omitted
/// if only one player has to act.
///
/// # Errors
/// When the words are not an action.
pub fn why_not(game: &Game, words: &str) -> Result<Option<Vec<Link>>, Diagnostic> {
    let PlayerLine { player, source, parsed } = PlayerLine::read(game, words)?;
    // One line can stand for several actions in sequence.
    let resolver = Resolver::new(game, &source);
    let failed = |failure: Failure| explain_in(game, &failure);
    game.legal_actions(player).map_err(failed)?;
    let actions = resolver.actions(game, player, &parsed)?;
    let mut outcomes = resolver.outcomes(&parsed)?;
    let reasons = reasons_against_discard(game, player, &actions);
    if !reasons.is_empty() {
        return Ok(Some(reasons_in_words(game.rules(), &reasons)));
    }
    let mut game = game.clone();
    for action in actions {
        let reasons = match game.play_written(player, action, &std::mem::take(&mut outcomes)) {
            Ok(_) => continue,
            Err(Refusal::Illegal(reasons)) => {
                let all = resolver.with_others(&game, player, &parsed, reasons)?;
                as_written(&game.rules().board, words, &all)
            }
            Err(Refusal::Failed(failure)) => return Err(explain_in(&game, &failure)),
        };
        return Ok(Some(reasons_in_words(game.rules(), &reasons)));
    }
    Ok(None)
}

/// The sources of a player's points: facts, and the rules whose hooks were called.
fn of_points(game: &Game, player: Player) -> Vec<Link> {
    let facts = sources::sources_of_points(game.view(), player).into_iter();
    let facts = facts.map(|origin| Link::line(game.rules(), LinkKind::Fact, origin));
    let mut game = game.clone();
    game.keep_hook_log();
    // Failing rules are reported by the game itself.
    let _ = award::open_points(game.view(), player);
    let _ = award::goal(game.view(), player);
    facts.chain(hook_calls_in_words(&game, &game.hook_calls())).collect()
}

impl AnnotatedReplay<'_> {
    /// The reasons for an expectation or a refusal on this line, counted from 1: the reasons
    /// against the action, or the sources of a player's points.
    pub fn reasons_for_expectation(&self, line: usize) -> Vec<Link> {
        let source = &self.transcript.source;
        let mut rows = self.transcript.lines.iter();
        let row = rows.find(|row| source.line_of(row.span.start) == line);
        let step = self.steps.iter().take_while(|step| step.line <= line).last();
        let played = step.and_then(|step| step.played.as_ref());
        let (Some(row), Some(played)) = (row, played) else { return Vec::new() };
        let game = &*played.after;
        let seat = |name: &str| game.names().iter().position(|known| known == name);
        let expected = match &row.body {
            Body::Refused(_) => return played.against(),
            Body::Expect(expected) => &**expected,
            _ => return Vec::new(),
        };
        match expected {
            Expect::May(player, parsed, _) => {
                let words = &source.text[parsed.span.clone()];
                let reasons = why_not(game, &format!("{} {words}", player.text));
                reasons.ok().flatten().unwrap_or_default()
            }
            Expect::Points(player, _) | Expect::Wins(player) => {
                seat(&player.text).map_or_else(Vec::new, |seat| of_points(game, Player::new(seat)))
            }
            _ => Vec::new(),
        }
    }
}
