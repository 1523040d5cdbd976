package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;

/** A physical connection for every borrow, closed at its return. */
final class NoPool extends CountedPool {
  NoPool(PhysicalSource physical) {
    super(physical);
  }

  @Override
  public Connection take() throws SQLException {
    return physical.getConnection();
  }

  @Override
  public void giveBack(Connection connection, boolean reusable) throws SQLException {
    connection.close();
  }

  @Override
  public boolean isTimeout(SQLException thrown) {
    return false;
  }

  @Override
  public void shutdown() {}
}
