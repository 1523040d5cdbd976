package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.oracle.FakeOracle;
import cloakroom.oracle.OracleSyntax;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Texts for Oracle sessions, which no database of the build can run. */
final class OracleSessionTextsTest {
  private static final Dialect ORACLE = Dialect.of("jdbc:oracle:thin:@x");
  private final List<String> texts = new ArrayList<>();
  private final List<String> binds = new ArrayList<>();
  private final Connection session = FakeOracle.recording(texts, binds);

  @Test
  void resetAndContext_areOneValidTextEach() throws SQLException {
    ORACLE.reset(session);
    assertThat(texts.get(0)).as("what prepareSession writes").contains("SET_CLIENT_INFO(NULL)");
    ORACLE.context(session, "0123456789abcdef");

    assertThat(binds).containsExactly("01234567");
    assertThat(texts)
        .hasSize(2)
        .allSatisfy(text -> assertThat(OracleSyntax.errors(text)).isEmpty());
  }
}
