//! Lines of a real terminal: they are edited, completed, and kept in a history.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::cli::problem::INTERRUPTED;
use crate::input::{Actions, Completions};

/// The input of a real terminal.
pub(super) struct Lines {
    editor: Editor<Words, MemHistory>,
    /// Further lines of a pasted text.
    pasted: VecDeque<String>,
    /// Whether Ctrl-C was pressed while nothing was asked.
    is_ended: Arc<AtomicBool>,
}

/// What the line can be completed to.
#[derive(Default)]
struct Words(Completions);

impl Lines {
    /// The input, if people see what they type, and the answers to it.
    pub(super) fn new() -> Option<Self> {
        // On a terminal without a cursor, Ctrl-C would not end the reading of a line.
        let is_dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
        if is_dumb || !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return None;
        }
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true);
        let mut editor = Editor::with_history(config.build(), MemHistory::new()).ok()?;
        editor.set_helper(Some(Words::default()));
        let is_ended = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&is_ended);
        // A second Ctrl-C ends the program at once. Without a handler, the first one does.
        let _ = ctrlc::set_handler(move || {
            if ended.swap(true, Ordering::Relaxed) {
                exit(INTERRUPTED.into());
            }
        });
        Some(Self { editor, pasted: VecDeque::new(), is_ended })
    }

    /// Reads a line; `None` at the end of the input, or after Ctrl-C.
    pub(super) fn read(
        &mut self,
        prompt: &str,
        actions: Option<&Actions>,
    ) -> io::Result<Option<String>> {
        if self.is_ended.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if let Some(words) = self.editor.helper_mut() {
            words.0 = actions.map(Actions::completions).unwrap_or_default();
        }
        match self.editor.readline(prompt) {
            Ok(text) => {
                let mut lines = text.trim().lines().map(|line| line.trim().to_owned());
                let line = lines.next().unwrap_or_default();
                self.pasted.extend(lines.filter(|line| !line.is_empty()));
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error.to_string())),
        }
    }

    /// The next line of a pasted text.
    pub(super) fn pasted(&mut self) -> Option<String> {
        self.pasted.pop_front()
    }

    /// The columns of the terminal.
    pub(super) fn width(&mut self) -> Option<usize> {
        self.editor.dimensions().map(|(columns, _)| usize::from(columns))
    }

    /// Drops the remaining lines of a pasted text; returns their number.
    pub(super) fn drop_pasted(&mut self) -> usize {
        self.pasted.drain(..).count()
    }

    /// Forgets the lines of another player.
    pub(super) fn forget(&mut self) {
        self.pasted.clear();
        // A history in memory can always be cleared.
        let _ = self.editor.clear_history();
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let (start, mut words) = self.0.complete(&line[..at]);
        if let [only] = &mut words[..] {
            only.push(' ');
        }
        Ok((start, words))
    }
}

impl Helper for Words {}

impl Highlighter for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}
