package cloakroom.link;

/**
 * What passed a relay, on one link or on all of them.
 *
 * @param connects links that reached the database
 * @param bytesSent bytes to the database
 * @param bytesReceived bytes from the database
 * @param roundTrips bursts to the database that were followed by an answer; one that is answered
 *     while it is still being sent counts once
 * @param parses statements that PostgreSQL has parsed: Parse and Query messages
 * @param statements that it has executed: Execute and Query messages
 * @param unread links whose messages could not be told apart (another database, or encrypted): they
 *     are in the bytes and round trips, and not in the messages
 * @param redirects links whose client was sent to another address (by an Oracle listener), past the
 *     relay
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

  /** What was counted after {@code earlier}, an older state of the same counts. */
  public LinkCounts since(LinkCounts earlier) {
    return plus(earlier, -1);
  }

  LinkCounts plus(LinkCounts other) {
    return plus(other, 1);
  }

  private LinkCounts plus(LinkCounts other, int times) {
    return new LinkCounts(
        connects + times * other.connects,
        bytesSent + times * other.bytesSent,
        bytesReceived + times * other.bytesReceived,
        roundTrips + times * other.roundTrips,
        parses + times * other.parses,
        statements + times * other.statements,
        unread + times * other.unread,
        redirects + times * other.redirects);
  }
}
