package cloakroom.bench.subject;

import cloakroom.database.Database;
import java.sql.SQLException;

/**
 * A way to come by a connection. Pools are used as they come, behind their own DataSource, with
 * equal settings where they have them ({@link SubjectSettings}); what is left different is what
 * they are.
 */
public enum Subject {
  /** A new connection for every borrow. */
  UNPOOLED {
    @Override
    public Connections open(Database database, SubjectSettings settings) {
      return Unpooled.open(database, settings);
    }
  },
  HIKARI {
    @Override
    public Connections open(Database database, SubjectSettings settings) {
      return HikariSubject.open(database, settings);
    }
  },
  UCP {
    @Override
    public Connections open(Database database, SubjectSettings settings) throws SQLException {
      return UcpSubject.open(database, settings);
    }
  };

  /**
   * Opens it; with a minimum of n connections it has n when this returns.
   *
   * @throws SQLException if the database refuses
   */
  public abstract Connections open(Database database, SubjectSettings settings) throws SQLException;
}
