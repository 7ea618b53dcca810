//! Tests of the standard board and the joined one.

use super::*;

fn standard() -> Board {
    let rows = [3, 4, 5, 4, 3].map(|n| vec![Cell::Land; n]).to_vec();
    Layout { rows, shift: Shift::Centered, joined: false }.board().unwrap()
}

/// The standard board surrounded by water, with a gap at its north-western corner and one inland.
fn gapped() -> Board {
    let row = |land: usize, water: usize| {
        let shore = std::iter::repeat_n(Cell::Water, water);
        let land = std::iter::repeat_n(Cell::Land, land);
        shore.clone().chain(land).chain(shore).collect::<Vec<_>>()
    };
    let rows = vec![
        vec![Cell::Nothing, Cell::Water, Cell::Water, Cell::Nothing],
        row(3, 1),
        row(4, 1),
        row(5, 1),
        row(4, 1),
        row(3, 1),
        row(0, 2),
    ];
    let mut board = Layout { rows, shift: Shift::Centered, joined: false }.board().unwrap();
    for name in ["B2-nw", "D4-e"] {
        let Ok(Place::Border(border)) = board.place(name) else { panic!("no border {name}") };
        board.add_gap(border).unwrap();
    }
    board
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
    assert_eq!(board.shore().coast().len(), 30);
}

//
#[test]
fn the_joined_board_is_round() {
    let board = joined();
    let Ok(Place::Hex(north)) = board.place("A3") else { panic!() };
    let Ok(Place::Hex(south)) = board.place("J3") else { panic!() };
    assert!(board.hex(north).neighbors.contains(&Some(south)));
    assert_eq!(board.place("A3.n"), board.place("J2.se"));
    assert_eq!(board.shore().intersections().len(), 47 + 34);
    assert_eq!(board.shore().coast().len(), 28 + 26);
}

#[test]
fn every_alias_names_the_same_place_and_the_canonical_name_returns() {
    for board in [standard(), joined()] {
        for hex in board.hexes() {
            let name = board.hex_name(hex);
            for i in 0..6 {
                let intersection = Place::Intersection(board.hex(hex).corners[i]);
                assert_eq!(board.place(&format!("{name}.{}", CORNERS[i])), Ok(intersection));
                assert_eq!(board.place(&board.place_name(intersection)), Ok(intersection));
                let border = Place::Border(board.hex(hex).sides[i]);
                assert_eq!(board.place(&format!("{name}-{}", SIDES[i])), Ok(border));
                assert_eq!(board.place(&board.place_name(border)), Ok(border));
            }
        }
    }
}

