package cloakroom.stress.load;

import static cloakroom.stress.process.StressFailure.wrongUse;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

public final class EngineSettings {
  public static final String WARM_UP_AUTO = "--warm-up-auto";
  public static final String WAIT = "--wait";
  public static final String CONTACT = "--contact";

  @Option(names = "--home", paramLabel = "DIR", required = true)
  Path home;

  @Option(names = "--plan", paramLabel = "FILE", defaultValue = "")
  Path plan;

  @Option(names = "--out", paramLabel = "DIR", required = true)
  Path out;

  @Option(names = "--dashboard")
  boolean dashboard;

  /**
   * Whether to send one request at a time, so that the parent process can count the database work
   * of each request.
   */
  @Option(names = "--count")
  boolean count;

  /**
   * Whether {@link SampleRecorder.WarmUpEnd} ends the warm-up as soon as service times are stable.
   */
  @Option(names = WARM_UP_AUTO)
  boolean warmUpAuto;

  /** Whether to load the plan, then wait for {@link Events#BEGIN} before any request. */
  @Option(names = WAIT)
  boolean wait;

  /** Tables whose commits {@link CommitLedger} records, by page; empty to record none. */
  @Option(names = "--ledger", paramLabel = "PAGE=TABLE", split = ",")
  Map<String, String> ledger = new LinkedHashMap<>();

  /** JMeter engines on other machines, as HOST:PORT; if empty, this process sends the load. */
  @Option(names = "--engines", split = ",")
  List<String> engines = List.of();

  /** Whether to connect to the remote engines and report them, without a load. */
  @Option(names = CONTACT)
  boolean contact;

  /** Port on which this process serves as a remote engine; 0 to run a trial itself. */
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
