package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.ChangeAnswer;
import cloakroom.app.PageAnswer;
import cloakroom.app.Row;
import cloakroom.app.TransactionAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The short way to an answer's bytes and the long one have the same end. */
class AnswerJsonTest {
  private static final long SEED = 20_110_811;

  private static void assertSame(Object answer) {
    assertThat(StandardCharsets.UTF_8.decode(AnswerJson.of(answer)).toString())
        .isEqualTo(Json.text(answer));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "Department 7",
        "a \"quoted\" \\ value",
        "line\nbreak\ttab\u0001\u001f\u007f",
        "~ </script>",
        "Zürich 東京 \uD83D\uDE00"
      })
  void everyValue_isWrittenAsJacksonDoes(String value) {
    assertSame(new ChangeAnswer("departments", 7, value, value, true));
    assertSame(new TransactionAnswer("employees", 7, value, 1, false));
    assertSame(new PageAnswer("departments", 7, value, false, 10, List.of(new Row(7, value))));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 9, 10, 99, 100, 999_999_999, Long.MAX_VALUE, -1, Long.MIN_VALUE})
  void everyNumber_isWrittenAsJacksonDoes(long key) {
    assertSame(new ChangeAnswer("departments", key, "a", "b", true));
  }

  @Test
  void randomPages_areWrittenAsJacksonDoes() {
    Random random = new Random(SEED);
    for (int page = 0; page < 2_000; page++) {
      List<Row> rows = new ArrayList<>();
      for (int row = random.nextInt(12); row > 0; row--) {
        rows.add(new Row(random.nextInt(1_000_000), text(random)));
      }
      assertSame(
          new PageAnswer("employees", 1, text(random), random.nextBoolean(), rows.size(), rows));
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(60); i > 0; i--) {
      text.append(
          (char) (random.nextInt(20) == 0 ? random.nextInt(0x2000) : ' ' + random.nextInt(95)));
    }
    return text.toString();
  }

  @Test
  void anyOtherAnswer_isJacksons() {
    assertSame(Map.of("loggedOut", true));
  }
}
