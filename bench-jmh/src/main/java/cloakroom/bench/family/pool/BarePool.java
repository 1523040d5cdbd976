package cloakroom.bench.family.pool;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import cloakroom.connection.SourceStatistics;
import cloakroom.module.ApplicationModulePool;
import cloakroom.module.Counts;
import cloakroom.module.ReleasePolicy;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.simulation.EmptyModule;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A module pool with nothing in it and nothing below it, so that what is measured is the pool
 * itself.
 */
final class BarePool {
  private static final long FIRST = 1_000_000;

  private BarePool() {}

  static ApplicationModulePool<EmptyModule> open(ReleasePolicy policy, Counts counts) {
    Nothing nothing = new Nothing();
    return new ApplicationModulePool<>(
        EmptyModule.NAME, policy, EmptyModule::new, nothing, nothing, nothing, counts);
  }

  /**
   * The id of a session whose snapshot will be the one of that number, from 0, in the order in
   * which sessions get their first.
   */
  static String session(int number) {
    return Long.toString(FIRST + number);
  }

  /**
   * Gives everybody itself, a lease on nothing. As a store it keeps nothing and as a codec it
   * writes nothing: a snapshot's id says whose it is, and all states are the same.
   */
  private static final class Nothing
      implements ConnectionSource, Lease, SnapshotStore, SnapshotCodec {
    private final AtomicLong ids = new AtomicLong();

    @Override
    public Lease borrow() {
      return this;
    }

    @Override
    public SourceStatistics statistics() {
      return new SourceStatistics("bare", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public Connection jdbc() {
      throw new UnsupportedOperationException("there is no database");
    }

    @Override
    public void rollback() {
      // nothing was done
    }

    @Override
    public void markBroken() {
      // nothing to break
    }

    @Override
    public boolean isBroken() {
      return false;
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
      return new Snapshot(EmptyModule.NAME, session, 1, EmptyModule.STATE);
    }

    @Override
    public StoredSnapshot write(
        StoredSnapshot replaces, long version, byte[] content, Lease holder) {
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
}
