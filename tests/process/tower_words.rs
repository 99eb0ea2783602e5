//! What multi-floor towers tell people: why a key is refused, and what stands on their floors.

use common::{errors, fresh, meihua, session};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The small tower of `examples/` in a folder of its own, with texts of its files replaced.
pub(super) fn changed(name: &str, changes: &[(&str, &str, &str)]) -> PathBuf {
    let folder = fresh(name);
    fs::create_dir_all(folder.join("floors")).expect("a folder");
    for file in ["data.js", "enemys.js", "items.js", "maps.js", "floors/F1.js", "floors/F2.js"] {
        let mut text = fs::read_to_string(Path::new("examples/tower").join(file)).expect("a file of the tower");
        for (_, from, to) in changes.iter().filter(|(changed, ..)| *changed == file) {
            assert!(text.contains(from), "{file} has no {from}");
            text = text.replace(from, to);
        }
        fs::write(folder.join(file), text).expect("a file");
    }
    folder
}

/// A tower in which the first slime, at column 2, is somebody of whom nothing is known.
fn strange() -> PathBuf {
    let somebody = "\"id\": \"slime\", \"trigger\": \"oldman\"";
    changed("strange-tower", &[("maps.js", "\"id\": \"slime\"", somebody)])
}

fn view(folder: &Path, moves: &str) -> Value {
    let path = folder.to_string_lossy();
    let heard = session(&format!("setoption name UCI_Variant value tower\nposition project {path}{moves}\nview\n"));
    let text = heard.iter().find_map(|line| line.strip_prefix("view ")).expect("a view");
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_step_into_what_is_not_understood_is_refused_with_its_reason() {
    let folder = strange();
    let path = folder.to_string_lossy();
    let heard = session(&format!("setoption name UCI_Variant value tower\nposition project {path} moves R R R\n"));
    let why = "not understood: the trigger \"oldman\" of the block slime";
    let refused = errors(&heard);
    assert!(refused.len() == 1 && refused[0].contains("move 2") && refused[0].contains(why), "{heard:#?}");
    // A wall is another matter: the page leaves such steps of a record out, as the platform does.
    let heard = session("setoption name UCI_Variant value tower\nposition project examples/tower moves D\n");
    assert!(errors(&heard)[0].contains("a step down is not possible"), "{heard:#?}");
    for (language, why) in [("en", why), ("zh", "无法看懂：图块 slime 的触发器 \"oldman\"")] {
        let output = meihua(&["--lang", language, "play", "tower", &path], "R\nR\nquit\n");
        let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(said.contains(why), "{said}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_book_names_what_monsters_can_do() {
    let table = "{\"specials\": {\"28\": {\"name\": \"greedy\", \"like\": [1]}}}";
    let folder = changed("own-special", &[("enemys.js", "\"special\": 1", "\"special\": [2, 28]")]);
    fs::write(folder.join("meihua.json"), table).unwrap();
    let shown = view(&folder, "");
    let guard = &shown["own"]["monsters"].as_array().expect("a book").iter().find(|one| one["id"] == "guard").unwrap();
    assert_eq!(guard["specials"], serde_json::json!([1, 2, 28]));
    assert_eq!(guard["own_specials"], serde_json::json!(["greedy"]));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_hurts_and_what_the_tower_names_are_told() {
    let net = r#""12": {"cls": "terrains", "id": "lavaNet", "name": "血网", "canPass": true}, "131""#;
    let door = r#""id": "yellowDoor", "name": "高黄门""#;
    let changes = [
        ("maps.js", "\"131\"", net),
        ("maps.js", "\"id\": \"yellowDoor\"", door),
        ("floors/F1.js", "[0, 21,", "[0, 12,"),
        ("data.js", "\"redGem\": 2", "\"lavaDamage\": 50, \"redGem\": 2"),
    ];
    let folder = changed("net-tower", &changes);
    let shown = view(&folder, "");
    let floor = &shown["own"]["floor"];
    assert_eq!(floor["things"][0][1], "hazard lavaNet", "{floor}");
    let names = ["lavaNet", "yellowDoor", "redGem"].map(|id| floor["names"][id].as_str());
    assert_eq!(names, ["血网", "高黄门", "red gem"].map(Some), "of items.js, too");
    let target =
        shown["own"]["targets"].as_array().unwrap().iter().find(|one| one["name"] == "血网").expect("a target");
    assert!(target["hp"] == 50, "{target}");
    let output = meihua(&["play", "tower", &folder.to_string_lossy()], "quit\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\n @ ~"), "{output:?}");
    let threads = |path: &str| {
        let output = meihua(&["draw", "tower", path, "--pv", "D"], "");
        String::from_utf8_lossy(&output.stdout).matches("#b3261e").count()
    };
    assert_eq!((threads(&folder.to_string_lossy()), threads("examples/tower")), (1, 0));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_board_in_the_terminal_speaks_chinese() {
    let output = meihua(&["--lang", "zh", "play", "tower", "examples/tower"], "R4D2\nsave tower.pgn\nquit\n");
    let heard = String::from_utf8_lossy(&output.stdout);
    for said in ["F1：第 1 层（共 2 层），Ground", "3 列 2 行：生命 96，攻击 12，防御 5，金币 4，yellow key"]
    {
        assert!(heard.contains(said), "{heard}");
    }
    assert!(heard.contains(" 1 guard：生命 30，攻击 12，防御 6，损失 35 生命，攻击 14 时 28"), "{heard}");
    assert!(heard.contains(".uci（塔和走法，一行）"), "{heard}");
}

#[test]
fn what_is_wrong_with_a_project_is_told_in_the_readers_language() {
    let folder = changed("no-such-floor", &[("data.js", "\"floorId\": \"F1\"", "\"floorId\": \"F9\"")]);
    let said = |arguments: &[&str]| {
        let output = meihua(arguments, "");
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat()
    };
    let path = folder.to_string_lossy();
    let english = said(&["play", "tower", &path]);
    assert!(english.contains("data.js: firstData.floorId is \"F9\", expected the id of a floor"), "{english}");
    let chinese = said(&["--lang", "zh", "play", "tower", &path]);
    assert!(chinese.contains("data.js：firstData.floorId 是 \"F9\"，应为楼层的 id"), "{chinese}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_zip_without_floors_is_told_so_and_not_called_by_a_name_that_it_does_not_have() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for name in ["tower/data.js", "tower/maps.js"] {
        zip.start_file(name, options).unwrap();
        std::io::Write::write_all(&mut zip, &fs::read(Path::new("examples").join(name)).unwrap()).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    let import = |bytes: &[u8]| {
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        session(&format!("setoption name UCI_Variant value tower\nimport {hex}\n")).join("\n")
    };
    let told = import(&bytes);
    assert!(told.contains("the zip has no floors beside data.js, expected floors/ID.js of each floor"), "{told}");
    let cut = import(&bytes[..bytes.len() / 2]);
    assert!(cut.contains("the zip cannot be read: ") && !cut.contains("archive\\\""), "{cut}");
}
