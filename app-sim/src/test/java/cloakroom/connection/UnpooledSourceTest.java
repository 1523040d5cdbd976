package cloakroom.connection;

/** The contract, kept by the unpooled source. */
final class UnpooledSourceTest extends ConnectionSourceContract {
  @Override
  PoolKind kind() {
    return PoolKind.NONE;
  }
}
