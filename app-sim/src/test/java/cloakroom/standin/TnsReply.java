package cloakroom.standin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What a listener does with a request. */
public final class TnsReply {
  private interface Action {
    /** Answers whether the client is in, and begins its log-on; else the connection closes. */
    boolean on(TnsConnection client) throws IOException;
  }

  private final Action action;

  private TnsReply(Action action) {
    this.action = action;
  }

  boolean give(TnsConnection client) throws IOException {
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
          return false;
        });
  }

  /** Closes the connection without a word. */
  public static TnsReply drop() {
    return new TnsReply(client -> false);
  }

  /** Keeps the connection and says nothing. */
  public static TnsReply silence() {
    return new TnsReply(
        client -> {
          client.staySilent();
          return false;
        });
  }

  /** Takes the client in; where nobody is behind the listener, silence follows. */
  public static TnsReply accept() {
    return new TnsReply(
        client -> {
          client.accept();
          return true;
        });
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
