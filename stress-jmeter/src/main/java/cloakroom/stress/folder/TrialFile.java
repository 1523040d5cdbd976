package cloakroom.stress.folder;

import java.nio.file.Path;

/** The files in the folder of one trial. */
public enum TrialFile {
  /** The first page of JMeter's own report. */
  DASHBOARD_PAGE("dashboard/index.html"),
  /** A row for each request and each transaction, by JMeter. */
  SAMPLES("samples.jtl"),
  /** Times from when requests were due, as a log of histograms. */
  RESPONSE_TIMES("response.hlog"),
  /** Times from when requests were sent, as a log of histograms. */
  SERVICE_TIMES("service.hlog"),
  /** A row for each second: engine, tier, database and processes. */
  SERIES("series.csv"),
  /** A row for each second: what the database server tells of itself. */
  SERVER("server.csv"),
  /** What users were told of their commits, in a trial with faults. */
  LEDGER("ledger.json"),
  /** What tier, database and engine counted. */
  COUNTERS("counters.json"),
  /** What each of several nodes counted. */
  NODES("nodes"),
  LOGS("logs"),
  /** JMeter's own report. */
  DASHBOARD("dashboard"),
  /** What JMeter leaves while it writes its report. */
  DASHBOARD_SCRATCH("dashboard-scratch"),
  ENGINE_LOG("logs/jmeter.log");

  private final String place;

  TrialFile(String place) {
    this.place = place;
  }

  public Path in(Path trialFolder) {
    return trialFolder.resolve(place);
  }

  /** The folder of a trial in the folder of its run. */
  public static Path folder(Path run, String trial) {
    return run.resolve("trials").resolve(trial);
  }
}
