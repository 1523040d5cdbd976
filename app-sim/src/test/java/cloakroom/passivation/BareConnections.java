package cloakroom.passivation;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import java.sql.Connection;
import java.sql.SQLException;

abstract class BareConnections implements ConnectionSource {
  abstract Connection lent() throws SQLException;

  abstract void takeBack(Connection connection) throws SQLException;

  @Override
  public final Lease borrow() {
    try {
      return new Bare(lent());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Bare implements Lease {
    private final Connection connection;

    Bare(Connection connection) {
      this.connection = connection;
    }

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
      // the store's exception reports the failure
    }

    @Override
    public boolean isBroken() {
      return false;
    }

    @Override
    public void close() {
      try {
        takeBack(connection);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
