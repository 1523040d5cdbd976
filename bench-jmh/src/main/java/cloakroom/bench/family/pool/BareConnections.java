package cloakroom.bench.family.pool;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import cloakroom.connection.SourceStatistics;
import java.sql.Connection;

/** Gives everybody the same lease on nothing. */
final class BareConnections implements ConnectionSource {
  private static final Lease LEASE =
      new Lease() {
        @Override
        public Connection jdbc() {
          throw new UnsupportedOperationException("there is no database");
        }

        @Override
        public void rollback() {
          // nothing was done
        }

        @Override
        public void markBroken() {
          // nothing to break
        }

        @Override
        public boolean isBroken() {
          return false;
        }

        @Override
        public void close() {
          // goes nowhere
        }
      };

  @Override
  public Lease borrow() {
    return LEASE;
  }

  @Override
  public SourceStatistics statistics() {
    return new SourceStatistics("bare", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  @Override
  public void close() {
    // nothing is open
  }
}
