//! What only the host itself can be made to do.

use std::sync::Arc;

use rhai::Position;

use super::Host;
use crate::content::{Request, load};
use crate::game::Game;

#[test]
fn a_panic_in_a_word_is_a_failure_and_loses_nothing() {
    let rules = load(&Request::scenario("catan")).unwrap();
    let host = Host::new(&rules, None).unwrap();
    let names = ["red", "blue", "white"].map(str::to_owned);
    let game = Game::new(Arc::clone(&rules), super::host(&rules).unwrap(), &names, 1).unwrap();
    host.desk.works.borrow_mut().push(Box::new(game.work().clone()));
    assert!(host.desk.with(Position::NONE, |_| panic!("oops")).is_err());
    assert!(host.desk.with(Position::NONE, |_| panic!("never said")).is_err());
    let work = host.desk.works.borrow_mut().pop().expect("the work lies on the desk");
    assert_eq!(work.table, game.work().table);
    let message = &work.failure().unwrap().message;
    assert_eq!(message, "this is a bug of the program, not of the rule: oops");
}
