use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::host::Host;
use crate::files;
use crate::game::deal_hidden_cards;
use crate::saved::{Beginning, NewGame, Result, SavedGame, Store};
use crate::set::Id;
use crate::table::{Player, Step};

const ANN: Player = Player(0);
const BOB: Player = Player(1);

/// A game of three people in a folder of its own.
struct Table {
    _folder: TempDir,
    store: Store,
    id: String,
    game: SavedGame,
}

impl Table {
    fn new(scenario: &str, seats: &Value) -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::new(folder.path().into()).unwrap();
        let host = Host::new(store.clone(), 1, Duration::ZERO);
        let names = ["ann", "bob", "cyd"];
        let new = json!({ "scenario": scenario, "players": names, "seed": 7, "seats": seats });
        let new: NewGame = serde_json::from_value(new).unwrap();
        let id = host.create(new).unwrap_or_else(|fault| panic!("{}", fault.message)).game;
        let game = SavedGame::open(&store, &id).unwrap_or_else(|fault| panic!("{}", fault.message));
        Self { _folder: folder, store, id, game }
    }

    fn of_people(scenario: &str) -> Self {
        Self::new(scenario, &json!(["person", "person", "person"]))
    }

    /// What a seat sees, without the number of the version.
    fn view(&mut self, viewer: Option<Player>) -> Value {
        let view = self.game.view(viewer, 0).unwrap_or_else(|fault| panic!("{}", fault.message));
        let mut view = serde_json::to_value(view).unwrap();
        view.as_object_mut().unwrap().remove("version");
        view
    }

    /// The legal lines of a seat.
    fn lines(&mut self, player: Player) -> Vec<String> {
        let view = self.view(Some(player));
        let actions = view["actions"].as_array().unwrap();
        actions.iter().map(|action| action["line"].as_str().unwrap().to_owned()).collect()
    }

    /// Plays one of the legal lines of somebody who has to act. Returns who has acted.
    fn play_any(&mut self, number: usize) -> Option<Player> {
        for player in (0..3).map(Player::new) {
            let lines = self.lines(player);
            if !lines.is_empty() {
                let line = &lines[number % lines.len()];
                self.game.play(player, line).unwrap_or_else(|fault| panic!("{}", fault.message));
                return Some(player);
            }
        }
        None
    }

    fn play_some(&mut self, count: usize) {
        for number in 0..count {
            self.play_any(number * 7919);
        }
    }

    fn reopened(self) -> Self {
        let Self { _folder: folder, store, id, game } = self;
        drop(game);
        let game = SavedGame::open(&store, &id).unwrap_or_else(|fault| panic!("{}", fault.message));
        Self { _folder: folder, store, id, game }
    }

    /// The same table with a game that goes on from another one.
    fn with_branch(self, branch: Result<Beginning>) -> Self {
        let begun = branch.and_then(|branch| branch.begin(&self.store, None));
        let (id, _) = begun.unwrap_or_else(|fault| panic!("{}", fault.message));
        Self { id, ..self }.reopened()
    }

    /// The transcript in the file.
    fn record(&self) -> String {
        self.store.transcript(&self.id).unwrap()
    }

    /// Replaces the file of the transcript.
    fn write(&self, text: &str) {
        drop(self.store.record(&self.id, text).unwrap());
    }
}

#[test]
fn a_seat_sees_the_same_whatever_is_hidden_from_it() {
    let (mut positions, mut differences) = (0, 0);
    for scenario in ["newcatan_complete", "catan"] {
        let mut table = Table::of_people(scenario);
        table.play_some(120);
        for number in 0..250 {
            table.play_some(7);
            if table.game.game().table().step() == Step::Discard || table.game.game().is_over() {
                continue;
            }
            positions += 1;
            for viewer in [Some(ANN), Some(BOB), None] {
                let before = table.view(viewer);
                let dealt = table.game.game().clone();
                let mut other = dealt.clone();
                // What is hidden from spectators is all that is hidden from one seat or another.
                for seat in viewer.map_or(vec![ANN, BOB], |seat| vec![seat]) {
                    deal_hidden_cards(&mut other, seat, number);
                }
                differences += usize::from(other.table() != dealt.table());
                table.game.exchange(other);
                assert_eq!(before.to_string(), table.view(viewer).to_string());
                table.game.exchange(dealt);
            }
        }
    }
    assert!(positions >= 200 && differences > 400, "{positions} positions, {differences} differ");
}

