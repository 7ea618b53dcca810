//! The transcript parser: a text is either parsed or has diagnostics. Transcripts that can be
//! played can be blessed, parsed and played again.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use newcatan::content::Request;
use newcatan::diagnostic::Source;
use newcatan::game::Script;
use newcatan::rules::Rules;
use newcatan::script;
use newcatan::transcript::{Options, ReplayReport, Transcript, following, parse, replay};

use super::{explained, load};

/// Loaded rules with their script host.
type Ready = (Arc<Rules>, Rc<dyn Script>);

/// The maximum number of cached rules.
const KEPT: usize = 12;

thread_local! {
    static LOADED: RefCell<Vec<(Request, Option<Ready>)>> = const { RefCell::new(Vec::new()) };
}

/// Runs the input as a transcript.
pub fn run(data: &[u8]) {
    let Ok(text) = Source::decoded("fuzz.game", data.to_vec()) else { return };
    for line in text.lines().take(3) {
        following(line);
    }
    let transcript = match parse(&text, "fuzz.game") {
        Ok(transcript) => transcript,
        Err(wrong) => return explained(&wrong),
    };
    let request = Request { only_in: Some(Vec::new()), ..transcript.request() };
    let Some(ready) = ready(&request) else { return };
    match play(&transcript, &ready, false) {
        Ok(_) => {}
        Err(wrong) => explained(&wrong),
    }
    if let Ok(report) = play(&transcript, &ready, true) {
        assert_eq!(report.game.faults().unwrap_or_default(), [""; 0]);
        blessed_is_stable(&report, &ready);
    }
}

/// Checks that a blessed transcript can be parsed and played, and that blessing it again changes
/// nothing.
fn blessed_is_stable(report: &ReplayReport, ready: &Ready) {
    let again = parse(&report.rewritten, "fuzz.game");
    let again = again.unwrap_or_else(|wrong| panic!("blessed: {wrong}\n{}", report.rewritten));
    let replayed = play(&again, ready, true);
    let replayed =
        replayed.unwrap_or_else(|wrong| panic!("blessed: {wrong}\n{}", report.rewritten));
    assert_eq!(replayed.game.state(), report.game.state(), "{}", report.rewritten);
    assert_eq!(replayed.rewritten, report.rewritten);
    if report.left.0.is_empty() {
        let plain = play(&again, ready, false).map(|_| ());
        plain.unwrap_or_else(|wrong| panic!("blessed, and wrong: {wrong}\n{}", report.rewritten));
    }
}

fn play(
    transcript: &Transcript,
    ready: &Ready,
    rewrite: bool,
) -> Result<ReplayReport, newcatan::diagnostic::Diagnostics> {
    let options = Options { rewrite, ..Options::default() };
    replay(transcript, &ready.0, Rc::clone(&ready.1), options)
}

/// The rules of a request, loaded once.
fn ready(request: &Request) -> Option<Ready> {
    LOADED.with_borrow_mut(|loaded| {
        let key = Request { set_at: std::collections::BTreeMap::new(), ..request.clone() };
        if let Some(at) = loaded.iter().position(|(known, _)| *known == key) {
            return loaded[at].1.clone();
        }
        let ready = load(request).and_then(|rules| {
            let host = script::host(&rules).map_err(|wrong| explained(&wrong)).ok()?;
            Some((rules, host))
        });
        if loaded.len() == KEPT {
            loaded.remove(0);
        }
        loaded.push((key, ready.clone()));
        ready
    })
}
