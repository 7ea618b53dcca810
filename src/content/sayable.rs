//! Names that games have to say: that no word in them means something else there.

use super::spoken;
use crate::diagnostic::{Code, Diagnostic};
use crate::transcript::{self, Said};

/// Checks that games can say the name, as files write it, where they have to.
///
/// # Errors
/// When its words are not one space apart, or one of them means something else there.
pub(crate) fn check_said(name: &str, said: Said) -> Result<(), Diagnostic> {
    check_spaced(name)?;
    let (message, hint) = if transcript::is_reserved(name) {
        (format!("`{name}` cannot be a name: it means something else"), "choose another name")
    } else if transcript::can_say(&spoken(name), said) {
        return Ok(());
    } else {
        let message = format!("games cannot say `{name}`: a word in it means something else");
        (
            message,
            "choose a name without words such as `at`, `by`, `in`, `of`, `off`, `to`, `from`, `with`",
        )
    };
    Err(Diagnostic::new(message).code(Code::BadName).hint(hint))
}

/// Checks that the words of a name are one space apart when it is spoken, as games are read.
///
/// # Errors
/// When there are more, or some at an end.
pub(super) fn check_spaced(name: &str) -> Result<(), Diagnostic> {
    if spoken(name).split(' ').all(|word| !word.is_empty()) {
        return Ok(());
    }
    let wrong = Diagnostic::new(format!("`{name}` cannot be a name: a word in it is empty"));
    Err(wrong.code(Code::BadName).hint("write one `_` between two words, and none at an end"))
}
