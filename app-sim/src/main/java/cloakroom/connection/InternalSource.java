package cloakroom.connection;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Both forms of {@link InternalConnections}; a holder whose lease is of another source cannot
 * starve this one.
 */
final class InternalSource implements InternalConnections {
  private final ConnectionSource source;
  private final boolean separate;
  private final AtomicLong borrows = new AtomicLong();

  InternalSource(ConnectionSource source, boolean separate) {
    this.source = source;
    this.separate = separate;
  }

  @Override
  public Lease borrowFor(Lease holder) {
    Lease lease =
        source instanceof LeasingSource leasing
            ? leasing.stuck().borrowFor(own(holder), source)
            : source.borrow();
    borrows.incrementAndGet();
    return lease;
  }

  private Lease own(Lease holder) {
    return holder instanceof BorrowedLease lease && lease.source() == source ? holder : null;
  }

  @Override
  public long borrows() {
    return borrows.get();
  }

  @Override
  public void close() {
    if (separate) {
      source.close();
    }
  }
}
