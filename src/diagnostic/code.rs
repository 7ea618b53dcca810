//! The codes of diagnostics: stable names, each with its own page in the book.

/// Declares the codes: variant, name and description.
macro_rules! codes {
    ($($(#[doc = $doc:literal])* $code:ident $name:literal;)*) => {
        /// The kind of mistake that a diagnostic is about.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $($(#[doc = $doc])* $code,)*
        }

        impl Code {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            /// Its name, which never changes.
            pub fn name(self) -> &'static str {
                match self { $(Self::$code => $name,)* }
            }

            /// Its description in a sentence.
            pub fn text(self) -> &'static str {
                match self { $(Self::$code => concat!($($doc),*).trim_ascii(),)* }
            }
        }
    };
}

codes! {
    /// A file cannot be read, is not a text file, or does not belong in a pack.
    UnreadableFile "unreadable-file";
    /// A file has a TOML syntax error.
    TomlSyntax "toml-syntax";
    /// A rule file has a syntax error.
    RuleSyntax "rule-syntax";
    /// A line of a transcript has a syntax error.
    TranscriptSyntax "transcript-syntax";
    /// The header of a rule has no title, no sentence or no rulings.
    MissingHeader "missing-header";
    /// A file has an unknown key.
    UnknownKey "unknown-key";
    /// A required key is missing.
    MissingKey "missing-key";
    /// A rule declares an unknown fact.
    UnknownFact "unknown-fact";
    /// A rule defines an unknown hook.
    UnknownHook "unknown-hook";
    /// A rule uses an unknown function or property.
    UnknownFunction "unknown-function";
    /// A rule uses an unknown constant or variable.
    UnknownVariable "unknown-variable";
    /// A name does not exist in this game.
    UnknownName "unknown-name";
    /// A name is not allowed.
    BadName "bad-name";
    /// A name is used twice.
    NameTaken "name-taken";
    /// A value has the wrong type.
    WrongType "wrong-type";
    /// A number or choice is outside the allowed range.
    OutOfRange "out-of-range";
    /// A cost or a rate of trade has a syntax error.
    BadCost "bad-cost";
    /// A fact or declaration has an invalid value.
    BadValue "bad-value";
    /// A game, a pack or a rule exceeds a limit.
    TooMany "too-many";
    /// A fact or hook has no effect without another fact or hook.
    MissingFact "missing-fact";
    /// Two facts or hooks of a rule exclude each other.
    FactsClash "facts-clash";
    /// A hook has the wrong parameters.
    HookParameters "hook-parameters";
    /// A function is called with too many or too few arguments.
    ArgumentCount "argument-count";
    /// A function or operator gets a value of the wrong type, or a condition is not `true` or
    /// `false`.
    TypeMismatch "type-mismatch";
    /// A function is called on a value that does not have it.
    WrongReceiver "wrong-receiver";
    /// A rule compares two values that can never be equal, or that have no order.
    NeverEqual "never-equal";
    /// A hook returns a value of the wrong type.
    HookAnswer "hook-answer";
    /// A veto, a value hook or a guard changes the game, asks a player or draws a random number.
    PureHook "pure-hook";
    /// A rule changes a constant or setting.
    SetConstant "set-constant";
    /// Part of a file can never run.
    NeverRuns "never-runs";
    /// A loop never ends.
    EndlessLoop "endless-loop";
    /// The turns in which a benefit works do not match its hooks.
    WrongTurn "wrong-turn";
    /// Something is declared but never read.
    Unread "unread";
    /// A rule is not tested by any game.
    Untested "untested";
    /// Two rules affect the same value, and their order is not declared.
    RuleConflict "rule-conflict";
    /// A pack does not fit this version of newcatan or the other packs.
    PackConflict "pack-conflict";
    /// The parts of a board do not match, or one of them is in an impossible place.
    BadBoard "bad-board";
    /// Two names differ only by a slip.
    SimilarNames "similar-names";
    /// A 6 or 8 can be next to another 6 or 8.
    RedNumbers "red-numbers";
    /// Nobody can ever win.
    Unwinnable "unwinnable";
    /// A hook that runs very often needs the interpreter, which is slow.
    SlowHook "slow-hook";
    /// The starting position of a transcript is impossible.
    BadPosition "bad-position";
}
