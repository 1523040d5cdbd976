package cloakroom.bench.family.store;

import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.connection.Validation;
import cloakroom.contract.SchemaName;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Connections for all subjects: HikariCP with the same number of connections, the same driver
 * settings and the same validation (a connection is asked whether it lives when it was idle for
 * more than 500 ms, which none is while it is measured). Ours come through the tier's connection
 * source, those of plain JDBC straight from the pool.
 */
final class StoreConnections implements AutoCloseable {
  private final SchemaName schema;
  private final ConnectionSource ours;
  private final Connections plain;

  StoreConnections(Database database, int size) throws SQLException {
    schema = SchemaName.of(database.url(), null);
    ours =
        ConnectionSources.open(
            ConnectionSettings.to(database.url(), database.user(), database.password())
                .pool(PoolKind.HIKARI, size)
                .minimum(size)
                .validation(Validation.IDLE)
                .statementCache(SubjectSettings.DRIVER_CACHE)
                .build());
    plain = Subject.HIKARI.open(database, SubjectSettings.full(size).withValidation(false));
  }

  /** The tier's own way to a connection. */
  ConnectionSource ours() {
    return ours;
  }

  /** One straight from the pool, for plain JDBC. */
  Connection plain() throws SQLException {
    return plain.take();
  }

  /** Returns the statement with Cloakroom's schema of this database. */
  String sql(String text) {
    return schema.in(text);
  }

  /** Runs statements, for a table that plain JDBC needs or no longer needs. */
  void execute(String... statements) throws SQLException {
    try (Connection connection = plain.take();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql(sql));
      }
    }
  }

  @Override
  public void close() {
    ours.close();
    plain.close();
  }
}
