package cloakroom.connection;

import java.sql.SQLException;

/** A pool whose connections all come from our physical source, which counts them. */
abstract class CountedPool implements Pool {
  final PhysicalSource physical;

  CountedPool(PhysicalSource physical) {
    this.physical = physical;
  }

  @Override
  public int connecting() {
    return physical.connecting();
  }

  @Override
  public SQLException lastFailure() {
    return physical.lastFailure();
  }

  @Override
  public long created() {
    return physical.created();
  }

  @Override
  public long closed() {
    return physical.closed();
  }
}
