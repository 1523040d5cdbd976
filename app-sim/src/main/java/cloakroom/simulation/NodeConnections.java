package cloakroom.simulation;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import java.sql.Connection;
import java.util.function.Supplier;

/** The connections of a node as its pool borrows them: those of a station. */
final class NodeConnections implements ConnectionSource {
  private final Station station;
  private final Runnable borrowed;
  private boolean kept;

  /** There is none now. */
  static final class NoConnection extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final class CountedLease implements Lease {
    private boolean open = true;

    @Override
    public Connection jdbc() {
      throw new UnsupportedOperationException("no database here");
    }

    @Override
    public void rollback() {
      // is part of what a request costs
    }

    @Override
    public void markBroken() {
      throw new UnsupportedOperationException("nothing breaks here");
    }

    @Override
    public boolean isBroken() {
      return false;
    }

    @Override
    public void close() {
      if (open) {
        open = false;
        station.giveBack();
      }
    }
  }

  /** Borrows from that station, and tells it each time. */
  NodeConnections(Station station, Runnable borrowed) {
    this.station = station;
    this.borrowed = borrowed;
  }

  /** Does the work for which a connection was taken already. */
  <T> T lend(Supplier<T> work) {
    kept = true;
    try {
      return work.get();
    } finally {
      if (kept) {
        kept = false;
        station.giveBack();
      }
    }
  }

  @Override
  public Lease borrow() {
    if (!kept && !station.take()) {
      throw new NoConnection();
    }
    kept = false;
    borrowed.run();
    return new CountedLease();
  }

  @Override
  public void close() {
    // nothing is open
  }
}
