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
    /// A file cannot be read, is no text, or has no place in a pack.
    UnreadableFile "unreadable-file";
    /// A file is not written as TOML is.
    TomlSyntax "toml-syntax";
    /// A rule file is not written as rules are.
    RuleSyntax "rule-syntax";
    /// A line is no line of a transcript.
    TranscriptSyntax "transcript-syntax";
    /// A rule has no title, no sentence or no rulings in its header.
    MissingHeader "missing-header";
    /// A file has a key that no file of its kind has.
    UnknownKey "unknown-key";
    /// A key that has to be there is missing.
    MissingKey "missing-key";
    /// A rule states a fact that there is not.
    UnknownFact "unknown-fact";
    /// A rule defines a hook that there is not.
    UnknownHook "unknown-hook";
    /// A rule says a word that there is not.
    UnknownWord "unknown-word";
    /// A rule speaks of a constant or variable that there is not.
    UnknownVariable "unknown-variable";
    /// A name belongs to nothing in this game.
    UnknownName "unknown-name";
    /// A name cannot be given.
    BadName "bad-name";
    /// A name is given twice.
    NameTaken "name-taken";
    /// A value is of another type than it has to be.
    WrongType "wrong-type";
    /// A number or choice lies outside of what is allowed.
    OutOfRange "out-of-range";
    /// A cost or terms of trade are not written as such.
    BadCost "bad-cost";
    /// A fact or declaration says what cannot be.
    BadValue "bad-value";
    /// There are more of something than a game can have.
    TooMany "too-many";
    /// A fact or hook means nothing without another fact or hook.
    MissingFact "missing-fact";
    /// Two facts or hooks of a rule exclude each other.
    FactsClash "facts-clash";
    /// A hook has other parameters than it is called with.
    HookParameters "hook-parameters";
    /// A word gets more or fewer arguments than it takes.
    ArgumentCount "argument-count";
    /// A word or an operator gets what it cannot take, or a condition is no truth.
    WrongSort "wrong-sort";
    /// A word is said of a thing that has no such word.
    NotSaidOf "not-said-of";
    /// Two things are compared that are never equal, or have no order.
    NeverEqual "never-equal";
    /// A hook answers what it cannot.
    HookAnswer "hook-answer";
    /// A hook that only decides acts, asks or draws.
    PureHook "pure-hook";
    /// A constant or setting is to be changed.
    SetConstant "set-constant";
    /// Something in a file can never run.
    NeverRuns "never-runs";
    /// A loop never ends.
    EndlessLoop "endless-loop";
    /// A benefit works in other turns than its hooks are asked in.
    WrongTurn "wrong-turn";
    /// Something is declared that nothing reads.
    Unread "unread";
    /// A rule is tested by no game.
    Untested "untested";
    /// Two rules have the same say, and nothing tells which is first.
    RuleConflict "rule-conflict";
    /// A pack does not go with the engine or with other packs.
    PackConflict "pack-conflict";
    /// The parts of a board do not add up, or lie where they cannot.
    BadBoard "bad-board";
    /// A 6 or an 8 can lie next to a 6 or an 8.
    RedNumbers "red-numbers";
    /// Nobody can ever win.
    Unwinnable "unwinnable";
    /// A hook that is asked all the time is run by the interpreter, which is slow.
    SlowHook "slow-hook";
    /// The position of a transcript cannot be laid.
    BadPosition "bad-position";
}
