//! Boards as pictures (`newcatan board GAME --svg FILE`), and as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use roxmltree::{Document, Node};

/// Runs `board` in a folder; other scenarios are found with the shipped packs.
fn board(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_newcatan"));
    command.current_dir(folder).arg("board").args(args).env("NO_COLOR", "1").output().unwrap()
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", said(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim_end().to_owned()
}

/// The picture of a game on stdout.
fn picture(args: &[&str]) -> String {
    out(&board(Path::new("."), &[args, &["--svg", "-"]].concat()))
}

/// The number of elements in the layer with this class.
fn count(picture: &str, layer: &str) -> usize {
    let document = Document::parse(picture).unwrap();
    let layer = document.descendants().find(|node| node.attribute("class") == Some(layer));
    layer.map_or(0, |layer| layer.children().filter(Node::is_element).count())
}

/// Whether an element contains exactly this text.
fn says(picture: &str, text: &str) -> bool {
    let document = Document::parse(picture).unwrap();
    document.descendants().any(|node| node.is_element() && node.text() == Some(text))
}

#[test]
fn a_picture_shows_what_lies_on_the_board() {
    let picture = picture(&["catan_beginners"]);
    let counted = |layer| (layer, count(&picture, layer));
    assert_eq!(counted("terrain"), ("terrain", 19));
    assert_eq!(counted("numbers"), ("numbers", 18));
    assert_eq!(counted("ports"), ("ports", 9));
    assert_eq!(counted("borders"), ("borders", 8));
    assert_eq!(counted("intersections"), ("intersections", 8));
    assert_eq!(counted("markers"), ("markers", 1));
    assert_eq!(counted("names"), ("names", 0));
    assert!(says(&picture, "Catan for beginners: turn 1, red to play"));
    assert!(says(&picture, "B2: brick, 6"));
    assert!(says(&picture, "2 points"));
}

#[test]
fn a_pack_declares_the_shape_of_a_piece() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("round")).unwrap();
    let head = "id = \"round\"\ntitle = \"Round\"\nversion = \"1.0.0\"\n";
    let shape = "M-9 0A9 9 0 1 0 9 0A9 9 0 1 0 -9 0Z";
    let pack = format!("{head}[pieces.settlement]\nshape = \"{shape}\"\n");
    fs::write(folder.path().join("round/pack.toml"), pack).unwrap();
    let args = ["catan_beginners", "--with", "round", "--svg", "-"];
    let picture = out(&board(folder.path(), &args));
    // Eight settlements on the board, one for each player, and one in the key.
    assert_eq!(picture.matches(&format!("d=\"{shape}\"")).count(), 8 + 4 + 1);
}

#[test]
fn a_joined_board_shows_its_first_row_again_muted() {
    let picture = picture(&["desolation"]);
    assert_eq!(count(&picture, "terrain"), 77);
    let document = Document::parse(&picture).unwrap();
    let muted = |node: &Node| node.has_tag_name("polygon") && node.attribute("opacity").is_some();
    assert_eq!(document.descendants().filter(muted).count(), 7);
}

#[test]
fn every_place_has_its_name_by_request() {
    let picture = picture(&["catan", "--names"]);
    for name in ["C3", "A1.n", "A1-ne", "E3.se"] {
        assert!(says(&picture, name), "{name} is missing");
    }
    // A dot and a name for each intersection, a name for each border.
    assert_eq!(count(&picture, "names"), 2 * 54 + 72);
}

#[test]
fn two_pictures_of_one_game_are_equal() {
    for scenario in ["catan", "catan_beginners", "desolation"] {
        let args = [scenario, "--seed", "7", "--names"];
        assert_eq!(picture(&args), picture(&args));
    }
}

#[test]
fn a_picture_goes_to_a_file_besides_the_drawing() {
    let folder = tempfile::tempdir().unwrap();
    let plain = out(&board(folder.path(), &["catan"]));
    let drawn = out(&board(folder.path(), &["catan", "--svg", "board.svg"]));
    assert_eq!(plain, drawn);
    let written = fs::read_to_string(folder.path().join("board.svg")).unwrap();
    assert_eq!(written, picture(&["catan"]));
}

