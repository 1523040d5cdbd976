package cloakroom.bench.harness;

import cloakroom.bench.harness.StudyResult.Gap;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.link.LinkCounts;
import cloakroom.link.Relay;
import cloakroom.platform.Password;
import java.util.Optional;

/** A database behind a relay that counts what is asked of it. */
public record CountedDatabase(Relay relay, String user, Password password) implements Database {
  private static final String NO_RELAY =
      "the relay that counts needs a URL that names one host, as in"
          + " jdbc:postgresql://HOST:PORT/DATABASE or jdbc:oracle:thin:@//HOST:PORT/SERVICE";

  /** Opens the relay; the database stays the caller's. */
  public CountedDatabase(Database database) {
    this(Relay.to(database.url()), database.user(), database.password());
  }

  /**
   * Why nothing can be counted at the database of the environment; empty if it can. The line does
   * not show the URL.
   */
  public static Optional<Gap> obstacle() {
    String url = BenchDatabase.urlNamed();
    try (Relay possible = Relay.to(url)) {
      return possible.port() > 0 ? Optional.empty() : Optional.of(Gap.absent("counts", NO_RELAY));
    } catch (EnvironmentException e) {
      return Optional.of(Gap.absent("counts", NO_RELAY));
    }
  }

  /** What was asked since it was opened. */
  public LinkCounts total() {
    return relay.total();
  }

  /** Connections of now. */
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
