//! `lsp`: an editor communicates with the program over its standard streams.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use super::folder;

/// An editor with its language server.
struct Editor {
    program: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    root: String,
    asked: i64,
}

impl Editor {
    /// Starts the program for an editor with this folder open.
    fn start(root: &Path) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_newcatan"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let to = program.stdin.take().unwrap();
        let from = BufReader::new(program.stdout.take().unwrap());
        let root = format!("file://{}", root.canonicalize().unwrap().display());
        Self { program, to, from, root, asked: 0 }
    }

    /// Starts the program, and exchanges the first messages.
    fn open(root: &Path) -> Self {
        let mut editor = Self::start(root);
        let about = json!({ "processId": null, "rootUri": editor.root, "capabilities": {} });
        let able = editor.ask("initialize", &about);
        assert_eq!(able["capabilities"]["hoverProvider"], true);
        editor.note("initialized", &json!({}));
        editor
    }

    fn send(&mut self, message: &str) {
        write!(self.to, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn note(&mut self, method: &str, params: &Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.send(&message.to_string());
    }

    /// Sends a request. Returns the answer, or the error.
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let message =
            json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params });
        self.send(&message.to_string());
        let answer = self.hear();
        assert_eq!(answer["id"], self.asked, "{answer}");
        if answer["error"].is_null() { answer["result"].clone() } else { answer["error"].clone() }
    }

    /// The next message.
    fn hear(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the program is silent");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(count) => length = count.parse().unwrap(),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    fn uri(&self, file: &str) -> String {
        format!("{}/{file}", self.root)
    }

    /// Opens a document. Returns its diagnostics.
    fn put(&mut self, file: &str, text: &str) -> Vec<String> {
        let document =
            json!({ "uri": self.uri(file), "languageId": "x", "version": 1, "text": text });
        self.note("textDocument/didOpen", &json!({ "textDocument": document }));
        self.told(file)
    }

    /// Changes a document. Returns its new diagnostics.
    fn change(&mut self, file: &str, text: &str) -> Vec<String> {
        let document = json!({ "uri": self.uri(file), "version": 2 });
        let changes = json!([{ "text": text }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.note("textDocument/didChange", &params);
        self.told(file)
    }

    /// The next diagnostics, for this file, with positions and hints.
    fn told(&mut self, file: &str) -> Vec<String> {
        let note = self.hear();
        assert_eq!(note["method"], "textDocument/publishDiagnostics", "{note}");
        assert_eq!(note["params"]["uri"], self.uri(file));
        let line = |one: &Value| {
            let (start, end) = (&one["range"]["start"], &one["range"]["end"]);
            let place = [&start["line"], &start["character"], &end["character"]];
            let [line, from, to] = place.map(|number| number.as_u64().unwrap());
            let message = one["message"].as_str().unwrap();
            format!("{line}:{from}-{to} {} {message}", one["severity"])
        };
        note["params"]["diagnostics"].as_array().unwrap().iter().map(line).collect()
    }

    fn at(&self, file: &str, line: usize, character: usize) -> Value {
        let position = json!({ "line": line, "character": character });
        json!({ "textDocument": { "uri": self.uri(file) }, "position": position })
    }

    /// The suggested names.
    fn proposals(&mut self, file: &str, line: usize, character: usize) -> Vec<String> {
        let found = self.ask("textDocument/completion", &self.at(file, line, character));
        let name = |item: &Value| item["label"].as_str().unwrap().to_owned();
        found.as_array().unwrap().iter().map(name).collect()
    }

    /// Shuts down as the protocol requires. Returns the exit code.
    fn leave(mut self) -> Option<i32> {
        assert_eq!(self.ask("shutdown", &Value::Null), Value::Null);
        self.gone()
    }

    /// Exits without a shutdown. Returns the exit code.
    fn gone(mut self) -> Option<i32> {
        self.note("exit", &Value::Null);
        self.program.wait().unwrap().code()
    }
}

const PACK: &str =
    "id = \"house\"\ntitle = \"House rules\"\nversion = \"1.0.0\"\nrank = \"house\"\n";
const RULE: &str = "//! Toll\n//! Whoever builds takes a card.\n//! Rulings: H-1.\n\nfn on_built(me, piece) {\n    me.take(1);\n}\n";

#[test]
#[ignore = "takes a second"]
fn a_rule_is_mended_in_the_editor() {
    let folder = folder(&[("house/pack.toml", PACK), ("house/cards/toll.rhai", RULE)]);
    let mut editor = Editor::open(folder.path());
    let file = "house/cards/toll.rhai";
    assert_eq!(editor.put(file, RULE), [""; 0]);
    // Positions are counted in UTF-16.
    let broken = RULE.replace("me.take(1)", "/* 🎲 */ me.taek(1)");
    let wrong = ["5:16-20 1 the rule language has no `taek`\nhelp: did you mean `take`?"];
    assert_eq!(editor.change(file, &broken), wrong);
    let half = RULE.replace("me.take(1);\n}\n", "me.");
    assert_ne!(editor.change(file, &half), [""; 0]);
    let found = editor.proposals(file, 5, 7);
    assert!(found.contains(&"hand".to_owned()) && !found.contains(&"discover".to_owned()));
    // The error is the same for both halves, and only published after a change.
    assert_eq!(editor.change(file, &broken), wrong);
    let half = RULE.replace("me.take(1);\n}\n", "me.take(");
    assert_ne!(editor.change(file, &half), [""; 0]);
    let listed = editor.ask("textDocument/completion", &editor.at(file, 5, 12));
    assert_eq!([&listed[0]["label"], &listed[0]["sortText"]], ["BRICK", "0000"]);
    assert_eq!(editor.change(file, RULE), [""; 0]);
    let said = editor.ask("textDocument/hover", &editor.at(file, 4, 5));
    let said = said["contents"]["value"].as_str().unwrap();
    assert!(said.contains("The player built a piece"), "{said}");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
#[ignore = "takes a second"]
fn what_is_not_saved_yet_is_read_from_the_editor() {
    let folder = folder(&[("house/pack.toml", PACK)]);
    let mut editor = Editor::open(folder.path());
    assert_eq!(editor.put("toll.rhai", RULE), [""; 0]);
    let broken = RULE.replace("take", "taek");
    let wrong = ["5:7-11 1 the rule language has no `taek`\nhelp: did you mean `take`?"];
    assert_eq!(editor.change("toll.rhai", &broken), wrong);
    assert_eq!(editor.put("house/cards/toll.rhai", &broken), wrong);
    let scene = "title = \"Mine\"\npacks = [\"catan\"]\nplayers = [3, 4]\nboard_of = \"catan\"\n";
    assert_eq!(editor.put("mine.toml", scene), [""; 0]);
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn packs_scenarios_and_transcripts_are_looked_at() {
    let scene = "title = \"Mine\"\npacks = [\"catan\", \"house\"]\nplayers = [3, 4]\nboard_of = \"catan\"\n";
    let game = "scenario mine.toml\nplayers red, blue, white\n\nred ends turn\n";
    let folder = folder(&[
        ("house/pack.toml", PACK),
        ("house/cards/toll.rhai", RULE),
        ("mine.toml", scene),
        ("a.game", game),
    ]);
    let mut editor = Editor::open(folder.path());
    let wrong = editor.put("house/pack.toml", &PACK.replace("title", "titel"));
    assert_eq!(wrong, ["1:0-5 1 unknown key `titel`\nhelp: did you mean `title`?"]);
    assert_eq!(editor.change("house/pack.toml", PACK), [""; 0]);
    let wrong = editor.put("mine.toml", &scene.replace("[3, 4]", "[3, 9]"));
    assert_eq!(wrong, ["2:10-16 1 `players` is 3 to 9, expected 2 to 6"]);
    assert_eq!(editor.change("mine.toml", scene), [""; 0]);
    let wrong = editor.put("a.game", game);
    assert!(
        wrong[0].starts_with("3:4-13 1 refused: red has to place") && wrong.len() == 1,
        "{wrong:?}"
    );
    assert!(editor.proposals("a.game", 3, 4).contains(&"places".to_owned()));
    assert_eq!(editor.put("Cargo.toml", "[package"), [""; 0]);
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn what_is_no_message_is_answered_and_no_end() {
    let folder = folder(&[]);
    let mut editor = Editor::start(folder.path());
    assert_eq!(editor.ask("textDocument/hover", &json!({}))["code"], -32002);
    editor.send("{ this is no JSON");
    assert_eq!(editor.hear()["error"]["code"], -32700);
    editor.to.write_all(b"X-Nothing: 1\r\n\r\n").unwrap();
    assert_eq!(editor.hear()["error"]["code"], -32700);
    editor.ask("initialize", &json!({ "rootUri": "file:///no/such/folder" }));
    assert_eq!(editor.ask("textDocument/hover", &json!({ "position": 7 }))["code"], -32602);
    assert_eq!(editor.ask("workspace/symbol", &json!({}))["code"], -32601);
    editor.note("textDocument/didChange", &json!({ "textDocument": 7 }));
    for file in ["nowhere.rhai", "no/pack.toml", "%41.game"] {
        let at = editor.at(file, 99, 99);
        assert_eq!(editor.ask("textDocument/completion", &at), Value::Null);
        assert_eq!(editor.ask("textDocument/hover", &at), Value::Null);
        assert_eq!(editor.ask("textDocument/definition", &at), Value::Null);
    }
    assert_eq!(editor.gone(), Some(1));
}

#[test]
fn a_wrong_frame_is_answered_and_the_next_message_is_heard() {
    let folder = folder(&[]);
    let ask = |id: i64| {
        json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": {} })
            .to_string()
    };
    let text = ask(1);
    let frames = [
        format!("\r\n{text}"),
        format!("Content-Type: x\r\n\r\n{text}"),
        format!("Content-Length: many\r\n\r\n{text}"),
        format!("Content-Length: -5\r\n\r\n{text}"),
        format!("Content-Length: {}\r\n\r\n{text}", text.len() - 7),
        format!("Content-Length: {}\r\n\r\n{text}", text.len() + 7),
        format!("Content-Length: 60000000\r\n\r\n{text}"),
        format!("Content-Length: 99999999999999\r\n\r\n{text}"),
        format!("Content-Length: 99999999999999999999999\r\n\r\n{text}"),
        "Content-Length: 5\r\n\r\nhello".to_owned(),
    ];
    for frame in frames {
        let mut editor = Editor::open(folder.path());
        editor.to.write_all(frame.as_bytes()).unwrap();
        editor.send(&ask(2));
        let (mut wrong, mut answer) = (0, editor.hear());
        while answer["id"] != 2 {
            assert_eq!(answer["error"]["code"], -32700, "{frame:?}: {answer}");
            wrong += 1;
            answer = editor.hear();
        }
        assert!(wrong > 0, "{frame:?} is answered");
        editor.program.kill().unwrap();
        editor.program.wait().unwrap();
    }
}
