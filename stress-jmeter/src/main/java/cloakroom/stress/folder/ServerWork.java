package cloakroom.stress.folder;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Availability of the metrics that the database server itself reports.
 *
 * @param product name of the database; empty if the database was not queried
 * @param lastFailure error of the last failed reading; empty if no reading failed
 */
public record ServerWork(
    String product,
    List<Group> groups,
    long rows,
    long gaps,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String lastFailure) {
  /**
   * Group of metrics that one query reads. The database therefore permits all of them or none.
   *
   * @param state {@code sampled}, {@code not permitted} or {@code failed}
   * @param reason error message of the database; empty if sampled
   * @param grant SQL statement that would permit the query; empty if not needed or unknown
   */
  public record Group(
      String name, String state, String reason, String grant, List<String> figures) {
    public static final String SAMPLED = "sampled";

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

  /** Column that counts the transactions in which Cloakroom reads the database's metrics. */
  public static final String OWN_TRANSACTIONS = "ownTransactions";

  /** Column with the database time of Cloakroom's monitoring statements, in microseconds. */
  public static final String OWN_MICROS = "ownMicros";

  public ServerWork {
    lastFailure = lastFailure == null ? "" : lastFailure;
  }

  public boolean any() {
    return !product.isEmpty();
  }
}
