//! The screen in two sizes, and how keys change it.

use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::backend::TestBackend;
use ratatui_core::style::{Color, Modifier, Style};
use ratatui_core::terminal::Terminal;
use tempfile::TempDir;

use super::app::App;
use super::text::styled;
use super::{draw, games, run};
use crate::content::Request;
use crate::protocol::{Chance, New, Players, Scenario};
use crate::saved::{Beginning, SavedGame, SeatKind, Store};
use crate::seat::Strategy;

/// A screen before people who play with a program.
struct Seated {
    folder: TempDir,
    store: Store,
    id: String,
    app: App,
}

impl Seated {
    /// A game of one or two people and programs.
    fn new(people: usize) -> Self {
        Self::with(people, None)
    }

    /// The same with a rule of this text.
    fn with(people: usize, rule: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("games")).unwrap();
        let mut request = Request::scenario("catan");
        if let Some(text) = rule {
            request.with.push(folder.path().join("rule.rhai"));
            std::fs::write(&request.with[0], text).unwrap();
        }
        let request = crate::content::add_rule_folders(request).unwrap();
        let rules = crate::content::load(&request).unwrap();
        let packs = rules.packs.iter().map(|pack| pack.id.clone()).collect();
        let setup = New {
            game: None,
            scenario: Scenario::Name("catan".into()),
            packs: Some(packs),
            with: Vec::new(),
            without: Vec::new(),
            set: std::collections::BTreeMap::default(),
            players: Some(Players::Number(3)),
            seed: Some(7),
            chance: Chance::default(),
            operations: None,
        };
        let mut seats = vec![SeatKind::Person; people];
        seats.resize(3, SeatKind::Strategy(Strategy::Greedy));
        let beginning = Beginning::with_rules(setup, request);
        let (id, _) = beginning.begin(&store, Some(seats)).unwrap();
        let app = app(&store, &id);
        Self { folder, store, id, app }
    }

    /// The same game after the program was started again.
    fn again(self) -> Self {
        let Self { folder, store, id, app } = self;
        drop(app);
        let app = self::app(&store, &id);
        Self { folder, store, id, app }
    }

    /// The screen in this size after these events.
    fn shown(&mut self, (width, height): (u16, u16), events: &[Event]) -> String {
        let mut screen = Terminal::new(TestBackend::new(width, height)).unwrap();
        screen.draw(|frame| draw::screen(&mut self.app, frame)).unwrap();
        for event in events {
            self.app.handle(event);
            screen.draw(|frame| draw::screen(&mut self.app, frame)).unwrap();
        }
        let text = screen.backend().to_string().replace('"', "");
        text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }
}

fn app(store: &Store, id: &str) -> App {
    App::new(SavedGame::open(store, id).unwrap(), "`games/a`".into())
}

/// Keys for a text; `\n` is Enter.
fn keys(text: &str) -> Vec<Event> {
    let key = |letter| match letter {
        '\n' => KeyCode::Enter,
        '\t' => KeyCode::Tab,
        letter => KeyCode::Char(letter),
    };
    text.chars().map(|letter| press(key(letter), KeyModifiers::NONE)).collect()
}

fn press(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, modifiers))
}