#[test]
fn a_game_goes_on_where_it_was_stopped() {
    let mut table = Table::of_people("newcatan");
    table.play_some(150);
    let before = [Some(ANN), Some(BOB), None].map(|viewer| table.view(viewer));
    let text = table.record();
    let mut table = table.reopened();
    assert_eq!(table.record(), text);
    assert_eq!([Some(ANN), Some(BOB), None].map(|viewer| table.view(viewer)), before);
    table.play_some(20);
    assert!(table.record().starts_with(&text));
}

#[test]
fn what_was_cut_off_is_written_again() {
    let mut table = Table::of_people("newcatan");
    table.play_some(150);
    let text = table.record();
    // The program may be killed within a line, or between an action and its changes.
    for kept in (text.len() - 300..text.len()).step_by(23) {
        table.write(&text[..kept]);
        table = table.reopened();
        let again = table.record();
        assert!(text.starts_with(again.trim_end()), "{}", &text[kept..]);
        let whole = text[..kept].rfind('\n').unwrap();
        assert!(again.len() >= whole, "{again}");
    }
}

#[test]
fn a_record_that_says_something_else_is_not_continued() {
    let mut table = Table::of_people("catan");
    table.play_some(60);
    let text = table.record();
    let changed = text.replacen(" produces 1 ", " produces 2 ", 1);
    assert_ne!(changed, text);
    table.write(&changed);
    let Table { _folder, store, id, game } = table;
    drop(game);
    let fault = SavedGame::open(&store, &id).err().unwrap();
    insta::assert_snapshot!(fault.message, @"the game does not repeat line 37 of its transcript");
    assert_eq!(changed.lines().zip(text.lines()).position(|(one, other)| one != other), Some(36));
    assert_eq!(store.transcript(&id).unwrap(), changed);
}

#[test]
fn a_game_is_continued_in_the_middle_of_a_discard() {
    let mut table = Table::of_people("catan");
    let mut discarding = None;
    for number in 0..2_000 {
        table.play_any(number * 7919);
        let due = |player: &Player| table.game.game().table().seat(*player).due();
        discarding = (0..3).map(Player::new).find(|player| due(player) > 2);
        let kinds = discarding.map_or(0, |player| table.lines(player).len());
        if kinds > 1 {
            break;
        }
    }
    let player = discarding.unwrap();
    let lines = table.lines(player);
    let mut text = table.record();
    // Each card is saved at once, also if it could share a line with the card before it.
    for line in [&lines[lines.len() - 1], &lines[0], &table.lines(player)[0]] {
        table.game.play(player, line).unwrap_or_else(|fault| panic!("{}", fault.message));
        text = format!("{text}{line}\n");
        assert!(table.record().starts_with(&text));
        table = table.reopened();
        assert!(table.record().starts_with(&text));
    }
    let text = table.record();
    let branch = table.game.branch(usize::MAX, false);
    let table = table.with_branch(branch);
    assert_eq!(table.record(), text);
    assert_eq!(table.reopened().record(), text);
}

/// Earlier versions did not write the changes of counters.
#[test]
fn a_record_without_counters_is_continued() {
    let mut table = Table::of_people("knights");
    table.play_some(150);
    let text = table.record();
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("  counter "));
    let older: String = lines.collect();
    assert_ne!(older, text);
    table.write(&older);
    assert_eq!(table.reopened().record(), text);
}

