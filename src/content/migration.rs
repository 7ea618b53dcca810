//! Replaces old names with their new names in rule files, `pack.toml` and scenarios.
//!
//! Comments, strings and the names of a file's own functions and variables stay as they are.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::folder::is_rule_file;
use crate::diagnostic::Source;
use crate::script::renamed::{RenamedWord, WordPlace, renamed, renamed_key};
use crate::script::tokens::{SyntaxKind, SyntaxToken, tokens};

/// An old name in a file: its byte span, and its entry in the list of renamed words.
pub(super) type OldWord = (Range<usize>, &'static RenamedWord);

/// The result of replacing the old names in a file.
#[derive(Debug)]
pub struct Renewal {
    /// The new text.
    pub text: String,
    /// The replaced names, each with its line.
    pub words: Vec<(usize, &'static RenamedWord)>,
}

/// Replaces the old names in a rule file, or in a TOML file.
pub fn renew(source: &Source) -> Renewal {
    let is_rule = is_rule_file(Path::new(&*source.file));
    let mut old = if is_rule { in_rule(&source.text) } else { in_toml(&source.text) };
    old.sort_by_key(|(span, _)| span.start);
    let mut text = source.text.to_string();
    for (span, word) in old.iter().rev() {
        text.replace_range(span.clone(), word.new);
    }
    let words = old.iter().map(|(span, word)| (source.line_of(span.start), *word)).collect();
    Renewal { text, words }
}

/// The old names in a rule file.
fn in_rule(text: &str) -> Vec<OldWord> {
    let reader = RuleReader { text, tokens: tokens(text) };
    let facts = reader.facts();
    let mut found = Vec::new();
    for (at, depth) in reader.names() {
        let word = match reader.place_of(at) {
            // A file does not tell on which values a function is called.
            Some(place) => renamed(reader.word(at), place).filter(|word| !word.is_reused()),
            None => facts.iter().copied().find(|fact| reader.is_use(fact.old, at, depth)),
        };
        found.extend(word.map(|word| (reader.tokens[at].span.clone(), word)));
    }
    found
}

/// The tokens of a rule file.
struct RuleReader<'a> {
    text: &'a str,
    tokens: Vec<SyntaxToken>,
}

impl RuleReader<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &self.text[token.span.clone()])
    }

    /// The token `count` places before the token `at`; empty if there is no such token.
    fn before(&self, at: usize, count: usize) -> &str {
        at.checked_sub(count).map_or("", |at| self.word(at))
    }

    fn is_after_dot(&self, at: usize) -> bool {
        matches!(self.before(at, 1), "." | "?.")
    }

    /// The indices of all tokens that are names, each with the number of braces that enclose it.
    fn names(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut depth = 0_usize;
        self.tokens.iter().enumerate().filter_map(move |(at, token)| {
            match self.word(at) {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            (token.kind == SyntaxKind::Identifier).then_some((at, depth))
        })
    }

    /// Whether a name after a dot is a property or a function; `None` for other names and for
    /// settings, which packs name themselves.
    fn place_of(&self, at: usize) -> Option<WordPlace> {
        let is_setting = self.before(at, 2) == "settings" && !self.is_after_dot(at - 2);
        match self.word(at + 1) {
            _ if !self.is_after_dot(at) || is_setting => None,
            "(" => Some(WordPlace::Function(self.arguments(at + 1))),
            _ => Some(WordPlace::Property),
        }
    }

    /// The number of arguments in the parentheses that open at an index.
    fn arguments(&self, open: usize) -> usize {
        let (mut depth, mut commas) = (0_usize, 0);
        for at in open..self.tokens.len() {
            match self.word(at) {
                "(" | "[" | "{" | "?[" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                // A comma may follow the last argument.
                "," if depth == 1 && self.word(at + 1) != ")" => commas += 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        if self.word(open + 1) == ")" { 0 } else { commas + 1 }
    }

    /// The renamed facts that the file declares, except facts whose names the file also uses for
    /// other things.
    fn facts(&self) -> Vec<&'static RenamedWord> {
        let (mut stated, mut own) = (BTreeSet::new(), BTreeSet::new());
        for (at, depth) in self.names() {
            match (self.before(at, 1), depth) {
                ("const", 0) => stated.insert(self.word(at)),
                ("let" | "const" | "for" | "fn", _) | (_, 0) => own.insert(self.word(at)),
                _ => false,
            };
        }
        let names = stated.difference(&own);
        names.filter_map(|name| renamed(name, WordPlace::Fact)).collect()
    }

    /// Whether a name declares a fact, or reads it in a function.
    fn is_use(&self, fact: &str, at: usize, depth: usize) -> bool {
        let is_read = depth > 0 && !matches!(self.word(at + 1), "(" | ":");
        let is_member = self.is_after_dot(at);
        self.word(at) == fact && !is_member && (is_read || self.before(at, 1) == "const")
    }
}

/// The old keys of a TOML file; none if it cannot be parsed.
pub(super) fn in_toml(text: &str) -> Vec<OldWord> {
    let mut found = Vec::new();
    if let Ok(table) = DeTable::parse(text) {
        in_table(text, table.get_ref(), &mut Vec::new(), &mut found);
    }
    found
}

/// Adds the old keys of a table and of the tables in it.
fn in_table<'a>(
    text: &str,
    table: &'a DeTable<'_>,
    path: &mut Vec<&'a str>,
    found: &mut Vec<OldWord>,
) {
    for (key, value) in table {
        let name: &str = key.get_ref();
        let has = |other: &str| table.keys().any(|key| key.get_ref() == other);
        if let Some(word) = renamed_key(name, path)
            && !has(word.new)
        {
            let Range { start, end } = key.span();
            let is_quoted = text[start..].starts_with(['"', '\'']);
            let span = if is_quoted { start + 1..end - 1 } else { start..end };
            found.push((span, word));
        }
        if let DeValue::Table(inner) = value.get_ref() {
            path.push(name);
            in_table(text, inner, path, found);
            path.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, old: &str, new: &str, lines: &[usize]) {
        let renewal = renew(&Source::new(file, old));
        assert_eq!(renewal.text, new);
        let found: Vec<usize> = renewal.words.iter().map(|(line, _)| *line).collect();
        assert_eq!(found, lines);
        let again = renew(&Source::new(file, new));
        assert!(again.words.is_empty() && again.text == new);
    }

    #[track_caller]
    fn unchanged(file: &str, text: &str) {
        check(file, text, text, &[]);
    }

    #[test]
    fn words_after_a_dot_are_replaced() {
        check(
            "a.rhai",
            "// ä.leave()\r\nfn act(me) {\r\n    let ö = `é ${me.hand.kinds_of(2)}`; X.leave(); Y /* . */ . leave();\r\n}\r\n",
            "// ä.leave()\r\nfn act(me) {\r\n    let ö = `é ${me.hand.kinds_with_at_least(2)}`; X.remove(); Y /* . */ . remove();\r\n}\r\n",
            &[3, 3, 3],
        );
        check("a.rhai", "a?.marker + b.marked", "a?.number + b.numbered", &[1, 1]);
    }

    #[test]
    fn comments_texts_settings_and_own_names_stay() {
        unchanged("a.rhai", "// x.leave()\n/* x.leave() */ \"x.leave()\" `x.leave()`");
        unchanged("a.rhai", "private fn leave(become) { leave(become); let marker = marker; }");
        unchanged("a.rhai", "me.marked(\"dry\"); x.marker(); x.leave; settings.marker; 0..leave()");
        check("a.rhai", "x.settings.marker", "x.settings.number", &[1]);
        unchanged("a.rhai", ".");
        unchanged("a.rhai", "x.");
        unchanged("a.rhai", "");
    }

    #[test]
    fn functions_are_replaced_only_with_their_number_of_arguments() {
        for args in ["a, b, c", "a, [b, f(b, c)], c,", "`${f(a, b)}`, |it| { g(it, 2) }, c?[d, e]"]
        {
            let new = format!("me.may_trade_with_supply({args}); x.may_trade()");
            check("a.rhai", &format!("me.may_trade({args}); x.may_trade()"), &new, &[1]);
        }
        unchanged("a.rhai", "fn may_trade(me, other) { may_trade(a, b, c) + other.may_trade(me) }");
        unchanged("a.rhai", "x.may_trade(a, b); x.may_trade(f(a, b, c)); x.may_trade(a, b, c, d);");
        unchanged("a.rhai", "x.leave(a) + x.lay_apart(");
    }

    #[test]
    fn a_function_whose_old_name_has_a_new_meaning_is_not_replaced() {
        unchanged("a.rhai", "piece.become(EACH); hex.become(\"desert\"); piece.become(\"city\")");
    }

    #[test]
    fn facts_are_replaced_where_they_are_stated_and_read() {
        check(
            "a.rhai",
            "const LEAST = 3;\nfn merit(me) { me.take(ORE, LEAST); `LEAST ${LEAST}` }",
            "const MINIMUM = 3;\nfn merit(me) { me.take(ORE, MINIMUM); `LEAST ${MINIMUM}` }",
            &[1, 2, 2],
        );
        unchanged("a.rhai", "fn act(me) { const LEAST = 3; LEAST }");
        unchanged("a.rhai", "fn act(me) { x.LEAST + LEAST }");
        unchanged("a.rhai", "const LEAST = 3;\nfn act(LEAST) { LEAST }");
    }

    #[test]
    fn keys_are_replaced_in_their_tables() {
        check(
            "pack.toml",
            "# each = 1\r\n[pieces.each]\r\n\"each\" = 2 # each\r\n[groups]\r\na = { unmoved_leave = true }\r\n",
            "# each = 1\r\n[pieces.each]\r\n\"per_player\" = 2 # each\r\n[groups]\r\na = { move_removes_others = true }\r\n",
            &[3, 5],
        );
        check(
            "s.toml",
            "board.numbers.walk = \"walk\"",
            "board.numbers.arrangement = \"walk\"",
            &[1],
        );
        unchanged(
            "pack.toml",
            "each = 1\n[goods.a]\neach = 2\n[pieces.b]\neach = 1\nper_player = 2",
        );
        unchanged("pack.toml", "[pieces.b]\neach = 1\neach = 1");
    }
}
