package cloakroom.simulation;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import java.sql.Connection;

/** The connections of a node as its pool borrows them: those of a station. */
final class NodeConnections implements ConnectionSource {
  private final Station station;
  private final Runnable borrowed;

  /** There is none now. */
  static final class NoConnection extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final class CountedLease implements Lease {
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
      station.giveBack();
    }
  }

  /** Borrows from that station, and tells it each time. */
  NodeConnections(Station station, Runnable borrowed) {
    this.station = station;
    this.borrowed = borrowed;
  }

  @Override
  public Lease borrow() {
    if (!station.take()) {
      throw new NoConnection();
    }
    borrowed.run();
    return new CountedLease();
  }

  @Override
  public void close() {
    // nothing is open
  }
}
