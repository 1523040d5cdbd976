package cloakroom.passivation;

import cloakroom.database.Database;
import cloakroom.link.LinkCounts;
import cloakroom.link.Relay;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** One internal connection through a relay that counts its round trips. */
final class RoundTrips extends BareConnections {
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

  LinkCounts counts() {
    return relay.total();
  }

  @Override
  Connection lent() {
    return connection;
  }

  @Override
  void takeBack(Connection lent) throws SQLException {
    lent.rollback();
  }

  @Override
  public void close() {
    try (relay) {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
