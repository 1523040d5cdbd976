package cloakroom.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

final class EmbeddedPostgresTest {
  @Test
  void server_answersWithTheSchema() throws Exception {
    Database database = TestDatabase.newSchema();
    System.err.println(TestDatabase.server().startTimes());
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from employees")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(1000);
    }
  }
}
