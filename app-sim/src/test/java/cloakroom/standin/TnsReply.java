package cloakroom.standin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What a listener does with a request. */
@FunctionalInterface
public interface TnsReply {
  /** Whether the client is in now, and begins its log-on; else its connection closes. */
  boolean give(TnsConnection client) throws IOException;

  /** Refuses with an Oracle error, for instance 12520. */
  static TnsReply refuse(int code) {
    byte[] text =
        "(DESCRIPTION=(TMP=)(VSNNUM=0)(ERR=%d)(ERROR_STACK=(ERROR=(CODE=%d)(EMFI=4))))"
            .formatted(code, code)
            .getBytes(StandardCharsets.US_ASCII);
    ByteBuffer body = ByteBuffer.allocate(4 + text.length);
    body.put((byte) 0x22).put((byte) 0).putShort((short) text.length).put(text);
    return client -> {
      client.write(TnsConnection.REFUSE, body.array());
      return false;
    };
  }

  /** Closes the connection without a word. */
  static TnsReply drop() {
    return client -> false;
  }

  /** Keeps the connection and says nothing. */
  static TnsReply silence() {
    return client -> {
      client.staySilent();
      return false;
    };
  }

  /** Takes the client in; where nobody is behind the listener, silence follows. */
  static TnsReply accept() {
    return client -> {
      client.accept();
      return true;
    };
  }
}
