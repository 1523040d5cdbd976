package cloakroom.bench.subject;

/** The contract, kept by UCP. */
final class UcpSubjectIT extends PooledSubjectContract {
  @Override
  Subject subject() {
    return Subject.UCP;
  }

  /** Over PostgreSQL it validates whatever it is told. */
  @Override
  boolean canDoWithoutValidation() {
    return false;
  }
}
