package cloakroom.bench.family.store;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * What it would bring to write only what changed: the client keeps the hashes of the blocks of the
 * last whole state, and the changed blocks go into a second row beside it, in one conditional
 * statement; one query reads both. A state of which more than a third changed is written whole.
 */
final class DeltaStore implements SessionStore<byte[]> {
  private static final int BLOCK = 512;
  private static final int LARGEST_SHARE = 3;
  private static final String TABLE = "cloakroom_bench_delta";
  private static final String INSERT =
      "insert into " + TABLE + " (id, parentid, collid, content) values (1, 0, ?, ?)";
  private static final String WHOLE =
      "update "
          + TABLE
          + " set parentid = ?, content = ?, creation_date = now()"
          + " where collid = ? and id = 1 and parentid = ?";
  private static final String PART =
      "with base as (update "
          + TABLE
          + " set parentid = ?, creation_date = now()"
          + " where collid = ? and id = 1 and parentid = ? returning parentid, collid)"
          + " insert into "
          + TABLE
          + " as t (id, parentid, collid, content)"
          + " select 2, parentid, collid, ? from base"
          + " on conflict (collid, id) do update"
          + " set parentid = excluded.parentid, content = excluded.content";
  private static final String SELECT =
      "select parentid, content from " + TABLE + " where collid = ? order by id";

  private final StoreConnections connections;
  private final long[] versions = new long[Subject.SESSIONS];
  private final long[][] hashes = new long[Subject.SESSIONS][];

  DeltaStore(StoreConnections connections) throws SQLException {
    this.connections = connections;
    connections.execute(
        "drop table if exists " + TABLE,
        "create table " + TABLE + " (like ps_txn including all) with (fillfactor = 50)");
  }

  @Override
  public void create(int session, byte[] state) throws SQLException {
    hashes[session] = hashes(state);
    try (Connection connection = connections.theirs().getConnection();
        PreparedStatement statement = connection.prepareStatement(INSERT)) {
      statement.setLong(1, session);
      statement.setBytes(2, state);
      statement.executeUpdate();
    }
  }

  @Override
  public byte[] exchange(int session, byte[] state) throws SQLException {
    long version = ++versions[session];
    byte[] delta = delta(hashes[session], state);
    if (delta == null) {
      hashes[session] = hashes(state);
      writeWhole(session, version, state);
    } else {
      writePart(session, version, delta);
    }
    return read(session);
  }

  private void writeWhole(int session, long version, byte[] state) throws SQLException {
    try (Connection connection = connections.theirs().getConnection();
        PreparedStatement statement = connection.prepareStatement(WHOLE)) {
      statement.setLong(1, version);
      statement.setBytes(2, state);
      statement.setLong(3, session);
      statement.setLong(4, version - 1);
      statement.executeUpdate();
    }
  }

  private void writePart(int session, long version, byte[] delta) throws SQLException {
    try (Connection connection = connections.theirs().getConnection();
        PreparedStatement statement = connection.prepareStatement(PART)) {
      statement.setLong(1, version);
      statement.setLong(2, session);
      statement.setLong(3, version - 1);
      statement.setBytes(4, delta);
      statement.executeUpdate();
    }
  }

  private byte[] read(int session) throws SQLException {
    try (Connection connection = connections.theirs().getConnection();
        PreparedStatement query = connection.prepareStatement(SELECT)) {
      query.setLong(1, session);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        long version = row.getLong(1);
        byte[] content = row.getBytes(2);
        return row.next() && row.getLong(1) == version ? apply(content, row.getBytes(2)) : content;
      }
    }
  }

  private static long[] hashes(byte[] state) {
    long[] all = new long[(state.length + BLOCK - 1) / BLOCK];
    for (int i = 0; i < all.length; i++) {
      all[i] = hash(state, i);
    }
    return all;
  }

  private static long hash(byte[] state, int block) {
    int length = Math.min(BLOCK, state.length - block * BLOCK);
    CRC32 one = new CRC32();
    one.update(state, block * BLOCK, length);
    CRC32C other = new CRC32C();
    other.update(state, block * BLOCK, length);
    return one.getValue() << 32 | other.getValue();
  }

  /** Null if too much has changed. */
  private static byte[] delta(long[] base, byte[] state) {
    long[] now = hashes(state);
    if (now.length != base.length) {
      return null;
    }
    ByteBuffer delta = ByteBuffer.allocate(state.length / LARGEST_SHARE + BLOCK + 4);
    for (int i = 0; i < now.length; i++) {
      if (now[i] != base[i]) {
        int length = Math.min(BLOCK, state.length - i * BLOCK);
        if (delta.remaining() < 2 * BLOCK) {
          return null;
        }
        delta.putInt(i).put(state, i * BLOCK, length);
      }
    }
    return Arrays.copyOf(delta.array(), delta.position());
  }

  private static byte[] apply(byte[] content, byte[] delta) {
    ByteBuffer changes = ByteBuffer.wrap(delta);
    while (changes.hasRemaining()) {
      int at = changes.getInt() * BLOCK;
      changes.get(content, at, Math.min(BLOCK, content.length - at));
    }
    return content;
  }

  @Override
  public void close() {
    SessionStore.end(() -> connections.execute("drop table " + TABLE));
  }
}
