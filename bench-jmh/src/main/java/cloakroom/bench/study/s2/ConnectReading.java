package cloakroom.bench.study.s2;

import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Says in words what S2's streams queue for: the client's processors. The published client was a
 * process for each connect, whose processor time stands beside the times; a closed queue that knows
 * nothing else than that time, the serial connect and the number of processors gives the curve.
 */
final class ConnectReading {
  private static final int CONNECTS = 400;

  /** With which the published times fit best; the article does not tell. */
  private static final int PUBLISHED_PROCESSORS = 2;

  private static final String MOST = "6";
  private static final double MILLIS = 1000;

  private ConnectReading() {}

  /** Sentences on the author's runs, then one for each pair of modes that was measured pinned. */
  static List<String> of(StudyDefinition card, List<Point> points) {
    List<String> sentences = new ArrayList<>();
    new TreeMap<>(card.processor())
        .forEach(
            (mode, times) -> sentences.add(published(mode, times, card.published().get(mode))));
    List<Point> pinned =
        points.stream().filter(at -> "true".equals(at.parameters().get("pinned"))).toList();
    for (Point one : pinned) {
      for (Point other : pinned) {
        if (isPair(one.parameters(), other.parameters())) {
          drawnTogether(pinned, one, other).ifPresent(sentences::add);
        }
      }
    }
    return sentences;
  }

  private static String published(
      String mode, Map<Double, List<Double>> used, Map<Double, Double> seconds) {
    TreeMap<Double, Double> each = new TreeMap<>();
    used.forEach((streams, times) -> each.put(streams, sum(times) * MILLIS / CONNECTS / streams));
    double last = each.lastKey();
    double work = StudyResult.mean(each.values());
    double serial = seconds.get(each.firstKey()) * MILLIS / CONNECTS;
    double off = 0;
    for (double streams : each.keySet()) {
      double expected = queue((int) streams, PUBLISHED_PROCESSORS, work, serial - work) * CONNECTS;
      off = Math.max(off, Math.abs(1 - expected / MILLIS / seconds.get(streams)));
    }
    return text(
        "%s (published): the client took %.1f ms of processor time for each connect, however many"
            + " streams, and had %.2f processors with one stream and %.2f with %.0f; a queue for %d"
            + " processors, and nothing else, gives its curve within %.0f %%.",
        mode,
        work,
        sum(used.get(each.firstKey())) / seconds.get(each.firstKey()),
        sum(used.get(last)) / seconds.get(last),
        last,
        PUBLISHED_PROCESSORS,
        100 * off);
  }

  private static double sum(List<Double> times) {
    return times.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** A server process for each connection, and anything else under the same conditions. */
  private static boolean isPair(Map<String, String> one, Map<String, String> other) {
    Map<String, String> same = new TreeMap<>(other);
    same.put("mode", one.get("mode"));
    return one.equals(same)
        && "1".equals(one.get("streams"))
        && List.of("DIRECT", "DEDICATED").contains(one.get("mode"))
        && !one.get("mode").equals(other.get("mode"));
  }

  private static Optional<String> drawnTogether(List<Point> all, Point one, Point other) {
    Optional<Point> oneAtMost = at(all, one);
    Optional<Point> otherAtMost = at(all, other);
    if (oneAtMost.isEmpty() || otherAtMost.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        text(
            "%s ms of client work, client and server apart: %s / %s is %.2f x with one stream and"
                + " %.2f x with %s; a queue for the client's processors (%.0f) alone gives %.2f x.",
            one.parameters().get("clientWork"),
            one.parameters().get("mode"),
            other.parameters().get("mode"),
            one.mean() / other.mean(),
            oneAtMost.get().mean() / otherAtMost.get().mean(),
            MOST,
            one.counts().get("processorsOfClient"),
            queued(one) / queued(other)));
  }

  private static Optional<Point> at(List<Point> all, Point serial) {
    Map<String, String> parameters = new TreeMap<>(serial.parameters());
    parameters.put("streams", MOST);
    return StudyResult.with(all, parameters).filter(point -> point.mean() > 0);
  }

  /** What the most streams would need if they queued for nothing but the client's processors. */
  private static double queued(Point serial) {
    Map<String, Double> counts = serial.counts();
    double each = serial.mean() / counts.get("served");
    double work = Math.min(each, counts.get("clientMsEach"));
    int processors = counts.get("processorsOfClient").intValue();
    return queue(Integer.parseInt(MOST), processors, work, Math.max(each - work, 1 / MILLIS));
  }

  /**
   * How long a stream takes for a connect, in a closed queue: each stream needs a processor for its
   * work and is then away for the rest of its connect, both with exponential times.
   *
   * @param work processor time of a connect
   * @param rest what else a connect takes when nobody is in the way
   */
  static double queue(int streams, int processors, double work, double rest) {
    double weight = 1;
    double all = 1;
    double busy = 0;
    for (int there = 1; there <= streams; there++) {
      int serving = Math.min(there, processors);
      weight *= (streams - there + 1) * work / (rest * serving);
      all += weight;
      busy += weight * serving;
    }
    return streams * work * all / busy;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
