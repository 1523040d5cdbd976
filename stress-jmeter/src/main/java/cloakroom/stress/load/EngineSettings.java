package cloakroom.stress.load;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What one trial needs, as its command line says it. */
final class EngineSettings {
  /** JMeter home folder; prepared by {@link JMeterHome} if it is not there yet. */
  @Option(names = "--home", paramLabel = "DIR", required = true)
  Path home;

  @Option(names = "--plan", paramLabel = "FILE", required = true)
  Path plan;

  /** The folder that receives the files of the trial. */
  @Option(names = "--out", paramLabel = "DIR", required = true)
  Path out;

  @Option(names = "--dashboard")
  boolean dashboard;

  @Option(names = "-J", paramLabel = "name=value")
  Map<String, String> properties = new LinkedHashMap<>();

  /**
   * Reads a command line.
   *
   * @throws EngineException if an option is unknown, lacks its value or is missing
   */
  static EngineSettings parse(String... arguments) throws EngineException {
    EngineSettings settings = new EngineSettings();
    try {
      new CommandLine(settings).setOverwrittenOptionsAllowed(true).parseArgs(arguments);
    } catch (ParameterException e) {
      throw new EngineException(e.getMessage());
    }
    settings.home = settings.home.toAbsolutePath().normalize();
    settings.plan = settings.plan.toAbsolutePath().normalize();
    settings.out = settings.out.toAbsolutePath().normalize();
    return settings;
  }
}
