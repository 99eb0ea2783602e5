//! MXQ, the files of 弈天: strings in GBK, each preceded by its length in one byte.
//!
//! The strings are room, date, `red-胜-black`, ratings, counters, how it ended; `Moves`, moves as `7C-4C`, `Ends`,
//! comments, `CommentsEnd`.

use super::super::builder::Builder;
use super::super::encoding::gbk;
use super::super::error::{Cause, GameFault, Location, Trouble};
use super::super::game_record::GameRecord;
use super::super::result::GameResult;
use super::super::start::Start;
use super::super::tree::NodeId;
use super::bytes::ByteReader;
use meihua_contracts::side::Side;
use meihua_contracts::text::MoveError;
use meihua_engine::games::xiangqi::{PieceKind, Position, Square};

/// Maximum number of strings before `Moves`.
const HEAD: usize = 15;

/// Whether bytes look like this format.
pub(crate) fn is_mxq(head: &[u8]) -> bool {
    let mut reader = ByteReader::new(head, 0);
    (0..HEAD).map_while(|_| next(&mut reader)).any(|text| text == b"Moves")
}

fn next<'a>(reader: &mut ByteReader<'a>) -> Option<&'a [u8]> {
    let length = reader.take(1, "a length").ok()?.first().copied()?;
    reader.take(usize::from(length), "a text").ok()
}

/// Reads a file.
///
/// # Errors
/// [`Cause::NoGame`] if it contains no moves.
pub(crate) fn read(file: &[u8]) -> Result<GameRecord, Trouble> {
    let mut reader = ByteReader::new(file, 0);
    let mut builder = Builder::new(Start::default());
    let head: Vec<String> =
        std::iter::from_fn(|| next(&mut reader)).take_while(|text| text != b"Moves").map(gbk).collect();
    if reader.left() == 0 {
        return Err(Cause::NoGame("there is no list of moves".into()).into());
    }
    read_head(&head, builder.record());
    loop {
        let place = Location::Byte(reader.at() as u64);
        let Some(text) = next(&mut reader) else {
            let what = "the file ends before the end of the moves".into();
            builder.record().add_fault(GameFault { place, ply: None, in_variation: false, what });
            break;
        };
        if text == b"Ends" {
            break;
        }
        let Some((from, to)) = squares(text) else {
            let error = MoveError::unreadable(&gbk(text), "a move as 7C-4C");
            builder.refuse(place, &error);
            break;
        };
        if let Err(error) = builder.play_squares(from, to) {
            // This program lets a general be captured, which ends the game.
            let is_last = next(&mut reader.clone()).is_some_and(|text| text == b"Ends");
            if !(is_last && takes_general(&builder, to)) {
                builder.refuse(place, &error);
            }
            break;
        }
    }
    while let Some(text) = next(&mut reader).filter(|text| text != b"CommentsEnd") {
        if text != b"Ends" && squares(text).is_none() {
            builder.record().tree.add_comment(NodeId::ROOT, &gbk(text));
        }
    }
    builder.record().unread = reader.unread("the comments");
    Ok(builder.finish())
}

fn takes_general(builder: &Builder, to: (usize, usize)) -> bool {
    let victim = builder.board().and_then(|board| board.position::<Position>()).zip(Square::new(to.0, to.1));
    let victim = victim.and_then(|(position, to)| position.piece_on(to));
    victim.is_some_and(|piece| piece.kind == PieceKind::General)
}

fn read_head(head: &[String], record: &mut GameRecord) {
    let text = |index: usize| head.get(index).map_or("", String::as_str);
    record.tags.push("Event", text(0));
    record.tags.push("Date", text(1));
    for (word, result) in [
        ("-胜-", GameResult::Win(Side::First)),
        ("-勝-", GameResult::Win(Side::First)),
        ("-负-", GameResult::Win(Side::Second)),
        ("-負-", GameResult::Win(Side::Second)),
        ("-和-", GameResult::Draw),
    ] {
        if let Some((red, black)) = text(2).split_once(word) {
            record.tags.push("Red", red);
            record.tags.push("Black", black);
            record.result = result;
            break;
        }
    }
    if record.player(Side::First).is_none() {
        record.tags.push("Title", text(2));
    }
    record.tags.push("RedElo", text(3));
    record.tags.push("BlackElo", text(4));
    if let Some(last) = head.get(5..).and_then(<[String]>::last) {
        record.tags.push("Termination", last);
    }
}

/// `7C-4C`: file 0 to 8, rank A to J.
fn squares(text: &[u8]) -> Option<((usize, usize), (usize, usize))> {
    let &[from_file, from_rank, b'-', to_file, to_rank] = text else { return None };
    let square =
        |file: u8, rank: u8| Some((usize::from(file.checked_sub(b'0')?), usize::from(rank.checked_sub(b'A')?)));
    Some((square(from_file, from_rank)?, square(to_file, to_rank)?))
}
