package cloakroom.database.oracle;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * How an Oracle in a container is to be started, checked as far as that goes without Docker.
 *
 * @param settings which image, and how
 * @param password of the user {@code cloakroom}; a random one if empty
 * @param unwanted ends the start, and the server, when it completes
 * @param progress gets a line about each thing that takes long or could not be had
 */
public record OracleStart(
    OracleSettings settings,
    Optional<Password> password,
    CompletableFuture<Void> unwanted,
    Consumer<String> progress) {
  /**
   * Checks the password.
   *
   * @throws EnvironmentException in one line without it
   */
  public OracleStart {
    password.ifPresent(given -> OraclePasswords.requireUsable(given, settings.image()));
    if (settings.reuse() && password.isEmpty()) {
      throw new EnvironmentException(
          OracleSetting.REUSE.option()
              + " needs CLOAKROOM_DB_PASSWORD: with a random password no other command could use"
              + " the container");
    }
  }
}
