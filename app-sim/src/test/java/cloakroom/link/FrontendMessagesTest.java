package cloakroom.link;

import static cloakroom.link.ClientWords.CANCEL;
import static cloakroom.link.ClientWords.SSL;
import static cloakroom.link.ClientWords.message;
import static cloakroom.link.ClientWords.packet;
import static cloakroom.link.ClientWords.startup;
import static cloakroom.link.ClientWords.together;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FrontendMessagesTest {
  private static final byte[] SESSION =
      together(
          startup(),
          message('p', 40),
          message('Q', 6),
          message('P', 20),
          message('B', 30_000),
          message('D', 2),
          message('E', 5),
          message('S', 0),
          message('B', 8),
          message('E', 5),
          message('S', 0),
          message('X', 0));

  private static FrontendMessages parse(byte[] bytes, int piece) {
    FrontendMessages messages = new FrontendMessages();
    for (int at = 0; at < bytes.length; at += piece) {
      byte[] next = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece));
      messages.read(ByteBuffer.wrap(next));
    }
    return messages;
  }

  private static void assertSession(FrontendMessages messages) {
    assertThat(messages.unknown).isFalse();
    assertThat(messages.parses).isEqualTo(2);
    assertThat(messages.statements).isEqualTo(3);
  }

  @Test
  void messages_inAnyPieces_areCounted() {
    assertSession(parse(SESSION, 1));
    assertSession(parse(SESSION, SESSION.length));
    Random random = new Random(20061);
    for (int i = 0; i < 200; i++) {
      FrontendMessages messages = new FrontendMessages();
      for (int at = 0; at < SESSION.length; ) {
        int length = Math.min(SESSION.length - at, 1 + random.nextInt(50));
        messages.read(ByteBuffer.wrap(Arrays.copyOfRange(SESSION, at, at + length)));
        at += length;
      }
      assertSession(messages);
    }
  }

  @Test
  void onlyTheLengthGiven_isRead() {
    FrontendMessages messages = new FrontendMessages();
    byte[] buffer = together(startup(), message('Q', 3), message('Q', 3));
    messages.read(ByteBuffer.wrap(buffer).limit(startup().length + message('Q', 3).length));
    assertThat(messages.statements).isEqualTo(1);
  }

  @Test
  void refusedEncryptionAndCancelRequest_areKnown() {
    assertSession(parse(together(packet(SSL, ""), SESSION), 3));
    assertThat(parse(packet(CANCEL, "12345678"), 5).unknown).isFalse();
  }

  @Test
  void grantedEncryption_isUnknown() {
    byte[] hello = {0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01};
    FrontendMessages messages = parse(together(packet(SSL, ""), hello), 4);
    assertThat(messages.unknown).isTrue();
    assertThat(messages.awaitsResponse()).isTrue();
  }

  @Test
  void otherProtocols_areUnknownAndCountNothing() {
    byte[] tns = {0, 74, 0, 0, 1, 0, 0, 0, 1, 62, 1, 44, 'P', 'Q', 'E', 'P'};
    byte[] http = "GET / HTTP/1.1\r\nHost: PQEPQE\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    byte[] version2 = packet(2 << 16, "PQE");
    byte[] strange = together(startup(), new byte[] {'~', 0, 0, 0, 4}, message('Q', 1));
    byte[] tooShort = together(startup(), new byte[] {'Q', 0, 0, 0, 3}, message('Q', 1));
    for (byte[] bytes : new byte[][] {tns, http, version2, strange, tooShort}) {
      FrontendMessages messages = parse(bytes, 3);
      assertThat(messages.unknown).as(Arrays.toString(bytes)).isTrue();
      assertThat(messages.parses + messages.statements).isZero();
    }
  }

  @Test
  void awaitsResponse_isTrueAfterAWholeRequestOnly() {
    FrontendMessages messages = new FrontendMessages();
    assertAwaits(messages, startup(), true);
    assertAwaits(messages, message('P', 10), false);
    assertAwaits(messages, new byte[] {'B', 0}, false);
    assertAwaits(messages, new byte[] {0, 0, 6, 1}, false);
    assertAwaits(messages, new byte[] {2}, false);
    assertAwaits(messages, message('S', 0), true);
    assertAwaits(messages, message('Q', 9), true);
    assertAwaits(messages, message('d', 9), false);
    assertAwaits(messages, message('c', 0), true);
  }

  private static void assertAwaits(FrontendMessages messages, byte[] next, boolean expected) {
    messages.read(ByteBuffer.wrap(next));
    assertThat(messages.awaitsResponse()).as(Arrays.toString(next)).isEqualTo(expected);
  }
}
