package cloakroom.bench.subject;

/** The contract, kept by Tomcat's pool. */
final class TomcatSubjectIT extends PooledSubjectContract {
  @Override
  Subject subject() {
    return Subject.TOMCAT;
  }
}
