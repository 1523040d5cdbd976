package cloakroom.connection.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** Counts what passes one link; both directions write here before they pass it on. */
final class Tally {
  @GuardedBy("this")
  private final FrontendMessages messages = new FrontendMessages();

  @GuardedBy("this")
  private boolean connected;

  @GuardedBy("this")
  private long bytesSent;

  @GuardedBy("this")
  private long bytesReceived;

  @GuardedBy("this")
  private long roundTrips;

  @GuardedBy("this")
  private boolean asked;

  /** The database has accepted the link. */
  synchronized void connect() {
    connected = true;
  }

  /** Bytes go to the database. */
  synchronized void sent(byte[] bytes, int length) {
    bytesSent += length;
    messages.read(bytes, length);
    asked = true;
  }

  /** Bytes come from the database. */
  synchronized void received(int length) {
    bytesReceived += length;
    if (asked && messages.awaitsAnswer()) {
      roundTrips++;
      asked = false;
    }
  }

  synchronized LinkCounts counts() {
    return new LinkCounts(
        connected ? 1 : 0,
        bytesSent,
        bytesReceived,
        roundTrips,
        messages.parses(),
        messages.queries(),
        messages.executes(),
        messages.isUnknown() ? 1 : 0);
  }
}
