package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.link.LinkCounts;
import cloakroom.link.Relay;
import cloakroom.platform.Password;
import java.util.Optional;

/** Database behind a relay that counts its traffic. */
public record CountedDatabase(Relay relay, String user, Password password) implements Database {
  /** Opens the relay; the caller keeps and closes the database. */
  public CountedDatabase(Database database) {
    this(Relay.to(database.url()), database.user(), database.password());
  }

  /** Returns why the traffic of the run's database cannot be counted, without its URL. */
  public static Optional<Omission> obstacle() {
    try (Relay possible = Relay.to(BenchDatabase.environmentUrl())) {
      if (possible.port() > 0) {
        return Optional.empty();
      }
    } catch (EnvironmentException e) {
      // the relay cannot parse the URL
    }
    return Optional.of(
        Omission.absent(
            "counts",
            "the counting relay needs a URL with one host: jdbc:postgresql://HOST:PORT/DATABASE or"
                + " jdbc:oracle:thin:@//HOST:PORT/SERVICE"));
  }

  public LinkCounts total() {
    return relay.total();
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
