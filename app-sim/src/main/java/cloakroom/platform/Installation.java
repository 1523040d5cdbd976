package cloakroom.platform;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finder of the program's folder, version, revision and libraries. */
public final class Installation {
  private static final String REVISION = "REVISION"; // in the zip only; empty if built without git
  private static final List<List<String>> VERSIONED =
      List.of(
          List.of("drivers", "postgresql", "ojdbc11"),
          List.of("pools", "HikariCP", "ucp", "agroal-pool", "commons-dbcp2", "tomcat-jdbc"),
          List.of("load", "ApacheJMeter_core", "jmh-core"));
  private static final Pattern LIBRARY = Pattern.compile("lib/(.+?)-(\\d.*)\\.jar");
  private static final String EXIT_FILE = "cloakroom.exitFile";

  private Installation() {}

  /** Returns the folder that contains the class's jar or classes folder. */
  public static Path folder(Class<?> program) {
    try {
      Path code = Path.of(program.getProtectionDomain().getCodeSource().getLocation().toURI());
      return code.toAbsolutePath().getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public static boolean isUnpacked(Path folder) {
    return Files.isRegularFile(folder.resolve(REVISION));
  }

  /** Returns the results folder: {@code folder} in a source tree, else the working directory. */
  public static Path results(Path folder) {
    return isUnpacked(folder) ? Path.of("").toAbsolutePath() : folder;
  }

  public static String version(Class<?> program) {
    String version = program.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** Returns the program's git commit, with "-dirty" if files differ; empty if unknown. */
  public static Optional<String> revision(Path folder) {
    try {
      if (isUnpacked(folder)) {
        String revision = Files.readString(folder.resolve(REVISION)).strip();
        return Optional.of(revision).filter(known -> !known.isEmpty());
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    ProcessBuilder git =
        new ProcessBuilder("git", "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*");
    CommandResult result =
        CommandResult.of(git.directory(folder.toFile()), "", Duration.ofSeconds(10));
    return Optional.of(result.output()).filter(known -> result.succeeded() && !known.isEmpty());
  }

  public static List<String> libraries(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest() == null ? new Manifest() : file.getManifest();
      String path = manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return path == null ? List.of() : List.of(path.split(" ", -1));
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Returns the lines that {@code --version} prints: program, JDK, and libraries of the jars. */
  public static String[] versions(Class<?> program, Path... jars) {
    String revision = revision(folder(program)).map(known -> ", revision " + known).orElse("");
    List<String> lines = new ArrayList<>();
    lines.add("Cloakroom " + version(program) + revision);
    lines.add("JDK " + Runtime.version() + ", " + System.getProperty("java.vendor", ""));
    Map<String, String> found = new HashMap<>();
    Arrays.stream(jars)
        .flatMap(jar -> libraries(jar).stream())
        .map(LIBRARY::matcher)
        .filter(Matcher::matches)
        .forEach(library -> found.put(library.group(1), library.group(1) + " " + library.group(2)));
    for (List<String> kind : VERSIONED) {
      String named =
          kind.stream().map(found::get).filter(Objects::nonNull).collect(Collectors.joining(", "));
      if (!named.isEmpty()) {
        lines.add(kind.get(0) + ": " + named);
      }
    }
    return lines.toArray(String[]::new);
  }

  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  public static List<String> java(List<String> options, String classPath) {
    List<String> command = new ArrayList<>(List.of(java(), "--enable-native-access=ALL-UNNAMED"));
    command.add("-Dsun.misc.unsafe.memory.access=allow");
    command.addAll(List.of("-Duser.language=en", "-Duser.country=US"));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath));
    return command;
  }

  /** Runs a program and exits with its exit code, or with 2 if a class cannot be loaded. */
  public static void exitWith(IntSupplier program) {
    int code;
    try {
      code = program.getAsInt();
    } catch (LinkageError | TypeNotPresentException e) {
      System.err.println(
          "cannot load "
              + e.getMessage()
              + ": either lib/ is incomplete, or the limit of open files"
              + " is too low (ulimit -n: at least 1024)");
      code = 2;
    }
    exit(code);
  }

  /**
   * Ends this process. If the property {@value EXIT_FILE} names a file, writes a non-zero code to
   * that file and exits with 0, because some callers print a stack trace for a non-zero exit code.
   */
  public static void exit(int code) {
    System.exit(recorded(code, System.getProperty(EXIT_FILE)));
  }

  static int recorded(int code, String file) {
    if (code == 0 || file == null) {
      return code;
    }
    try {
      Files.writeString(Path.of(file), "exit.code=" + code);
      return 0;
    } catch (IOException e) {
      System.err.println("cannot write " + file + ": " + OneLine.why(e));
      return code;
    }
  }
}
