package cloakroom.platform;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Where a program of ours lies, which state of Cloakroom it is, and with which libraries. */
public final class Installation {
  /** A file of the zip alone; without git it is empty. */
  private static final String REVISION = "REVISION";

  /** The libraries that a figure may depend on: what they are, and how their jars are called. */
  private static final List<List<String>> TOLD =
      List.of(
          List.of("drivers", "postgresql", "ojdbc11"),
          List.of("pools", "HikariCP", "ucp", "agroal-pool", "commons-dbcp2", "tomcat-jdbc"),
          List.of("load", "ApacheJMeter_core", "jmh-core"));

  private static final Pattern LIBRARY = Pattern.compile("lib/(.+?)-(\\d.*)\\.jar");

  private static final String EXIT_FILE = "cloakroom.exitFile";

  private Installation() {}

  /** The folder of the jar, or of target/classes, that a class was loaded from. */
  public static Path folder(Class<?> program) {
    try {
      Path code = Path.of(program.getProtectionDomain().getCodeSource().getLocation().toURI());
      return code.toAbsolutePath().getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether the folder is the unpacked zip, in which all programs lie side by side. */
  public static boolean isUnpacked(Path folder) {
    return Files.isRegularFile(folder.resolve(REVISION));
  }

  /** Where results go: beside a jar that was built; with the zip, to where its user works. */
  public static Path results(Path folder) {
    return isUnpacked(folder) ? Path.of("").toAbsolutePath() : folder;
  }

  /** The version of the program, or "development" when it does not run from its jar. */
  public static String version(Class<?> program) {
    String version = program.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** The commit that the zip was made of, or that the folder is checked out at; "-dirty" behind. */
  public static Optional<String> revision(Path folder) {
    try {
      String known =
          isUnpacked(folder) ? Files.readString(folder.resolve(REVISION)) : describe(folder);
      return Optional.of(known.strip()).filter(revision -> !revision.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the commit that the folder is checked out at; empty without git. */
  private static String describe(Path folder) {
    ProcessBuilder git =
        new ProcessBuilder("git", "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*")
            .directory(folder.toFile());
    CommandResult result = CommandResult.of(git, "", Duration.ofSeconds(10));
    return result.succeeded() ? result.output() : "";
  }

  /** What the manifest of a jar puts on its class path; nothing where there is no such jar. */
  public static List<String> libraries(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest() == null ? new Manifest() : file.getManifest();
      String path = manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return path == null ? List.of() : List.of(path.split(" ", -1));
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The lines of {@code --version}, with the drivers and pools that some jars come with. */
  public static String[] versions(Class<?> program, Path... jars) {
    String revision = revision(folder(program)).map(known -> ", revision " + known).orElse("");
    List<String> lines = new ArrayList<>();
    lines.add("Cloakroom " + version(program) + revision);
    lines.add("JDK " + Runtime.version() + ", " + System.getProperty("java.vendor", ""));
    Map<String, String> found = new HashMap<>();
    for (Path jar : jars) {
      libraries(jar).stream()
          .map(LIBRARY::matcher)
          .filter(Matcher::matches)
          .forEach(library -> found.put(library.group(1), library.group(2)));
    }
    for (List<String> kind : TOLD) {
      String named =
          kind.stream()
              .filter(found::containsKey)
              .map(name -> name + " " + found.get(name))
              .collect(Collectors.joining(", "));
      if (!named.isEmpty()) {
        lines.add(kind.get(0) + ": " + named);
      }
    }
    return lines.toArray(String[]::new);
  }

  /** The java of the JDK that runs this program; its children use the same. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * The beginning of a command that runs a class of ours, up to that class: without warnings of
   * later JDKs about native code and Unsafe, which a jar's manifest would turn off, and with
   * numbers written in one way whatever the machine's locale is.
   */
  public static List<String> java(List<String> options, String classPath) {
    List<String> command = new ArrayList<>(List.of(java()));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Dsun.misc.unsafe.memory.access=allow");
    command.addAll(List.of("-Duser.language=en", "-Duser.country=US"));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath));
    return command;
  }

  /** Ends this process with the exit code of its program, or with a message if it cannot load. */
  public static void exitWith(IntSupplier program) {
    exit(code(program));
  }

  /**
   * Ends this process. If the system property {@value EXIT_FILE} names a file, a code other than 0
   * goes there and the process exits with 0: for callers that print a stack trace on other codes.
   */
  public static void exit(int code) {
    System.exit(recorded(code, System.getProperty(EXIT_FILE)));
  }

  private static int code(IntSupplier program) {
    try {
      return program.getAsInt();
    } catch (LinkageError | TypeNotPresentException e) {
      System.err.printf(
          "cannot load %s: either lib/ is not whole, or too few files may be open (ulimit -n: at"
              + " least 1024)%n",
          e.getMessage());
      return 2;
    }
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
