package cloakroom.database.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.contract.Password;
import cloakroom.contract.Variables;
import cloakroom.database.EnvironmentException;
import cloakroom.database.oracle.OracleSettings.OracleImage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * How an Oracle in a container is to be started, checked as far as that goes without Docker.
 *
 * @param password of the user {@code cloakroom}; a random one if empty
 * @param unwanted ends the start, and the server, when it completes
 * @param progress gets a line about each thing that takes long or could not be had
 */
public record OracleStart(
    OracleSettings settings,
    Optional<Password> password,
    CompletableFuture<Void> unwanted,
    Consumer<String> progress) {
  /** Oracle before 23ai takes 30 bytes at most. */
  static final int MOST_BYTES = 30;

  /** Checks the password, before minutes are spent on a start. */
  public OracleStart {
    password.ifPresent(given -> requireUsable(given.reveal(), settings.image()));
    if (settings.reuse() && password.isEmpty()) {
      throw new EnvironmentException(
          Variables.ORACLE_REUSE
              + " needs CLOAKROOM_DB_PASSWORD: with a random password no other command could use"
              + " the container");
    }
  }

  private static void requireUsable(String password, OracleImage image) {
    if (password.contains("\"")) {
      throw new EnvironmentException(
          "CLOAKROOM_DB_PASSWORD holds a double quote, which no password of Oracle may: set another");
    }
    int bytes = password.getBytes(UTF_8).length;
    if (image.isExpress() && bytes > MOST_BYTES) {
      throw new EnvironmentException(
          ("CLOAKROOM_DB_PASSWORD has %s bytes, and Oracle XE takes %s at most: set a shorter one,"
                  + " or choose an image of Oracle Free with %s")
              .formatted(bytes, MOST_BYTES, OracleSettings.IMAGE));
    }
  }
}
