package cloakroom.bench.study.s3;

import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.CountedDatabase;
import cloakroom.bench.lab.Experiment;
import cloakroom.bench.lab.PoolStudy;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.contract.DatabaseKind;
import cloakroom.database.Database;
import cloakroom.database.url.UrlDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * S3c: how many pools come of two spellings of one connection string?
 *
 * <p>The published driver keeps its pools by the string as written: opened twice with one spelling
 * it has one pool, with the same settings in another order two. Here each pool is opened twice with
 * one spelling and with two, and a relay counts the connections. A pool that keeps no registry by
 * string has twice its size both times: as many pools as its owner opens.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S3c</pre>
 */
public final class S3cTwoSpellings extends Experiment {
  static final int SIZE = 5;

  /** The same settings, and none that changes anything. */
  static final List<String> SPELLINGS =
      List.of("tcpKeepAlive=true&loginTimeout=0", "loginTimeout=0&tcpKeepAlive=true");

  public S3cTwoSpellings(StudyCard card) {
    super(card);
  }

  @Override
  public int begin(Plan plan) {
    return 0;
  }

  @Override
  public void round(boolean backwards) {
    // counts need no rounds
  }

  @Override
  public void finish() throws SQLException {
    Database database = BenchDatabase.named();
    if (!DatabaseKind.POSTGRESQL.isOf(database.url())) {
      gaps.add(Gap.absent("", "its two spellings are those of a PostgreSQL URL"));
    } else if (canCount()) {
      count(database, card.parameters().get(PoolStudy.SUBJECT));
    }
  }

  private void count(Database database, List<String> pools) throws SQLException {
    for (String pool : pools) {
      for (String other : SPELLINGS) {
        String spellings = other.equals(SPELLINGS.get(0)) ? "1" : "2";
        count(
            Map.of(PoolStudy.SUBJECT, pool, "spellings", spellings),
            Map.of("connections", (double) held(database, Subject.named(pool), other)));
      }
    }
  }

  /** Connections that two pools of one product hold. */
  static int held(Database database, Subject subject, String other) throws SQLException {
    SubjectSettings told = SubjectSettings.full(SIZE);
    try (CountedDatabase way = new CountedDatabase(database);
        Connections one = subject.open(spelled(way, SPELLINGS.get(0)), told);
        Connections two = subject.open(spelled(way, other), told)) {
      one.fill(SIZE);
      two.fill(SIZE);
      return way.open();
    }
  }

  private static Database spelled(Database database, String settings) {
    String url = database.url() + (database.url().contains("?") ? "&" : "?") + settings;
    return new UrlDatabase(url, database.user(), database.password());
  }
}
