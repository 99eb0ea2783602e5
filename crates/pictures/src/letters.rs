//! Letters as pen strokes, so that a picture looks the same everywhere, whatever fonts are installed.
//!
//! ```text
//! y  0  top of capitals and figures      a letter is a path of points `x y`: M moves the pen there,
//!    2  top of small letters             L draws a line, Q a parabola by a control point
//!    6  baseline
//!    8  bottom of descenders             widths differ; between two letters there is GAP
//! ```

use svg::node::element::{Group, Path, Text};

/// Space between two letters, in units of the letters.
const GAP: f64 = 1.5;
/// Width of a space.
const BLANK: f64 = 2.0;
/// Units of a letter per unit of font size: capitals are seven tenths of the size high.
const SCALE: f64 = 0.7 / 6.0;

/// Where a label's point is on its baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

/// How a label is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TextStyle {
    /// The font size.
    pub size: f64,
    pub(crate) ink: &'static str,
    /// Whether the strokes are bold.
    pub bold: bool,
    /// The position of the label relative to its point.
    pub anchor: Anchor,
}

impl TextStyle {
    /// Regular weight, centred on the point passed to [`TextStyle::write`].
    pub(crate) const fn new(size: f64, ink: &'static str) -> Self {
        TextStyle { size, ink, bold: false, anchor: Anchor::Middle }
    }

    /// The text starts at its point.
    pub(crate) const fn left_aligned(self) -> Self {
        TextStyle { anchor: Anchor::Start, ..self }
    }

    pub(crate) const fn bold(self) -> Self {
        TextStyle { bold: true, ..self }
    }

    pub(crate) fn write(&self, text: &str, (x, y): (f64, f64)) -> Path {
        let scale = self.size * SCALE;
        let mut at = match self.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - self.width(text) / 2.0,
        };
        let mut path = String::new();
        for letter in text.chars() {
            let (width, strokes) = shape(letter);
            path.push_str(&moved(strokes, (at, y - 6.0 * scale), (scale, scale)));
            at += (width + GAP) * scale;
        }
        let thickness = self.size * if self.bold { 0.14 } else { 0.085 };
        let path = Path::new().set("d", path).set("fill", "none").set("stroke", self.ink);
        path.set("stroke-width", round(thickness)).set("stroke-linecap", "round").set("stroke-linejoin", "round")
    }

    /// The same for a text of any script: what the pen cannot write is left to a font of whoever shows the picture, where
    /// `has_fonts`; else boxes stand for it.
    pub(crate) fn write_any(&self, text: &str, at: (f64, f64), has_fonts: bool) -> Group {
        if !has_fonts || text.chars().all(is_known) {
            return Group::new().add(self.write(text, at));
        }
        let anchor = match self.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
        };
        let text = Text::new(text).set("x", round(at.0)).set("y", round(at.1)).set("font-size", self.size);
        let text = text.set("font-family", "sans-serif").set("text-anchor", anchor).set("fill", self.ink);
        Group::new().add(if self.bold { text.set("font-weight", "bold") } else { text })
    }

    /// A text in lines of at most this width, broken at spaces and between letters that the pen lacks, as Chinese is.
    pub(crate) fn lines(&self, text: &str, width: f64) -> Vec<String> {
        let mut lines = vec![String::new()];
        for piece in pieces(text) {
            if let Some(line) = lines.last_mut() {
                if line.is_empty() || self.room(&format!("{line}{}", piece.trim_end())) <= width {
                    line.push_str(piece);
                } else {
                    lines.push(piece.to_owned());
                }
            }
        }
        lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
    }

    /// The width that a line may take where a font writes what the pen lacks: a square for each such letter.
    fn room(&self, text: &str) -> f64 {
        let foreign = text.chars().filter(|&letter| !is_known(letter)).count();
        let known: String = text.chars().filter(|&letter| is_known(letter)).collect();
        self.width(&known) + foreign as f64 * self.size
    }

    /// The width of a line of text.
    pub(crate) fn width(&self, text: &str) -> f64 {
        let letters: f64 = text.chars().map(|letter| shape(letter).0 + GAP).sum();
        (letters - GAP).max(0.0) * self.size * SCALE
    }
}

