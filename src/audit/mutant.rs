//! Faults that can be planted in rule files, packs and scenarios, each at one position.
//!
//! If the simplest form of a fault might not load, the fault has further forms, and the first one
//! that loads is used. This module knows the syntax of the files, but not their meaning.

use std::ops::Range;

use serde::Serialize;

use super::is_a;
use super::replacements::Replacements;
use super::ruling_comments::without_marks;
use crate::content::pack_outline::PackOutline;
use crate::diagnostic::Source;
use crate::script::rule_outline::RuleOutline;

/// Keys that identify or describe something, or that only affect drawings; they do not affect the
/// game.
const DESCRIPTIVE: [&str; 7] = ["id", "title", "text", "version", "engine", "symbol", "shape"];

/// The replacement for each operator.
const OPERATORS: [(&str, &str); 19] = [
    ("==", "!="),
    ("!=", "=="),
    ("<", "<="),
    ("<=", "<"),
    (">", ">="),
    (">=", ">"),
    ("&&", "||"),
    ("||", "&&"),
    ("!", ""),
    ("+", "-"),
    ("-", "+"),
    ("*", "+"),
    ("/", "*"),
    ("%", "*"),
    ("+=", "-="),
    ("-=", "+="),
    ("&", "|"),
    ("|", "&"),
    ("..", "..="),
];

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// A statement or its value is dropped.
    Statement,
    /// A condition is negated.
    Condition,
    /// An operator is replaced.
    Operator,
    /// A number is increased or decreased by one; these are two faults.
    Number,
    /// A resource is replaced.
    Resource,
    /// A boolean, a string or a member of a list is replaced or removed.
    Value,
    /// A fact is removed.
    Fact,
    /// A hook, verb or helper is removed, or made to do nothing.
    Hook,
}

impl FaultKind {
    /// The word for this kind of fault.
    pub fn word(self) -> &'static str {
        match self {
            Self::Statement => "statement",
            Self::Condition => "condition",
            Self::Operator => "operator",
            Self::Number => "number",
            Self::Resource => "resource",
            Self::Value => "value",
            Self::Fact => "fact",
            Self::Hook => "hook",
        }
    }
}

/// A file with a fault.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The kind of the fault.
    pub fault: FaultKind,
    /// The original file.
    pub source: Source,
    /// The alternative forms of the fault.
    pub edits: Vec<Edit>,
    /// The offset of the statement that must run for the fault to have an effect.
    pub statement: Option<usize>,
}

/// An edit that replaces part of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The span of the part in bytes.
    pub span: Range<usize>,
    /// The replacement.
    pub text: String,
}

impl Mutant {
    /// The file, and the line on which the fault begins.
    pub fn place(&self) -> (String, usize) {
        (self.source.file.clone(), self.line())
    }

    /// The line on which the fault begins.
    pub fn line(&self) -> usize {
        self.edits.first().map_or(0, |edit| self.source.line_of(edit.span.start))
    }
}

impl Edit {
    /// The text with the fault.
    pub fn apply(&self, text: &str) -> String {
        [&text[..self.span.start], &self.text, &text[self.span.end..]].concat()
    }

    /// Whether the edit changes the text.
    fn changes(&self, text: &str) -> bool {
        let (old, new) = self.lines(text);
        old != new
    }

    /// The original lines and the mutated lines, each joined into one line, without comments that
    /// mark rulings.
    pub fn lines(&self, text: &str) -> (String, String) {
        let Range { start, end } = self.span;
        let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let to = text[end..].find('\n').map_or(text.len(), |at| end + at);
        let squeezed =
            |text: &str| without_marks(text).split_whitespace().collect::<Vec<_>>().join(" ");
        let changed = [&text[from..start], &self.text, &text[end..to]].concat();
        (squeezed(&text[from..to]), squeezed(&changed))
    }
}

/// All mutants of a file, in the order of their positions.
pub fn mutants(source: &Source, words: &Replacements) -> Vec<Mutant> {
    let mut planter =
        Planter { source, words, outline: RuleOutline::default(), mutants: Vec::new() };
    if is_a("toml", source) {
        planter.toml();
    } else {
        planter.outline = RuleOutline::of_replayed(&source.text);
        planter.rule();
    }
    planter.mutants.sort_by_key(|mutant| mutant.edits[0].span.start);
    planter.mutants
}

/// Plants the faults of a file.
struct Planter<'a> {
    source: &'a Source,
    words: &'a Replacements,
    outline: RuleOutline,
    mutants: Vec<Mutant>,
}

