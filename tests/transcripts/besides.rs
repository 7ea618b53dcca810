//! What is wrong in several lines is told of each, and what lines say twice.

use crate::wrong;

#[test]
fn a_header_allows_no_more_operations_than_anybody() {
    let game = |most: &str| format!("scenario catan\noperations {most}\n\nred rolls 3 9\n");
    insta::assert_snapshot!(wrong(&game("18446744073709551615")), @"
    error: a game may take at most 2000000000 operations
     --> a.game:2:12
      |
    2 | operations 18446744073709551615
      |            ^^^^^^^^^^^^^^^^^^^^
    ");
    assert!(!wrong(&game("2000000000")).contains("operations"));
}
