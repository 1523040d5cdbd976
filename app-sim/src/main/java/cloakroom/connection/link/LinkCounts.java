package cloakroom.connection.link;

/**
 * What passed a relay, on one link or on all of them.
 *
 * @param connects links that reached the database
 * @param bytesSent bytes to the database
 * @param bytesReceived bytes from the database
 * @param roundTrips bursts to the database that were followed by an answer; one that is answered
 *     while it is still being sent counts once
 * @param parses Parse messages (PostgreSQL's extended protocol)
 * @param queries Query messages (PostgreSQL's simple protocol); the database parses each of them
 *     too
 * @param executes Execute messages (PostgreSQL's extended protocol)
 * @param unread links whose messages could not be told apart (another database, or encrypted): they
 *     are in the bytes and round trips, and not in the messages
 */
public record LinkCounts(
    long connects,
    long bytesSent,
    long bytesReceived,
    long roundTrips,
    long parses,
    long queries,
    long executes,
    long unread) {
  static final LinkCounts NONE = new LinkCounts(0, 0, 0, 0, 0, 0, 0, 0);

  /** What was counted after {@code earlier}, an older state of the same counts. */
  public LinkCounts since(LinkCounts earlier) {
    return new LinkCounts(
        connects - earlier.connects,
        bytesSent - earlier.bytesSent,
        bytesReceived - earlier.bytesReceived,
        roundTrips - earlier.roundTrips,
        parses - earlier.parses,
        queries - earlier.queries,
        executes - earlier.executes,
        unread - earlier.unread);
  }

  LinkCounts plus(LinkCounts other) {
    return new LinkCounts(
        connects + other.connects,
        bytesSent + other.bytesSent,
        bytesReceived + other.bytesReceived,
        roundTrips + other.roundTrips,
        parses + other.parses,
        queries + other.queries,
        executes + other.executes,
        unread + other.unread);
  }
}
