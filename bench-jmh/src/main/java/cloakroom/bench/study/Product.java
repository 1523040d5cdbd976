package cloakroom.bench.study;

import java.sql.Connection;
import java.sql.SQLException;

/** Whose database it is: some of what a study checks, only one of them can answer. */
enum Product {
  POSTGRES,
  ORACLE;

  static Product of(Connection connection) throws SQLException {
    return connection.getMetaData().getURL().startsWith("jdbc:oracle:") ? ORACLE : POSTGRES;
  }

  boolean isPostgres() {
    return this == POSTGRES;
  }
}
