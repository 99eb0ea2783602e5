//! Puts a played line into a record: moves already recorded are followed, others are added.

use super::cursor::Cursor;
use super::game_record::GameRecord;
use super::tree::NodeId;
use meihua_contracts::text::MoveError;
use meihua_engine::engine::record_game::Convention;

impl GameRecord {
    /// Follows a line from the start of the game as far as the record contains it. Returns the last node and the number
    /// of moves that lead there. Moves are in wire notation, ranks from 0.
    pub fn follow(&self, moves: &[String]) -> (NodeId, usize) {
        let mut cursor = Cursor::new(&self.start);
        for (index, text) in moves.iter().enumerate() {
            let mv = cursor.board().and_then(|board| board.read_move(text, Convention::RanksFromZero).ok());
            let child =
                mv.and_then(|mv| self.tree.children(cursor.at()).find(|&child| self.tree.mv(child) == Some(mv)));
            let Some(child) = child else { return (cursor.at(), index) };
            cursor.go_to(&self.tree, child);
        }
        (cursor.at(), moves.len())
    }

    /// Adds a line from the start of the game. Where it leaves the record it becomes a variation; after the end of a
    /// line it extends that line. Returns its last node.
    ///
    /// # Errors
    /// A move cannot be played, or the record is full; the moves before it are added.
    pub fn graft(&mut self, moves: &[String]) -> Result<NodeId, MoveError> {
        let (mut node, known) = self.follow(moves);
        let mut cursor = Cursor::new(&self.start);
        cursor.go_to(&self.tree, node);
        for text in moves.iter().skip(known) {
            let none = || MoveError::illegal(text, "the start of the record cannot be played");
            let mv = cursor.board().ok_or_else(none)?.read_move(text, Convention::RanksFromZero)?;
            let full = || MoveError::illegal(text, "the record is full");
            node = self.tree.add(node, mv).ok_or_else(full)?;
            cursor.go_to(&self.tree, node);
        }
        Ok(node)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Games;
    use meihua_contracts::text::Notation;

    fn moves(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_line_goes_on_with_the_game_or_becomes_a_variation() {
        let text = "[Event \"cup\"]\n\n1. h2e2 {solid} h9g7 (1... h7e7) 2. h0g2 1-0\n";
        let mut game = Games::new("", text.as_bytes()).unwrap().next().unwrap().unwrap();
        let end = game.graft(&moves("h2e2 h9g7 h0g2 i9h9")).unwrap();
        assert_eq!((game.tree.depth(end), game.tree.moves(), game.tree.variations()), (4, 5, 1));
        assert_eq!(game.main_line(Notation::Wire), ["h2e2", "h9g7", "h0g2", "i9h9"]);
        let end = game.graft(&moves("h2e2 h7e7 h0g2")).unwrap();
        assert_eq!((game.tree.depth(end), game.tree.moves(), game.tree.variations()), (3, 6, 1));
        game.graft(&moves("b2e2")).unwrap();
        assert_eq!((game.tree.moves(), game.tree.variations()), (7, 2));
        assert_eq!(game.tree.comment(game.follow(&moves("h2e2")).0), "solid");
        assert_eq!(game.follow(&moves("h2e2 a0a1")).1, 1);
        let moves_before = game.tree.moves();
        assert!(game.graft(&moves("h2e2 e0e9")).is_err());
        assert_eq!(game.tree.moves(), moves_before);
    }
}
