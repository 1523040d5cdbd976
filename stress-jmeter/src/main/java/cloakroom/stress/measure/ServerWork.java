package cloakroom.stress.measure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the database server did in the measured phase, in its own words. Anything that it did not
 * tell is NaN.
 *
 * @param product the database's name; empty for runs that did not ask
 * @param groups what was asked, and whether it was answered
 * @param gaps how often it did not answer
 * @param perSecond growth of each counter in a second
 * @param means mean of each level
 * @param requestsPerSecond requests of the measured phase in a second
 */
public record ServerWork(
    String product,
    List<Group> groups,
    Gaps gaps,
    Map<String, Double> perSecond,
    Map<String, Double> means,
    double requestsPerSecond) {
  /**
   * Figures that a database server tells, or refuses, together.
   *
   * @param state {@code sampled}, {@code not permitted} or {@code failed}
   * @param reason what the database said; empty for a group that is told
   * @param grant what would make it tell; empty when it does, or nothing would
   */
  public record Group(
      String name, String state, String reason, String grant, List<String> figures) {
    /** The state of a group that the database tells. */
    public static final String SAMPLED = "sampled";

    /** What is not said is empty. */
    public Group {
      reason = reason == null ? "" : reason;
      grant = grant == null ? "" : grant;
      figures = figures == null ? List.of() : List.copyOf(figures);
    }

    public boolean told() {
      return state.equals(SAMPLED);
    }
  }

  /**
   * How complete the record is.
   *
   * @param rows moments at which the server answered in time
   * @param missed moments at which it did not
   * @param lastFailure why not, in one line, at the last moment at which asking failed; empty if it
   *     never did
   */
  public record Gaps(long rows, long missed, String lastFailure) {}

  /** Nobody asked. */
  public static final ServerWork NONE =
      new ServerWork("", List.of(), new Gaps(0, 0, ""), Map.of(), Map.of(), Double.NaN);

  /** The column of the watcher's own transactions, each of which is a commit of its own. */
  public static final String OWN_TRANSACTIONS = "ownTransactions";

  /** The column of the time for which the watcher waited for answers. */
  public static final String OWN_MICROS = "ownMicros";

  /** Times that sessions waited, in microseconds, or numbers of sessions that wait. */
  private static final Pattern WAITS = Pattern.compile("wait(ing|Micros)([A-Z]\\w*)");

  /** Sessions that waited at a time, on average, by wait class; empty if not told. */
  public Map<String, Double> waits() {
    Map<String, Double> waits = new LinkedHashMap<>();
    for (String name : means.keySet()) {
      Matcher wait = WAITS.matcher(name);
      if (wait.matches()) {
        boolean time = wait.group(1).equals("Micros");
        double sessions = time ? perSecond(name) / 1_000_000 : mean(name);
        if (Double.isFinite(sessions)) {
          waits.put(words(wait.group(2)), sessions);
        }
      }
    }
    return waits;
  }

  /** {@code UserIo} is "user io". */
  private static String words(String camelCase) {
    return camelCase.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  /** Whether the server was asked at all. */
  public boolean any() {
    return !product.isEmpty();
  }

  /** Growth of a counter in a second; the watcher's own transactions are no commits. */
  public double perSecond(String name) {
    double all = perSecond.getOrDefault(name, Double.NaN);
    return name.equals("commits")
        ? Math.max(0, all - perSecond.getOrDefault(OWN_TRANSACTIONS, 0.0))
        : all;
  }

  /** Growth of a counter for each request. */
  public double perRequest(String name) {
    return perSecond(name) / requestsPerSecond;
  }

  public double mean(String name) {
    return means.getOrDefault(name, Double.NaN);
  }

  /** Growth of a counter as a share of another one's, in percent. */
  public double percent(String part, String whole) {
    return 100 * perSecond(part) / perSecond(whole);
  }

  /** The group that a figure belongs to; none when this database has no such figure. */
  public Optional<Group> group(String figure) {
    return groups.stream().filter(group -> group.figures().contains(figure)).findFirst();
  }

  /** Milliseconds in a second that the watching itself waited for answers. */
  public double ownMillisPerSecond() {
    return perSecond(OWN_MICROS) / 1_000;
  }
}
