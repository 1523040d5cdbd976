package cloakroom.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which database a JDBC URL leads to. */
class DatabaseKindTest {
  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://127.0.0.1:5432/cloakroom, POSTGRESQL",
    "jdbc:oracle:thin:@//db:1521/sales, ORACLE",
    "jdbc:oracle:oci:@sales, ORACLE"
  })
  void urls_tellTheKind(String url, DatabaseKind kind) {
    assertThat(DatabaseKind.of(url)).isEqualTo(kind);
  }

  @Test
  void anotherUrl_isAnsweredWithTheChoicesAndNotRepeated() {
    assertThat(DatabaseKind.find("jdbc:h2:mem:")).isEmpty();
    assertThatThrownBy(() -> DatabaseKind.of("jdbc:h2:mem:;PASSWORD=geheim"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a JDBC URL starts with jdbc:postgresql: or jdbc:oracle:");
  }

  @Test
  void forms_areReadyForMessages() {
    assertThat(DatabaseKind.urlForms())
        .isEqualTo("jdbc:postgresql://HOST:PORT/DATABASE or jdbc:oracle:thin:@//HOST:PORT/SERVICE");
  }
}