/// Rounds to a hundredth, to keep the files small.
pub(crate) fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// The strokes, scaled and translated.
pub(crate) fn moved(strokes: &str, (x, y): (f64, f64), (across, down): (f64, f64)) -> String {
    let mut path = String::with_capacity(strokes.len() * 2);
    let mut is_x = true;
    for word in strokes.split_inclusive(['M', 'L', 'Q', ' ']) {
        let mark = word.chars().next_back().filter(|c| "MLQ ".contains(*c));
        let number = word.trim_end_matches(['M', 'L', 'Q', ' ']);
        if let Ok(number) = number.parse::<f64>() {
            let place = if is_x { x + number * across } else { y + number * down };
            path.push_str(&round(place).to_string());
            is_x = !is_x;
        }
        path.extend(mark);
    }
    path
}

/// The available letters with their widths and strokes.
#[rustfmt::skip]
const SHAPES: [(char, f64, &str); 83] = [
    (' ', BLANK - GAP, ""),
    ('0', 4.0, "M0 2Q0 0 2 0Q4 0 4 2L4 4Q4 6 2 6Q0 6 0 4L0 2"),
    ('1', 3.0, "M.6 1.3L2.2 0L2.2 6"),
    ('2', 4.0, "M0 1.6Q.2 0 2 0Q4 0 4 1.7Q4 2.7 2.6 3.8L0 6L4 6"),
    ('3', 4.0, "M.1 .9Q.7 0 2 0Q3.8 0 3.8 1.5Q3.8 2.8 1.6 2.8M1.6 2.8Q4 2.8 4 4.4Q4 6 2 6Q.5 6 0 4.9"),
    ('4', 4.0, "M3 6L3 0L0 4.2L4 4.2"),
    ('5', 4.0, "M3.7 0L.6 0L.3 2.8Q1 2.2 2 2.2Q4 2.2 4 4.1Q4 6 2 6Q.5 6 0 5"),
    ('6', 4.0, "M3.6 .7Q3 0 2.1 0Q0 0 0 3.6Q0 6 2 6Q4 6 4 4.1Q4 2.3 2.1 2.3Q.3 2.3 0 4"),
    ('7', 4.0, "M0 0L4 0L1.5 6"),
    ('8', 4.0, "M2 2.8Q.2 2.8 .2 1.4Q.2 0 2 0Q3.8 0 3.8 1.4Q3.8 2.8 2 2.8Q0 2.8 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.8 2 2.8"),
    ('9', 4.0, "M.4 5.3Q1 6 1.9 6Q4 6 4 2.4Q4 0 2 0Q0 0 0 1.9Q0 3.7 1.9 3.7Q3.7 3.7 4 2"),
    ('A', 4.4, "M0 6L2.2 0L4.4 6M.7 4L3.7 4"),
    ('B', 4.0, "M0 0L0 6L2.2 6Q4 6 4 4.4Q4 2.8 2.2 2.8L0 2.8M2.2 2.8Q3.7 2.8 3.7 1.4Q3.7 0 2.1 0L0 0"),
    ('C', 4.0, "M4 1.2Q3.4 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q3.4 6 4 4.8"),
    ('D', 4.0, "M0 0L0 6L1.7 6Q4 6 4 3Q4 0 1.7 0L0 0"),
    ('E', 3.6, "M3.6 0L0 0L0 6L3.6 6M0 2.9L3 2.9"),
    ('F', 3.6, "M3.6 0L0 0L0 6M0 2.9L3 2.9"),
    ('G', 4.0, "M4 1.2Q3.4 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q4 6 4 4.2L4 3.3L2.3 3.3"),
    ('H', 4.0, "M0 0L0 6M4 0L4 6M0 2.9L4 2.9"),
    ('I', 0.6, "M.3 0L.3 6"),
    ('J', 2.6, "M2.6 0L2.6 4.4Q2.6 6 1.2 6Q.2 6 0 5"),
    ('K', 4.0, "M0 0L0 6M3.8 0L0 3.6M1.4 2.4L4 6"),
    ('L', 3.4, "M0 0L0 6L3.4 6"),
    ('M', 5.0, "M0 6L0 0L2.5 4L5 0L5 6"),
    ('N', 4.0, "M0 6L0 0L4 6L4 0"),
    ('O', 4.2, "M2.1 0Q0 0 0 3Q0 6 2.1 6Q4.2 6 4.2 3Q4.2 0 2.1 0"),
    ('P', 4.0, "M0 6L0 0L2.2 0Q4 0 4 1.6Q4 3.3 2.2 3.3L0 3.3"),
    ('Q', 4.2, "M2.1 0Q0 0 0 3Q0 6 2.1 6Q4.2 6 4.2 3Q4.2 0 2.1 0M2.6 4.4L4.2 6.3"),
    ('R', 4.0, "M0 6L0 0L2.2 0Q4 0 4 1.6Q4 3.3 2.2 3.3L0 3.3M2 3.3L4 6"),
    ('S', 4.0, "M3.8 1.1Q3.3 0 2 0Q.2 0 .2 1.5Q.2 2.6 2 2.9Q4 3.2 4 4.5Q4 6 2 6Q.5 6 0 4.8"),
    ('T', 4.0, "M0 0L4 0M2 0L2 6"),
    ('U', 4.0, "M0 0L0 4Q0 6 2 6Q4 6 4 4L4 0"),
    ('V', 4.2, "M0 0L2.1 6L4.2 0"),
    ('W', 5.4, "M0 0L1.3 6L2.7 1L4.1 6L5.4 0"),
    ('X', 4.0, "M0 0L4 6M4 0L0 6"),
    ('Y', 4.0, "M0 0L2 2.8L4 0M2 2.8L2 6"),
    ('Z', 4.0, "M0 0L4 0L0 6L4 6"),
    ('a', 3.1, "M.2 2.7Q.8 2 1.7 2Q3.1 2 3.1 3.4L3.1 6M3.1 4.9Q2.5 6 1.4 6Q0 6 0 4.9Q0 3.8 1.6 3.7L3.1 3.6"),
    ('b', 3.3, "M0 0L0 6M0 3.3Q.6 2 1.7 2Q3.3 2 3.3 4Q3.3 6 1.7 6Q.6 6 0 4.7"),
    ('c', 3.0, "M3 2.8Q2.5 2 1.6 2Q0 2 0 4Q0 6 1.6 6Q2.5 6 3 5.2"),
    ('d', 3.3, "M3.3 0L3.3 6M3.3 3.3Q2.7 2 1.6 2Q0 2 0 4Q0 6 1.6 6Q2.7 6 3.3 4.7"),
    ('e', 3.2, "M0 4L3.2 4Q3.2 2 1.7 2Q0 2 0 4Q0 6 1.7 6Q2.6 6 3.1 5.2"),
    ('f', 2.2, "M2.4 .1Q1 -.2 1 1.4L1 6M0 2.2L2.2 2.2"),
    ('g', 3.3, "M3.3 2L3.3 6Q3.3 7.8 1.7 7.8Q.7 7.8 .3 7.2M3.3 3.3Q2.7 2 1.6 2Q0 2 0 4Q0 6 1.6 6Q2.7 6 3.3 4.7"),
    ('h', 3.1, "M0 0L0 6M0 3.4Q.6 2 1.7 2Q3.1 2 3.1 3.6L3.1 6"),
    ('i', 0.6, "M.3 2L.3 6M.3 .4L.3 .5"),
    ('j', 1.1, "M.9 2L.9 6.5Q.9 7.8 -.2 7.7M.9 .4L.9 .5"),
    ('k', 3.1, "M0 0L0 6M2.9 2L0 4.6M1.2 3.6L3.1 6"),
    ('l', 1.0, "M.3 0L.3 5.2Q.3 6 1 6"),
    ('m', 5.0, "M0 2L0 6M0 3.3Q.5 2 1.4 2Q2.5 2 2.5 3.5L2.5 6M2.5 3.4Q3 2 3.9 2Q5 2 5 3.5L5 6"),
    ('n', 3.1, "M0 2L0 6M0 3.4Q.6 2 1.7 2Q3.1 2 3.1 3.6L3.1 6"),
    ('o', 3.4, "M1.7 2Q0 2 0 4Q0 6 1.7 6Q3.4 6 3.4 4Q3.4 2 1.7 2"),
    ('p', 3.3, "M0 2L0 7.8M0 3.3Q.6 2 1.7 2Q3.3 2 3.3 4Q3.3 6 1.7 6Q.6 6 0 4.7"),
    ('q', 3.3, "M3.3 2L3.3 7.8M3.3 3.3Q2.7 2 1.6 2Q0 2 0 4Q0 6 1.6 6Q2.7 6 3.3 4.7"),
    ('r', 2.0, "M0 2L0 6M0 3.7Q.4 2 2 2.1"),
    ('s', 3.0, "M2.8 2.8Q2.4 2 1.5 2Q.2 2 .2 3Q.2 3.8 1.5 4Q3 4.2 3 5Q3 6 1.5 6Q.5 6 0 5.2"),
    ('t', 2.2, "M1 .6L1 5Q1 6 2.2 5.9M0 2.1L2.2 2.1"),
    ('u', 3.1, "M0 2L0 4.4Q0 6 1.4 6Q2.5 6 3.1 4.6M3.1 2L3.1 6"),
    ('v', 3.2, "M0 2L1.6 6L3.2 2"),
    ('w', 4.6, "M0 2L1.1 6L2.3 2.6L3.5 6L4.6 2"),
    ('x', 3.0, "M0 2L3 6M3 2L0 6"),
    ('y', 3.2, "M0 2L1.6 6M3.2 2L1.4 6.6Q1 7.8 0 7.7"),
    ('z', 3.0, "M0 2L3 2L0 6L3 6"),
    ('.', 0.6, "M.3 5.8L.3 6"),
    (',', 0.8, "M.6 5.7L.1 7"),
    (':', 0.6, "M.3 2.6L.3 2.8M.3 5.8L.3 6"),
    (';', 0.8, "M.5 2.6L.5 2.8M.6 5.7L.1 7"),
    ('-', 2.4, "M0 3.6L2.4 3.6"),
    ('+', 3.0, "M0 3.6L3 3.6M1.5 2.1L1.5 5.1"),
    ('=', 3.0, "M0 2.8L3 2.8M0 4.4L3 4.4"),
    ('_', 3.4, "M0 6.6L3.4 6.6"),
    ('/', 2.6, "M0 6.6L2.6 -.4"),
    ('|', 0.6, "M.3 -.6L.3 7"),
    ('(', 1.2, "M1.2 -.6Q-.6 3 1.2 6.8"),
    (')', 1.2, "M0 -.6Q1.8 3 0 6.8"),
    ('\'', 0.6, "M.3 0L.3 1.4"),
    ('!', 0.6, "M.3 0L.3 4M.3 5.8L.3 6"),
    ('?', 3.2, "M0 1.4Q.2 0 1.6 0Q3.2 0 3.2 1.4Q3.2 2.3 2.2 2.9Q1.6 3.3 1.6 4.1M1.6 5.8L1.6 6"),
    ('~', 3.4, "M0 4Q.8 2.6 1.7 3.5Q2.6 4.4 3.4 3"),
    ('@', 5.4, "M3.8 3Q3.6 1.8 2.6 1.8Q1.4 1.8 1.4 3.2Q1.4 4.5 2.5 4.5Q3.6 4.5 3.8 3L4 1.9M3.8 3Q3.6 4.6 4.4 4.5Q5.4 4.3 5.4 2.8Q5.4 0 2.7 0Q0 0 0 3.2Q0 6.4 2.8 6.4Q3.8 6.4 4.6 5.9"),
    ('<', 3.0, "M3 1.6L0 3.6L3 5.6"),
    ('>', 3.0, "M0 1.6L3 3.6L0 5.6"),
    ('*', 2.4, "M1.2 .4L1.2 3M0 1L2.4 2.4M2.4 1L0 2.4"),
];

