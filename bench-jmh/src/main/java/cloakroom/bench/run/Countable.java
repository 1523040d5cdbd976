package cloakroom.bench.run;

import cloakroom.bench.BenchDatabase;
import cloakroom.connection.link.Relay;
import cloakroom.database.EnvironmentException;
import java.util.Optional;

/** Whether the relay that counts can stand before the database. */
final class Countable {
  private static final String NO_RELAY =
      "counts absent: the relay that counts needs a URL that names one host, as in"
          + " jdbc:postgresql://HOST:PORT/DATABASE or jdbc:oracle:thin:@//HOST:PORT/SERVICE";

  private Countable() {}

  /**
   * Why nothing can be counted; empty if it can. The line does not show the URL.
   *
   * @throws EnvironmentException if the environment names no database
   */
  static Optional<String> obstacle() {
    String url = BenchDatabase.urlNamed();
    try (Relay possible = Relay.to(url)) {
      return possible.port() > 0 ? Optional.empty() : Optional.of(NO_RELAY);
    } catch (EnvironmentException e) {
      return Optional.of(NO_RELAY);
    }
  }
}
