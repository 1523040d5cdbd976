package cloakroom.connection;

/** The contract, kept by HikariCP. */
class HikariSourceIT extends PooledSourceContract {
  @Override
  PoolKind kind() {
    return PoolKind.HIKARI;
  }
}
