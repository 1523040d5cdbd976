package cloakroom.database.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConnectFailureTest {
  private static final String URL = "jdbc:oracle:thin:@//db:1521/sales:pooled";

  private static String explained(String url, SQLException failure) {
    return UrlDatabase.explain(url, "scott", failure).getMessage();
  }

  @ParameterizedTest
  @CsvSource({
    "12520, no pooled server of service sales at, start that type",
    "12514, the listener does not know pooled server of service sales, check the name",
    "12505, the listener does not know pooled server of service sales, check the name",
    "12516, no pooled server of service sales is free, ORA-12516",
    "12518, no pooled server of service sales is free, ORA-12518",
    "12519, no pooled server of service sales is free, ORA-12519",
    "56611, no pooled server of service sales is free, ORA-56611",
    "20, no pooled server of service sales is free, ORA-00020",
    "12541, cannot be reached, check host and port",
    "12170, cannot be reached, check host and port"
  })
  void explain_listenerError_namesServiceAndType(int code, String what, String cure) {
    String message = explained(URL, new SQLException("ORA-" + code + ": no\nmore", "66000", code));
    assertThat(message).contains(what, cure, "//db:1521/sales:pooled").doesNotContain("\n");
  }

  @Test
  void explain_causeBelowPoolFailure_isUsed() {
    SQLException listener = new SQLRecoverableException("ORA-12514", "08006", 12514);
    SQLException pool = new SQLException("UCP-0", null, 0, new IllegalStateException(listener));
    assertThat(explained(URL, pool)).contains("(ORA-12514)");
  }

  @Test
  void explain_noServerTypeOrCode_omitsThem() {
    SQLException refused = new SQLException("no handler", "66000", 12520);
    assertThat(explained("jdbc:oracle:thin:@//db:1521/sales", refused))
        .startsWith("no server of service sales at ");
    SQLException full = new SQLException("too many clients", "53300");
    assertThat(explained("jdbc:postgresql://db/x", full))
        .endsWith("has no connection left (too many clients)");
  }

  @Test
  void explain_pgHbaRejects_doesNotBlameThePassword() {
    String failure = "FATAL: no pg_hba.conf entry for host \"10.0.0.7\", user \"scott\"";
    assertThat(explained("jdbc:postgresql://db/x", new SQLException(failure, "28000")))
        .contains("jdbc:postgresql://db/x", "user scott", failure, "pg_hba.conf must allow")
        .doesNotContain("password");
  }
}
