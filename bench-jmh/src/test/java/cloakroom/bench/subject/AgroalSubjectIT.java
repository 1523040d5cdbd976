package cloakroom.bench.subject;

/** The contract, kept by Agroal. */
final class AgroalSubjectIT extends PooledSubjectContract {
  @Override
  Subject subject() {
    return Subject.AGROAL;
  }
}
