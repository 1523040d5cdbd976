package cloakroom.stress.folder;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * What the database server was asked of its work, and how complete its answers are; what it told is
 * among the figures of the trial.
 *
 * @param product the database's name; empty for runs that did not ask
 * @param rows moments at which the server answered in time
 * @param gaps moments at which it did not
 * @param lastFailure why not, in one line, at the last moment at which asking failed; empty if it
 *     never did
 */
public record ServerWork(
    String product,
    List<Group> groups,
    long rows,
    long gaps,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String lastFailure) {
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

  /** Nobody asked. */
  public static final ServerWork NONE = new ServerWork("", List.of(), 0, 0, "");

  /** The column of the watcher's own transactions, each of which is a commit of its own. */
  public static final String OWN_TRANSACTIONS = "ownTransactions";

  /** The column of the time for which the watcher waited for answers. */
  public static final String OWN_MICROS = "ownMicros";

  /** What is not said is empty. */
  public ServerWork {
    lastFailure = lastFailure == null ? "" : lastFailure;
  }

  public boolean any() {
    return !product.isEmpty();
  }

  /** The group that a figure belongs to; none when this database has no such figure. */
  public Optional<Group> group(String figure) {
    return groups.stream().filter(group -> group.figures().contains(figure)).findFirst();
  }
}
