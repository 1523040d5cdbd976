package cloakroom.connection;

/** The contract, kept by UCP. */
final class UcpSourceTest extends PooledSourceContract {
  @Override
  PoolKind kind() {
    return PoolKind.UCP;
  }
}
