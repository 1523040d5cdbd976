package cloakroom.database.oracle;

import cloakroom.contract.Password;
import java.util.concurrent.CompletableFuture;

/** A container with an Oracle in it: the seam before Docker, as thin as can be. */
interface Container extends AutoCloseable {
  /** What makes containers. */
  @FunctionalInterface
  interface Maker {
    /**
     * One that does not run yet; refused within seconds where none can run, or be kept.
     *
     * @param administrator the password of SYS and SYSTEM
     */
    Container make(OracleSettings settings, Password administrator);
  }

  /** Gets the image if need be and starts the container's first process; does not wait for more. */
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
