package cloakroom.database.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.Await;
import cloakroom.database.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
final class PostgresFaultsIT {
  private static CompletableFuture<String> query(EmbeddedPostgres server) {
    return CompletableFuture.supplyAsync(() -> TestDatabase.ask(server, "select n from kept"));
  }

  /** State of the server's first process, T for stopped. */
  private static String state(EmbeddedPostgres server) {
    String pid = Long.toString(server.processId());
    return Processes.run(List.of("ps", "-o", "stat=", "-p", pid)).output();
  }

  /** One server for all steps, because its initialisation takes longer than the rest. */
  @Test
  void server_survivesCrashAndSuspension_andStopsWhileSuspended() {
    EmbeddedPostgres server = EmbeddedPostgres.start();
    try (server) {
      TestDatabase.execute(server, "create table kept (n integer)", "insert into kept values (1)");
      String url = server.url();
      server.crash();
      assertThatThrownBy(() -> server.connect().close()).isInstanceOf(SQLException.class);
      server.revive();
      assertThat(TestDatabase.ask(server, "select n from kept")).isEqualTo("1");
      assertThat(server.url()).isEqualTo(url);
      assertThat(server.onUnexpectedEnd()).as("it was expected").isNotDone();

      server.freeze(true);
      Await.until("the server is stopped", () -> state(server).startsWith("T"));
      CompletableFuture<String> answer = query(server);
      server.freeze(false);
      assertThat(answer.join()).isEqualTo("1");
      server.freeze(true);
    }
    assertThat(Processes.isRunning(server.processId())).isFalse();
  }

  @Test
  void serverThatIsDown_canBeClosedAndStaysDown() {
    EmbeddedPostgres server = EmbeddedPostgres.start();
    server.crash();
    server.close();
    server.revive();
    assertThatThrownBy(() -> server.connect().close()).isInstanceOf(SQLException.class);
  }
}
