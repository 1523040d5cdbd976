package cloakroom.link;

/**
 * Counters of one link or of all links of a relay.
 *
 * @param connects links that reached the database
 * @param bytesSent bytes to the database
 * @param bytesReceived bytes from the database
 * @param roundTrips bursts to the database that were followed by a response; one with a response
 *     before its end counts once
 * @param parses statements that PostgreSQL parsed: Parse and Query messages
 * @param statements statements that PostgreSQL executed: Execute and Query messages
 * @param unread links whose messages cannot be parsed (another database, or encrypted): only their
 *     bytes and round trips are counted
 * @param redirects links whose client an Oracle listener sent to another address, past the relay
 */
public record LinkCounts(
    long connects,
    long bytesSent,
    long bytesReceived,
    long roundTrips,
    long parses,
    long statements,
    long unread,
    long redirects) {
  static final LinkCounts NONE = new LinkCounts(0, 0, 0, 0, 0, 0, 0, 0);

  /** Returns the difference to {@code earlier}, an older state of the same counters. */
  public LinkCounts since(LinkCounts earlier) {
    return plus(earlier, -1);
  }

  LinkCounts plus(LinkCounts other) {
    return plus(other, 1);
  }

  private LinkCounts plus(LinkCounts other, int sign) {
    return new LinkCounts(
        connects + sign * other.connects,
        bytesSent + sign * other.bytesSent,
        bytesReceived + sign * other.bytesReceived,
        roundTrips + sign * other.roundTrips,
        parses + sign * other.parses,
        statements + sign * other.statements,
        unread + sign * other.unread,
        redirects + sign * other.redirects);
  }
}
