package cloakroom.bench.subject;

/** The contract, kept by Agroal. */
final class AgroalSubjectTest extends PooledSubjectContract {
  @Override
  Subject subject() {
    return Subject.AGROAL;
  }
}
