package cloakroom.bench.study;

import cloakroom.bench.study.StudyState.Counts;
import cloakroom.connection.link.LinkCounts;
import cloakroom.connection.link.Relay;
import cloakroom.database.Database;
import cloakroom.database.Password;

/** A database behind a relay that counts what a protocol asks of it. */
final class CountedDatabase implements Database {
  private final Database database;
  private final Relay relay;
  private LinkCounts before;
  private int linksBefore;

  /** Opens the relay; the database stays the caller's. */
  CountedDatabase(Database database) {
    this.database = database;
    this.relay = Relay.to(database.url());
  }

  void start() {
    linksBefore = relay.links().size();
    before = relay.total();
  }

  void stop(Counts counts) {
    LinkCounts all = relay.total();
    LinkCounts since = all.since(before);
    counts.roundTrips = since.roundTrips();
    counts.bytesSent = since.bytesSent();
    counts.bytesReceived = since.bytesReceived();
    counts.connects = linksBefore + since.connects();
    counts.parses = all.unread() > 0 ? Double.NaN : since.parses() + since.queries();
  }

  @Override
  public String url() {
    return relay.url();
  }

  @Override
  public String user() {
    return database.user();
  }

  @Override
  public Password password() {
    return database.password();
  }

  @Override
  public void close() {
    relay.close();
  }
}
