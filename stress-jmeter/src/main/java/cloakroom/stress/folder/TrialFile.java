package cloakroom.stress.folder;

import java.nio.file.Path;

/** Name of a file or folder that each trial writes into its own folder. */
public enum TrialFile {
  DASHBOARD_PAGE("dashboard/index.html"),
  /** JMeter's results, with a row for each request and for each transaction controller. */
  SAMPLES("samples.jtl"),
  /** Metrics of load engine, application tier, database and processes for each second. */
  SERIES("series.csv"),
  SERVER("server.csv"),
  /** Commits that responses confirmed. A later check compares them with the stored rows. */
  LEDGER("ledger.json"),
  COUNTERS("counters.json"),
  NODES("nodes"),
  LOGS("logs"),
  DASHBOARD("dashboard"),
  DASHBOARD_SCRATCH("dashboard-scratch"),
  ENGINE_LOG("logs/jmeter.log");

  private final String place;

  TrialFile(String place) {
    this.place = place;
  }

  public Path in(Path trialFolder) {
    return trialFolder.resolve(place);
  }

  public static Path folder(Path run, String trial) {
    return run.resolve("trials").resolve(trial);
  }
}
