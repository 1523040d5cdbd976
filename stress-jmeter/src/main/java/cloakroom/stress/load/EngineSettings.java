package cloakroom.stress.load;

import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What one trial needs, as its command line says it. */
public final class EngineSettings {
  public static final String WARM_UP_AUTO = "--warm-up-auto";
  public static final String WAIT = "--wait";

  /** JMeter home folder; prepared by {@link JMeterHome} if it is not there yet. */
  @Option(names = "--home", paramLabel = "DIR", required = true)
  Path home;

  @Option(names = "--plan", paramLabel = "FILE", defaultValue = "")
  Path plan;

  @Option(names = "--out", paramLabel = "DIR", required = true)
  Path out;

  @Option(names = "--dashboard")
  boolean dashboard;

  /** One request at a time, each of which the parent counts: see {@link SequentialScheduler}. */
  @Option(names = "--count")
  boolean count;

  /** Ends the warm-up by {@link WarmUpEnd}, if the plan's is not over before. */
  @Option(names = WARM_UP_AUTO)
  boolean warmUpAuto;

  /** Reads the plan, then waits for {@link Events#BEGIN}: the tier may start meanwhile. */
  @Option(names = WAIT)
  boolean wait;

  /** What users were told of their commits, to be held against the database. */
  @Option(names = "--ledger")
  boolean ledger;

  /** Where the load is made, each as HOST:PORT; here if there is none. */
  @Option(names = "--engines", split = ",")
  List<String> engines = List.of();

  /** Instead of a trial: the port at which others are served. */
  @Option(names = "--serve")
  int serve;

  @Option(names = "-J", paramLabel = "name=value")
  Map<String, String> properties = new LinkedHashMap<>();

  static EngineSettings parse(String... arguments) {
    EngineSettings settings = new EngineSettings();
    try {
      new CommandLine(settings).setOverwrittenOptionsAllowed(true).parseArgs(arguments);
    } catch (ParameterException e) {
      throw StressFailure.wrongUse(e.getMessage());
    }
    if (settings.count) { // one request at a time, so here
      settings.engines = List.of();
      settings.dashboard = false;
    }
    settings.home = settings.home.toAbsolutePath().normalize();
    settings.plan = settings.plan.toAbsolutePath().normalize();
    settings.out = settings.out.toAbsolutePath().normalize();
    return settings;
  }
}