impl Planter<'_> {
    /// Plants a fault with the forms that change the text, if there are any.
    fn plant(&mut self, fault: FaultKind, edits: impl IntoIterator<Item = (Range<usize>, String)>) {
        let edits = edits.into_iter().map(|(span, text)| Edit { span, text });
        let edits: Vec<Edit> = edits.filter(|edit| edit.changes(&self.source.text)).collect();
        let Some(first) = edits.first() else { return };
        // Removing a function has an effect even if it never ran.
        let statement =
            self.outline.statement_at(first.span.start).filter(|_| fault != FaultKind::Hook);
        let statement = statement.map(|statement| statement.start);
        self.mutants.push(Mutant { fault, source: self.source.clone(), edits, statement });
    }

    /// The faults of a rule file.
    fn rule(&mut self) {
        let RuleOutline {
            facts,
            functions,
            statements,
            arms: _,
            conditions,
            numbers,
            texts,
            words,
            operators,
            members,
        } = self.outline.clone();
        let text = &*self.source.text.clone();
        for fact in facts {
            self.fact(&fact.name, fact.span, &fact.inner);
        }
        for function in functions {
            let gone = (function.span, String::new());
            self.plant(FaultKind::Hook, [gone, (function.inner, String::new())]);
        }
        for span in statements {
            let forms = dropped(&text[span.clone()]);
            self.plant(FaultKind::Statement, forms.into_iter().map(|form| (span.clone(), form)));
        }
        for span in operators {
            self.operator(span, &conditions);
        }
        for span in conditions {
            let negated = format!("!({})", &text[span.clone()]);
            self.plant(FaultKind::Condition, [(span, negated)]);
        }
        for span in words {
            self.word(span);
        }
        for span in texts {
            let in_function = self.outline.function_at(span.start).is_some();
            if !in_function || is_terms(&text[span.clone()]) {
                self.text(span);
            }
        }
        self.numbers(numbers);
        self.members(&members);
    }

    /// The faults of a pack or a scenario.
    fn toml(&mut self) {
        let outline = PackOutline::of(&self.source.text);
        let descriptive: Vec<Range<usize>> = outline
            .keys
            .iter()
            .filter(|key| DESCRIPTIVE.contains(&key.name.as_str()))
            .map(|key| key.span.clone())
            .collect();
        let says = |span: &Range<usize>| !descriptive.iter().any(|it| it.contains(&span.start));
        for key in outline.keys.into_iter().filter(|key| says(&key.span)) {
            if key.name == "rows" {
                let is_row = |text: &&Range<usize>| key.value.contains(&text.start);
                outline.texts.iter().filter(is_row).for_each(|row| self.cells(row.clone()));
            }
            self.fact(&key.name, key.span, &key.value);
        }
        for span in outline.texts.into_iter().filter(says) {
            self.text(span);
        }
        self.numbers(outline.numbers.into_iter().filter(says).collect());
        self.members(&outline.members);
    }

    /// Plants faults that remove or change a fact.
    fn fact(&mut self, name: &str, span: Range<usize>, value: &Range<usize>) {
        let written = &self.source.text[value.clone()];
        let flipped = flipped(written).map(|other| (value.clone(), other.to_owned()));
        let forms = |texts: Vec<String>| texts.into_iter().map(|text| (value.clone(), text));
        let others: Vec<_> = forms(self.words.others(name, written)).collect();
        let ends: Vec<_> = forms(self.words.with_other_ends(name, written)).collect();
        let gone = (self.with_comma(span), String::new());
        // Without the fact the rule might not load; with the opposite boolean it does.
        self.plant(FaultKind::Fact, flipped.into_iter().chain([gone]));
        self.plant(FaultKind::Value, others);
        self.plant(FaultKind::Value, ends);
    }

    /// Plants a fault that changes an operator, unless that only negates a whole condition.
    fn operator(&mut self, span: Range<usize>, conditions: &[Range<usize>]) {
        let text = &self.source.text;
        let operator = &text[span.clone()];
        let condition = conditions.iter().find(|whole| whole.contains(&span.start));
        let is_whole = condition.is_some_and(|whole| !text[whole.clone()].contains(['&', '|']));
        if !(is_whole && matches!(operator, "==" | "!=" | "!")) {
            let other = OPERATORS.iter().find(|(known, _)| *known == operator);
            self.plant(FaultKind::Operator, other.map(|(_, other)| (span, (*other).into())));
        }
    }

    /// Plants faults that change a boolean or a resource in a function.
    fn word(&mut self, span: Range<usize>) {
        if self.outline.function_at(span.start).is_none() {
            return;
        }
        let word = &self.source.text[span.clone()];
        let other = flipped(word).map(str::to_owned);
        self.plant(FaultKind::Value, other.map(|other| (span.clone(), other)));
        if word.chars().all(|c| c.is_ascii_uppercase() || c == '_') {
            let others = self.words.other_resources(&word.to_lowercase().replace('_', " "));
            let others = others.map(|other| other.to_uppercase().replace(' ', "_"));
            self.plant(FaultKind::Resource, others.map(|other| (span.clone(), other)));
        }
    }

    /// Plants faults that change the numbers and resources in a string literal.
    fn text(&mut self, span: Range<usize>) {
        let source = self.source.clone();
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let mut at = span.start;
        for word in source.text[span.clone()].split_inclusive(|c| !is_part(c)) {
            let bare = word.trim_end_matches(|c| !is_part(c));
            let place = at..at + bare.len();
            at += word.len();
            if !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit()) {
                self.numbers(vec![place]);
            } else {
                let others = self.words.other_resources(bare).map(str::to_owned);
                self.plant(FaultKind::Resource, others.map(|other| (place.clone(), other)));
            }
        }
    }

    /// Plants faults that increase or decrease a number by one.
    fn numbers(&mut self, numbers: Vec<Range<usize>>) {
        for span in numbers {
            let Some(number) = whole(&self.source.text[span.clone()]) else { continue };
            for other in [number.checked_add(1), number.checked_sub(1)].into_iter().flatten() {
                self.plant(FaultKind::Number, [(span.clone(), other.to_string())]);
            }
        }
    }

    /// Plants faults that remove members from lists. If the length of the list is fixed, a member
    /// is swapped with the next one instead.
    fn members(&mut self, members: &[Range<usize>]) {
        let text = &*self.source.text.clone();
        for (at, span) in members.iter().enumerate() {
            let is_in_list = |next: &&Range<usize>| text[span.end..next.start].trim() == ",";
            let next = members.get(at + 1).filter(|next| next.start >= span.end);
            let exchanged = next.filter(is_in_list).map(|next| exchanged(text, span, next));
            let gone = (self.with_comma(span.clone()), String::new());
            self.plant(FaultKind::Value, [gone].into_iter().chain(exchanged));
        }
    }

    /// Plants faults that change a number in a map row, or swap a cell with the next different one.
    fn cells(&mut self, row: Range<usize>) {
        let text = &*self.source.text.clone();
        let is_part = |c: char| !c.is_whitespace() && !matches!(c, '"' | '\'');
        let mut cells: Vec<Range<usize>> = Vec::new();
        for (at, letter) in text[row.clone()].char_indices().filter(|&(_, c)| is_part(c)) {
            let (start, end) = (row.start + at, row.start + at + letter.len_utf8());
            match cells.last_mut().filter(|cell| cell.end == start) {
                Some(cell) => cell.end = end,
                None => cells.push(start..end),
            }
        }
        for (at, cell) in cells.iter().enumerate() {
            let shown = &text[cell.clone()];
            let symbol = shown.trim_end_matches(|c: char| c.is_ascii_digit());
            let place = cell.start + symbol.len()..cell.end;
            if let Some(number) = whole(&text[place.clone()]) {
                // No marker has the number 7.
                for others in [[number + 1, number + 2], [number - 1, number - 2]] {
                    let forms = others.map(|other| (place.clone(), other.to_string()));
                    self.plant(FaultKind::Number, forms);
                }
            }
            let other = cells[at + 1..].iter().find(|other| &text[(*other).clone()] != shown);
            self.plant(FaultKind::Value, other.map(|other| exchanged(text, cell, other)));
        }
    }

    /// Extends the span of a list member by the comma that is removed with it.
    fn with_comma(&self, span: Range<usize>) -> Range<usize> {
        let text = &self.source.text;
        let (before, after) = (text[..span.start].trim_end(), text[span.end..].trim_start());
        if after.starts_with(',') {
            let comma = text.len() - after.len() + 1;
            let blanks = text[comma..].len() - text[comma..].trim_start_matches(' ').len();
            return span.start..comma + blanks;
        }
        let start = if before.ends_with(',') { before.len() - 1 } else { span.start };
        start..span.end
    }
}