#[test]
fn a_small_screen_names_what_it_leaves_out() {
    let mut seated = Seated::new(1);
    insta::assert_snapshot!(seated.shown((80, 24), &keys("c3.s\n")), @r"
    board F2: 1-18 of 27
                  grain 2:1             sheep 2:1
                            o         o         .
                         /    \    /    \    /    \
                       o   A1    .   A2    o   A3    .
    A1                 |   ore   |   ore   |  sheep  |    3:1            A3
                       .   10    .    8    .    3    o
                    /    \    /    \    /    \    /    \
                  o   B1    .   B2    .   B3    .   B4    o
    B1   ore 2:1  |  wood   |  wood   |  grain  |   ore   |              B4
                  o    9    .    5    .    4    .    6    .
               /    \    /    \    /    \    /    \    /    \
             .   C1    .   C2    .   C3    .   C4    .   C5    o
    C1       |  brick  |  wood   |  sheep  |  wood   |  grain  |    3:1  C5
             .   12    .    6    .   11    .    9    .    2    o
               \    /    \    /    \    /    \    /    \    /
                  o   D1    .   D2   >Rs< D3    .   D4    .
    D1  brick 2:1 |  sheep  |  sheep  |  brick  | desert  |              D4
                  o   11    .    3    .   10    .   (R)   o
    red places settlement at C3.s
    red: 1 of 10 points; no resource cards
    turn 0, your move: places road (3)
    red>
    F3 hands, F4 actions, F6 log, F1 help, PgUp PgDn scroll
    ");
}

#[test]
fn a_game_with_an_added_rule_continues_without_the_file() {
    let rule = "//! Gift\n//! A turn begins with ore.\n//! Rulings: H-1.\n\n\
                fn on_turn(me) { me.take(ORE, 1); }\n";
    let mut seated = Seated::with(1, Some(rule));
    seated.shown((80, 24), &keys("c3.s\n"));
    let rule = seated.folder.path().join("rule.rhai");
    std::fs::remove_file(rule).unwrap();
    let again = seated.again();
    assert!(again.app.game.game().rules().rules.iter().any(|rule| rule.title == "Gift"));
}

#[test]
fn a_large_screen_shows_everything() {
    let mut seated = Seated::new(1);
    insta::assert_snapshot!(seated.shown((120, 40), &keys("c3.s\nc3")), @r"
    board F2                                                                hands F3
                  grain 2:1             sheep 2:1                           red      1 of 10 points; no resource cards
                            o         o         .                           blue     0 of 10 points; 0 resource cards
                         /    \    /    \    /    \                         white    0 of 10 points; 0 resource cards
                       o   A1    .   A2    o   A3    .                      actions F4
    A1                 |   ore   |   ore   |  sheep  |    3:1            A3   1 places road at C3-se (towards C3.se: wood
                       .   10    .    8    .    3    o                          9, brick 10, sheep 11: 9 pips)
                    /    \    /    \    /    \    /    \                      2 places road at C3-sw (towards C2.se: wood
                  o   B1    .   B2    .   B3    .   B4    o                     6, sheep 11, sheep 3: 9 pips)
    B1   ore 2:1  |  wood   |  wood   |  grain  |   ore   |              B4   3 places road at D2-e (towards D2.se: grain
                  o    9    .    5    .    4    .    6    .                     8, brick 10, sheep 3: 10 pips)
               /    \    /    \    /    \    /    \    /    \               log F6
             .   C1    .   C2    .   C3    .   C4    .   C5    o            >   1 red places settlement at C3.s
    C1       |  brick  |  wood   |  sheep  |  wood   |  grain  |    3:1  C5
             .   12    .    6    .   11    .    9    .    2    o
               \    /    \    /    \    /    \    /    \    /
                  o   D1    .   D2   >Rs< D3    .   D4    .
    D1  brick 2:1 |  sheep  |  sheep  |  brick  | desert  |              D4
                  o   11    .    3    .   10    .   (R)   o
                    \    /    \    /    \    /    \    /
                       .   E1    .   E2    .   E3    o
    E1                 |  brick  |  grain  |  grain  | wood 2:1          E3
                       o    4    .    8    o    5    .
                         \    /    \    /    \    /
                            o         o         .
                     3:1                   3:1

    R red, B blue, W white; / road, s settlement, c city, (R) robber









    turn 0, your move: places road (3)
    red> c3
    F1 help, PgUp PgDn scroll
    ");
}

#[test]
fn keys_show_panels_and_scroll_them() {
    let mut seated = Seated::new(1);
    let none = KeyModifiers::NONE;
    let text = seated.shown((60, 12), &[press(KeyCode::F(4), none)]);
    assert!(text.starts_with("actions F4: 1-"), "{text}");
    let text = seated.shown((60, 12), &[press(KeyCode::PageDown, none)]);
    assert!(!text.starts_with("actions F4: 1-"), "{text}");
    let text = seated.shown((60, 12), &[press(KeyCode::Esc, none)]);
    assert!(text.starts_with("board F2"), "{text}");
    let text = seated.shown((60, 12), &keys("pla\t"));
    assert!(text.contains("red> places"), "{text}");
}

#[test]
fn tiny_and_odd_input_does_no_harm() {
    let mut seated = Seated::new(1);
    let paste = Event::Paste("wood \u{1F600}\u{202e}\u{1b}[2J ".repeat(100_000));
    for size in [(20, 5), (1, 1), (80, 2), (3, 30), (200, 60)] {
        let events = [paste.clone(), press(KeyCode::Enter, KeyModifiers::NONE)];
        let text = seated.shown(size, &events);
        assert!(!text.contains('\u{1b}'), "{text}");
    }
    let text = seated.shown((20, 5), &keys("zz"));
    assert!(text.contains("red> zz"), "{text}");
}

#[test]
fn the_terminal_is_handed_over_between_people() {
    let mut seated = Seated::new(2);
    let text = seated.shown((80, 24), &[]);
    assert!(text.starts_with("red has to decide: press Enter"), "{text}");
    let text = seated.shown((80, 24), &keys("\nc3.s\nc3-se\n"));
    assert!(text.starts_with("blue has to decide"), "{text}");
    assert!(!text.contains("red>"), "{text}");
}

#[test]
fn programs_play_until_a_person_has_to_act_and_the_game_goes_on_later() {
    let mut seated = Seated::new(1);
    let mut screen = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let mut typed = keys("c3.s\nc3-se\n").into_iter();
    let mut idle = 0;
    run(
        &mut seated.app,
        &mut screen,
        &mut |wait| {
            if let Some(event) = typed.next() {
                return Ok(Some(event));
            }
            idle += usize::from(!wait.is_zero());
            let leave = press(KeyCode::Char('c'), KeyModifiers::CONTROL);
            Ok(if idle > 30 { Some(leave) } else { None })
        },
        Duration::from_millis(1),
    )
    .unwrap();
    assert!(seated.app.game.game().to_act().contains(crate::table::Player(0)));
    let log = seated.app.game.log(None).to_vec();
    assert!(log.len() > 10, "{log:?}");
    let mut again = seated.again();
    assert_eq!(again.app.game.log(None), log);
    let text = again.shown((80, 24), &[press(KeyCode::F(6), KeyModifiers::NONE)]);
    assert!(text.contains(">  10 blue places road"), "{text}");
}

#[test]
fn the_screen_is_cleared_at_first_and_on_demand_and_left_alone_while_nothing_happens() {
    let mut seated = Seated::new(1);
    // Another program has left something where the game shows nothing.
    let mut screen =
        Terminal::new(TestBackend::with_lines(vec!["rubbish".repeat(17); 40])).unwrap();
    let control = |letter| press(KeyCode::Char(letter), KeyModifiers::CONTROL);
    let mut waits = 0;
    let app = &mut seated.app;
    run(
        app,
        &mut screen,
        &mut |wait| {
            waits += usize::from(!wait.is_zero());
            Ok(match waits {
                2 if !wait.is_zero() => Some(control('l')),
                5 if !wait.is_zero() => Some(control('c')),
                _ => None,
            })
        },
        Duration::from_millis(1),
    )
    .unwrap();
    assert!(!screen.backend().to_string().contains("rubbish"), "{}", screen.backend());
    // It was drawn at the beginning and after Ctrl-L.
    assert_eq!(screen.get_frame().count(), 2);
}

#[test]
fn a_line_that_lists_one_action_is_taken_only_after_enter() {
    let mut seated = Seated::new(1);
    let text = seated.shown((80, 24), &keys("c3.s\ntowards c3.se\n"));
    assert!(text.contains("1 places road at C3-se"), "{text}");
    assert!(text.contains("Enter takes this action"), "{text}");
    // Another line takes the offer back.
    let text = seated.shown((80, 24), &keys("xyz\n\n"));
    assert!(text.contains("places road (3)"), "{text}");
    seated.shown((80, 24), &keys("towards c3.se\n\n"));
    let log = seated.app.game.log(None).join("; ");
    assert!(log.contains("red places road at C3-se"), "{log}");
}

#[test]
fn a_small_screen_follows_the_last_move_until_somebody_scrolls() {
    let mut seated = Seated::new(1);
    let text = seated.shown((80, 24), &keys("e2.s\n"));
    assert!(text.contains(">Rs<") && text.contains("E3"), "{text}");
    let up = press(KeyCode::PageUp, KeyModifiers::NONE);
    let text = seated.shown((80, 24), &[up]);
    assert!(text.contains("A3") && !text.contains(">Rs<"), "{text}");
    let text = seated.shown((40, 24), &keys("e2-se\n"));
    assert!(text.contains(">R/<"), "{text}");
}

#[test]
fn pasted_lines_are_entered_until_one_is_no_answer() {
    let mut seated = Seated::new(1);
    let paste = |text: &str| [Event::Paste(text.into())];
    let text = seated.shown((80, 24), &paste("c3.s\r\nnonsense\r\nc3-se\r\nmore"));
    assert!(text.contains("contains `nonsense`"), "{text}");
    assert!(text.contains("of the pasted text, 2 lines dropped"), "{text}");
    assert!(text.contains("places road (3)") && text.contains("red>\n"), "{text}");
    let text = seated.shown((80, 24), &paste("c3-se\nrolls\n"));
    assert!(text.contains("of the pasted text, 1 line dropped"), "{text}");
    let log = seated.app.game.log(None).join("; ");
    assert!(log.ends_with("red places road at C3-se"), "{log}");
    let text = seated.shown((80, 24), &paste("one line"));
    assert!(text.contains("red> one line"), "{text}");
}

#[test]
fn what_was_told_goes_when_it_is_out_of_date() {
    let mut seated = Seated::new(1);
    let text = seated.shown((80, 24), &keys("places settlement at b\t"));
    assert!(text.contains("B1.sw  B4.ne"), "{text}");
    let text = seated.shown((80, 24), &keys("1"));
    assert!(!text.contains("B1.sw  B4.ne"), "{text}");
    let clear = press(KeyCode::Char('u'), KeyModifiers::CONTROL);
    seated.shown((80, 24), &[clear]);
    let text = seated.shown((80, 24), &keys("c3.s\nc3-se\n7\n"));
    assert!(text.contains("there is nothing to choose now"), "{text}");
    seated.app.play_bot();
    let text = seated.shown((80, 24), &[]);
    assert!(!text.contains("there is nothing to choose now"), "{text}");
}

#[test]
fn what_was_seen_or_followed_by_another_player_is_not_undone() {
    let mut seated = Seated::new(1);
    let text = seated.shown((80, 24), &keys("undo\n"));
    assert!(text.contains("there is nothing to undo yet"), "{text}");
    seated.shown((80, 24), &keys("c3.s\nc3-se\n"));
    seated.app.play_bot();
    let text = seated.shown((80, 24), &keys("undo\n"));
    assert!(text.contains("blue has acted since"), "{text}");
    while !seated.app.game.game().to_act().contains(crate::table::Player(0)) {
        seated.app.play_bot();
    }
    seated.shown((80, 24), &keys("1\n1\nrolls\n"));
    let log = seated.app.game.log(None).len();
    let text = seated.shown((80, 24), &keys("undo\n"));
    assert!(text.contains("known already: the dice of red"), "{text}");
    assert_eq!(seated.app.game.log(None).len(), log);
}

#[test]
fn a_hint_is_for_the_viewer_who_has_to_act() {
    let mut seated = Seated::new(1);
    let text = seated.shown((80, 40), &keys("hint\n"));
    let mut rows = text.lines().skip_while(|row| !row.contains("your chance to win after"));
    let best: Vec<&str> = rows.by_ref().skip(1).take(4).collect();
    assert!(best.iter().all(|row| row.contains(" % ± ")), "{text}");
    // The best action can be taken as it is written.
    let (_, action) = best[0].trim().rsplit_once("  ").unwrap();
    assert!(seated.app.actions.0.iter().any(|listed| listed.text == action), "{text}");
    let text = seated.shown((80, 40), &keys(&format!("{action}\nhint\n")));
    assert!(text.contains("  places road at "), "{text}");
    seated.app.viewer = None;
    let text = seated.shown((80, 40), &keys("hint\n"));
    assert!(text.contains("there is nothing to choose now"), "{text}");
}

#[test]
fn escape_codes_become_styles() {
    let lines = styled("\u{1b}[38;5;166;1mO\u{1b}[0m.");
    let [bold, plain] = &lines[0].spans[..] else { panic!("{lines:?}") };
    assert_eq!(bold.style.fg, Some(Color::Indexed(166)));
    assert!(bold.style.add_modifier.contains(Modifier::BOLD));
    assert_eq!(plain.style, Style::default());
}

#[test]
fn actions_have_the_numbers_in_the_log_by_which_they_are_explained() {
    let mut seated = Seated::new(1);
    let log = press(KeyCode::F(6), KeyModifiers::NONE);
    seated.shown((80, 40), &keys("c3.s\nundo\nd2.s\n"));
    seated.shown((80, 40), &keys("d2-se\n"));
    seated.app.play_bot();
    let text = seated.shown((80, 40), &[log]);
    let text: Vec<&str> = text.lines().skip(1).take_while(|line| !line.is_empty()).collect();
    insta::assert_snapshot!(text.join("\n"), @"
          red places settlement at C3.s
          undo
        1 red places settlement at D2.s
        2 red places road at D2-se
    >   3 blue places settlement at D3.s
    ");
    let text = seated.shown((80, 40), &keys("why 2\n"));
    assert!(text.contains("\nred places road at D2-se\n"), "{text}");
    let text = seated.shown((80, 40), &keys("why 4\n"));
    assert!(text.contains("expected the number of an action from 1 to 3"), "{text}");
}

#[test]
fn saved_games_are_listed_with_their_players_and_ends() {
    let seated = Seated::new(1);
    let saved = seated.store.time(&seated.id);
    let mut rows = games::rows(&seated.store, saved + 7_200).unwrap();
    assert_eq!(rows[0].remove(0), seated.id);
    let expected = ["Catan", "1 person, 2 greedy", "goes on", "2 hours ago"];
    assert_eq!(rows, [expected]);
    let mut over = seated.store.saved(&seated.id).unwrap();
    over.ended = serde_json::from_str("{\"winner\": \"blue\", \"turns\": 70}").unwrap();
    seated.store.save(&seated.id, &over).unwrap();
    assert_eq!(games::rows(&seated.store, saved).unwrap()[0][3..], ["blue has won", "now"]);
}

#[test]
fn undone_lines_can_be_redone() {
    let mut seated = Seated::new(1);
    seated.shown((80, 24), &keys("c3.s\nundo\n"));
    assert!(seated.app.actions.0[0].text.starts_with("places settlement"));
    seated.shown((80, 24), &keys("redo\n"));
    assert!(seated.app.actions.0[0].text.starts_with("places road"));
    let text = seated.shown((80, 24), &keys("redo\n"));
    assert!(text.contains("there is nothing to redo"), "{text}");
    let text = seated.shown((80, 40), &keys("why\n"));
    assert!(text.contains("red places settlement at C3.s"), "{text}");
    let text = seated.shown((80, 40), &keys("why-not city a1.n\n"));
    assert!(text.contains("red"), "{text}");
}
