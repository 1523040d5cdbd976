package cloakroom.bench.subject;

/** The contract, kept by HikariCP. */
final class HikariSubjectTest extends PooledSubjectContract {
  @Override
  Subject subject() {
    return Subject.HIKARI;
  }
}
