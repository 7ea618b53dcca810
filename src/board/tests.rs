//! The standard board and the joined one, counted.

use super::*;

fn standard() -> Board {
    let rows = [3, 4, 5, 4, 3].map(|n| vec![Cell::Land; n]).to_vec();
    Layout { rows, shift: Shift::Centered, joined: false }.board().unwrap()
}

fn joined() -> Board {
    let land = |text: &str| {
        text.chars().map(|c| if c == '~' { Cell::Water } else { Cell::Land }).collect::<Vec<_>>()
    };
    let rows = [
        "~~~~~~~", "~~HHH~~", "~~HHHH~", "~HHHHH~", "~~HHHH~", "~~~~~~~", "~~~~~~~", "~NNNNN~",
        "~NNNNN~", "~~~~~~~",
    ];
    Layout { rows: rows.map(land).to_vec(), shift: Shift::Odd, joined: true }.board().unwrap()
}

// covers: C-1
#[test]
fn the_standard_board_has_54_intersections_and_72_borders() {
    let board = standard();
    assert_eq!(board.hexes().len(), 19);
    assert_eq!(board.intersections().len(), 54);
    assert_eq!(board.borders().len(), 72);
    assert_eq!(board.coast().len(), 30);
}

//
#[test]
fn the_joined_board_is_round() {
    let board = joined();
    let Ok(Place::Hex(north)) = board.place("A3") else { panic!() };
    let Ok(Place::Hex(south)) = board.place("J3") else { panic!() };
    assert!(board.hex(north).neighbors.contains(&Some(south)));
    assert_eq!(board.place("A3.n"), board.place("J2.se"));
    assert_eq!(board.land_intersections().len(), 47 + 34);
    assert_eq!(board.coast().len(), 28 + 26);
}

#[test]
fn every_alias_names_the_same_place_and_the_canonical_name_returns() {
    for board in [standard(), joined()] {
        for hex in board.hexes() {
            let name = board.hex_name(hex);
            for i in 0..6 {
                let site = Place::Intersection(board.hex(hex).corners[i]);
                assert_eq!(board.place(&format!("{name}.{}", CORNERS[i])), Ok(site));
                assert_eq!(board.place(&board.place_name(site)), Ok(site));
                let border = Place::Border(board.hex(hex).sides[i]);
                assert_eq!(board.place(&format!("{name}-{}", SIDES[i])), Ok(border));
                assert_eq!(board.place(&board.place_name(border)), Ok(border));
            }
        }
    }
}

#[test]
fn neighbours_are_mutual() {
    for board in [standard(), joined()] {
        for site in board.intersections() {
            for other in board.intersection(site).neighbors {
                assert!(board.intersection(other).neighbors.contains(site));
                let border = board.between(site, other).expect("a border between neighbours");
                assert!(board.border(border).ends.contains(&site));
            }
        }
        for hex in board.hexes() {
            for (side, neighbor) in board.hex(hex).neighbors.iter().enumerate() {
                let Some(neighbor) = neighbor else { continue };
                assert_eq!(board.hex(*neighbor).neighbors[(side + 3) % 6], Some(hex));
                assert_eq!(board.hex(*neighbor).sides[(side + 3) % 6], board.hex(hex).sides[side]);
            }
        }
    }
}

#[test]
fn a_spiral_visits_every_hex_once_neighbour_by_neighbour() {
    let board = standard();
    for corner in 0..6 {
        let spiral = board.spiral(corner).unwrap();
        assert_eq!(spiral.iter().copied().collect::<Set<Hex>>(), board.hexes());
        for pair in spiral.windows(2) {
            assert!(board.hex(pair[0]).neighbors.contains(&Some(pair[1])), "{pair:?}");
        }
    }
    let names: Vec<_> = board.spiral(0).unwrap()[..4].iter().map(|&h| board.hex_name(h)).collect();
    assert_eq!(names, ["C5", "B4", "A3", "A2"]);
    assert!(joined().spiral(0).is_none());
}

#[test]
fn unknown_places_are_explained() {
    let board = standard();
    for (name, message) in [
        ("c4", "`c4` is no hex of this board: expected a row letter and a column, such as `A1`"),
        ("C6", "`C6` is no hex of this board: row C has 5 hexes"),
        ("F1", "`F1` is no hex of this board: the rows are A to E"),
        ("C4.e", "`C4.e` is no intersection: expected n, ne, se, s, sw, nw after `C4.`"),
        ("C4-n", "`C4-n` is no border: expected ne, e, se, sw, w, nw after `C4-`"),
    ] {
        assert_eq!(board.place(name), Err(message.into()));
    }
}
