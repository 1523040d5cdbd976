package cloakroom.stress.load;

import cloakroom.contract.Headers;
import cloakroom.stress.folder.LedgerFile;
import cloakroom.stress.folder.SampleColumn;
import cloakroom.stress.folder.TrialFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.jmeter.control.TransactionController;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.threads.JMeterVariables;

/**
 * Keeps what users of the plan adf-session were told of their commits, warm-up included: it changes
 * the same rows. A row belongs to one user, whose requests follow each other.
 */
final class CommitLedger extends PlanElement implements SampleListener {
  /** The variables of a user that it reads, beside the columns of samples.jtl. */
  static final String VARIABLES = "rows,stored,mode,value,expected_one,expected_two";

  private static final String COMMIT = " commit";
  private static final String ROLLBACK = " rollback";

  private final transient Map<String, Account> accounts = new ConcurrentHashMap<>();

  @Override
  public void sampleOccurred(SampleEvent event) {
    note(event.getResult(), JMeterContextService.getContext().getVariables());
  }

  /** Whether it ends a transaction of the database. */
  static boolean concerns(SampleResult sample) {
    String label = sample.getSampleLabel();
    return label.endsWith(COMMIT) || label.endsWith(ROLLBACK);
  }

  /** Notes what the user with these variables was told. */
  void note(SampleResult sample, JMeterVariables variables) {
    String label = sample.getSampleLabel();
    String row = variables.get("rows");
    if (concerns(sample)
        && row != null
        && variables.get("stored") != null
        && !TransactionController.isFromTransactionController(sample)) {
      accounts.compute(
          label.substring(0, label.lastIndexOf(' ')) + " " + row,
          (place, known) -> {
            Account account = known == null ? new Account() : known;
            account.note(label.endsWith(COMMIT), sample.getResponseCode(), variables);
            return account;
          });
    }
  }

  /** A request that could not even connect has done nothing. */
  private static boolean unanswered(String code) {
    return code.startsWith("Non HTTP")
        && !code.contains("ConnectException")
        && !code.contains("ConnectTimeoutException");
  }

  /** Without the quotation marks of an answer. */
  private static String value(JMeterVariables variables, String name) {
    String value = variables.get(name);
    return value == null ? "" : value.replaceAll("^\"|\"$", "");
  }

  void write(Path folder) throws IOException {
    List<LedgerFile.LedgerRow> rows = new ArrayList<>();
    new TreeMap<>(accounts).forEach((place, account) -> rows.add(account.row(place)));
    LedgerFile.write(TrialFile.LEDGER.in(folder), rows);
  }

  /** What is known of one row; the map lets one user at a time change it. */
  private static final class Account {
    private final Set<String> unsure = new LinkedHashSet<>();
    private long commits;
    private long doubts;
    private long made;
    private String last = "";

    void note(boolean commit, String code, JMeterVariables variables) {
      boolean page = code.startsWith("2");
      String became = variables.get(SampleColumn.COMMIT.label());
      String error = variables.get(SampleColumn.TIER_ERROR.label());
      String stored = value(variables, "stored");
      List<String> sent =
          List.of(value(variables, "expected_" + variables.get("mode")), value(variables, "value"));
      if (!commit && page) { // what is stored settles the doubt
        if (unsure.contains(stored)) {
          made = Math.min(doubts, made + 1);
          last = stored;
        }
        unsure.clear();
      } else if (commit && page && !Headers.COMMIT_NOTHING.equals(became)) {
        commits++;
        last = stored;
        unsure.clear();
      } else if (commit && Headers.COMMIT_MADE.equals(became)) { // without a page that says which
        commits++;
        unsure.addAll(sent);
      } else if (commit && (unanswered(code) || "commitInDoubt".equals(error))) {
        doubts++;
        unsure.addAll(sent);
      }
    }

    LedgerFile.LedgerRow row(String place) {
      return new LedgerFile.LedgerRow(place, commits, doubts, made, last, List.copyOf(unsure));
    }
  }
}
