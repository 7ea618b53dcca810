//! Files with random damage: each one is loaded, or its errors are reported.

use std::fs;

use newcatan::chance::Stream;
use newcatan::content::load;

use crate::content::fixture::{Fixture, shipped};

/// The text after a few random deletions, repetitions and swaps.
fn mangled(text: &str, seed: u64) -> String {
    let stream = Stream::named("mangled");
    let mut letters: Vec<char> = text.chars().collect();
    for step in 0..3 {
        let draw = |n: u32, bound: usize| stream.below(seed, step * 4 + n, bound);
        let at = draw(0, letters.len() - 8);
        let length = 1 + draw(1, 7);
        match draw(2, 3) {
            0 => drop(letters.drain(at..at + length)),
            1 => {
                let again = letters[at..at + length].to_vec();
                letters.splice(at..at, again);
            }
            _ => letters.swap(at, at + length),
        }
    }
    letters.into_iter().collect()
}

#[test]
#[ignore = "takes a second"]
fn no_mangled_file_is_a_panic() {
    let fixture = Fixture::new();
    let files = [
        "pack.toml",
        "standing/seven.rhai",
        "cards/monopoly.rhai",
        "awards/longest_road.rhai",
        "trade/port_2_for_1.rhai",
    ];
    let texts = files.map(|file| fs::read_to_string(format!("rules/catan/{file}")).unwrap());
    let scene = shipped("catan_beginners");
    let mut explained = 0;
    for seed in 0..200 {
        for (file, text) in files.iter().zip(&texts) {
            fixture.write(&format!("rules/catan/{file}"), text);
        }
        fixture.write("scene.toml", &scene);
        match usize::try_from(seed).unwrap() % 6 {
            5 => fixture.write("scene.toml", &mangled(&scene, seed)),
            n => fixture.write(&format!("rules/catan/{}", files[n]), &mangled(&texts[n], seed)),
        }
        if let Err(wrong) = load(&fixture.request()) {
            assert!(!wrong.render(true).is_empty());
            explained += 1;
        }
    }
    assert!(explained > 100, "{explained} of 200 explained");
}
