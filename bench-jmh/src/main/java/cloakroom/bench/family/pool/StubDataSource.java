package cloakroom.bench.family.pool;

import cloakroom.bench.subject.PlainDataSource;
import java.sql.Connection;

/** Opens a {@link StubConnection} whenever it is asked. */
final class StubDataSource extends PlainDataSource {
  @Override
  public Connection getConnection() {
    return new StubConnection();
  }
}
