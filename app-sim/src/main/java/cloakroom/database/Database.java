package cloakroom.database;

import cloakroom.platform.Password;
import java.sql.Connection;
import java.sql.SQLException;

/** A database that is there to be used, and what is needed to reach it. */
public interface Database extends AutoCloseable {
  /** The JDBC URL, without user and password. */
  String url();

  String user();

  Password password();

  /** Opens one connection outside any pool; the caller closes it. */
  default Connection connect() throws SQLException {
    return JdbcConnector.open(url(), user(), password());
  }

  /** Gives up what this object started; a database that was there before stays. */
  @Override
  void close();
}
