//! The outline of a rule file: the positions of its facts, functions, statements and conditions.
//!
//! The outline depends only on the text. Tools use it to remove or change parts of the file. A file
//! that does not compile also has an outline, which may be wrong.

use std::ops::Range;

use super::tokens::{SyntaxKind, SyntaxToken, tokens};
use crate::rules::Hook;

/// Words that begin a statement that ends with its block.
const BLOCKS: [&str; 7] = ["if", "for", "while", "loop", "switch", "do", "{"];
/// Words that precede a condition.
const CONDITIONS: [&str; 3] = ["if", "while", "until"];

/// The fact that limits hooks about pieces.
const KIND: &str = "KIND";

/// The parts of a rule file. Spans are byte ranges in its text.
#[derive(Clone, Default, Debug)]
pub struct RuleOutline {
    /// The facts: all constants outside of functions.
    pub facts: Vec<Item>,
    /// The functions: hooks, verbs and helpers.
    pub functions: Vec<Item>,
    /// The statements in functions, including nested ones, in the order of the text.
    pub statements: Vec<Range<usize>>,
    /// The switch arms without braces.
    pub arms: Vec<Range<usize>>,
    /// The conditions of branches and loops.
    pub conditions: Vec<Range<usize>>,
    /// Numbers.
    pub numbers: Vec<Range<usize>>,
    /// Strings with their quotes, and the literal parts of strings within backticks.
    pub texts: Vec<Range<usize>>,
    /// Names and keywords.
    pub words: Vec<Range<usize>>,
    /// Operators between two operands, and `!`.
    pub operators: Vec<Range<usize>>,
    /// The members of lists.
    pub members: Vec<Range<usize>>,
}

/// A fact or a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The whole item.
    pub span: Range<usize>,
    /// The value of a fact, or the text between the braces of a function.
    pub inner: Range<usize>,
}

impl RuleOutline {
    /// Parses the text of a file.
    pub fn of(text: &str) -> Self {
        let bracketed = BracketedText::new(text);
        let mut outline = Self::default();
        bracketed.parts(&mut outline);
        bracketed.blocks(&mut outline);
        bracketed.words(&mut outline);
        outline
    }

    /// Parses the text of a file. Leaves out the hooks that only computer players ask, since
    /// replayed games never call them, and a `KIND` that limits only such hooks.
    pub fn of_replayed(text: &str) -> Self {
        let mut outline = Self::of(text);
        let is = |item: &Item, what: fn(Hook) -> bool| Hook::named(&item.name).is_some_and(what);
        let is_advice = |item: &mut Item| is(item, Hook::is_advice);
        let mut left_out: Vec<Item> = outline.functions.extract_if(.., is_advice).collect();
        if !outline.functions.iter().any(|item| is(item, Hook::is_of_pieces)) {
            left_out.extend(outline.facts.extract_if(.., |fact| fact.name == KIND));
        }
        let lists = [
            &mut outline.statements,
            &mut outline.arms,
            &mut outline.conditions,
            &mut outline.numbers,
            &mut outline.texts,
            &mut outline.words,
            &mut outline.operators,
            &mut outline.members,
        ];
        for list in lists {
            list.retain(|part| left_out.iter().all(|item| !item.span.contains(&part.start)));
        }
        outline
    }

    /// The function around an offset.
    pub fn function_at(&self, at: usize) -> Option<&Item> {
        self.functions.iter().find(|function| function.span.contains(&at))
    }

    /// The functions called within a part of the text, once for each call.
    pub fn calls<'a>(&self, text: &'a str, within: &Range<usize>) -> impl Iterator<Item = &'a str> {
        let words = self.words.iter().filter(|word| within.contains(&word.start));
        let is_call = |word: &&Range<usize>| text[word.end..].trim_start().starts_with('(');
        words.filter(is_call).map(|word| &text[word.clone()])
    }

    /// The innermost statement around an offset.
    pub fn statement_at(&self, at: usize) -> Option<&Range<usize>> {
        self.statements.iter().rev().find(|statement| statement.contains(&at))
    }
}

/// The text of a file with its tokens and the partner of each bracket.
struct BracketedText<'a> {
    text: &'a str,
    tokens: Vec<SyntaxToken>,
    partners: Vec<usize>,
}

impl<'a> BracketedText<'a> {
    fn new(text: &'a str) -> Self {
        let tokens = tokens(text);
        // Unclosed brackets extend to the end.
        let mut partners = vec![tokens.len(); tokens.len()];
        let mut open = Vec::new();
        for (number, token) in tokens.iter().enumerate() {
            match &text[token.span.clone()] {
                "(" | "[" | "{" => open.push(number),
                ")" | "]" | "}" => {
                    if let Some(partner) = open.pop() {
                        partners[partner] = number;
                        partners[number] = partner;
                    }
                }
                _ => {}
            }
        }
        Self { text, tokens, partners }
    }

