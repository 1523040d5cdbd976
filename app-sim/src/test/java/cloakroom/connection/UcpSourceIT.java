package cloakroom.connection;

/** The contract, kept by UCP. */
final class UcpSourceIT extends PooledSourceContract {
  @Override
  PoolKind kind() {
    return PoolKind.UCP;
  }

  /**
   * Left to itself, UCP forgets a borrower about once in eight times: 20 see that 14 in 15 times.
   */
  @Override
  int growthRounds() {
    return 20;
  }
}
