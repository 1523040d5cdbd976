package cloakroom.bench.family.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import cloakroom.http.TierServer;
import java.io.IOException;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LineTest {
  private static final String WHOLE =
      "HTTP/1.1 200 OK\r\nDate: today\r\nContent-Length: 12\r\nX: y\r\n\r\n{\"a\":\"b\\n\"}.";

  /** The numbers of users and sessions differ in length. */
  private static final int DIGITS = 8;

  @ParameterizedTest
  @EnumSource
  void bothServers_answerTheSameRequests(Script script) throws Exception {
    Server bare = BareServer.listening();
    try (TierServer tier = TierUnderLoad.noop();
        Line ofTier = new Line(tier.port(), 1, script);
        Line ofBare = new Line(bare.getURI().getPort(), 1, script)) {
      for (int request = 0; request < 5; request++) {
        ofTier.request();
        ofBare.request();
        assertThat(ofTier.body().length).isCloseTo(ofBare.body().length, within(DIGITS));
      }
    } finally {
      bare.stop();
    }
  }

  @Test
  void stoppedServer_isAFailure() throws Exception {
    TierServer tier = TierUnderLoad.noop();
    try (Line line = new Line(tier.port(), 1, Script.OPEN)) {
      line.request();
      tier.close();

      assertThatThrownBy(line::request).isInstanceOf(IOException.class);
    }
  }

  @Test
  void answer_isCompleteWithItsLastByte() throws IOException {
    for (int length = 0; length < WHOLE.length(); length++) {
      assertThat(Line.isComplete(WHOLE.substring(0, length))).as("%d", length).isFalse();
    }
    assertThat(Line.isComplete(WHOLE)).isTrue();
  }

  @Test
  void anythingButSuccess_isAFailure() {
    assertThatThrownBy(() -> Line.isComplete(WHOLE.replace("200 OK", "409 No")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("409 No");
    assertThatThrownBy(() -> Line.isComplete("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("length");
  }
}
