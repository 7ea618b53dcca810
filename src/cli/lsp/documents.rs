//! The open documents of the editor, with their diagnostics, completions and hovers.

use std::collections::BTreeMap;
use std::path::Path;

use lsp_server::Notification;
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionTextEdit, DiagnosticSeverity,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    Documentation, GotoDefinitionParams, Hover, HoverContents, HoverParams, MarkupContent,
    MarkupKind, NumberOrString, Position, TextDocumentPositionParams, TextEdit, Uri,
};
use serde_json::{Value, json};

use super::places;
use crate::diagnostic::{Diagnostic, SHOWN};
use crate::editor::problems::{Texts, look, rules};
use crate::editor::{self, Term, TermKind};

/// The diagnostics of each file, by its URI.
type FileDiagnostics = BTreeMap<String, Vec<lsp_types::Diagnostic>>;

/// The open documents.
#[derive(Default)]
pub(super) struct Documents {
    /// The text of each document, by its path.
    texts: Texts,
    /// The URI of each document, by its path.
    names: BTreeMap<String, String>,
    /// The diagnostics that were published last.
    published: FileDiagnostics,
    /// Whether something has changed since they were published.
    is_stale: bool,
}

/// Changes to the folder of the project, so that paths are relative to it.
pub(super) fn open_at(params: &Value) {
    let folder = [&params["workspaceFolders"][0]["uri"], &params["rootUri"]];
    let uri = folder.into_iter().find_map(|uri| uri.as_str()?.parse::<Uri>().ok());
    if let Some(path) = uri.and_then(|uri| places::path(&uri)) {
        // A missing folder is no reason to stop.
        let _ = std::env::set_current_dir(path);
    }
}

impl Documents {
    /// Adds a document.
    pub(super) fn open(&mut self, params: DidOpenTextDocumentParams) {
        self.put(&params.text_document.uri, params.text_document.text);
    }

    /// Replaces the text of a document.
    pub(super) fn change(&mut self, params: DidChangeTextDocumentParams) {
        if let Some(change) = params.content_changes.into_iter().next_back() {
            self.put(&params.text_document.uri, change.text);
        }
    }

    fn put(&mut self, uri: &Uri, text: String) {
        if let Some(file) = places::file(uri) {
            self.texts.insert(file.clone(), text);
            self.names.insert(file, uri.as_str().into());
            self.is_stale = true;
        }
    }

    /// Removes a document.
    pub(super) fn close(&mut self, params: &DidCloseTextDocumentParams) {
        if let Some(file) = places::file(&params.text_document.uri) {
            self.texts.remove(&file);
            self.names.remove(&file);
            self.is_stale = true;
        }
    }

    /// Marks all diagnostics as outdated, after files have changed on disk.
    pub(super) fn look_again(&mut self) {
        self.is_stale = true;
    }

    /// The diagnostics that have changed since they were last published.
    pub(super) fn news(&mut self) -> Vec<Notification> {
        if !std::mem::take(&mut self.is_stale) {
            return Vec::new();
        }
        let now = self.found();
        let gone = self.published.keys().filter(|uri| !now.contains_key(*uri));
        let gone = gone.map(|uri| (uri.clone(), Vec::new()));
        let new = now.iter().filter(|(uri, wrong)| self.published.get(*uri) != Some(wrong));
        let new = new.map(|(uri, wrong)| (uri.clone(), wrong.clone()));
        let note = |(uri, wrong): (String, Vec<lsp_types::Diagnostic>)| {
            let params = json!({ "uri": uri, "diagnostics": wrong });
            Notification::new(PublishDiagnostics::METHOD.into(), params)
        };
        let notes = gone.chain(new).map(note).collect();
        self.published = now;
        notes
    }

    /// The diagnostics from checking each open document, grouped by their files.
    fn found(&self) -> FileDiagnostics {
        let mut found: FileDiagnostics =
            self.names.values().map(|uri| (uri.clone(), Vec::new())).collect();
        for (file, uri) in &self.names {
            for wrong in look(file, &self.texts).wrong.0 {
                let named = self.names.get(&wrong.file).cloned();
                let place = named.or_else(|| places::uri(&wrong.file));
                let has_place = place.is_some();
                let list = found.entry(place.unwrap_or_else(|| uri.clone())).or_default();
                // Converting positions in a long text is slow.
                if list.len() < SHOWN {
                    let shown = shown(&wrong, has_place);
                    if !list.contains(&shown) {
                        list.push(shown);
                    }
                }
            }
        }
        found
    }