#[test]
fn neighbours_are_mutual() {
    for board in [standard(), joined(), gapped()] {
        for intersection in board.intersections() {
            for other in board.intersection(intersection).neighbors {
                assert!(board.intersection(other).neighbors.contains(intersection));
                let border =
                    board.between(intersection, other).expect("a border between neighbours");
                assert!(board.border(border).ends.contains(&intersection));
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

/// The intersection with this name.
fn intersection(board: &Board, name: &str) -> Intersection {
    let Ok(Place::Intersection(intersection)) = board.place(name) else { panic!("no site {name}") };
    intersection
}

/// The border with this name.
fn line(board: &Board, name: &str) -> Border {
    let Ok(Place::Border(border)) = board.place(name) else { panic!("no border {name}") };
    border
}

// covers: N-12
#[test]
fn a_gap_has_two_halves_and_a_middle() {
    let board = gapped();
    let names = |gap: &Gap| {
        let [one, other] = gap.halves.map(|half| board.border_name(half));
        [one, other, board.intersection_name(gap.middle)]
    };
    assert_eq!(names(&board.gaps()[0]), ["B2-nw.n", "B2-nw.nw", "B2-nw.mid"]);
    assert_eq!(names(&board.gaps()[1]), ["D4-e.ne", "D4-e.se", "D4-e.mid"]);
    for gap in board.gaps() {
        assert!(board.is_middle(Place::Intersection(gap.middle)));
        assert_eq!(board.gap_around(gap.middle).map(|it| it.middle), Some(gap.middle));
        for half in gap.halves {
            assert_eq!(board.gap_with(half).map(|it| it.middle), Some(gap.middle));
        }
    }
    assert!(!board.is_middle(Place::Intersection(intersection(&board, "B2.n"))));
    assert!(board.gap_with(line(&board, "B2-ne")).is_none());
}

// covers: N-12
#[test]
fn every_alias_of_a_half_and_a_middle_returns() {
    let board = gapped();
    for (gap, aliases) in [(0, vec!["B2-nw"]), (1, vec!["D4-e", "D5-w"])] {
        let gap = board.gaps()[gap];
        for alias in aliases {
            let name = |end: &str| board.place(&format!("{alias}.{end}"));
            assert_eq!(name("mid"), Ok(Place::Intersection(gap.middle)));
            let (hex, side) = alias.split_once('-').unwrap();
            let side = SIDES.iter().position(|&name| name == side).unwrap();
            let mut halves = Vec::new();
            for corner in [CORNERS[side], CORNERS[(side + 1) % 6]] {
                let Ok(Place::Border(half)) = name(corner) else { panic!("{alias}.{corner}") };
                let end = intersection(&board, &format!("{hex}.{corner}"));
                assert!(board.border(half).ends.contains(&end), "{alias}.{corner}");
                assert_eq!(board.place(&board.border_name(half)), Ok(Place::Border(half)));
                halves.push(half);
            }
            halves.sort_unstable();
            assert_eq!(halves, gap.halves, "{alias}");
        }
        let middle = Place::Intersection(gap.middle);
        assert_eq!(board.place(&board.place_name(middle)), Ok(middle));
    }
}

// covers: N-12
#[test]
fn a_gap_is_two_borders_long() {
    let board = gapped();
    let (one, other) = (intersection(&board, "B2.n"), intersection(&board, "B2.nw"));
    let gap = board.gaps()[0];
    assert!(!board.intersection(one).neighbors.contains(other), "its ends are no neighbours");
    assert_eq!(board.between(one, other), None);
    assert_eq!(board.between(one, gap.middle), Some(gap.halves[0]));
    assert_eq!(board.between(gap.middle, other), Some(gap.halves[1]));
    assert_eq!(board.intersection(gap.middle).neighbors, [one, other].into_iter().collect());
    assert_eq!(board.intersection(gap.middle).borders, gap.halves.into_iter().collect());
    for (end, half) in [(one, gap.halves[0]), (other, gap.halves[1])] {
        assert!(board.intersection(end).borders.contains(half));
        let mut ends = [end, gap.middle];
        ends.sort_unstable();
        let mut found = board.border(half).ends;
        found.sort_unstable();
        assert_eq!(found, ends);
    }
    for half in gap.halves {
        assert_eq!(board.border(half).hexes, Set::of(board.hexes().iter().nth(3).unwrap()));
        assert!(board.shore().borders_beside(true).contains(half));
    }
    assert!(!board.shore().intersections().contains(gap.middle), "nothing is built there");
    assert_eq!((board.shore().intersections().len(), board.shore().coast().len()), (54, 30));
    assert_eq!(board.shore().borders_beside(true).len(), 72 + 2);
}

#[test]
fn a_gap_is_made_once_of_a_border() {
    let mut board = gapped();
    let again = line(&board, "B2-nw.nw");
    assert_eq!(board.add_gap(again), Err("`B2-nw.nw` already belongs to a gap".into()));
}

// covers: N-2
#[test]
fn the_shore_of_a_hex_goes_clockwise_around_the_land() {
    let board = gapped();
    let shore = |name: &str| {
        let Ok(Place::Hex(hex)) = board.place(name) else { panic!("no hex {name}") };
        let names = board
            .shore_of(hex)
            .into_iter()
            .map(|intersection| board.intersection_name(intersection));
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(shore("A2"), "B2.n B2.ne B3.n");
    assert_eq!(shore("A3"), "B3.n B3.ne B4.n");
    assert_eq!(shore("B5"), "B4.ne B4.se C5.ne");
    assert_eq!(shore("G3"), "F4.s F3.se F3.s");
    assert_eq!(shore("E1"), "E2.sw D2.s D2.sw");
    assert_eq!(shore("B1"), "C2.nw B2.sw B2.nw");
}

#[test]
fn unknown_places_are_explained() {
    let board = standard();
    for (name, message) in [
        ("c4", "`c4` is not a hex on this board: expected a row letter and a column, such as `A1`"),
        ("C6", "`C6` is not a hex on this board: row C has 5 hexes"),
        ("F1", "`F1` is not a hex on this board: the rows are A to E"),
        ("C4.e", "`C4.e` is not an intersection: expected one of n, ne, se, s, sw, nw after `C4.`"),
        ("C4-n", "`C4-n` is not a border: expected one of ne, e, se, sw, w, nw after `C4-`"),
    ] {
        assert_eq!(board.place(name), Err(message.into()));
    }
    let board = gapped();
    for (name, message) in [
        ("B2-nw", "`B2-nw` is a gap, which counts as two borders: write `B2-nw.n` or `B2-nw.nw`"),
        (
            "B2-nw.s",
            "`B2-nw.s` is a gap, which counts as two borders: write `B2-nw.n` or `B2-nw.nw`",
        ),
        ("D5-w.e", "`D5-w.e` is a gap, which counts as two borders: write `D4-e.ne` or `D4-e.se`"),
        ("B2-ne.n", "`B2-ne.n` is not a border: only a gap has halves"),
        ("B2-ne.mid", "`B2-ne.mid` is not a border: only a gap has halves"),
    ] {
        assert_eq!(board.place(name), Err(message.into()));
    }
}

#[test]
fn the_shortest_way_is_measured_in_borders() {
    let steps = |board: &Board, one: &str, other: &str| {
        board.steps_between(board.place(one).unwrap(), board.place(other).unwrap())
    };
    let board = standard();
    assert_eq!(steps(&board, "A1.n", "A1.n"), Some(0));
    assert_eq!(steps(&board, "A1.n", "A1.s"), Some(3));
    assert_eq!(steps(&board, "A1.n", "E3.s"), Some(11));
    assert_eq!(steps(&board, "A1.n", "A1-ne"), Some(0), "a border counts from its nearer end");
    assert_eq!(steps(&board, "A1-w", "A1-e"), Some(2));
    assert_eq!(steps(&board, "A1.n", "A1"), None, "a hex has no ends");
    assert_eq!(steps(&gapped(), "B2.nw", "B2.n"), Some(2), "a gap counts as two borders");
}
