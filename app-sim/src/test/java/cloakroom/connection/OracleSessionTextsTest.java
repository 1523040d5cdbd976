package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.oracle.OracleScripts;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reset of a session of Oracle, which no database here can run. */
final class OracleResetTest {
  private final List<String> texts = new ArrayList<>();

  private <T> T recording(Class<T> type, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("execute")) {
                texts.add((String) arguments[0]);
              }
              return answer;
            }));
  }

  @Test
  void reset_isOneTextOfOraclesWordsAndNames() throws SQLException {
    Statement statement = recording(Statement.class, false);
    Dialect.of("jdbc:oracle:thin:@x").reset(recording(Connection.class, statement));

    assertThat(texts).hasSize(1);
    assertThat(OracleScripts.check().statement(texts.get(0))).isEmpty();
  }
}