#[test]
fn a_picture_shows_a_transcript_until_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let game = "scenario catan_beginners\nplayers red, blue, white\n\n\
                given red has settlement at B2.n\ngiven red has road at B2-ne\n\
                expect red has 0 ore\n";
    fs::write(folder.path().join("soon.game"), game).unwrap();
    let at = |line: &str| out(&board(folder.path(), &["soon.game", "--until", line, "--svg", "-"]));
    assert!(says(&at("6"), "A1.se: settlement of red"), "{}", at("6"));
    assert!(says(&at("6"), "A2-sw: road of red"));
}

#[test]
fn other_players_get_the_colors_that_no_player_is_called_by() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = |players: &str| {
        let text = format!("scenario catan_beginners\nplayers {players}\nseed 1\n");
        std::fs::write(folder.path().join("game.game"), text).unwrap();
        out(&board(folder.path(), &["game.game", "--svg", "-"]))
    };
    // Vermilion is the color of the first seat, but too similar to orange.
    let (vermilion, red, orange) = ("#d55e00", "#c8202f", "#f59a23");
    let alone = drawn("ann, bob, cyd");
    assert!(alone.contains(vermilion) && !alone.contains(red));
    let beside = drawn("ann, blue, orange");
    assert!(beside.contains(red) && beside.contains(orange) && !beside.contains(vermilion));
}

#[test]
fn a_picture_of_a_won_game_shows_who_has_won_with_all_points() {
    let picture = picture(&["tests/games/catan/cards/victory_point/bought_and_shown.game"]);
    assert!(says(&picture, "won by red, after 1 turn"), "{picture}");
    assert!(says(&picture, "won") && says(&picture, "10 points"));
    assert!(!says(&picture, "current player"));
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let lost = board(folder.path(), &["catan", "--svg", "nowhere/board.svg"]);
    assert_eq!(lost.status.code(), Some(1));
    assert!(lost.stdout.is_empty());
    let told = said(&lost);
    assert!(told.starts_with("error: `nowhere/board.svg` cannot be written: "), "{told}");
    assert!(
        told.contains("`--svg` takes a file in an existing folder, or `-` for stdout"),
        "{told}"
    );
}

#[test]
fn a_picture_is_written_over_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.game");
    fs::write(&path, "scenario catan\n").unwrap();
    let refused = board(folder.path(), &["catan", "--svg", "kept.game"]);
    assert_eq!(refused.status.code(), Some(1));
    insta::assert_snapshot!(said(&refused), @"
    error: `kept.game` already exists and might not be a picture
     |
     = help: use a file name that ends in `.svg`
    ");
    assert_eq!(fs::read_to_string(&path).unwrap(), "scenario catan\n");
    fs::write(folder.path().join("old.svg"), "<svg/>").unwrap();
    out(&board(folder.path(), &["catan", "--svg", "old.svg"]));
    assert_ne!(fs::read_to_string(folder.path().join("old.svg")).unwrap(), "<svg/>");
}

#[test]
fn texts_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = fs::read_to_string("scenarios/catan.toml").unwrap();
    let (_, rest) = scenario.split_once("title = \"").unwrap();
    let (_, rest) = rest.split_once('\n').unwrap();
    let titled = format!("title = \"Here <&> there \\\"]]>\"\n{rest}");
    fs::write(folder.path().join("odd.toml"), titled).unwrap();
    let picture = out(&board(folder.path(), &["odd.toml", "--svg", "-"]));
    assert!(says(&picture, "Here <&> there \"]]>: the opening"));
}

/// Positions in the middle of a game, and their pictures, which the README shows.
const SHOWN: [(&str, &str); 2] = [
    ("tests/pictures/new_catan.game", "docs/new_catan.svg"),
    ("tests/pictures/knights.game", "docs/knights.svg"),
];

/// `just generate` rewrites them.
#[test]
fn the_pictures_in_the_readme_are_those_of_the_sources() {
    let readme = fs::read_to_string("README.md").unwrap();
    for (game, file) in SHOWN {
        let picture = picture(&[game]);
        if std::env::var_os("UPDATE").is_some() {
            fs::write(file, &picture).unwrap();
        }
        let shown = fs::read_to_string(file).unwrap_or_default().replace("\r\n", "\n");
        assert!(shown == picture, "`{file}` is out of date: `just generate`");
        assert!(readme.contains(&format!("]({file})")), "the README shows {file}");
        assert!(readme.contains(&format!("board {game} --svg {file}")), "the README makes {file}");
    }
}