    /// The token with this index; empty after the last one.
    fn token(&self, number: usize) -> &'a str {
        self.tokens.get(number).map_or("", |token| &self.text[token.span.clone()])
    }

    /// The span of a range of tokens.
    fn span(&self, numbers: Range<usize>) -> Range<usize> {
        let start = self.tokens.get(numbers.start).map_or(self.text.len(), |t| t.span.start);
        let last = numbers.end.checked_sub(1).and_then(|last| self.tokens.get(last));
        start..last.map_or(start, |token| token.span.end).max(start)
    }

    fn is_open(&self, number: usize) -> bool {
        matches!(self.token(number), "(" | "[" | "{")
    }

    /// The index of the first wanted token at or after an index. The contents of brackets are
    /// skipped.
    fn find(&self, mut number: usize, wanted: &[&str]) -> usize {
        while number < self.tokens.len() && !wanted.contains(&self.token(number)) {
            number = if self.is_open(number) { self.partners[number] + 1 } else { number + 1 };
        }
        number.min(self.tokens.len())
    }

    /// Adds the facts and functions.
    fn parts(&self, outline: &mut RuleOutline) {
        let mut number = 0;
        while number < self.tokens.len() {
            let is_private = self.token(number) == "private";
            let word = number + usize::from(is_private);
            let name = self.token(word + 1).to_owned();
            let (end, inner, parts) = match self.token(word) {
                "fn" => {
                    let open = self.find(word, &["{"]);
                    let close = self.partners.get(open).map_or(open, |&close| close);
                    (close + 1, open + 1..close, &mut outline.functions)
                }
                "const" => {
                    let end = self.find(word, &[";"]);
                    (end + 1, word + 3..end, &mut outline.facts)
                }
                _ => {
                    number += 1;
                    continue;
                }
            };
            let end = end.min(self.tokens.len());
            let (span, inner) = (self.span(number..end), self.span(inner));
            parts.push(Item { name, span, inner });
            number = end.max(number + 1);
        }
    }

    /// Adds the statements of all blocks, the arms of switches, the conditions and the members of
    /// lists.
    fn blocks(&self, outline: &mut RuleOutline) {
        let of_switch: Vec<usize> = (0..self.tokens.len())
            .filter(|&number| self.token(number) == "switch")
            .map(|number| self.find(number, &["{"]))
            .collect();
        for number in 0..self.tokens.len() {
            if of_switch.contains(&number) {
                self.arms(number, outline);
            } else if self.token(number) == "{" {
                let (mut at, close) = (number + 1, self.partners[number]);
                while at < close.min(self.tokens.len()) {
                    let end = self.statement_end(at, close);
                    outline.statements.push(self.span(at..end));
                    at = end;
                }
            }
            if CONDITIONS.contains(&self.token(number)) {
                let end = self.find(number + 1, &["{", ";", "=>"]);
                outline.conditions.push(self.span(number + 1..end));
            }
            if self.token(number) == "[" && !self.is_operand(number) {
                self.members(number, outline);
            }
        }
        outline.statements.extend(outline.arms.iter().cloned());
        outline.statements.sort_by_key(|statement| statement.start);
    }

    /// Adds the arms of a switch that are not blocks.
    fn arms(&self, open: usize, outline: &mut RuleOutline) {
        let close = self.partners[open];
        let mut at = self.find(open + 1, &["=>"]) + 1;
        while at < close.min(self.tokens.len()) {
            let end = self.find(at, &[",", "}"]);
            if self.token(at) != "{" {
                outline.arms.push(self.span(at..end));
            }
            at = self.find(end, &["=>"]) + 1;
        }
    }

    /// The end of the statement that begins at the token `start`, in the block that ends at
    /// `close`.
    fn statement_end(&self, start: usize, close: usize) -> usize {
        let ends_with_block = BLOCKS.contains(&self.token(start));
        let goes_on: &[&str] =
            if self.token(start) == "do" { &["while", "until"] } else { &["else", ";"] };
        let mut at = start;
        while at < close {
            if self.token(at) == ";" {
                return at + 1;
            }
            let is_block = self.token(at) == "{";
            at = if self.is_open(at) { self.partners[at] + 1 } else { at + 1 };
            if ends_with_block && is_block && !goes_on.contains(&self.token(at)) {
                return at.min(close);
            }
        }
        close
    }

    /// Adds the members of a list.
    fn members(&self, open: usize, outline: &mut RuleOutline) {
        let mut at = open + 1;
        while at < self.partners[open] {
            let end = self.find(at, &[",", "]"]);
            outline.members.push(self.span(at..end));
            at = end + 1;
        }
    }

    /// Whether the token before this one ends an operand.
    fn is_operand(&self, number: usize) -> bool {
        let Some(before) = number.checked_sub(1) else { return false };
        match self.tokens[before].kind {
            SyntaxKind::Symbol => matches!(self.token(before), ")" | "]" | "}"),
            SyntaxKind::Identifier => !matches!(self.token(before), "return" | "in"),
            SyntaxKind::Number | SyntaxKind::Text => true,
        }
    }

    /// Adds numbers, strings, names, keywords and operators.
    fn words(&self, outline: &mut RuleOutline) {
        let mut number = 0;
        while let Some(SyntaxToken { kind, span }) = self.tokens.get(number) {
            let found = match kind {
                SyntaxKind::Identifier => &mut outline.words,
                SyntaxKind::Number => &mut outline.numbers,
                SyntaxKind::Text => &mut outline.texts,
                SyntaxKind::Symbol => {
                    if self.token(number) == "|" && !self.is_operand(number) {
                        // The parameters of an anonymous function.
                        number = self.find(number + 1, &["|"]);
                    } else if self.token(number) == "!" || self.is_operand(number) {
                        outline.operators.push(span.clone());
                    }
                    number += 1;
                    continue;
                }
            };
            found.push(span.clone());
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str = r#"//! A rule { with a header }
const USES = 2;
const PRICES = ["1 ore", "2 ore"];

private fn helper(me) { me.hand - WOOD }

fn act(me) {
    let kind = if me.may("One?") { 1 } else { 2 };
    for player in me.opponents { player.give(me, kind) }
    do { me.take(1); } while me.count(|p| p >= 2) < 3;
    switch kind { 1 => return, 2 if me.may("Two?") => me.take(2), _ => { me.stop() } }
    `${kind + 7} { is it`
}
"#;

    fn shown(spans: &[Range<usize>]) -> String {
        spans.iter().map(|span| &RULE[span.clone()]).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_kind_that_limits_only_advice_is_not_replayed() {
        let kind = crate::content::Fact::Kind.name();
        let advice =
            format!("const {kind} = \"wall\";\nfn piece_worth(me, kind, place) {{ 10 }}\n");
        let outline = RuleOutline::of_replayed(&advice);
        assert!(outline.facts.is_empty() && outline.functions.is_empty());
        assert!(outline.texts.is_empty() && outline.numbers.is_empty());
        let other = format!("{advice}fn on_built(me, piece) {{ me.take(1); }}\n");
        let outline = RuleOutline::of_replayed(&other);
        let names = [&outline.facts, &outline.functions].map(|items| items[0].name.as_str());
        assert_eq!((names, outline.texts.len()), ([kind, "on_built"], 1));
    }

    #[test]
    fn statements_are_found_in_every_block() {
        insta::assert_snapshot!(shown(&RuleOutline::of(RULE).statements), @r#"
        me.hand - WOOD
        let kind = if me.may("One?") { 1 } else { 2 };
        1
        2
        for player in me.opponents { player.give(me, kind) }
        player.give(me, kind)
        do { me.take(1); } while me.count(|p| p >= 2) < 3;
        me.take(1);
        switch kind { 1 => return, 2 if me.may("Two?") => me.take(2), _ => { me.stop() } }
        return
        me.take(2)
        me.stop()
        `${kind + 7} { is it`
        "#);
    }

    #[test]
    fn facts_functions_and_words_are_told_apart() {
        let outline = RuleOutline::of(RULE);
        let names = |parts: &[Item]| parts.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&outline.facts), ["USES", "PRICES"]);
        assert_eq!(names(&outline.functions), ["helper", "act"]);
        assert_eq!(&RULE[outline.facts[1].inner.clone()], r#"["1 ore", "2 ore"]"#);
        assert_eq!(
            shown(&outline.conditions),
            "me.may(\"One?\")\nme.count(|p| p >= 2) < 3\nme.may(\"Two?\")"
        );
        assert_eq!(shown(&outline.numbers), "2\n1\n2\n1\n2\n3\n1\n2\n2\n7");
        assert_eq!(shown(&outline.members), "\"1 ore\"\n\"2 ore\"");
        assert_eq!(
            shown(&outline.texts),
            "\"1 ore\"\n\"2 ore\"\n\"One?\"\n\"Two?\"\n`${\n} { is it`"
        );
        let operators = shown(&outline.operators);
        let marks: Vec<&str> = operators.split('\n').filter(|o| "->=<|".contains(*o)).collect();
        assert_eq!(marks, ["=", "=", "-", "=", ">=", "<"]);
    }

    #[test]
    fn a_file_that_ends_too_early_has_an_outline() {
        for end in 0..RULE.len() {
            RuleOutline::of(&RULE[..end]);
        }
    }
}
