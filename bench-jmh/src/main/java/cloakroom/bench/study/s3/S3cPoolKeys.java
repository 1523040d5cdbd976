package cloakroom.bench.study.s3;

import cloakroom.bench.lab.Experiment;
import cloakroom.bench.lab.Gap;
import cloakroom.bench.lab.Study;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyResult;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * S3c: one connection string in two spellings, the same settings in another order. A driver whose
 * pools are kept by the string as written makes two pools of it, and twice the connections. The
 * pools of today keep no such registry: each is opened once, by its owner, and two spellings meet
 * nowhere. So there is nothing to measure, and the row says so.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S3c</pre>
 */
public record S3cPoolKeys(StudyCard card) implements Experiment {
  /** The study. */
  public static Study study() {
    return new Study(
        StudyCard.of(
            "S3c",
            "Two spellings of one connection string",
            1,
            "How many pools come of two spellings of one connection string?"),
        S3cPoolKeys::new);
  }

  @Override
  public Iterator<Round> rounds(Plan plan) {
    return Collections.emptyIterator();
  }

  @Override
  public StudyResult result() {
    return StudyResult.of(
        card,
        List.of(),
        List.of(
            Gap.absent(
                "",
                "published were two pools, one for each spelling, where a process keeps its pools"
                    + " by the string; HikariCP, UCP, Agroal, DBCP 2 and Tomcat keep no such"
                    + " registry, so each has the pools that its owner opens")));
  }
}
