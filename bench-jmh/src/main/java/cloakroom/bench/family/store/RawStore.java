package cloakroom.bench.family.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The bound: one upsert of the bytes and one select by key, in autocommit, on a table that nobody
 * has thought about.
 */
final class RawStore implements SessionStore<byte[]> {
  private final StoreConnections connections;
  private final String table;
  private final String upsert;
  private final String select;

  /**
   * Over a new table.
   *
   * @param storage of the content, in PostgreSQL's words
   */
  RawStore(StoreConnections connections, String storage) throws SQLException {
    this.connections = connections;
    this.table = "cloakroom_bench_raw_" + storage;
    this.upsert =
        "insert into "
            + table
            + " (id, content) values (?, ?) on conflict (id) do update set content ="
            + " excluded.content";
    this.select = "select content from " + table + " where id = ?";
    connections.execute(
        "drop table if exists " + table,
        "create table " + table + " (id bigint primary key, content bytea not null)",
        "alter table " + table + " alter column content set storage " + storage);
  }

  @Override
  public void create(int session, byte[] state) throws SQLException {
    write(session, state);
  }

  @Override
  public byte[] exchange(int session, byte[] state) throws SQLException {
    write(session, state);
    try (Connection connection = connections.theirs().getConnection();
        PreparedStatement query = connection.prepareStatement(select)) {
      query.setLong(1, session);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getBytes(1);
      }
    }
  }

  private void write(int session, byte[] state) throws SQLException {
    try (Connection connection = connections.theirs().getConnection();
        PreparedStatement statement = connection.prepareStatement(upsert)) {
      statement.setLong(1, session);
      statement.setBytes(2, state);
      statement.executeUpdate();
    }
  }

  @Override
  public void close() {
    SessionStore.end(() -> connections.execute("drop table " + table));
  }
}
