package cloakroom.database;

import cloakroom.platform.Password;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

public interface Database extends AutoCloseable {
  /** Returns the JDBC URL, without user and password. */
  String url();

  String user();

  Password password();

  default Connection connect() throws SQLException {
    return JdbcConnector.open(url(), user(), password(), Map.of());
  }

  @Override
  void close();
}
