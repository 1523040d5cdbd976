package cloakroom.passivation;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Ids from a database sequence that counts in blocks, as ADF draws them: one NEXTVAL for a whole
 * block, the rest from memory (GH-CREATE). What is left of a block when the process ends is lost.
 */
final class SequenceBlock {
  private final String nextValueSql;
  private final int blockSize;
  private long next;
  private long end;

  /**
   * A block that is empty at first.
   *
   * @param nextValueSql a query for the sequence's next value, the first id of a block
   * @param blockSize the sequence's increment
   */
  SequenceBlock(String nextValueSql, int blockSize) {
    this.nextValueSql = nextValueSql;
    this.blockSize = blockSize;
  }

  /** The next id; asks the database through this connection when the block is used up. */
  synchronized long next(Connection connection) throws SQLException {
    if (next == end) {
      next = Sql.number(connection, nextValueSql);
      end = next + blockSize;
    }
    return next++;
  }
}
