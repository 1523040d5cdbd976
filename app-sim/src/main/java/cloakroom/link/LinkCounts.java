package cloakroom.link;

/**
 * Counters of one proxied connection, or of all connections of a relay.
 *
 * @param connects connections that reached the database
 * @param roundTrips bursts of bytes to the database that were followed by a response
 * @param parses Parse and Query messages to PostgreSQL
 * @param statements Execute and Query messages to PostgreSQL
 * @param unread connections whose messages the relay cannot read: not PostgreSQL, or encrypted
 * @param redirects connections whose client an Oracle listener sent to another address
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

  /** Returns how much each counter has increased since {@code earlier}. */
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
