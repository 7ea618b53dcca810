//! The modules of a crate, read from the tokens of its files: which names each module defines and
//! imports, and which paths its code writes. Comments, strings and items under `#[cfg(test)]` are
//! left out.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The files of a crate by their paths, such as `src/lib.rs`.
pub(super) type Files = BTreeMap<String, String>;

/// A module path or the path of an item, from the root of the crate or from a module.
pub(super) type Path = Vec<String>;

/// A `use` of one name.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// The path of the import; the name `None` means `*`.
    pub path: Path,
    pub name: Option<String>,
    /// Whether it is a re-export.
    pub is_public: bool,
}

/// A module of the crate.
#[derive(Default, Debug)]
pub(super) struct Module {
    pub file: String,
    pub children: BTreeSet<String>,
    pub uses: Vec<Use>,
    /// The items that the module defines, except by macros.
    pub items: BTreeSet<String>,
    /// The paths of two or more names in its code.
    pub paths: BTreeSet<Path>,
    /// The single names in its code that may refer to an item.
    pub names: BTreeSet<String>,
    /// All identifiers in its code.
    pub words: BTreeSet<String>,
    /// The types of its inherent `impl` blocks.
    pub impls: BTreeSet<Path>,
    /// The variants of its enums.
    pub variants: BTreeMap<String, Vec<String>>,
}

/// A crate.
#[derive(Default, Debug)]
pub(super) struct Crate {
    pub modules: BTreeMap<Path, Module>,
}

impl Crate {
    /// Reads a crate from its root, which is `src/lib.rs`.
    pub(super) fn read(files: &Files) -> Self {
        let mut all = Self::default();
        all.read_file(files, "src/lib.rs", &Vec::new());
        all
    }

    fn read_file(&mut self, files: &Files, file: &str, module: &Path) {
        let tokens: TokenStream = files[file].parse().unwrap_or_else(|e| panic!("{file}: {e}"));
        let declared = self.read_module(file, module, tokens);
        for child in declared {
            let folder = file.strip_suffix("lib.rs").or(file.strip_suffix("mod.rs"));
            let folder = folder.unwrap_or(file.strip_suffix(".rs").unwrap()).trim_end_matches('/');
            let names = [format!("{folder}/{child}.rs"), format!("{folder}/{child}/mod.rs")];
            let name = names.iter().find(|name| files.contains_key(*name));
            let name = name.unwrap_or_else(|| panic!("no file of the module {child} in {file}"));
            let mut path = module.clone();
            path.push(child);
            self.read_file(files, name, &path);
        }
    }

    /// Reads a module, and the modules with a body in it. Returns its children that are files.
    fn read_module(&mut self, file: &str, path: &Path, tokens: TokenStream) -> Vec<String> {
        let module = Module { file: file.to_owned(), ..Module::default() };
        let mut reader = Reader { module, ..Reader::default() };
        reader.read(tokens, true);
        let Reader { module, declared, bodies, .. } = reader;
        self.modules.insert(path.clone(), module);
        for (name, body) in bodies {
            let mut child = path.clone();
            child.push(name);
            let below = self.read_module(file, &child, body);
            assert!(below.is_empty(), "{file} declares a file in a module with a body");
        }
        declared
    }
}

/// The state of reading a module.
#[derive(Default)]
struct Reader {
    module: Module,
    declared: Vec<String>,
    bodies: Vec<(String, TokenStream)>,
    /// Whether it is the body of a `macro_rules!`. There, names and paths that do not begin with
    /// `crate` are resolved at the call of the macro.
    is_in_macro: bool,
    /// The type `Self` of an `impl` block.
    self_type: Option<Path>,
}

/// The tokens of a group, with the current position in them.
struct Cursor {
    tokens: Vec<TokenTree>,
    at: usize,
}

impl Cursor {
    fn new(tokens: TokenStream) -> Self {
        Self { tokens: tokens.into_iter().collect(), at: 0 }
    }

    fn peek(&self, ahead: usize) -> Option<&TokenTree> {
        self.tokens.get(self.at + ahead)
    }

    fn before(&self) -> Option<&TokenTree> {
        self.tokens.get(self.at.checked_sub(1)?)
    }

    /// Whether the token before the last one is this mark.
    fn is_doubled(&self, mark: char) -> bool {
        self.at >= 2 && is(&self.tokens[self.at - 2], mark)
    }

    fn word(&self, ahead: usize) -> Option<String> {
        word(self.peek(ahead)?)
    }

