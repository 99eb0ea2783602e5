//! Divides the rows of a class among threads.

use crate::helpers::side_by_side;
use std::ops::Range;

/// The results of `work` on the rows of each share, in order; there are as many shares as threads, or fewer. A panic of
/// `work` is passed on, because rows that failed are not rows in which nothing was found.
pub(crate) fn of_rows<T: Send>(rows: usize, threads: usize, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let share = rows.div_ceil(threads.max(1)).max(1);
    let work = &work;
    let shares = (0..rows).step_by(share).map(|first| first..rows.min(first + share));
    side_by_side(shares.map(|rows| move || work(rows)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panics::guarded;

    #[test]
    fn every_row_is_in_one_share() {
        for (rows, threads) in [(0, 2), (1, 3), (7, 3), (9, 3), (5, 0)] {
            let shares = of_rows(rows, threads, |rows| rows.collect::<Vec<_>>());
            assert!(shares.len() <= threads.max(1) && shares.iter().all(|share| !share.is_empty()));
            assert_eq!(shares.concat(), (0..rows).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_share_that_breaks_down_is_no_empty_one() {
        let found = guarded(|| of_rows(4, 2, |rows| assert!(!rows.contains(&3), "row 3")));
        assert_eq!(found.unwrap_err().0, "row 3");
    }
}
