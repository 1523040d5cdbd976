package cloakroom.bench.study.s1;

import cloakroom.bench.lab.Study;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyCard.Ratio;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Warmup;

/**
 * S1b: how long do 100,000 rows take when 1, 10, 100, 1,000 or 10,000 of them come with each round
 * trip?
 *
 * <p>Notice the knee of the curve, the smallest size that saves 95 % of what the best one saves:
 * the first steps save a round trip for every row, the last ones save almost nothing. One row at a
 * time is dearer here in proportion than it was published, because since then a row has become
 * cheaper by more than a round trip has. There is no steady state apart from the protocol: the
 * reads before the clock runs make it one.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1bFetchSize</pre>
 */
public class S1bFetchSize extends FetchStudy {
  /** Reads go on before the clock runs until this is over; small sizes need one read. */
  private static final long WARM_UP = TimeUnit.MILLISECONDS.toNanos(500);

  /** The study. */
  public static Study study() {
    return Study.of(
        StudyCard.of(
                "S1b",
                "Fetch size",
                95,
                "How long do 100,000 rows take with 1 to 10,000 of them in each round trip?")
            .runInFull(
                "fetchSize", "1 2 5 10 20 50 100 200 500 1000 2000 5000 10000".split(" ", -1))
            .drawn(TableRead.BY_SIZE)
            .compares(
                List.of(
                    bySize("1 / 10,000 rows a trip", "1", "10000", 28.6),
                    bySize("1 / 10 rows a trip", "1", "10", 4.89),
                    bySize("10 / 100 rows a trip", "10", "100", 4.11),
                    bySize("100 / 1,000 rows a trip", "100", "1000", 1.35),
                    Ratio.aboutOne(
                        "1,000 / 10,000 rows a trip",
                        Map.of("fetchSize", "1000"),
                        Map.of("fetchSize", "10000"),
                        1.05)))
            .published(
                "ODP.NET",
                Map.of(
                    1.0, 5.4378192,
                    10.0, 1.1115984,
                    100.0, 0.2703888,
                    1000.0, 0.200288,
                    10000.0, 0.1902736)),
        S1bFetchSize.class);
  }

  private static Ratio bySize(String name, String above, String below, double published) {
    return Ratio.above(name, Map.of("fetchSize", above), Map.of("fetchSize", below), published);
  }

  @Override
  void prepare() throws SQLException {
    if (link == Link.DIRECT) {
      long from = System.nanoTime();
      do {
        read.all();
        read.endTransaction();
      } while (System.nanoTime() - from < WARM_UP);
    }
  }

  /** The published loop: all rows, once. */
  @Benchmark
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  public int protocol(Counts counts) throws SQLException {
    startCounting();
    int rows = read.all();
    stopCounting(counts);
    return rows;
  }
}
