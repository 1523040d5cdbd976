package cloakroom.stress.load;

import static cloakroom.stress.process.StressFailure.wrongUse;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Command line of the load engine. */
public final class EngineSettings {
  public static final String WARM_UP_AUTO = "--warm-up-auto";
  public static final String WAIT = "--wait";

  /** JMeter home folder, which {@link JMeterHome} creates. */
  @Option(names = "--home", paramLabel = "DIR", required = true)
  Path home;

  @Option(names = "--plan", paramLabel = "FILE", defaultValue = "")
  Path plan;

  @Option(names = "--out", paramLabel = "DIR", required = true)
  Path out;

  @Option(names = "--dashboard")
  boolean dashboard;

  /** Sends one request at a time, so that the parent counts each. */
  @Option(names = "--count")
  boolean count;

  /** Ends the warm-up by {@link WarmUpEnd}, unless the plan ends it earlier. */
  @Option(names = WARM_UP_AUTO)
  boolean warmUpAuto;

  /** Waits for {@link Events#BEGIN} after reading the plan, while the tier starts. */
  @Option(names = WAIT)
  boolean wait;

  /** Records the responses to commits, to compare them with the database. */
  @Option(names = "--ledger")
  boolean ledger;

  /** Remote engines, each HOST:PORT; none to run the load in this process. */
  @Option(names = "--engines", split = ",")
  List<String> engines = List.of();

  /** Port at which to serve controllers instead of running a trial. */
  @Option(names = "--serve")
  int serve;

  @Option(names = "-J", paramLabel = "name=value")
  Map<String, String> properties = new LinkedHashMap<>();

  static EngineSettings parse(String... arguments) {
    EngineSettings settings = new EngineSettings();
    try {
      new CommandLine(settings).setOverwrittenOptionsAllowed(true).parseArgs(arguments);
    } catch (ParameterException e) {
      throw wrongUse(e.getMessage());
    }
    if (settings.count) { // only this process can order the requests
      settings.engines = List.of();
      settings.dashboard = false;
    }
    settings.home = settings.home.toAbsolutePath().normalize();
    settings.plan = settings.plan.toAbsolutePath().normalize();
    settings.out = settings.out.toAbsolutePath().normalize();
    return settings;
  }
}
