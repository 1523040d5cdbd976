package cloakroom.stress.folder;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * State of the metrics of a database server in one trial; their values are in server.csv.
 *
 * @param product name of the database; empty if it was not queried
 * @param rows number of samples that came in time
 * @param gaps number of missing samples
 * @param lastFailure reason of the last failed sample; empty if none failed
 */
public record ServerWork(
    String product,
    List<Group> groups,
    long rows,
    long gaps,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String lastFailure) {
  /**
   * Metrics of one query, which a database server permits or denies together.
   *
   * @param state {@code sampled}, {@code not permitted} or {@code failed}
   * @param reason message of the database; empty if sampled
   * @param grant statement that would permit them; empty if they are, or if none would
   */
  public record Group(
      String name, String state, String reason, String grant, List<String> figures) {
    public static final String SAMPLED = "sampled";

    /** Replaces missing values by empty ones. */
    public Group {
      reason = reason == null ? "" : reason;
      grant = grant == null ? "" : grant;
      figures = figures == null ? List.of() : List.copyOf(figures);
    }

    public boolean available() {
      return state.equals(SAMPLED);
    }
  }

  public static final ServerWork NONE = new ServerWork("", List.of(), 0, 0, "");

  /** Column of the monitor's own transactions, each of which is a commit. */
  public static final String OWN_TRANSACTIONS = "ownTransactions";

  /** Column of the monitor's own time in statements, microseconds. */
  public static final String OWN_MICROS = "ownMicros";

  /** Replaces missing values by empty ones. */
  public ServerWork {
    lastFailure = lastFailure == null ? "" : lastFailure;
  }

  public boolean any() {
    return !product.isEmpty();
  }

  /** Returns the group of a metric; empty if this database has no such metric. */
  public Optional<Group> group(String figure) {
    return groups.stream().filter(group -> group.figures().contains(figure)).findFirst();
  }
}
