package cloakroom.connection;

/** A pool whose connections all come from our physical source, which counts them. */
abstract class CountedPool implements Pool {
  final PhysicalSource physical;

  CountedPool(PhysicalSource physical) {
    this.physical = physical;
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
