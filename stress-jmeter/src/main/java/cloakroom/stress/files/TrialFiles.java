package cloakroom.stress.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of one trial.
 *
 * @param folder the trial's folder
 */
public record TrialFiles(Path folder) {
  /** The folder of this trial in the folder of its run. */
  public static TrialFiles of(Path run, String trial) {
    return new TrialFiles(run.resolve("trials").resolve(trial));
  }

  /** A row for each request and each transaction, by JMeter. */
  public Path samples() {
    return folder.resolve("samples.jtl");
  }

  /** Times from when requests were due, as a log of histograms. */
  public Path responseTimes() {
    return folder.resolve("response.hlog");
  }

  /** Times from when requests were sent, as a log of histograms. */
  public Path serviceTimes() {
    return folder.resolve("service.hlog");
  }

  /** JMeter's own report. */
  public Path dashboard() {
    return folder.resolve("dashboard");
  }

  /** What JMeter leaves while it writes its report. */
  public Path dashboardScratch() {
    return folder.resolve("dashboard-scratch");
  }

  /** A row for each second: engine, tier, database and processes. */
  public Path series() {
    return folder.resolve("series.csv");
  }

  /** A row for each second: what the database server tells of itself. */
  public Path server() {
    return folder.resolve("server.csv");
  }

  /** What tier, database and engine counted. */
  public Path counters() {
    return folder.resolve("counters.json");
  }

  /** What each of several nodes counted. */
  public Path nodes() {
    return folder.resolve("nodes");
  }

  /** The logs of all processes. */
  public Path logs() {
    return folder.resolve("logs");
  }

  /** JMeter's log. */
  public Path engineLog() {
    return logs().resolve("jmeter.log");
  }

  /** What a reader of the report may want to open, as far as it is there; folders come last. */
  List<Path> links() {
    return Stream.of(
            dashboard().resolve("index.html"),
            samples(),
            responseTimes(),
            serviceTimes(),
            series(),
            server(),
            counters(),
            nodes(),
            logs())
        .filter(Files::exists)
        .toList();
  }
}
