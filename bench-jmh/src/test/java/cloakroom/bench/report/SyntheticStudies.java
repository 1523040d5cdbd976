package cloakroom.bench.report;

import cloakroom.bench.harness.Environment;
import cloakroom.bench.harness.StudiesRun.StudiesResult;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyDefinition.RatioDefinition;
import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.bench.harness.StudyResult.Operation;
import cloakroom.bench.harness.StudyResult.Point;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.study.Studies;
import cloakroom.bench.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Results of studies with their real definitions and invented times. */
final class SyntheticStudies {
  static final String HOSTILE = "\"'></script><script>alert(1)</script>&";

  private SyntheticStudies() {}

  /** Times of the sets of a text, in milliseconds, by the value on the x axis. */
  private record Times(String sets, DoubleUnaryOperator millis) {}

  /** Results of a run with added latency; the time of an unpooled connect varies. */
  static StudiesResult all(String latency, double unpooled) {
    return result(
        latency,
        List.of(
            study(
                "S1a",
                4,
                new Times("subject=UNPOOLED pool=FILLED validation=true", x -> unpooled),
                new Times("subject=HIKARI pool=COLD validation=false", x -> 11),
                new Times("subject=UCP pool=COLD,FILLED validation=true", x -> 21)),
            study("S1b", 4, new Times("fetchSize=1,10,100,1000,10000", x -> 40 + 900 / x)),
            study("S1d", 1, new Times("subject=UCP minimum=1,32", x -> 80 + x)),
            study(
                "S2",
                3,
                new Times(
                    "mode=DEDICATED clientWork=0 streams=1,2,3,4,5,6",
                    x -> 1_900 * Math.max(1, x / 2)),
                new Times(
                    "mode=POOLED clientWork=0 streams=1,2,3,4,5,6",
                    x -> 1_400 * Math.max(1, x / 2))),
            absent("S3c", "holds by construction"),
            study(
                "S4",
                4,
                new Times(
                    "way=borrowed subject=UCP validation=true reset=NONE n=4,16,64,256,5000",
                    x -> 0.21 * x),
                new Times(
                    "way=held subject=UCP validation=true reset=NONE n=4,16,64,256,5000",
                    x -> 0.09 * x)),
            absent("S5", "run the stress test: mvn verify -Pstress")),
        List.of());
  }

  static StudiesResult result(List<StudyResult> studies, List<String> problems) {
    return result("none", studies, problems);
  }

  private static StudiesResult result(
      String latency, List<StudyResult> studies, List<String> problems) {
    Environment environment =
        new Environment(
            "2026-11-20T10:00:00Z",
            "Imaginary processor at 3 GHz",
            2,
            "Linux 6.1 amd64",
            "Vendor 17.0.1",
            "PostgreSQL 18.6",
            Map.of(Environment.DISTANCE, latency),
            Map.of("HikariCP", "7.1.0"));
    return new StudiesResult(environment, 4, false, studies, problems);
  }

  static StudyResult traffic() {
    List<Point> points = new ArrayList<>();
    for (Map<String, String> set : StudySets.parse("study=S1a subject=UNPOOLED,HIKARI")) {
      double trips = set.containsValue("HIKARI") ? 100 : 800;
      points.add(new Point(set, Double.NaN, List.of(), Map.of("roundTrips", trips), null));
    }
    return StudyResult.of(definition("S1h"), points, List.of(), List.of(), 0);
  }

  static StudyResult hostile() {
    RatioDefinition ratio =
        new RatioDefinition(HOSTILE, Map.of(HOSTILE, "1"), Map.of(HOSTILE, "2"), 2, null, null);
    StudyDefinition definition =
        new StudyDefinition(
            "S9",
            HOSTILE,
            HOSTILE,
            null,
            List.of(ratio),
            Map.of(HOSTILE, Map.of(0.0, 1.0)),
            HOSTILE);
    return StudyResult.of(
        definition,
        List.of(point(ratio.above(), 0, 1, 4), point(ratio.below(), 0, 2, 4)),
        List.of(Omission.absent("", HOSTILE)),
        List.of(),
        0);
  }

  private static StudyResult study(String id, int rounds, Times... all) {
    List<Point> points = new ArrayList<>();
    for (Times times : all) {
      for (Map<String, String> set : StudySets.parse(times.sets)) {
        double x = definition(id).chart().x(set);
        points.add(point(set, x, times.millis.applyAsDouble(x), rounds));
      }
    }
    return StudyResult.of(definition(id), points, List.of(), List.of(), 0);
  }

  /** Point whose rounds vary by 2 %, in an order that depends on its parameters. */
  private static Point point(Map<String, String> set, double x, double millis, int rounds) {
    double by = set.toString().length() % 2 == 0 ? 0.02 : -0.01;
    return new Point(
        set,
        x,
        List.of(millis * (1 - by), millis, millis * (1 + by), millis).subList(0, rounds),
        Map.of("roundTrips", 10 * millis, "parses", 0.0, "utilization", 50.0),
        set.containsValue("HIKARI") ? null : new Operation(millis, 1, Double.NaN));
  }

  private static StudyResult absent(String id, String why) {
    return StudyResult.of(
        definition(id), List.of(), List.of(Omission.absent("", why)), List.of(), 0);
  }

  private static StudyDefinition definition(String id) {
    return Studies.definitions(List.of(id)).get(0).forPools(Subject.pools(List.of()));
  }
}
