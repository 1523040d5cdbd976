package cloakroom.database.errors;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.ErrorClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ErrorClassDocsTest {
  private static final Path PAGE = Path.of("../docs/reference.md");
  private static final String HEADING =
      "| class | what it means | session | Oracle (ORA-) | PostgreSQL, PgBouncer |";

  private static String row(ErrorClass type) {
    return Stream.of(
            "`" + type.key() + "`",
            type.meaning(),
            type.endsSession() ? "closed" : "kept",
            codes(type, DatabaseKind.ORACLE),
            codes(type, DatabaseKind.POSTGRESQL))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String codes(ErrorClass type, DatabaseKind maker) {
    String codes =
        ErrorCode.of(type).stream()
            .filter(code -> code.maker() == maker)
            .map(code -> code.toString().replace("ORA-", ""))
            .collect(Collectors.joining(", "));
    return codes.isEmpty() ? "–" : codes;
  }

  @Test
  void table_isTheCodes() throws IOException {
    List<String> page = Files.readAllLines(PAGE);
    int heading = page.indexOf(HEADING);
    assertThat(heading).as("line of the table's heading").isPositive();
    List<String> rows = Arrays.stream(ErrorClass.values()).map(ErrorClassDocsTest::row).toList();
    assertThat(page.subList(heading + 2, heading + 2 + rows.size()))
        .as("the table should be\n" + String.join("\n", rows))
        .isEqualTo(rows);
    assertThat(page.get(heading + 2 + rows.size())).isEmpty();
  }
}
