package cloakroom.bench.subject;

import cloakroom.database.DatabasePassword;
import cloakroom.database.EnvironmentException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where PgBouncer is installed, whether its version will do, and how its processes are made. */
final class BouncerProgram {
  /** Packages put it where an ordinary user's path does not lead. */
  private static final List<String> SYSTEM_FOLDERS = List.of("/usr/sbin", "/usr/local/sbin");

  private static final Pattern VERSION = Pattern.compile("PgBouncer\\D*(\\d+)\\.(\\d+)");

  /** The first with SCRAM. */
  private static final int OLDEST_MINOR = 11;

  private static final String INSTALL = "apt-get install pgbouncer";

  private BouncerProgram() {}

  /** Why there is none to run; nothing if there is one. */
  static Optional<String> absence() {
    return found().isEmpty()
        ? Optional.of("no pgbouncer on PATH or in /usr/sbin: " + INSTALL)
        : tooOld(found().get());
  }

  private static Optional<String> tooOld(Path program) {
    String banner = output(List.of(program.toString(), "--version"));
    return absenceByVersion(program.toString(), banner);
  }

  static Optional<String> absenceByVersion(String program, String banner) {
    Matcher version = VERSION.matcher(banner);
    if (!version.find()) {
      return Optional.of(program + " does not tell its version: " + INSTALL);
    }
    int major = Integer.parseInt(version.group(1));
    int minor = Integer.parseInt(version.group(2));
    return major > 1 || minor >= OLDEST_MINOR
        ? Optional.empty()
        : Optional.of(
            "%s is version %d.%d, which has no SCRAM: install 1.%d or later"
                .formatted(program, major, minor, OLDEST_MINOR));
  }

  /** The program; {@link EnvironmentException} with what to install if there is none. */
  static Path required() {
    absence()
        .ifPresent(
            why -> {
              throw new EnvironmentException(why);
            });
    return found().orElseThrow();
  }

  private static Optional<Path> found() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Arrays.stream(path.split(File.pathSeparator)).filter(folder -> !folder.isEmpty()),
            SYSTEM_FOLDERS.stream())
        .map(folder -> Path.of(folder).resolve("pgbouncer"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** PgBouncer is told by its folder how to log on, and its neighbours not at all. */
  static ProcessBuilder child(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().remove(DatabasePassword.VARIABLE);
    return builder;
  }

  /** Runs a short command; its output, or nothing when it cannot be run. */
  static String output(List<String> command) {
    try {
      Process process = child(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      try (InputStream output = process.getInputStream()) {
        return new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
      }
    } catch (IOException | UncheckedIOException e) {
      return "";
    }
  }
}
