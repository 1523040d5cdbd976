package cloakroom.stress.folder;

import java.nio.file.Path;

/** File or folder in the folder of one trial. */
public enum TrialFile {
  DASHBOARD_PAGE("dashboard/index.html"),
  /** Row for each request and each transaction, written by JMeter. */
  SAMPLES("samples.jtl"),
  /** Row for each second: engine, tier, database and processes. */
  SERIES("series.csv"),
  /** Row for each second: metrics of the database server. */
  SERVER("server.csv"),
  /** Responses to commits, in a trial with faults. */
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
