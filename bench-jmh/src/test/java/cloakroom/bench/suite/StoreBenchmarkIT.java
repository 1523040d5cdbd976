package cloakroom.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.TestServer;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.suite.StoreBenchmark.Session;
import cloakroom.contract.SchemaName;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StoreBenchmarkIT {
  private static final Database SERVER = TestServer.get();

  private static String table(String sql) {
    return SchemaName.of(SERVER.url(), null).in(sql);
  }

  private static StoreBenchmark open(String store, String payload) throws Exception {
    StoreBenchmark benchmark = new StoreBenchmark();
    benchmark.store = store;
    benchmark.payload = payload;
    benchmark.open(SERVER);
    return benchmark;
  }

  private static Session session(StoreBenchmark benchmark) {
    Session session = new Session();
    session.open(benchmark, 7);
    return session;
  }

  @ParameterizedTest
  @ValueSource(strings = {"KB_1", "TEXT", "ADF"})
  void exchange_everyStore_keepsEachSessionsState_andCloseRemovesAll(String payload)
      throws Exception {
    for (String store : List.of("RAW", "PS_TXN", "CLASSIC")) {
      StoreBenchmark benchmark = open(store, payload);
      Session session = session(benchmark);
      benchmark.exchange(session);
      benchmark.exchange(session); // replaces the state that the first exchange wrote
      session.delete(benchmark);
      benchmark.close();
    }
    try (Connection connection = SERVER.connect()) {
      assertThat(Connections.query(connection, table("select count(*) from cloakroom.ps_txn")))
          .isEqualTo("0");
    }
  }

  @Test
  void exchange_lostWrite_isReported() throws Exception {
    StoreBenchmark benchmark = open("RAW", "KB_1");
    Session session = session(benchmark);
    benchmark.exchange(session);
    try (Connection connection = SERVER.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create function pg_temp.skip() returns trigger language plpgsql as 'begin return null;"
              + " end'");
      statement.execute(
          table(
              "create trigger skip before update on cloakroom.cloakroom_bench_raw for each row"
                  + " execute function pg_temp.skip()"));

      assertThatThrownBy(() -> benchmark.exchange(session))
          .hasMessage("store RAW: session 7: the state read differs from the state written");
      // the end of this session drops the function, and would deadlock with a later drop of the
      // table
      benchmark.close();
    }
  }
}
