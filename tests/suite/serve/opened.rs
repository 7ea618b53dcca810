//! The page is opened in the browser.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

use super::{Server, command};

/// Notes the arguments of the opener, the modes of the file and its folder, and the file.
const OPENER: &str = "#!/bin/sh\n{ echo \"$# $1\"; stat -c %a \"$1\" \"${1%/*}\"; cat \"$1\"; } > told.new\n\
    mv told.new told\nexec sleep 5\n";

/// The command of a server, with an opener of files that notes what it is told.
fn with_opener(folder: &Path) -> Command {
    let opener = folder.join("xdg-open");
    fs::write(&opener, OPENER).unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut command = command(Path::new("games"));
    command.current_dir(folder).env("PATH", path).env("DISPLAY", ":0");
    command.env_remove("WAYLAND_DISPLAY");
    command
}

/// What the opener has noted, if it has within some time.
fn told(folder: &Path, times: usize) -> Option<String> {
    let read = || fs::read_to_string(folder.join("told")).ok();
    (0..times).find_map(|_| {
        sleep(Duration::from_millis(20));
        read()
    })
}

#[test]
fn a_browser_opens_a_file_that_leads_to_the_page() {
    let folder = TempDir::new().unwrap();
    let mut server = Server::run(&mut with_opener(folder.path()));
    let told = told(folder.path(), 500).expect("the opener runs");
    let [args, file_mode, folder_mode, page @ ..] = &told.lines().collect::<Vec<_>>()[..] else {
        panic!("{told}")
    };
    let file = Path::new(args.strip_prefix("1 ").expect("one argument"));
    assert!(file.is_absolute() && !args.contains(&server.key), "{args}");
    assert_eq!((*file_mode, *folder_mode), ("600", "700"));
    let page = page.join("\n");
    let link = format!("content=\"0;url=http://{}/#manager={}\"", server.host, server.key);
    assert!(page.contains(&link), "{page}");
    assert!(file.exists());
    // At the end of the server, the file is removed, though the browser goes on.
    let id = server.program.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert!(server.program.wait().unwrap().success());
    assert!(!file.exists() && !file.parent().unwrap().exists());
    assert!(folder.path().join("games").exists());
}

#[test]
fn without_a_display_or_an_opener_only_the_link_is_printed() {
    let folder = TempDir::new().unwrap();
    let started = |command: &mut Command| {
        let server = Server::run(command);
        // It answers after it has tried to open the page.
        assert_eq!(server.send("GET", "/", &[("Host", &server.host)], "").status, 200);
        drop(server);
        let left = fs::read_dir(folder.path().join("games")).unwrap().count();
        (told(folder.path(), 10), left)
    };
    let none = (None, 0);
    assert_eq!(started(with_opener(folder.path()).env_remove("DISPLAY")), none);
    assert_eq!(started(with_opener(folder.path()).arg("--no-open")), none);
    assert_eq!(started(with_opener(folder.path()).env("PATH", "/nowhere")), none);
}
