package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.http.SessionRequests.StateCookie;
import cloakroom.module.SessionTicket;
import cloakroom.passivation.StoredSnapshot;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StateCookieTest {
  @Test
  void text_comesBackAsItWent() {
    StateCookie cookie =
        new StateCookie(
            7,
            Map.of(
                "EmployeesModule", new SessionTicket(3, null),
                "DepartmentsModule", new SessionTicket(5, new StoredSnapshot(150, 4))));

    assertThat(cookie.text()).isEqualTo("7_DepartmentsModule:5:150:4_EmployeesModule:3:0:0");
    assertThat(StateCookie.parse(cookie.text())).isEqualTo(cookie);
    assertThat(StateCookie.parse("12")).isEqualTo(new StateCookie(12, Map.of()));
  }

  static Stream<String> wrong() {
    String some =
        "~x~-1~7_~7_A:1:2~7_A:1:2:3:4~7_A:1:0:1~7_A:1:5:2~7_A:01:0:0~7_A:1:0:0;~7_A b:1:0:0"
            + "~9999999999999999999~7_A:1:99999999999999999999:1~7";
    return Stream.of((some + "_A:1:0:0".repeat(1000)).split("~", -1));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void whatNoNodeHasSet_isRefusedWithoutRepeatingIt(String text) {
    assertThatThrownBy(() -> StateCookie.parse(text))
        .isInstanceOf(HttpException.RuntimeException.class)
        .hasMessage(
            "400: cookie CLOAKROOM_STATE was not set by this application; delete it and open a new"
                + " session");
  }
}
