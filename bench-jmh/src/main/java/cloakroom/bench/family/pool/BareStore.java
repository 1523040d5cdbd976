package cloakroom.bench.family.pool;

import cloakroom.connection.Lease;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A store that keeps nothing and a codec that writes nothing: a snapshot's id says whose it is, and
 * all states are the same.
 */
final class BareStore implements SnapshotStore, SnapshotCodec {
  private static final long FIRST = 1_000_000;

  private final AtomicLong ids = new AtomicLong();

  /**
   * The id of a session whose snapshot will be the one of that number, from 0, in the order in
   * which sessions get their first.
   */
  static String session(int number) {
    return Long.toString(FIRST + number);
  }

  @Override
  public String name() {
    return "bare";
  }

  @Override
  public byte[] encode(Snapshot snapshot) {
    return snapshot.session().getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public Snapshot decode(byte[] content) {
    String session = new String(content, StandardCharsets.ISO_8859_1);
    return new Snapshot(BareModule.NAME, session, 1, BareModule.STATE);
  }

  @Override
  public StoredSnapshot write(StoredSnapshot replaces, long version, byte[] content, Lease holder) {
    return new StoredSnapshot(
        replaces == null ? ids.incrementAndGet() : replaces.id(), Math.max(version, 1));
  }

  @Override
  public byte[] read(long id, Lease holder) {
    return Long.toString(FIRST + id - 1).getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public boolean delete(StoredSnapshot snapshot, Lease holder) {
    return true;
  }

  @Override
  public int keepAlive(Collection<Long> living, Duration olderThan) {
    return 0;
  }

  @Override
  public void close() {
    // nothing is open
  }
}
