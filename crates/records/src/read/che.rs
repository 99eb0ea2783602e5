//! CHE, the files of QQ 象棋: 1, the number of moves, then ten numbers per move: `id 32 side y x y' x' 0 k 0`. Ranks are
//! counted from Red's side, files from Red's right.

use super::super::builder::Builder;
use super::super::error::{Cause, Location, Trouble};
use super::super::game_record::GameRecord;
use super::super::start::Start;

/// Reads a file.
///
/// # Errors
/// [`Cause::NoGame`] unless it holds ten numbers for each move.
pub(crate) fn read(text: &str) -> Result<GameRecord, Trouble> {
    let numbers: Vec<usize> = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
    let Some((_, moves)) = numbers.split_first_chunk::<2>() else {
        return Err(Cause::NoGame("expected 1, the number of moves, ten numbers a move".into()).into());
    };
    let mut builder = Builder::new(Start::default());
    for ten in moves.chunks_exact(10) {
        let square = |rank: usize, x: usize| (8_usize.wrapping_sub(x), rank);
        if let Err(error) = builder.play_squares(square(ten[3], ten[4]), square(ten[5], ten[6])) {
            builder.refuse(Location::Whole, &error);
            break;
        }
    }
    Ok(builder.finish())
}
