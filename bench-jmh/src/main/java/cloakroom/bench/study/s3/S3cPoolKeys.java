package cloakroom.bench.study.s3;

import cloakroom.bench.lab.Study;
import cloakroom.bench.lab.StudyCard;

/**
 * S3c: one connection string in two spellings, the same settings in another order. A driver whose
 * pools are kept by the string as written makes two pools of it, and twice the connections. The
 * pools of today keep no such registry: each is opened once, by its owner, and two spellings meet
 * nowhere. So there is nothing to measure, and the row says so.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S3c</pre>
 */
public final class S3cPoolKeys {
  private S3cPoolKeys() {}

  /** The study. */
  public static Study study() {
    return Study.unmeasured(
        StudyCard.of(
            "S3c",
            "Two spellings of one connection string",
            1,
            "How many pools come of two spellings of one connection string?"),
        "published were two pools, one for each spelling, where a process keeps its pools by the"
            + " string; HikariCP, UCP, Agroal, DBCP 2 and Tomcat keep no such registry, so each"
            + " has the pools that its owner opens");
  }
}
