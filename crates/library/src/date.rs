//! Dates as people write them.

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The digits, and ten.
const DIGITS: [&str; 11] =
    ["0０〇○零", "1１一", "2２二", "3３三", "4４四", "5５五", "6６六", "7７七", "8８八", "9９九", "十"];

/// Words that may stand between the numbers of a date; other words end it.
const WITHIN: [&str; 9] = ["年", "月", "日", "号", "號", "st", "nd", "rd", "th"];

/// A number: how many digits it has, none for a name of a month, and its value.
type Number = (usize, u32);

/// The day in a date, as the number YYYYMMDD, 00 for what is not stated or cannot be: `2002-06-02`, `1985年3月`,
/// `19820501`, `25/12/2007`, `May 6, 1999`, `民国八十八年`. `None` if there is no year in it.
pub fn day(date: &str) -> Option<u32> {
    read(date).0
}

/// The [`day`] in a date, and how many numbers the text has, where eight digits count as three and six as two.
pub(crate) fn read(date: &str) -> (Option<u32>, usize) {
    let parts = parts(date);
    let counts = parts.iter().flatten().map(|&(digits, _)| if digits == 8 { 3 } else { 1 + usize::from(digits == 6) });
    (parts.iter().find_map(|numbers| day_of(numbers)), counts.sum())
}

/// The numbers of a text, parted where a word ends a date.
fn parts(date: &str) -> Vec<Vec<Number>> {
    let digit = |c: char| DIGITS.iter().position(|digits| digits.contains(c));
    let kind = |c: char| (digit(c).is_some(), digit(c).is_none() && c.is_alphabetic());
    let letters: Vec<char> = date.chars().flat_map(char::to_lowercase).collect();
    let (mut parts, mut is_republic) = (vec![Vec::new()], false);
    for run in letters.chunk_by(|&one, &other| kind(one) == kind(other)) {
        let digits: Vec<usize> = run.iter().filter_map(|&c| digit(c)).collect();
        let word: String = run.iter().filter(|c| c.is_alphabetic()).collect();
        let mut found = None;
        if !digits.is_empty() {
            found = Some(number(&digits, std::mem::take(&mut is_republic)));
        } else if !word.is_empty() {
            let month = MONTHS.iter().position(|name| word.len() > 2 && name.starts_with(&word));
            found = month.map(|month| (0, month as u32 + 1));
            is_republic = word.ends_with("民国") || word.ends_with("民國");
            if found.is_none() && !WITHIN.contains(&word.as_str()) {
                parts.push(Vec::new());
            }
        }
        parts.last_mut().into_iter().for_each(|part| part.extend(found));
    }
    parts
}

/// A number from its digits: `1999`, `二〇〇三`, `三十一`. The years of the republic count from 1911.
fn number(digits: &[usize], is_republic: bool) -> Number {
    let spelled = match digits.iter().position(|&digit| digit == 10) {
        None => digits.to_vec(),
        Some(ten) => vec![digits[..ten].first().copied().unwrap_or(1), digits[ten + 1..].first().copied().unwrap_or(0)],
    };
    let add = |value: u32, &digit: &usize| value.checked_mul(10)?.checked_add(digit as u32);
    let value = spelled.iter().try_fold(0, add).unwrap_or(u32::MAX);
    if is_republic && spelled.len() < 4 { (4, 1_911 + value) } else { (spelled.len(), value) }
}

/// The day of numbers in a row. Two digits from 32 on can be nothing but a year.
fn day_of(numbers: &[Number]) -> Option<u32> {
    let at = |index: usize| numbers.get(index).copied().unwrap_or((1, 0));
    let year = |index: usize| match at(index) {
        (4, year) if year >= 1_000 => Some(year),
        (2, year) if year > 31 && numbers.len() > 1 => Some(1_900 + year),
        _ => None,
    };
    let (first, second, third) = (at(0), at(1), at(2));
    let (year, month, day) = match (first, year(0), year(1), year(2)) {
        ((8, day), ..) if day >= 10_000_000 && day / 100 % 100 <= 12 => (day / 10_000, day / 100 % 100, day % 100),
        ((6, month), ..) if (1_000..3_000).contains(&(month / 100)) => (month / 100, month % 100, 0),
        (_, Some(year), ..) if third.0 == 0 => (year, third.1, second.1),
        (_, Some(year), ..) => (year, second.1, third.1),
        ((0, month), _, Some(year), _) => (year, month, 0),
        // The day comes first, unless that cannot be.
        (_, _, _, Some(year)) if first.0 == 0 || second.1 > 12 => (year, first.1, second.1),
        (_, _, _, Some(year)) => (year, second.1, first.1),
        (_, None, _, None) => return None,
    };
    let days = match month {
        2 if year.is_multiple_of(4) && !year.is_multiple_of(100) || month == 2 && year.is_multiple_of(400) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    Some(year * 10_000 + if days > 0 { month * 100 } else { 0 } + if day <= days { day } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_people_write_them() {
        for (date, found) in [
            ("2002-06-02", 20_020_602),
            ("1985年3月", 19_850_300),
            ("1982", 19_820_000),
            ("19820501", 19_820_501),
            ("199912", 19_991_200),
            ("25/12/2007", 20_071_225),
            ("12/25/2007", 20_071_225),
            ("03/06/2005", 20_050_603),
            ("2009-10-11 14:3", 20_091_011),
            ("2009-10-11T14:03:00Z", 20_091_011),
            ("1999.??.??", 19_990_000),
            ("1999.25.40", 19_990_000),
            ("2003.2.30", 20_030_200),
            ("20030230", 20_030_200),
            ("1900.2.29", 19_000_200),
            ("2000.2.29", 20_000_229),
            ("1999-W05", 19_990_000),
            ("第五届1999", 19_990_000),
            ("1999年5月6日 星期四", 19_990_506),
            ("１９９９年１２月３１日", 19_991_231),
            ("一九九九年十二月三十一日", 19_991_231),
            ("二○○三年十月二十日", 20_031_020),
            ("民國八十八年", 19_990_000),
            ("中華民國 88年12月31日", 19_991_231),
            ("1999, May 6", 19_990_506),
            ("Sept. 1999", 19_990_900),
            ("Dec 31, 1999", 19_991_231),
            ("31 December 1999", 19_991_231),
            ("6th-May-99", 19_990_506),
            ("97-11-19", 19_971_119),
            ("19.11.97", 19_971_119),
        ] {
            assert_eq!(day(date), Some(found), "{date}");
        }
        for date in ["03-11-19", "0909", "97", "12345", "31121999", "991231", "99999999999", "????.12.31", "廿三", ""]
        {
            assert_eq!(day(date), None, "{date}");
        }
    }
}