/// Whether the pen has a letter.
fn is_known(letter: char) -> bool {
    SHAPES.iter().any(|&(known, ..)| known == letter)
}

/// The parts of a text between which a line may end: words with the spaces behind them, and letters that the pen lacks.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        if letter == ' ' || !is_known(letter) {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// Width and strokes of a letter; a box for an unknown one.
fn shape(letter: char) -> (f64, &'static str) {
    let known = SHAPES.iter().find(|&&(known, ..)| known == letter);
    known.map_or((3.0, "M0 0L3 0L3 6L0 6L0 0"), |&(_, width, strokes)| (width, strokes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_scaled_and_moved() {
        assert_eq!(moved("M0 6L-.5 0Q1 2 3 4", (10.0, 20.0), (2.0, 1.0)), "M10 26L9 20Q12 22 16 24");
        assert_eq!(moved("", (1.0, 1.0), (1.0, 1.0)), "");
    }

    #[test]
    fn every_letter_stays_in_its_box_and_is_its_own() {
        let letters: Vec<char> = (' '..='~').filter(|&letter| shape(letter).1 != shape('\u{0}').1).collect();
        assert!(letters.len() >= 62 + 20, "{}", letters.len());
        for (index, &letter) in letters.iter().enumerate() {
            let (width, strokes) = shape(letter);
            let numbers: Vec<f64> = strokes
                .split(['M', 'L', 'Q', ' '])
                .filter(|word| !word.is_empty())
                .map(|word| word.parse().unwrap())
                .collect();
            assert!(numbers.len().is_multiple_of(2) && (letter == ' ') == numbers.is_empty(), "{letter}");
            for point in numbers.chunks(2) {
                let inside = (-0.7..=width + 0.7).contains(&point[0]) && (-0.7..=8.0).contains(&point[1]);
                assert!(inside, "{letter} {point:?}");
            }
            assert!(letters[..index].iter().all(|&other| shape(other).1 != strokes), "{letter}");
        }
    }

    #[test]
    fn a_long_text_goes_on_in_the_next_line() {
        let style = TextStyle::new(12.0, "#000");
        assert_eq!(style.lines("a route of 6 keys", style.width("a route of 6")), ["a route of 6", "keys"]);
        assert_eq!(style.lines("五十层魔塔", 36.0), ["五十层", "魔塔"]);
        assert_eq!((style.lines("", 9.0), style.lines("unbreakable", 1.0).len()), (vec![String::new()], 1));
    }

    #[test]
    fn what_the_pen_lacks_is_left_to_a_font_or_told_by_boxes() {
        let style = TextStyle::new(12.0, "#000");
        let [with, without] = [true, false].map(|has_fonts| style.write_any("<塔>", (0.0, 9.0), has_fonts).to_string());
        assert!(with.contains("&lt;塔&gt;") && !without.contains("<text"), "{with} {without}");
        assert!(!style.write_any("50", (0.0, 9.0), true).to_string().contains("<text"));
    }

    #[test]
    fn a_label_is_centred() {
        let style = TextStyle::new(12.0, "#000");
        assert!(style.width("wide") > style.width("l") && style.width("") == 0.0);
        let path = style.write("H", (100.0, 50.0)).to_string();
        let left = 100.0 - style.width("H") / 2.0;
        assert!(path.contains(&format!("M{} {}", round(left), round(50.0 - 12.0 * 0.7))), "{path}");
    }
}
