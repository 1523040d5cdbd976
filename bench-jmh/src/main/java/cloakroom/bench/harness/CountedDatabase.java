package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.link.Relay;
import cloakroom.platform.Password;
import java.util.Optional;

/** Database behind a relay that counts round trips and bytes. */
public record CountedDatabase(Relay relay, String user, Password password) implements Database {
  public CountedDatabase(Database database) {
    this(Relay.to(database.url()), database.user(), database.password());
  }

  /**
   * Returns why no relay can reach the database; empty if one can.
   *
   * @param what name of the part that needs the relay
   */
  public static Optional<Omission> obstacle(String what) {
    try {
      Relay.to(BenchDatabase.environmentUrl()).close();
      return Optional.empty();
    } catch (EnvironmentException e) {
      String required =
          "a relay needs a URL with one host: jdbc:postgresql://HOST:PORT/DATABASE or"
              + " jdbc:oracle:thin:@//HOST:PORT/SERVICE";
      return Optional.of(Omission.absent(what, required));
    }
  }

  public int open() {
    return relay.links().size();
  }

  @Override
  public String url() {
    return relay.url();
  }

  @Override
  public void close() {
    relay.close();
  }
}
