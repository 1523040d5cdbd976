package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.oracle.OracleScriptCheck;
import cloakroom.oracle.OracleScripts;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What of the stores' texts and of the scripts for Oracle H2 cannot run, so that nobody takes its
 * silence for an answer. An H2 that learns one of these fails here, and the list gets shorter.
 */
final class WhatH2CannotTest {
  private static final OracleScriptCheck CHECK = OracleScripts.check();

  private static final List<String> TEXTS =
      List.of(
          // the purge's block, played by DeleteOldOnH2
          "declare n number := 0; begin for old in (select rowid as place from ps_txn"
              + " where collid = ? and creation_date < ? for update skip locked) loop"
              + " delete from ps_txn where rowid = old.place; n := 1; end loop; ? := n; end;",
          // storage and index clauses of the scripts
          "create table t (a blob, b number, constraint t_pk primary key (b) using index reverse)",
          "create table t (a blob) lob (a) store as (enable storage in row chunk 4096 cache)",
          "drop table ps_txn purge",
          // rows of a session's own
          "create global temporary table t (a number) on commit preserve rows",
          // filling tables
          "insert into ps_txn (id, collid) select level, level from dual connect by level <= 5",
          // package state
          "begin dbms_session.modify_package_state(dbms_session.reinitialize); end;");

  @Test
  void h2_refusesTheseTexts_whichOraclesGrammarTakes() throws SQLException {
    try (OracleOnH2 database = new OracleOnH2("cannot");
        Connection connection = database.open()) {
      for (String text : TEXTS) {
        assertThatThrownBy(() -> connection.prepareStatement(text).execute())
            .as(text)
            .isInstanceOf(SQLException.class);
        assertThat(CHECK.statement(text.replaceAll("\\bt\\b", "ps_txn"))).isEmpty();
      }
    }
  }

  /** The list above has the very text of the purge. */
  @Test
  void blockOfThePurge_isInTheList() throws SQLException {
    try (OracleOnH2 database = new OracleOnH2("cannot")) {
      SnapshotStore store = new PsTxnSingleStore(database, PsTxnDialect.ORACLE);
      store.write(null, 0, new byte[] {1}, null);
      database.execute("update ps_txn set creation_date = sysdate - 1");
      PurgeOrder order = new PurgeOrder(Duration.ofHours(1), 10, false);
      new PsTxnPurge(database, PsTxnDialect.ORACLE).purge(order, progress -> {});

      assertThat(database.texts()).contains(TEXTS.get(0));
    }
  }

  @Test
  void lob_cannotBeWrittenWhereItWasLocated() throws SQLException {
    try (OracleOnH2 database = new OracleOnH2("cannot")) {
      SnapshotStore store =
          new PsTxnClassicStore(database, PsTxnDialect.ORACLE, PassivationStatements.LOCATE_LOB);

      assertThatThrownBy(() -> store.write(null, 0, new byte[] {1, 2, 3}, null))
          .hasMessageContaining("Feature not supported");
      assertThat(database.texts()).anyMatch(text -> text.endsWith("for update"));
      for (String text : database.texts()) {
        assertThat(CHECK.statement(text)).isEmpty();
      }
    }
  }
}
