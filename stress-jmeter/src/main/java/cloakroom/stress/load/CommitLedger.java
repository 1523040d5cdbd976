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
 * JMeter listener that records the result of each user's commits, to check the rows in the database
 * (plan adf-session). Warm-up commits change the same rows, so they are recorded too. Each row is
 * changed by one user, who sends one request at a time.
 */
final class CommitLedger extends PlanElement implements SampleListener {
  /** JMeter user variables that the listener reads in addition to the columns of samples.jtl. */
  static final String VARIABLES = "rows,stored,mode,value,expected_one,expected_two";

  private static final String COMMIT = " commit";
  private static final String ROLLBACK = " rollback";

  private final transient Map<String, String> tables;
  private final transient Map<String, RowRecord> records = new ConcurrentHashMap<>();

  /** Creates a ledger; {@code tables} has the table that each page changes. */
  CommitLedger(Map<String, String> tables) {
    this.tables = tables;
  }

  @Override
  public void sampleOccurred(SampleEvent event) {
    note(event.getResult(), JMeterContextService.getContext().getVariables());
  }

  static boolean concerns(SampleResult sample) {
    String label = sample.getSampleLabel();
    return label.endsWith(COMMIT) || label.endsWith(ROLLBACK);
  }

  void note(SampleResult sample, JMeterVariables variables) {
    String label = sample.getSampleLabel();
    String row = variables.get("rows");
    String table = concerns(sample) ? tables.get(label.substring(0, label.lastIndexOf(' '))) : null;
    if (table != null
        && row != null
        && variables.get("stored") != null
        && !TransactionController.isFromTransactionController(sample)) {
      records.compute(
          table + " " + row,
          (place, known) -> {
            RowRecord record = known == null ? new RowRecord() : known;
            record.note(label.endsWith(COMMIT), sample.getResponseCode(), variables);
            return record;
          });
    }
  }

  private static String value(JMeterVariables variables, String name) {
    String value = variables.get(name);
    return value == null ? "" : value.replaceAll("^\"|\"$", "");
  }

  void write(Path folder) throws IOException {
    List<LedgerFile.LedgerRow> rows = new ArrayList<>();
    new TreeMap<>(records).forEach((place, record) -> rows.add(record.row(place)));
    LedgerFile.write(TrialFile.LEDGER.in(folder), rows);
  }

  private static final class RowRecord {
    private final Set<String> unsure = new LinkedHashSet<>();
    private long commits;
    private long doubts;
    private long made;
    private String last = "";

    void note(boolean commit, String code, JMeterVariables variables) {
      boolean page = code.startsWith("2");
      // A commit without response may have succeeded, unless even the connect failed.
      boolean lost = code.startsWith("Non HTTP") && !code.matches(".*Connect(Timeout)?Exception.*");
      String outcome = variables.get(SampleColumn.COMMIT.label());
      String error = variables.get(SampleColumn.TIER_ERROR.label());
      String stored = value(variables, "stored");
      List<String> sent =
          List.of(value(variables, "expected_" + variables.get("mode")), value(variables, "value"));
      if (!commit && page) { // the page shows which of the uncertain values is stored
        if (unsure.contains(stored)) {
          made = Math.min(doubts, made + 1);
          last = stored;
        }
        unsure.clear();
      } else if (commit && page && !Headers.COMMIT_NOTHING.equals(outcome)) {
        commits++;
        last = stored;
        unsure.clear();
      } else if (commit && Headers.COMMIT_MADE.equals(outcome)) { // no page shows which value
        commits++;
        unsure.addAll(sent);
      } else if (commit && (lost || "commitInDoubt".equals(error))) {
        doubts++;
        unsure.addAll(sent);
      }
    }

    LedgerFile.LedgerRow row(String place) {
      return new LedgerFile.LedgerRow(place, commits, doubts, made, last, List.copyOf(unsure));
    }
  }
}
