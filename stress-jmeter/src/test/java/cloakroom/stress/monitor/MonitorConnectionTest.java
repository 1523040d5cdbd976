package cloakroom.stress.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MonitorConnectionTest {
  private final List<Connection> opened = new ArrayList<>();
  private ViewsOnH2 views;

  @BeforeEach
  void start() throws SQLException {
    views = new ViewsOnH2("monitor");
  }

  @AfterEach
  void stop() throws SQLException {
    views.close();
  }

  private Connection open() throws SQLException {
    opened.add(views.connect(ViewsOnH2.OWNER));
    return opened.get(opened.size() - 1);
  }

  @Test
  void connectionThatWasLost_isOpenedAgainUntilItIsClosed() throws SQLException {
    MonitorConnection connection = new MonitorConnection(this::open, 0);
    views.loseConnections();
    assertThat(connection.metaData().getDatabaseProductVersion()).isNotEmpty();
    views.loseConnections();
    connection.execute("insert into departments values(1)");
    views.loseConnections();

    assertThat(connection.first("select count(*) as rows_there from departments"))
        .isEqualTo(Map.of("rowsThere", "1"));
    assertThat(connection.sessions()).isEqualTo(4);
    assertThat(connection.statements()).isEqualTo(2);
    connection.close();
    assertThatThrownBy(connection::metaData).hasMessage("the monitor has ended");
    assertThat(opened).hasSize(4);
  }

  @Test
  void logon_isNoStatementAndNoTimeOfAnAnswer() throws SQLException {
    MonitorConnection connection =
        new MonitorConnection(
            () -> {
              if (opened.isEmpty()) {
                return open();
              }
              throw new SQLException("no route to host");
            },
            0);
    views.loseConnections();

    assertThatThrownBy(() -> connection.first("select 1 from dual")).hasMessage("no route to host");
    assertThatThrownBy(() -> connection.execute("checkpoint")).hasMessage("no route to host");
    assertThat(connection.statements()).isZero();
    assertThat(connection.micros()).isZero();
  }

  @Test
  void connectionThatOpensAfterTheEnd_isClosed() throws SQLException {
    List<MonitorConnection> made = new ArrayList<>();
    MonitorConnection connection =
        new MonitorConnection(
            () -> {
              for (MonitorConnection each : made) {
                each.close();
              }
              return open();
            },
            0);
    made.add(connection);
    views.loseConnections();

    assertThatThrownBy(connection::metaData).hasMessage("the monitor has ended");
    assertThat(opened).hasSize(2);
    assertThat(opened.get(1).isClosed()).isTrue();
  }
}
