package cloakroom.bench.family.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The bound: one upsert of the bytes and one select by key, in autocommit, on a table that nobody
 * has thought about.
 */
final class RawStore extends SessionStore {
  private static final String TABLE = "cloakroom.cloakroom_bench_raw";
  private static final String UPSERT =
      "insert into "
          + TABLE
          + " (id, content) values (?, ?) on conflict (id) do update set content ="
          + " excluded.content";
  private static final String SELECT = "select content from " + TABLE + " where id = ?";

  private final StoreConnections connections;

  RawStore(Payload payload, StoreConnections connections) throws SQLException {
    super(payload.states());
    this.connections = connections;
    connections.execute(
        "drop table if exists " + TABLE,
        "create table " + TABLE + " (id bigint primary key, content bytea not null)");
  }

  @Override
  byte[] writeAndRead(int session, Object state) throws SQLException {
    try (Connection connection = connections.plain();
        PreparedStatement statement = connection.prepareStatement(connections.sql(UPSERT))) {
      statement.setLong(1, session);
      statement.setBytes(2, (byte[]) state);
      statement.executeUpdate();
    }
    try (Connection connection = connections.plain();
        PreparedStatement query = connection.prepareStatement(connections.sql(SELECT))) {
      query.setLong(1, session);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getBytes(1);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connections.execute("drop table " + TABLE);
  }
}