    fn group(&self, ahead: usize, delimiter: Delimiter) -> Option<&Group> {
        match self.peek(ahead)? {
            TokenTree::Group(group) if group.delimiter() == delimiter => Some(group),
            _ => None,
        }
    }

    fn is(&self, ahead: usize, mark: char) -> bool {
        self.peek(ahead).is_some_and(|token| is(token, mark))
    }

    fn is_colons(&self, ahead: usize) -> bool {
        self.is(ahead, ':') && self.is(ahead + 1, ':')
    }

    /// The rest up to a semicolon.
    fn statement(&mut self) -> Vec<TokenTree> {
        let rest = &self.tokens[self.at..];
        let length = rest.iter().position(|token| is(token, ';')).unwrap_or(rest.len());
        self.at += length + 1;
        rest[..length].to_vec()
    }

    /// Skips an item, including its semicolon or body.
    fn skip_item(&mut self) {
        let is_use = (0..3).any(|ahead| self.word(ahead).as_deref() == Some("use"));
        while let Some(token) = self.peek(0) {
            let ends_here =
                is(token, ';') || (!is_use && self.group(0, Delimiter::Brace).is_some());
            self.at += 1;
            if ends_here {
                return;
            }
        }
    }

    /// Reads names that are joined by `::`.
    fn path(&mut self) -> Path {
        let mut path = Vec::new();
        while let Some(name) = self.word(0) {
            path.push(name);
            self.at += 1;
            if !self.is_colons(0) || self.word(2).is_none() {
                break;
            }
            self.at += 2;
        }
        path
    }
}

fn word(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(name) => Some(name.to_string().trim_start_matches("r#").to_owned()),
        _ => None,
    }
}

