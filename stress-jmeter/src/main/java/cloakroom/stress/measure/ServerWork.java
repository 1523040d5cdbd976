package cloakroom.stress.measure;

import com.fasterxml.jackson.annotation.JsonInclude;
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
 * @param perSecond growth of each counter in a second
 * @param means mean of each level
 */
public record ServerWork(About about, Map<String, Double> perSecond, Map<String, Double> means) {
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
   * What was asked, and how complete the record of it is.
   *
   * @param product the database's name; empty for runs that did not ask
   * @param rows moments at which the server answered in time
   * @param gaps moments at which it did not
   * @param lastFailure why not, in one line, at the last moment at which asking failed; empty if it
   *     never did
   */
  public record About(
      String product,
      List<Group> groups,
      long rows,
      long gaps,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String lastFailure) {
    /** What is not said is empty. */
    public About {
      lastFailure = lastFailure == null ? "" : lastFailure;
    }
  }

  /** Nobody asked. */
  public static final ServerWork NONE =
      new ServerWork(new About("", List.of(), 0, 0, ""), Map.of(), Map.of());

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
    return !about.product().isEmpty();
  }

  /** Growth of a counter in a second; the watcher's own transactions are no commits. */
  public double perSecond(String name) {
    double all = perSecond.getOrDefault(name, Double.NaN);
    return name.equals("commits")
        ? Math.max(0, all - perSecond.getOrDefault(OWN_TRANSACTIONS, 0.0))
        : all;
  }

  public double mean(String name) {
    return means.getOrDefault(name, Double.NaN);
  }

  /** The group that a figure belongs to; none when this database has no such figure. */
  public Optional<Group> group(String figure) {
    return about.groups().stream().filter(group -> group.figures().contains(figure)).findFirst();
  }

  /** Milliseconds in a second that the watching itself waited for answers. */
  public double ownMillisPerSecond() {
    return perSecond(OWN_MICROS) / 1_000;
  }
}