#[test]
fn an_exported_game_is_imported_with_what_was_undone() {
    let mut table = Table::of_people("newcatan");
    table.play_some(60);
    let placed = table.lines(ANN).into_iter().chain(table.lines(BOB)).next().unwrap();
    let player = if placed.starts_with("ann") { ANN } else { BOB };
    table.game.play(player, &placed).unwrap_or_else(|fault| panic!("{}", fault.message));
    let text = table.record();
    let before = table.view(Some(ANN))["observation"].clone();
    let mut table = table.with_branch(Beginning::of_transcript(&text));
    assert_eq!(table.record(), text);
    assert_eq!(table.view(Some(ANN))["observation"], before);
}

#[test]
fn what_cannot_be_imported_is_refused_with_the_reason() {
    let refused = |text: &str| Beginning::of_transcript(text).err().unwrap().message;
    let header = |more: &str| format!("scenario catan\nplayers ann, bob, cyd\nseed 1\n{more}");
    insta::assert_snapshot!(refused("scenario ../secret.toml\nseed 1\n"), @"the scenario `../secret.toml` is not known here");
    insta::assert_snapshot!(refused(&header("with ../my_rule.rhai\n")), @"the rules of `../my_rule.rhai` are not known here");
    insta::assert_snapshot!(refused(&header("as ann\n")), @"the transcript hides what one player could not see");
    insta::assert_snapshot!(refused(&header("given ann has 1 wood\n")), @"the transcript does not contain the game from its beginning");
    insta::assert_snapshot!(refused("ann flies\n"), @"unknown header key `ann`: the line is skipped");
    let wrong = header("ann places settlement at C2.se\nann rolls\n");
    insta::assert_snapshot!(refused(&wrong), @"the transcript does not fit the rules of this program: refused: ann has to place a road [placement rules/catan/pack.toml:83]");
    let mut table = Table::of_people("catan");
    table.play_some(60);
    let text = table.record();
    let changed = text.replacen(" produces 1 ", " produces 2 ", 1);
    insta::assert_snapshot!(refused(&changed), @"the transcript does not fit the rules of this program: `ann produces 2 grain` did not happen");
}

#[test]
fn a_fork_keeps_the_first_actions_and_the_rules() {
    let table = Table::of_people("newcatan");
    // A game that has begun with other rules than those of the program.
    let folder = table.store.folder_of(&table.id).0.remove(0);
    let file = folder.join("rules/catan/pack.toml");
    let text = String::from_utf8(files::read(&file, 1 << 20).unwrap()).unwrap();
    files::save(&file, &format!("{text}# changed\n")).unwrap();
    table.write("");
    let mut table = table.reopened();
    table.play_some(40);
    let lines = table.game.history(None).unwrap_or_else(|_| panic!()).moments.len();
    let past = table.game.past(Some(BOB), lines - 3).unwrap_or_else(|_| panic!());
    let past = serde_json::to_value(past.observation).unwrap();
    let later = table.record();
    assert!(table.game.has_newer_rules());
    let branch = table.game.branch(lines - 3, false);
    let mut table = table.with_branch(branch);
    assert!(table.game.has_newer_rules());
    assert_eq!(table.view(Some(BOB))["observation"], past);
    assert!(later.starts_with(table.record().trim_end()));
    let branch = table.game.branch(lines - 3, true);
    let mut table = table.with_branch(branch);
    assert!(!table.game.has_newer_rules());
    assert_eq!(table.view(Some(BOB))["observation"], past);
}

