package cloakroom.bench.family.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.family.http.Line.HttpAnswer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HttpAnswerTest {
  private static final String WHOLE =
      "HTTP/1.1 200 OK\r\nDate: today\r\nContent-Length: 12\r\nX: y\r\n\r\n{\"a\":\"b\\n\"}.";

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void answer_isCompleteWithItsLastByte() throws IOException {
    for (int length = 0; length < WHOLE.length(); length++) {
      assertThat(HttpAnswer.isComplete(bytes(WHOLE.substring(0, length))))
          .as("%d", length)
          .isFalse();
    }
    assertThat(HttpAnswer.isComplete(bytes(WHOLE))).isTrue();
    assertThat(HttpAnswer.isComplete(bytes(WHOLE.replace("Content-Length", "content-LENGTH"))))
        .isTrue();
  }

  @Test
  void anythingButSuccess_isAFailure() {
    assertThatThrownBy(() -> HttpAnswer.isComplete(bytes(WHOLE.replace("200 OK", "409 No"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("409 No");
    assertThatThrownBy(
            () -> HttpAnswer.isComplete(bytes("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Content-Length");
  }
}
