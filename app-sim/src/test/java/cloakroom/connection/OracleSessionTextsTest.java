package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.oracle.OracleScripts;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a session of Oracle is told between two users, which no database here can run. */
final class OracleSessionTextsTest {
  private static final Dialect ORACLE = Dialect.of("jdbc:oracle:thin:@x");

  private final List<String> texts = new ArrayList<>();
  private final List<Object> binds = new ArrayList<>();

  private <T> T recording(Class<T> type, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "prepareStatement" -> texts.add((String) arguments[0]);
                case "setString" -> binds.add(arguments[1]);
                case "execute" -> {
                  if (arguments != null) {
                    texts.add((String) arguments[0]);
                  }
                  return false;
                }
                default -> {
                  // of no interest
                }
              }
              return answer;
            }));
  }

  @Test
  void reset_isOneTextOfOraclesWordsAndNames() throws SQLException {
    Statement statement = recording(Statement.class, null);
    ORACLE.reset(recording(Connection.class, statement));

    assertOneTextOfOracles();
    assertThat(texts.get(0)).as("what prepareSession writes").contains("SET_CLIENT_INFO(NULL)");
  }

  @Test
  void context_isOneTextOfOraclesWordsAndNames_withTheBeginningOfTheId() throws SQLException {
    PreparedStatement statement = recording(PreparedStatement.class, null);
    ORACLE.context(recording(Connection.class, statement), "0123456789abcdef");

    assertOneTextOfOracles();
    assertThat(binds).containsExactly("01234567");
  }

  private void assertOneTextOfOracles() {
    assertThat(texts).hasSize(1);
    assertThat(OracleScripts.check().statement(texts.get(0))).isEmpty();
  }
}
