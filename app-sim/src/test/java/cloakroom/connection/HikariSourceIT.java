package cloakroom.connection;

/** The contract, kept by HikariCP. */
final class HikariSourceIT extends PooledSourceContract {
  @Override
  PoolKind kind() {
    return PoolKind.HIKARI;
  }
}
