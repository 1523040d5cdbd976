package cloakroom.module;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import java.sql.Connection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Connections that are only counted; each remembers what "the database" has pending in it. */
final class FakeConnections implements ConnectionSource {
  private final Set<FakeLease> out = new HashSet<>();
  final List<FakeLease> lent = new CopyOnWriteArrayList<>();
  RuntimeException refusal;

  final class FakeLease implements Lease {
    String pendingOf;
    boolean rolledBack;
    boolean broken;
    Runnable aborted = () -> {};
    int cleaned;

    @Override
    public void reset() {
      cleaned++;
      rollback();
    }

    @Override
    public Connection jdbc() {
      throw new UnsupportedOperationException("no database here");
    }

    @Override
    public void rollback() {
      pendingOf = null;
      rolledBack = true;
    }

    @Override
    public void abort() {
      broken = true;
      aborted.run();
    }

    @Override
    public void markBroken() {
      broken = true;
    }

    @Override
    public boolean isBroken() {
      return broken;
    }

    @Override
    public void close() {
      pendingOf = null;
      synchronized (FakeConnections.this) {
        out.remove(this);
      }
    }
  }

  @Override
  public synchronized Lease borrow() {
    if (refusal != null) {
      throw refusal;
    }
    FakeLease lease = new FakeLease();
    out.add(lease);
    lent.add(lease);
    return lease;
  }

  synchronized int out() {
    return out.size();
  }

  @Override
  public void close() {
    // nothing is open
  }
}