#[test]
fn double_hexes_are_named_and_tokens_have_their_titles() {
    for seed in ["1", "2", "3"] {
        let picture = picture(&["newcatan", "--seed", seed]);
        assert_eq!(count(&picture, "tokens"), 20);
        // Two halves and a mark for each gap.
        assert_eq!(count(&picture, "gaps"), 3 * 6);
        for text in ["Folk", "Merchants", "Scientists", "Diplomats", "ore plus 1", "Immunity"] {
            assert!(says(&picture, text) || says(&picture, &format!("Green {text}")), "{text}");
        }
        // A long title takes two lines.
        assert!(says(&picture, "A Helping") && says(&picture, "Hand"));
        // A word, and two markers with their names.
        assert_eq!(count(&picture, "outside"), 1 + 2 * 2);
    }
}

#[test]
fn a_token_tells_its_rule_and_who_has_access() {
    let picture = picture(&[SHOWN[0].0]);
    let tips: Vec<String> = titles(&picture).filter(|tip| tip.contains(" access)")).collect();
    assert_eq!(tips.len(), 19);
    assert!(tips.iter().any(|tip| {
        tip.starts_with("wood plus 1: Whenever a roll brings") && tip.ends_with(" (red has access)")
    }));
    let blocked = "Free Development: With an odd number of cards bought the next one costs an ore. \
                   (blocked by the infiltrator)";
    assert!(says(&picture, "infiltrator at F3.s"));
    assert!(says(&picture, "has access to Free Settlements"));
    assert!(says(&picture, "owns 2 special points"));
    let card = |tip: &str| attributes(&picture, tip, "rect");
    let used = tips.iter().find(|tip| tip.ends_with(" (red has access)")).unwrap();
    let settlement = attributes(&picture, "B2.se: settlement of red", "path");
    assert_eq!(card(used)["fill"], settlement["fill"]);
    assert!(!card(used).contains_key("stroke-dasharray"));
    assert!(card(blocked).contains_key("stroke-dasharray"));
    // No marker is outside the board.
    assert_eq!(count(&picture, "outside"), 0);
}

/// The tooltips.
fn titles(picture: &str) -> impl Iterator<Item = String> {
    let document = Document::parse(picture).unwrap();
    let titles = document.descendants().filter(|node| node.has_tag_name("title"));
    titles.filter_map(|node| node.text().map(str::to_owned)).collect::<Vec<_>>().into_iter()
}

/// The elements of the thing with this tooltip.
fn thing<'a>(document: &'a Document<'a>, tip: &str) -> Node<'a, 'a> {
    let title = document.descendants().find(|node| node.text() == Some(tip)).expect(tip);
    title.ancestors().find(|node| node.has_tag_name("g")).unwrap()
}

/// The attributes of the first element with this tag in a thing.
fn attributes(picture: &str, tip: &str, tag: &str) -> BTreeMap<String, String> {
    let document = Document::parse(picture).unwrap();
    let element = thing(&document, tip).descendants().find(|node| node.has_tag_name(tag)).unwrap();
    element.attributes().map(|one| (one.name().into(), one.value().into())).collect()
}

/// The position of a piece, its outline, and the rotation.
fn piece(picture: &str, tip: &str) -> [String; 3] {
    let document = Document::parse(picture).unwrap();
    let middle = thing(&document, tip).attribute("transform").unwrap().to_owned();
    let mut path = attributes(picture, tip, "path");
    [middle, path.remove("d").unwrap(), path.remove("transform").unwrap()]
}

#[test]
fn half_roads_end_in_the_middle_of_their_border() {
    let picture = picture(&[SHOWN[0].0]);
    let [middle, outline, turn] = piece(&picture, "B2-nw.nw: road of red");
    assert_eq!([outline.as_str(), &turn], ["M0 -7H21V7H0Z", "rotate(150)"]);
    let other = piece(&picture, "B2-nw.n: road of white");
    assert_eq!(other, [middle, outline, "rotate(-30)".into()]);
    // A whole one has twice the length.
    let [_, whole, _] = piece(&picture, "B2-w: road of red");
    assert_eq!(whole, "M-21 -7H21V7H-21Z");
}

