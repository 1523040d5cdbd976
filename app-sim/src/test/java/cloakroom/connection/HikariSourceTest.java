package cloakroom.connection;

/** The contract, kept by HikariCP. */
final class HikariSourceTest extends PooledSourceContract {
  @Override
  PoolKind kind() {
    return PoolKind.HIKARI;
  }
}