#[test]
fn reasons_for_an_action_hide_what_the_viewer_does_not_see() {
    let mut table = Table::of_people("catan_beginners");
    let buys = |line: &String| line.contains(" buys ");
    let buyer = (0..400).find_map(|number| {
        let buyer = (0..3).map(Player::new).find_map(|player| {
            let line = table.lines(player).into_iter().find(buys)?;
            table.game.play(player, &line).ok().map(|()| player)
        });
        if buyer.is_none() {
            table.play_any(number * 7919);
        }
        buyer
    });
    let buyer = buyer.expect("somebody buys a card");
    let last = table.game.history(None).unwrap_or_else(|_| panic!()).moments.len();
    let drawn = |viewer| {
        let why = table.game.why(viewer, last).unwrap_or_else(|_| panic!());
        assert!(why.asked.is_empty());
        let draws = why.changes.into_iter().find(|change| change.text.contains(" draws ")).unwrap();
        (draws.text, draws.because.len())
    };
    let other = Player::new((buyer.index() + 1) % 3);
    let (own, known) = drawn(Some(buyer));
    assert!(known > 0);
    for (text, known) in [drawn(Some(other)), drawn(None)] {
        assert_ne!(text, own);
        assert_eq!(known, 0, "{text}");
    }
}

#[test]
fn an_action_that_reveals_nothing_is_undone_at_once() {
    let mut table = Table::of_people("catan");
    let before = table.view(Some(ANN));
    let placed = table.lines(ANN)[0].clone();
    table.game.play(ANN, &placed).unwrap_or_else(|fault| panic!("{}", fault.message));
    table.game.ask_undo(ANN).unwrap_or_else(|fault| panic!("{}", fault.message));
    let after = table.view(Some(ANN));
    assert_eq!(after["observation"], before["observation"]);
    assert_eq!(after["undo"], Value::Null);
    assert_eq!(after["log"].as_array().unwrap().last().unwrap(), "undo");
    let mut table = table.reopened();
    assert_eq!(table.view(Some(ANN)), after);
}

#[test]
fn others_have_to_agree_that_dice_are_taken_back() {
    let mut table = Table::of_people("catan_beginners");
    let before = table.view(Some(ANN))["observation"].clone();
    table.game.play(ANN, "ann rolls").unwrap_or_else(|fault| panic!("{}", fault.message));
    let rolled = table.view(Some(ANN))["observation"].clone();
    let ask = |table: &mut Table, player, agrees| {
        let asked =
            if agrees { table.game.ask_undo(player) } else { table.game.agree(player, false) };
        asked.unwrap_or_else(|fault| panic!("{}", fault.message));
    };
    ask(&mut table, ANN, true);
    assert_eq!(
        table.view(Some(BOB))["undo"],
        json!({ "by": "ann", "lines": 1, "waiting": ["bob", "cyd"] })
    );
    ask(&mut table, BOB, true);
    ask(&mut table, Player(2), false);
    assert_eq!(table.view(Some(ANN))["undo"], Value::Null);
    assert_eq!(table.view(Some(ANN))["observation"], rolled);
    for player in [ANN, BOB, Player(2)] {
        ask(&mut table, player, true);
    }
    assert_eq!(table.view(Some(ANN))["observation"], before);
    // The dice are known, so nothing else is rolled.
    table.game.play(ANN, "ann rolls").unwrap_or_else(|fault| panic!("{}", fault.message));
    assert_eq!(table.view(Some(ANN))["observation"], rolled);
}

#[test]
fn an_undo_takes_back_the_move_and_the_card_of_the_only_victim() {
    let mut table = Table::of_people("catan");
    for number in 0..1_000 {
        let before = [ANN, BOB, Player(2)].map(|seat| table.view(Some(seat)));
        let old = table.record();
        let player = table.play_any(number * 7919).unwrap();
        let new = table.record()[old.len()..].to_owned();
        if new.contains(" moves robber to ") && new.contains(" takes from ") {
            let others = [ANN, BOB, Player(2)].into_iter().filter(|seat| *seat != player);
            // Everybody agrees.
            for seat in [player].into_iter().chain(others) {
                table.game.ask_undo(seat).unwrap_or_else(|fault| panic!("{}", fault.message));
            }
            let now = &before[player.index()]["observation"];
            assert_eq!(&table.view(Some(player))["observation"], now);
            assert_eq!(&table.reopened().view(Some(player))["observation"], now);
            return;
        }
    }
    panic!("no card of an only victim was taken");
}

