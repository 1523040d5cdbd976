package cloakroom.database.oracle;

import cloakroom.database.EnvironmentException;
import java.util.concurrent.CompletableFuture;

/** What runs containers: the seam before Docker, as thin as can be. */
interface Containers {
  /**
   * Finds out, within seconds, whether containers can be run here.
   *
   * @throws EnvironmentException in one line that says what was tried and what can be done
   */
  void requireReachable();

  /**
   * Finds out whether a container can be kept for the next command.
   *
   * @throws EnvironmentException in one line that says how that is allowed
   */
  void requireReuse();

  /** A container that does not run yet. */
  One create(ContainerOrder order);

  /** One container. */
  interface One extends AutoCloseable {
    /**
     * Gets the image if need be and starts the container's first process; does not wait for more.
     *
     * @throws EnvironmentException in one line, if that cannot be
     */
    void start();

    /** Whether its first process runs. */
    boolean isRunning();

    /** Everything that it has written so far; empty when that cannot be had. */
    String log();

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
