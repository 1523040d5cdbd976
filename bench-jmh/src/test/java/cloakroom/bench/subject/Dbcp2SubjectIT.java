package cloakroom.bench.subject;

/** The contract, kept by DBCP 2. */
final class Dbcp2SubjectIT extends PooledSubjectContract {
  @Override
  Subject subject() {
    return Subject.DBCP2;
  }
}