fn is(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// Whether an attribute is `cfg(test)`.
fn is_of_tests(attribute: &Group) -> bool {
    attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

impl Reader {
    fn read(&mut self, tokens: TokenStream, is_top: bool) {
        let mut cursor = Cursor::new(tokens);
        while let Some(token) = cursor.peek(0).cloned() {
            match token {
                TokenTree::Group(group) => {
                    cursor.at += 1;
                    self.read(group.stream(), false);
                    if is_top && group.delimiter() == Delimiter::Brace {
                        self.self_type = None;
                    }
                }
                TokenTree::Ident(_) => self.read_word(&mut cursor, is_top),
                _ => {
                    let attribute = cursor.group(1, Delimiter::Bracket).filter(|_| is(&token, '#'));
                    let is_of_tests = attribute.is_some_and(is_of_tests);
                    cursor.at += 1;
                    if is_of_tests {
                        cursor.at += 1;
                        cursor.skip_item();
                    }
                }
            }
        }
    }

    fn read_word(&mut self, cursor: &mut Cursor, is_top: bool) {
        let name = cursor.word(0).unwrap();
        self.module.words.insert(name.clone());
        if cursor.before().is_some_and(|before| is(before, '\'')) {
            cursor.at += 1;
            return;
        }
        match name.as_str() {
            // `use<…>` is a bound.
            "use" if !cursor.is(1, '<') => self.read_use(cursor),
            "mod" if is_top => {
                let name = cursor.word(1).unwrap();
                self.module.children.insert(name.clone());
                match cursor.group(2, Delimiter::Brace) {
                    Some(body) => self.bodies.push((name, body.stream())),
                    None => self.declared.push(name),
                }
                cursor.at += 3;
            }
            "impl" if is_top && begins_item(cursor.before()) => {
                cursor.at += 1;
                let here = cursor.at;
                let (path, is_inherent) = implementing(cursor);
                self.module.impls.extend(path.clone().filter(|_| is_inherent));
                self.self_type = path;
                cursor.at = here;
            }
            "fn" | "struct" | "enum" | "union" | "trait" | "const" | "static" | "type" => {
                cursor.at += 1;
                if let Some(item) = cursor.word(0).filter(|item| item != "fn") {
                    cursor.at += 1;
                    self.module.words.insert(item.clone());
                    if let ("enum", Some(body)) = (&*name, cursor.group(0, Delimiter::Brace)) {
                        self.module.variants.insert(item.clone(), variants(body));
                    }
                    if is_top {
                        self.module.items.insert(item);
                    }
                }
            }
            "macro_rules" if cursor.is(1, '!') => {
                self.module.items.extend(cursor.word(2));
                if let Some(TokenTree::Group(body)) = cursor.peek(3) {
                    self.is_in_macro = true;
                    self.read(body.stream(), false);
                    self.is_in_macro = false;
                }
                cursor.at += 4;
            }
            _ => self.read_path(cursor),
        }
    }

    fn read_use(&mut self, cursor: &mut Cursor) {
        let is_public = match cursor.before() {
            Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
            Some(token) => word(token).as_deref() == Some("pub"),
            None => false,
        };
        cursor.at += 1;
        let tree = cursor.statement().into_iter().collect();
        let mut found = Vec::new();
        read_tree(tree, &[], &mut found);
        let uses = found.into_iter().map(|(path, name)| Use { path, name, is_public });
        if !self.is_in_macro {
            self.module.uses.extend(uses);
        }
    }

    fn read_path(&mut self, cursor: &mut Cursor) {
        // A dot is followed by a field or a method, two colons by the rest of a path.
        let is_part = match cursor.before() {
            Some(before) if is(before, '.') => !cursor.is_doubled('.'),
            Some(before) if is(before, ':') => cursor.is_doubled(':'),
            _ => false,
        };
        let mut path = cursor.path();
        self.module.words.extend(path.iter().cloned());
        if is_part || self.is_in_macro && path.first().is_none_or(|first| first != "crate") {
            return;
        }
        if path.len() > 1 {
            if let Some(own) = self.self_type.as_ref().filter(|_| path[0] == "Self") {
                path.splice(..1, own.iter().cloned());
            }
            self.module.paths.insert(path);
        } else if let Some(name) = path.into_iter().next() {
            let is_called = cursor.is(0, '!') || cursor.group(0, Delimiter::Parenthesis).is_some();
            if is_called || cursor.is_colons(0) || name.starts_with(char::is_uppercase) {
                self.module.names.insert(name);
            }
        }
    }
}

/// Whether an `impl` after this token is an item, not a type.
fn begins_item(before: Option<&TokenTree>) -> bool {
    match before {
        None => true,
        Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Parenthesis,
        Some(token) => is(token, ';') || word(token).as_deref() == Some("unsafe"),
    }
}

/// The type of an `impl` block, and whether the block names no trait; reads up to its body.
fn implementing(cursor: &mut Cursor) -> (Option<Path>, bool) {
    let (mut depth, mut path, mut is_inherent) = (0, None, true);
    while cursor.group(0, Delimiter::Brace).is_none() {
        let is_arrow = cursor.before().is_some_and(|it| is(it, '-'));
        match cursor.word(0).as_deref() {
            Some("where") => break,
            Some("for") if depth == 0 => (path, is_inherent) = (None, false),
            Some("dyn") => {}
            Some(_) if depth == 0 && path.is_none() => {
                path = Some(cursor.path());
                continue;
            }
            _ if cursor.is(0, '<') => depth += 1,
            _ if cursor.is(0, '>') && !is_arrow => depth -= 1,
            // A variable of a macro.
            _ if cursor.is(0, '$') => return (None, false),
            _ => {}
        }
        cursor.at += 1;
    }
    (path, is_inherent)
}

/// The variants of an enum with this body.
fn variants(body: &Group) -> Vec<String> {
    let mut cursor = Cursor::new(body.stream());
    let mut found = Vec::new();
    while cursor.peek(0).is_some() {
        while cursor.is(0, '#') {
            cursor.at += 2;
        }
        found.extend(cursor.word(0));
        while cursor.peek(0).is_some_and(|token| !is(token, ',')) {
            cursor.at += 1;
        }
        cursor.at += 1;
    }
    found
}

/// Adds the paths that a tree of `use` imports, each with its local name.
fn read_tree(tokens: TokenStream, prefix: &[String], found: &mut Vec<(Path, Option<String>)>) {
    let mut cursor = Cursor::new(tokens);
    while cursor.peek(0).is_some() {
        let mut path = prefix.to_vec();
        path.extend(cursor.path());
        if cursor.is_colons(0) {
            cursor.at += 2;
        }
        if path.len() > 1 && path.last().is_some_and(|name| name == "self") {
            path.pop();
        }
        if let Some(group) = cursor.group(0, Delimiter::Brace) {
            read_tree(group.stream(), &path, found);
        } else if cursor.is(0, '*') {
            found.push((path, None));
        } else if cursor.word(0).as_deref() == Some("as") {
            found.push((path, cursor.word(1)));
            cursor.at += 1;
        } else {
            let name = path.last().cloned();
            found.push((path, name));
            continue_behind_comma(&mut cursor);
            continue;
        }
        cursor.at += 1;
        continue_behind_comma(&mut cursor);
    }
}

fn continue_behind_comma(cursor: &mut Cursor) {
    if cursor.is(0, ',') {
        cursor.at += 1;
    }
}
