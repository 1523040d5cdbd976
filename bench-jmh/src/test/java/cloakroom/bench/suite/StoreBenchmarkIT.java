package cloakroom.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bench.TestServer;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.suite.StoreBenchmark.Payload;
import cloakroom.bench.suite.StoreBenchmark.Store;
import cloakroom.contract.SchemaName;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StoreBenchmarkIT {
  private static final Database SERVER = TestServer.get();

  private static String table(String sql) {
    return SchemaName.of(SERVER.url(), null).in(sql);
  }

  private static StoreBenchmark open(Store store, Payload payload) throws Exception {
    StoreBenchmark benchmark = new StoreBenchmark();
    benchmark.store = store;
    benchmark.payload = payload;
    benchmark.open(SERVER);
    return benchmark;
  }

  @ParameterizedTest
  @EnumSource(Payload.class)
  void exchange_everyStore_keepsEachSessionsState_andCloseRemovesAll(Payload payload)
      throws Exception {
    for (Store store : Store.values()) {
      StoreBenchmark benchmark = open(store, payload);
      benchmark.exchange(0); // replaces the state that the setup wrote
      benchmark.close();
    }
    try (Connection connection = SERVER.connect()) {
      assertThat(Connections.query(connection, table("select count(*) from cloakroom.ps_txn")))
          .isEqualTo("0");
    }
  }

  @Test
  void exchange_lostWrite_isReported() throws Exception {
    StoreBenchmark benchmark = open(Store.RAW, Payload.KB_1);
    try (Connection connection = SERVER.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create function pg_temp.skip() returns trigger language plpgsql as 'begin return null;"
              + " end'");
      statement.execute(
          table(
              "create trigger skip before update on cloakroom.cloakroom_bench_raw for each row"
                  + " execute function pg_temp.skip()"));

      assertThatThrownBy(() -> benchmark.exchange(7))
          .hasMessage("store RAW: session 7: the state read differs from the state written");
      // the end of this session drops the function, and would deadlock with a later drop of the
      // table
      benchmark.close();
    }
  }
}