#[test]
fn a_drawing_shows_double_hexes_halves_and_tokens() {
    insta::assert_snapshot!(out(&board(Path::new("."), &[SHOWN[0].0])), @r"
                                 .         .
                              /    \    /    \
                            .         .         .
    A2                      |    Green Folk     |                      A3
                  .         Ws        Rc        .         .
               /    \    RW   W\   R/   \    /    ::   /    \
             .         Rs        .         .         .         .
    B1       |DiplomatsR| wood   R| sheep  |  sheep  |Frontier |       B5
             .         .    6    Rs   2    .    5    .         .
          /         O/   R\   R/   \    /    \    /    \         \
        .         Os        .         .         Oc        .         .
    C1  |         |  wood   |  grain  |  sheep  O|  ore   |  Area   |  C6
        .         .    3    .    4    .    9    .   10    .         .
          \    /    \    /    \    /    \    /    O\   O/   O\   /
             .         .         .         .         .         Os
    D2       ::  ore   |  grain  |  lake   |  grain  |  brick  OW      D6
             .    8    .    5    .         .    3    .    8    Ws
          /    \    /    \    /    \    /    \    /    \    W/   \
        .         .         .         .         .         .         .
    E1  |Frontier |  wood   |  brick  | desert  |  brick  WMerchants|  E6
        .         .   10    .  6 (R)  .         .    4    Wc        .
          \         \    /    \    /    \    /    \    /         /
             .         .         Bf        .         .         .
    F1       |  Area   |  grain  B| wood   |   ore   |         |       F5
             .         .    9    .   12    .   11    .         .
               \    /    :B   B/   B\   B/   B\   ::   \    /
                  .         Bf     (I)Bc        Bs        .
    G2                      |    Scientists     |                      G3
                            .         .         .
                              \    /    \    /
                                 .         .

    R red, B blue, W white, O orange; / road, s settlement, c city, f free settlement, :: a gap: a border in two halves, (R) robber, (I) infiltrator

    Green Folk
      B3.n  wood plus 1       red has access
      B2.ne grain plus 1
      B2.n  brick plus 1      white has access
      B4.n  sheep plus 1
      B3.ne ore plus 1

    Merchants
      D6.se ore 2 for 1       white has access
      D6.s  brick 2 for 1
      E5.se grain 2 for 1     white has access
      E5.s  wood 2 for 1
      F4.se sheep 2 for 1

    Scientists
      F2.se Short Distance
      F2.s  Free Roads
      F3.se Anti-Pirate
      F3.s  Free Development  blocked by the infiltrator
      F4.s  Free Settlements  blue has access

    Diplomats
      B2.nw Relief Fund       red has access
      B2.sw Immunity
      C2.nw Points for Sale   orange has access
      C2.sw A Helping Hand
      D2.nw Persuasion

    Goods
      special point  orange 2
    ");
}

#[test]
fn no_two_terrains_of_a_board_look_alike() {
    for scenario in ["catan", "desolation", "newcatan"] {
        let picture = picture(&[scenario]);
        let document = Document::parse(&picture).unwrap();
        let mut fills: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for hex in document.descendants().filter(|node| node.has_tag_name("polygon")) {
            let Some(tip) = hex.first_element_child().and_then(|tip| tip.text()) else { continue };
            let Some((_, terrain)) = tip.split_once(": ") else { continue };
            let terrain = terrain.split(',').next().unwrap();
            let fill = hex.attribute("fill").unwrap();
            fills.entry(fill).or_default().insert(terrain.into());
        }
        assert!(fills.len() > 5, "{fills:?}");
        assert!(fills.values().all(|terrains| terrains.len() == 1), "{fills:?}");
    }
}

#[test]
fn every_half_has_its_name_by_request() {
    let picture = picture(&["newcatan", "--names"]);
    for name in ["B2-nw.n", "B2-nw.nw", "D6-e.se", "A2", "A2-e", "C6.e"] {
        assert_eq!(says(&picture, name), name != "C6.e", "{name}");
    }
}