/// Swaps two parts of a string.
fn exchanged(text: &str, first: &Range<usize>, second: &Range<usize>) -> (Range<usize>, String) {
    let between = &text[first.end..second.start];
    let exchanged = [&text[second.clone()], between, &text[first.clone()]].concat();
    (first.start..second.end, exchanged)
}

/// Parses a whole number.
fn whole(text: &str) -> Option<i64> {
    let digits = text.replace('_', "");
    let bases = [("0x", 16), ("0o", 8), ("0b", 2)];
    match bases.iter().find_map(|&(mark, base)| Some((digits.strip_prefix(mark)?, base))) {
        Some((digits, base)) => i64::from_str_radix(digits, base).ok(),
        None => digits.parse().ok(),
    }
}

/// The opposite boolean.
fn flipped(word: &str) -> Option<&'static str> {
    match word {
        "true" => Some("false"),
        "false" => Some("true"),
        _ => None,
    }
}

/// The replacements for a dropped statement: nothing, or an empty value if other code needs one.
fn dropped(statement: &str) -> Vec<String> {
    let bound = statement.split_once('=').map(|(head, _)| head.trim_end());
    match bound.filter(|head| head.starts_with("let ")) {
        Some(head) => vec![String::new(), format!("{head} = NONE;"), format!("{head} = 0;")],
        // An arm of a switch needs a value.
        None => vec![String::new(), "()".into()],
    }
}

/// Whether a quoted text lists amounts, such as `"2 wood, 1 any"`, or is a single word.
fn is_terms(text: &str) -> bool {
    let bare = text.trim_start_matches(['"', '\'', '`', '}']).trim_end_matches(['{', '$']);
    let mut parts = bare.trim_matches(['"', '\'', '`', ' ']).split(", ");
    let is_amount = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
    parts.all(|part| is_amount(part) || !part.contains(' '))
}
