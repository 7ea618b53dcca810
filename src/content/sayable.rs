//! Names that games have to say: that no word in them means something else there.

use super::spoken;
use crate::diagnostic::{Code, Diagnostic};
use crate::transcript::{self, Said};

/// Checks that games can say the name, as files write it, where they have to.
///
/// # Errors
/// When a word in it means something else there.
pub(crate) fn check_said(name: &str, said: Said) -> Result<(), Diagnostic> {
    let (message, hint) = if transcript::is_reserved(name) {
        (format!("`{name}` cannot be a name: it means something else"), "choose another name")
    } else if transcript::can_say(&spoken(name), said) {
        return Ok(());
    } else {
        let message = format!("games cannot say `{name}`: a word in it means something else");
        (message, "choose a name without words such as `at`, `of`, `off`, `to`, `from`, `with`")
    };
    Err(Diagnostic::new(message).code(Code::BadName).hint(hint))
}
