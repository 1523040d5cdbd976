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

  /** Returns why the database's traffic cannot be counted; empty if it can be counted. */
  public static Optional<Omission> obstacle() {
    try {
      Relay.to(BenchDatabase.environmentUrl()).close();
      return Optional.empty();
    } catch (EnvironmentException e) {
      String required =
          "the counting relay needs a URL with one host: jdbc:postgresql://HOST:PORT/DATABASE or"
              + " jdbc:oracle:thin:@//HOST:PORT/SERVICE";
      return Optional.of(Omission.absent("counts", required));
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