#[test]
fn a_player_who_may_take_nothing_chooses_also_with_one_victim() {
    let mut table = Table::of_people("newcatan");
    let is_asked = (0..1_000).any(|number| {
        table.play_any(number * 7919);
        [ANN, BOB, Player(2)].into_iter().any(|seat| {
            let lines = table.lines(seat);
            lines.len() == 2 && lines.iter().any(|line| line.ends_with(" takes nothing"))
        })
    });
    assert!(is_asked);
}

#[test]
fn the_partner_has_to_agree_that_a_trade_is_taken_back() {
    let mut table = Table::of_people("catan_beginners");
    let mut play = |player, line: &str| {
        table.game.play(player, line).unwrap_or_else(|fault| panic!("{}", fault.message));
    };
    play(ANN, "ann rolls");
    play(ANN, "ann offers 1 wood for 1 sheep to bob");
    play(BOB, "bob accepts");
    play(ANN, "ann trades with bob");
    table.game.ask_undo(ANN).unwrap_or_else(|fault| panic!("{}", fault.message));
    assert_eq!(
        table.view(Some(BOB))["undo"],
        json!({ "by": "ann", "lines": 1, "waiting": ["bob", "cyd"] })
    );
}

#[test]
fn a_game_without_a_seed_gets_one_that_is_drawn() {
    let folder = TempDir::new().unwrap();
    let host = Host::new(Store::new(folder.path().into()).unwrap(), 1, Duration::ZERO);
    let mut seeds = BTreeSet::new();
    for _ in 0..3 {
        let new: NewGame = serde_json::from_value(
            json!({ "scenario": "catan", "seats": ["random", "random", "random"] }),
        )
        .unwrap();
        let id = host.create(new).unwrap_or_else(|fault| panic!("{}", fault.message)).game;
        let record = host.transcript(&id).unwrap_or_else(|fault| panic!("{}", fault.message));
        seeds.extend(record.lines().find(|line| line.starts_with("seed ")).map(str::to_owned));
    }
    assert!(seeds.len() > 1, "{seeds:?}");
}

#[test]
fn a_person_acts_only_at_the_own_seat_and_draws_no_result() {
    let mut table = Table::of_people("catan_beginners");
    let mut refused = |player, line| table.game.play(player, line).unwrap_err().message;
    insta::assert_snapshot!(refused(BOB, "ann rolls"), @"expected an action of bob");
    insta::assert_snapshot!(refused(ANN, "ann rolls 3 4"), @"random results are drawn, and cannot be chosen");
    insta::assert_snapshot!(refused(BOB, "bob rolls"), @"it is ann's turn: ann has to roll the dice first");
    insta::assert_snapshot!(refused(ANN, "ann flies"), @"expected an action of the player, found `flies`");
}

#[test]
fn programs_play_and_take_over() {
    let mut table = Table::new("catan_beginners", &json!(["person", "greedy", "random"]));
    assert!(!table.game.awaits_bot());
    table.game.replace(ANN, Some(crate::seat::Strategy::Greedy)).unwrap_or_else(|_| panic!());
    assert!(table.game.awaits_bot());
    for _ in 0..200 {
        table.game.play_bot();
    }
    assert_eq!(table.view(None)["problem"], Value::Null);
    let log = table.view(None)["log"].to_string();
    assert!(table.game.game().table().turn() > 3, "{log}");
    assert_eq!(table.view(None)["seats"][0]["replaced"], json!(true));
    table.game.pause(true);
    assert!(!table.game.awaits_bot());
    let fault = table.game.play(ANN, "ann ends turn").unwrap_err();
    insta::assert_snapshot!(fault.message, @"the game is paused");
    table.game.pause(false);
    table.game.replace(ANN, None).unwrap_or_else(|_| panic!());
    assert_eq!(table.view(None)["seats"][0]["replaced"], json!(false));
    assert!(table.game.replace(BOB, None).is_err());
}
