//! Strokes of a writing brush, in the manner of regular script (楷書): thick where the brush is pressed down, thin where
//! it is lifted, pointed where it leaves the paper.

use std::fmt::Write;

type Point = (f64, f64);

/// A stroke without a corner: its ends, and the control point of the parabola between them.
struct Stroke {
    from: Point,
    control: Point,
    to: Point,
    /// Whether the pen does not leave the paper before it.
    is_joined: bool,
    /// Whether the pen leaves the paper after it.
    is_last: bool,
}

/// Width of a stroke relative to its weight: at its start, in its middle, at its end.
struct Profile(f64, f64, f64);

/// Slope of horizontal strokes, which rise to the right.
const RISE: f64 = 0.05;
/// Maximum length of a dot or a hook.
const SHORT: f64 = 24.0;

impl Stroke {
    /// The strokes of a character start thick or thin, and end so, by the direction in which they are drawn.
    fn profile(&self) -> Profile {
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let is_short = dx.hypot(dy) <= SHORT;
        match (self.is_joined, self.is_last) {
            (true, true) if is_short && (dx < 0.0 || dy < 0.0) => Profile(1.0, 0.7, 0.2),
            (false, true) if is_short && dx.abs() > 0.2 * dy.abs() && dy.abs() > 0.2 * dx.abs() => {
                Profile(0.5, 0.95, 1.1)
            }
            _ if dy.abs() <= 0.35 * dx.abs() => Profile(0.85, 0.66, 1.0),
            _ if dx.abs() <= 0.3 * dy.abs() => Profile(1.12, 0.9, 0.95),
            _ if dx < 0.0 => Profile(1.1, 0.9, 0.3),
            _ if dy < 0.0 => Profile(1.0, 0.7, 0.3),
            _ => Profile(0.5, 0.95, 1.25),
        }
    }

    /// Adds its outline to the `d` of a path.
    fn outline(&self, weight: f64, path: &mut String) {
        let Profile(start, middle, end) = self.profile();
        let [start, middle, end] = [start, middle, end].map(|share| share * weight / 2.0);
        let (leaving, arriving) = (direction(self.from, self.control), direction(self.control, self.to));
        let along = direction(self.from, self.to);
        // The parabola of a side passes at `middle` where its parameter is a half.
        let bulge = 2.0 * middle - (start + end) / 2.0;
        let side = |(x, y): Point, (dx, dy): Point, way: f64, aside: f64| {
            tilted((x + dx * way - dy * aside, y + dy * way + dx * aside))
        };
        let points = [
            ('M', side(self.from, leaving, 0.0, start)),
            ('Q', side(self.control, along, 0.0, bulge)),
            (' ', side(self.to, arriving, 0.0, end)),
            ('L', side(self.to, arriving, 0.7 * end.max(0.3 * weight), 0.0)),
            ('L', side(self.to, arriving, 0.0, -end)),
            ('Q', side(self.control, along, 0.0, -bulge)),
            (' ', side(self.from, leaving, 0.0, -start)),
            ('L', side(self.from, leaving, -0.6 * start, 0.0)),
        ];
        for (mark, (x, y)) in points {
            // Writing to a string cannot fail.
            let _ = write!(path, "{mark}{x:.0} {y:.0}");
        }
        path.push('Z');
    }
}

fn tilted((x, y): Point) -> Point {
    (x, y - RISE * (x - 50.0))
}

fn direction((x, y): Point, (to_x, to_y): Point) -> Point {
    let length = (to_x - x).hypot(to_y - y).max(f64::EPSILON);
    ((to_x - x) / length, (to_y - y) / length)
}

/// The strokes of a path of `M`, `L` and `Q` with absolute coordinates; `place` moves its points.
fn strokes(path: &str, place: impl Fn(Point) -> Point) -> Vec<Stroke> {
    let mut strokes: Vec<Stroke> = Vec::new();
    let (mut at, mut is_joined) = ((0.0, 0.0), false);
    let mut rest = path;
    while let Some(mark) = rest.chars().next() {
        let end = rest[1..].find(['M', 'L', 'Q']).map_or(rest.len(), |end| end + 1);
        let numbers: Vec<f64> = rest[1..end].split(' ').filter_map(|number| number.parse().ok()).collect();
        let points: Vec<Point> = numbers.chunks_exact(2).map(|pair| place((pair[0], pair[1]))).collect();
        rest = &rest[end..];
        let Some(&to) = points.last() else { continue };
        if mark == 'M' {
            is_joined = false;
        } else {
            if let Some(before) = strokes.last_mut().filter(|_| is_joined) {
                before.is_last = false;
            }
            let control = if mark == 'Q' { points[0] } else { ((at.0 + to.0) / 2.0, (at.1 + to.1) / 2.0) };
            strokes.push(Stroke { from: at, control, to, is_joined, is_last: true });
            is_joined = true;
        }
        at = to;
    }
    strokes
}

/// The outlines of the strokes of a path, for a box of 100 x 100, in whole units.
pub(crate) fn outlines(path: &str, weight: f64, place: impl Fn(Point) -> Point) -> String {
    let mut outlines = String::new();
    for stroke in strokes(path, place) {
        stroke.outline(weight, &mut outlines);
    }
    outlines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_is_as_thick_as_its_direction_says() {
        let widths = |path: &str| {
            let [stroke] = &strokes(path, |point| point)[..] else { panic!("{path}") };
            let Profile(start, _, end) = stroke.profile();
            (start, end)
        };
        let (start, end) = widths("M50 5L5 95");
        assert!(start > end, "to the left and down, the brush is lifted");
        let (start, end) = widths("M50 5L95 95");
        assert!(start < end, "to the right and down, it is pressed");
    }

    #[test]
    fn a_corner_begins_a_stroke_and_a_hook_is_pointed() {
        let found = strokes("M10 10L90 10L90 80L80 70M5 5L6 9", |point| point);
        assert_eq!(found.len(), 4);
        assert_eq!(found.iter().map(|stroke| stroke.is_joined).collect::<Vec<_>>(), [false, true, true, false]);
        assert!(found[2].profile().2 < 0.3);
        assert_eq!(outlines("M0 50L100 50", 10.0, |point| point).matches('Z').count(), 1);
    }
}
