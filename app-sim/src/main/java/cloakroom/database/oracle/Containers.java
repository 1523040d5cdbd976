package cloakroom.database.oracle;

import cloakroom.database.Password;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What runs containers: the seam before Docker, as thin as can be. */
interface Containers {
  /**
   * Which container: all that is decided before Docker is spoken to.
   *
   * @param environment of its first process
   */
  record Order(OracleSettings settings, Map<String, String> environment) {
    /**
     * Oracle as the settings want it. The application's user is not the image's business: it would
     * pass the password on as an argument, for every process list to show.
     *
     * @param administrator the password of SYS and SYSTEM
     */
    static Order of(OracleSettings settings, Password administrator) {
      Map<String, String> environment =
          settings.isServiceOfItsOwn()
              ? Map.of(
                  "ORACLE_PASSWORD", administrator.reveal(), "ORACLE_DATABASE", settings.service())
              : Map.of("ORACLE_PASSWORD", administrator.reveal());
      return new Order(settings, environment);
    }

    /** Leaves the environment's values out, because one is a password. */
    @Override
    public String toString() {
      return settings + " " + environment.keySet();
    }
  }

  /** A container that does not run yet; refused within seconds where none can run, or be kept. */
  One create(Order order);

  /** One container. */
  interface One extends AutoCloseable {
    /**
     * Gets the image if need be and starts the container's first process; does not wait for more.
     */
    void start();

    /** Whether its first process runs. */
    boolean isRunning();

    /** Everything that it has written so far; empty when that cannot be had. */
    String log();

    /** The end of its log in one line, fit to be shown: short, and without these passwords. */
    default String lastLines(Password... secrets) {
      String shown = log();
      for (Password secret : secrets) {
        shown = secret.hiddenIn(shown);
      }
      List<String> lines =
          shown
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty())
              .map(line -> line.length() <= 160 ? line : line.substring(0, 160) + "…")
              .toList();
      return lines.isEmpty()
          ? "it wrote nothing"
          : "its last lines: "
              + String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    }

    /** Where its port is reached from this machine, as HOST:PORT. */
    String address();

    /** Its identity, as Docker knows it; null as long as there is no container. */
    String id();

    /** Completes when its first process ends, or when nobody can tell any more. */
    CompletableFuture<Void> ended();

    /** Stops and removes it, unless it was ordered for reuse; harmless in mid-start and twice. */
    @Override
    void close();
  }
}
