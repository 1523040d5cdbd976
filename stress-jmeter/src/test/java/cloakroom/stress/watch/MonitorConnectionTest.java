package cloakroom.stress.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The end of a watcher's connection, also while it is being made anew. */
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

    assertThatThrownBy(connection::mend).hasMessage("the watch has ended");
    assertThat(opened).hasSize(2);
    assertThat(opened.get(1).isClosed()).isTrue();
  }

  @Test
  void connectionThatWasEnded_isNotMadeAnew() throws SQLException {
    MonitorConnection connection = new MonitorConnection(this::open, 0);
    connection.close();

    assertThatThrownBy(connection::mend).hasMessage("the watch has ended");
    assertThat(opened).hasSize(1);
  }
}