    /// The completions at a position.
    pub(super) fn complete(&self, params: &CompletionParams) -> Value {
        let Some((file, text, at)) = self.place(&params.text_document_position) else {
            return Value::Null;
        };
        let Some(rules) = rules(file, &self.texts) else { return Value::Null };
        let (span, terms) = editor::complete(Path::new(file), text, at, &rules);
        let range = places::range(text, &span);
        let items = terms.into_iter().enumerate().map(|(number, term)| CompletionItem {
            // Editors sort by name unless an order is given.
            sort_text: Some(format!("{number:04}")),
            ..item(term, range)
        });
        json!(items.collect::<Vec<CompletionItem>>())
    }

    /// The description of the word at a position.
    pub(super) fn hover(&self, params: &HoverParams) -> Value {
        let found = self.place(&params.text_document_position_params);
        let found = found.and_then(|(file, text, at)| {
            let rules = rules(file, &self.texts)?;
            let (span, terms) = editor::hover(Path::new(file), text, at, &rules)?;
            let texts: Vec<String> = terms.iter().map(described).collect();
            let contents = HoverContents::Markup(markdown(texts.join("\n\n---\n\n")));
            Some(Hover { contents, range: Some(places::range(text, &span)) })
        });
        json!(found)
    }

    /// The definition of the rule named at a position.
    pub(super) fn definition(&self, params: &GotoDefinitionParams) -> Value {
        let found = self.place(&params.text_document_position_params);
        let found = found.and_then(|(file, text, at)| {
            let origin = editor::definition(text, at, &*rules(file, &self.texts)?)?;
            let line = u32::try_from(origin.line.saturating_sub(1)).unwrap_or(0);
            let start = Position::new(line, 0);
            let range = lsp_types::Range::new(start, start);
            Some(json!({ "uri": places::uri(&origin.file)?, "range": range }))
        });
        json!(found)
    }

    /// The path, the text and the byte offset of a request.
    fn place(&self, params: &TextDocumentPositionParams) -> Option<(&String, &str, usize)> {
        let file = places::file(&params.text_document.uri)?;
        let (file, text) = self.texts.get_key_value(&file)?;
        Some((file, text, places::byte(text, params.position)))
    }
}

/// Converts a diagnostic for the editor, with its hints. If the file cannot be opened, its name is
/// added.
fn shown(wrong: &Diagnostic, has_place: bool) -> lsp_types::Diagnostic {
    let mut message = wrong.message.clone();
    if !has_place && !wrong.file.is_empty() {
        message = format!("{}:{}: {message}", wrong.file, wrong.line);
    }
    let more = wrong.notes.iter().map(|note| ("note", note));
    for (what, text) in more.chain(wrong.hints.iter().map(|hint| ("help", hint))) {
        message = format!("{message}\n{what}: {text}");
    }
    let severity =
        if wrong.is_warning { DiagnosticSeverity::WARNING } else { DiagnosticSeverity::ERROR };
    let range = if has_place { places::marked(wrong) } else { lsp_types::Range::default() };
    let source = Some("newcatan".into());
    let code = wrong.code.map(|code| NumberOrString::String(code.name().into()));
    let severity = Some(severity);
    lsp_types::Diagnostic { range, severity, code, source, message, ..Default::default() }
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// A term as the text of a hover.
fn described(term: &Term) -> String {
    format!("```rhai\n{}\n```\n\n{}", term.head, term.text)
}

/// A term as an item of a list.
fn item(term: Term, range: lsp_types::Range) -> CompletionItem {
    let kind = match term.kind {
        TermKind::Hook | TermKind::Function => CompletionItemKind::FUNCTION,
        TermKind::Fact | TermKind::Constant => CompletionItemKind::CONSTANT,
        TermKind::Property | TermKind::Setting => CompletionItemKind::PROPERTY,
        TermKind::Verb => CompletionItemKind::METHOD,
        TermKind::Variable => CompletionItemKind::VARIABLE,
        TermKind::Keyword => CompletionItemKind::KEYWORD,
        TermKind::Place | TermKind::Name => CompletionItemKind::VALUE,
        TermKind::Rule => CompletionItemKind::REFERENCE,
    };
    let documentation = |text: String| Documentation::MarkupContent(markdown(text));
    let text = term.body.unwrap_or_else(|| term.name.clone());
    CompletionItem {
        label: term.name,
        kind: Some(kind),
        detail: Some(term.head),
        documentation: (!term.text.is_empty()).then(|| documentation(term.text)),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text))),
        ..Default::default()
    }
}
