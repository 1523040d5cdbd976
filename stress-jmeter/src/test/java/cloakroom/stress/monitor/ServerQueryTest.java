package cloakroom.stress.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.platform.Names;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.monitor.ServerMetrics.ServerQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ServerQueryTest {
  static List<ServerQuery> oracle() {
    return ServerQuery.all(MonitorDialect.ORACLE, 23);
  }

  @ParameterizedTest
  @MethodSource("oracle")
  void columns_areThoseOfTheAnswer(ServerQuery query) throws SQLException {
    try (ViewsOnH2 views = new ViewsOnH2("columns");
        Connection connection = views.connect(ViewsOnH2.OWNER);
        PreparedStatement statement = connection.prepareStatement(query.sql())) {
      assertThat(query.columns()).isEqualTo(labels(statement.executeQuery().getMetaData()));
    }
  }

  private static List<String> labels(ResultSetMetaData names) throws SQLException {
    List<String> labels = new ArrayList<>();
    for (int i = 1; i <= names.getColumnCount(); i++) {
      labels.add(Names.camelCase(names.getColumnLabel(i)));
    }
    return labels;
  }

  @Test
  void statement_hasNoCommentAndNoTerminator() {
    assertThat(MonitorDialect.ORACLE.text("activity"))
        .startsWith("select\n")
        .endsWith("'cloakroom-tier'")
        .doesNotContain("--");
    assertThat(MonitorDialect.ORACLE.text("tidy")).startsWith("begin").endsWith("end;");
  }

  @Test
  void olderPostgres_isAskedForItsCheckpointsElsewhere_andHiddenIsNoFigure() {
    assertThat(sqlOf(16)).contains("pg_stat_bgwriter").doesNotContain("checkpointer");
    assertThat(sqlOf(17)).contains("pg_stat_checkpointer").doesNotContain("bgwriter");
    assertThat(ServerQuery.all(MonitorDialect.POSTGRESQL, 16).get(3).columns())
        .isEqualTo(ServerQuery.all(MonitorDialect.POSTGRESQL, 17).get(3).columns());
    assertThat(ServerQuery.all(MonitorDialect.POSTGRESQL, 16))
        .extracting(ServerQuery::name)
        .contains("checkpoints");
    assertThat(ServerQuery.all(MonitorDialect.POSTGRESQL, 18).get(2).columns())
        .contains("waitingLock")
        .doesNotContain(ServerQuery.HIDDEN);
  }

  private static String sqlOf(int version) {
    return ServerQuery.all(MonitorDialect.POSTGRESQL, version).get(3).sql();
  }

  /** A misspelt source would be reported as not available in every run. */
  @Test
  void sources_ofMetrics_areUniqueColumnsOfADatabase() {
    List<String> columns = new ArrayList<>();
    for (MonitorDialect dialect : MonitorDialect.values()) {
      List<String> own =
          ServerQuery.all(dialect, 23).stream().flatMap(q -> q.columns().stream()).toList();
      assertThat(own).doesNotHaveDuplicates();
      columns.addAll(own);
    }

    assertThat(Metric.allSources().filter(source -> source.matches("(rate|level) .*")))
        .isNotEmpty()
        .allMatch(source -> columns.contains(source.replaceFirst(".* ", "")));
  }
}
