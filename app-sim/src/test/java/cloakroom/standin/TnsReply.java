package cloakroom.standin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What a listener does with a request. */
public final class TnsReply {
  /** How it goes on. */
  enum Then {
    /** The client asks once more, on the same connection. */
    ASKS_AGAIN,
    /** The client is in, and begins its log-on. */
    IS_IN,
    /** The connection closes. */
    OVER
  }

  private interface Action {
    Then on(TnsConnection client) throws IOException;
  }

  private final Action action;

  private TnsReply(Action action) {
    this.action = action;
  }

  Then give(TnsConnection client) throws IOException {
    return action.on(client);
  }

  /** Refuses with an Oracle error, for instance 12520. */
  public static TnsReply refuse(int code) {
    String reason =
        "(DESCRIPTION=(TMP=)(VSNNUM=0)(ERR=%d)(ERROR_STACK=(ERROR=(CODE=%d)(EMFI=4))))"
            .formatted(code, code);
    byte[] text = ascii(reason);
    ByteBuffer body = ByteBuffer.allocate(4 + text.length);
    body.put((byte) 0x22).put((byte) 0).putShort((short) text.length).put(text);
    return new TnsReply(
        client -> {
          client.write(TnsConnection.REFUSE, body.array());
          return Then.OVER;
        });
  }

  /** Sends the client to another port of 127.0.0.1. */
  public static TnsReply redirect(int port) {
    byte[] text = ascii("(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=" + port + "))");
    ByteBuffer body = ByteBuffer.allocate(2 + text.length).putShort((short) text.length).put(text);
    return new TnsReply(
        client -> {
          client.write(TnsConnection.REDIRECT, body.array());
          return Then.OVER;
        });
  }

  /** Wants the request once more. */
  public static TnsReply resend() {
    return new TnsReply(
        client -> {
          client.write(TnsConnection.RESEND, new byte[0]);
          return Then.ASKS_AGAIN;
        });
  }

  /** Closes the connection without a word. */
  public static TnsReply drop() {
    return new TnsReply(client -> Then.OVER);
  }

  /** Closes the connection by a TCP reset. */
  public static TnsReply reset() {
    return new TnsReply(
        client -> {
          client.reset();
          return Then.OVER;
        });
  }

  /** Keeps the connection and says nothing. */
  public static TnsReply silence() {
    return new TnsReply(
        client -> {
          client.staySilent();
          return Then.OVER;
        });
  }

  /** Takes the client in; where nobody is behind the listener, silence follows. */
  public static TnsReply accept() {
    return new TnsReply(
        client -> {
          client.accept();
          return Then.IS_IN;
        });
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
