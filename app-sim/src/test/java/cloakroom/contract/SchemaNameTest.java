package cloakroom.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemaNameTest {
  private static final String URL = "jdbc:postgresql://h/d";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                              |   | cloakroom (default)
          ?currentSchema=x                |   | x (currentSchema=x)
          ?ssl=false&currentSchema=x,y    |   | x (currentSchema=x,y)
          ?currentSchema=X                |   | x (currentSchema=X)
          ?currentSchema=%22x%22,public&a |   | x (currentSchema="x",public)
          ?currentSchema=x                | x | x (--schema)
          ?currentSchema="X"              | y | y (--schema; currentSchema="X" is not used)
          """)
  void of_urlAndOption_describesTheNameAndItsOrigin(String query, String chosen, String text) {
    SchemaName schema = SchemaName.of(URL + query, chosen);

    assertThat(schema.description()).isEqualTo(text);
    assertThat(text).startsWith(schema.name() + " (");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"X\"", "\"$user\",public", "$user", "\"x y\"", "pg_temp", " ", "\"x"})
  void of_impossibleCurrentSchema_isRejectedAndNamesTheOption(String path) {
    assertThatThrownBy(() -> SchemaName.of(URL + "?currentSchema=" + path, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("currentSchema=" + path + " of --url: must be 1 to 63 lower-case")
        .hasMessageEndingWith("; set another schema with --schema");
  }

  @Test
  void of_impossibleOptionOrEncoding_isRejected() {
    assertThatThrownBy(() -> SchemaName.of(URL + "?currentSchema=x", "X"))
        .hasMessageStartingWith("--schema X: must be 1 to 63 lower-case letters")
        .hasMessageEndingWith("pg_");
    assertThatThrownBy(() -> SchemaName.of(URL + "?currentSchema=a%", null))
        .hasMessage("currentSchema=a% of --url: is not encoded correctly; write % as %25");
  }
}
