package cloakroom.passivation;

import cloakroom.connection.InternalConnections;
import cloakroom.connection.Lease;
import cloakroom.connection.link.Relay;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** One internal connection through a relay that counts its round trips. */
final class RoundTrips implements InternalConnections {
  private final Relay relay;
  private final Connection connection;

  RoundTrips(Database database) throws SQLException {
    relay = Relay.to(database.url());
    connection =
        DriverManager.getConnection(
            relay.url() + "&sslmode=disable&gssEncMode=disable",
            database.user(),
            database.password().reveal());
    connection.setAutoCommit(false);
  }

  long count() {
    return relay.total().roundTrips();
  }

  @Override
  public Lease borrowFor(Lease holder) {
    return new Lease() {
      @Override
      public Connection jdbc() {
        return connection;
      }

      @Override
      public void rollback() {
        throw new UnsupportedOperationException();
      }

      @Override
      public void markBroken() {
        throw new UnsupportedOperationException();
      }

      @Override
      public boolean isBroken() {
        return false;
      }

      @Override
      public void close() {
        // as a pool does: the hygiene asks the server only if a transaction is open
        try {
          connection.rollback();
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  @Override
  public long borrows() {
    return 0;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      relay.close();
    }
  }
}
