package cloakroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.app.ApplicationException.Reason;
import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.connection.Validation;
import cloakroom.contract.Counter;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.module.SessionCookie;
import cloakroom.module.TierCounters;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.SnapshotCodecs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages on PostgreSQL under each policy, with the settings of ADF and with the fastest ones. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class PooledApplicationIT {
  private static final Database DATABASE = TestDatabase.newSchema();
  private PageCost load = PageCost.NONE;
  private final TierCounters counts = new TierCounters();
  private final boolean cheap;
  private ConnectionSource connections;
  private PooledApplication application;
  private boolean losesAnswers;
  private int poolSize = 12;

  PooledApplicationIT(boolean cheap) {
    this.cheap = cheap;
  }

  @BeforeEach
  void resetRows() {
    TestDatabase.execute(
        DATABASE,
        "truncate ps_txn",
        "update departments set department_name = 'Department ' || department_id",
        "update employees set last_name = 'Employee ' || employee_id");
  }

  @AfterEach
  void close() {
    application.close();
    connections.close();
  }

  private void start(Preset preset, String... settings) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    values.put("cloakroom.activation.reexecute", cheap ? "needed" : "all");
    ReleasePolicy policy = preset.policy().with(values);
    connections =
        ConnectionSources.open(
            ConnectionSettings.to(DATABASE.url(), DATABASE.user(), DATABASE.password())
                .pool(PoolKind.HIKARI, poolSize)
                .validation(cheap ? Validation.IDLE : Validation.ALWAYS)
                .build());
    application =
        new PooledApplication(
            Hr.APPLICATION,
            policy,
            LostAnswers.over(connections, () -> losesAnswers),
            new PsTxnStore(
                connections,
                PsTxnDialect.POSTGRESQL,
                cheap ? PsTxnStore.WriteMode.ONE_STATEMENT : PsTxnStore.WriteMode.INSERT_THEN_LOB),
            SnapshotCodecs.XML,
            counts,
            true,
            load);
  }

  private UserSession opened(Preset preset, String... settings) {
    start(preset, settings);
    UserSession ann = session(3);
    open(ann, Hr.DEPARTMENTS, 3);
    return ann;
  }

  private PageAnswer open(UserSession session, String page, long user) {
    return Hr.open(application, session, page, user);
  }

  private PageAnswer scroll(UserSession session, String page) {
    return Hr.perform(application, session, page, "scroll", null);
  }

  private PageAnswer change(UserSession session, String page, String value) {
    return Hr.perform(application, session, page, "change", value);
  }

  private PageAnswer commit(UserSession session, String page, String value) {
    return Hr.perform(application, session, page, "commit", value);
  }

  private PageAnswer rollback(UserSession session, String page) {
    return Hr.perform(application, session, page, "rollback", null);
  }

  private static PageAnswer committed(
      String page, long key, String previous, String value, int changes, boolean pending) {
    return new PageAnswer(page, key, previous, value, changes, pending, null, null);
  }

  private static String stored() {
    return ask("select department_name from departments where department_id = 3");
  }

  private static String ask(String sql) {
    return TestDatabase.ask(DATABASE, sql);
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertFails(
      Reason reason, ThrowingCallable request) {
    return assertThatThrownBy(request)
        .isInstanceOfSatisfying(
            ApplicationException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private static UserSession session(long user) {
    return new UserSession("session-" + user, user);
  }

  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"STATELESS", "NOOP"})
  void uncommittedChange_isKeptUntilCommit(Preset preset) {
    start(preset);
    UserSession ann = session(3);

    assertThat(open(ann, Hr.DEPARTMENTS, 3).value()).isEqualTo("Department 3");
    assertThat(change(ann, Hr.DEPARTMENTS, "x").previous()).isEqualTo("Department 3");
    PageAnswer second = change(ann, Hr.DEPARTMENTS, "y");
    assertThat(second.previous()).isEqualTo("x");
    assertThat(stored()).as("nothing is written before the commit").isEqualTo("Department 3");
    PageAnswer commit = commit(ann, Hr.DEPARTMENTS, null);

    assertThat(commit).isEqualTo(committed("departments", 3, null, "y", 1, false));
    assertThat(stored()).isEqualTo("y");
    assertThat(change(ann, Hr.DEPARTMENTS, "z").previous()).isEqualTo("y");
    assertThat(rollback(ann, Hr.DEPARTMENTS).value()).isEqualTo("y");
  }

  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NOOP"})
  void commit_withValue_isOneCheckOut(Preset preset) {
    UserSession ann = opened(preset);
    long before = counts.get(Counter.CHECKOUTS);

    assertThat(commit(ann, Hr.DEPARTMENTS, "y"))
        .isEqualTo(committed("departments", 3, "Department 3", "y", 1, false));

    assertThat(counts.get(Counter.CHECKOUTS) - before).isEqualTo(1);
    assertThat(counts.get(Counter.COMMITS)).isEqualTo(1);
    assertThat(stored()).isEqualTo("y");
  }

  /** Includes a page that shows a failure, after its transaction has ended. */
  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      names = {"STICKY", "RELEASE_PASSIVATE"})
  void page_isRenderedWithModuleAndConnection(Preset preset) {
    List<String> atWork = new ArrayList<>();
    load =
        new PageCost(
            Duration.ZERO,
            Duration.ofNanos(1),
            0,
            () -> {
              Object busy = application.pools().get(0).statistics().get(Counter.BUSY);
              Object inUse = connections.statistics().get(Counter.CONNECTIONS_IN_USE);
              atWork.add("busy " + busy + " in use " + inUse);
              return atWork.size();
            });
    UserSession ann = opened(preset);
    scroll(ann, Hr.DEPARTMENTS);
    open(ann, Hr.DEPARTMENTS, 3);
    change(ann, Hr.DEPARTMENTS, "x");
    commit(ann, Hr.DEPARTMENTS, null);
    rollback(ann, Hr.DEPARTMENTS);
    assertFails(Reason.NO_SUCH_ROW, () -> open(ann, Hr.DEPARTMENTS, 5000));
    application.visit(ann, 3);

    assertThat(atWork).as("two reads each").hasSize(14).containsOnly("busy 1 in use 1");
  }

  @Test
  void stateless_losesUncommittedChange() {
    UserSession ann = opened(Preset.STATELESS);
    change(ann, Hr.DEPARTMENTS, "x");

    PageAnswer commit = commit(ann, Hr.DEPARTMENTS, null);

    assertThat(commit.changes()).isZero();
    assertThat(counts.get(Counter.EMPTY_COMMITS)).isEqualTo(1);
    assertThat(counts.get(Counter.COMMITS)).isZero();
    assertThat(commit.value()).isEqualTo("Department 3");
  }

  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      names = {"STICKY", "RELEASE_IN_MEMORY", "RELEASE_PASSIVATE"})
  void moreSessionsThanInstances_findTheirOwnState(Preset preset) {
    start(preset, "jbo.recyclethreshold", "2");
    UserSession[] users = {session(1), session(2), session(3), session(4), session(5)};
    for (UserSession user : users) {
      open(user, Hr.EMPLOYEES, user.user());
      scroll(user, Hr.EMPLOYEES);
    }
    for (UserSession user : users) {
      change(user, Hr.EMPLOYEES, "of " + user.user());
    }
    for (UserSession user : users) {
      PageAnswer commit = commit(user, Hr.EMPLOYEES, null);
      assertThat(commit.value()).isEqualTo("of " + user.user());
      assertThat(commit.changes()).isEqualTo(1);
      assertThat(commit.key()).as("second range").isEqualTo(user.user() + 100);
    }
    assertThat(counts.get(Counter.AFFINITY_HITS)).as("each scroll after its open").isEqualTo(5);
    assertThat(counts.get(Counter.RECYCLES)).as("20 requests, 2 of them new").isEqualTo(20 - 5 - 2);
    for (UserSession user : users) {
      application.end(user, SessionCookie.End.LOGOUT);
    }
    assertThat(ask("select count(*) from ps_txn")).isEqualTo("0");
  }

  @Test
  void commit_rowChangedByOther_isConflictAndKeepsChange() {
    start(Preset.STICKY);
    UserSession ann = session(3);
    UserSession bob = new UserSession("bob", 3);
    open(ann, Hr.DEPARTMENTS, 3);
    open(bob, Hr.DEPARTMENTS, 3);
    change(ann, Hr.DEPARTMENTS, "ann's");
    change(bob, Hr.DEPARTMENTS, "bob's");
    commit(ann, Hr.DEPARTMENTS, null);

    assertFails(Reason.CONFLICT, () -> commit(bob, Hr.DEPARTMENTS, null))
        .hasMessageContaining("JBO-25014");

    assertThat(change(bob, Hr.DEPARTMENTS, "again").previous()).isEqualTo("bob's");
    assertThat(rollback(bob, Hr.DEPARTMENTS).value()).isEqualTo("ann's");
  }

  /** A lock lasts until the commit, unless another session recycles the instance (threshold 1). */
  @ParameterizedTest
  @CsvSource({
    "STICKY, 10, true",
    "RESERVED, 10, true",
    "STICKY, 1, false",
    "RELEASE_IN_MEMORY, 10, false",
    "RELEASE_PASSIVATE, 10, false"
  })
  void pessimistic_changeLocksRow_untilConnectionIsReleased(
      Preset preset, String threshold, boolean keepsLock) {
    String[] settings = {"jbo.locking.mode", "pessimistic", "jbo.recyclethreshold", threshold};
    UserSession ann = opened(preset, settings);
    UserSession bob = new UserSession("bob", 3);
    change(ann, Hr.DEPARTMENTS, "ann's");
    open(bob, Hr.DEPARTMENTS, 3);

    if (keepsLock) {
      assertFails(Reason.CONFLICT, () -> change(bob, Hr.DEPARTMENTS, "bob's"))
          .hasMessageContaining("JBO-26030");
      assertThat(commit(bob, Hr.DEPARTMENTS, null).changes()).isZero();
      assertThat(commit(ann, Hr.DEPARTMENTS, null).value()).isEqualTo("ann's");
    } else {
      commit(bob, Hr.DEPARTMENTS, "bob's");
      assertFails(Reason.CONFLICT, () -> commit(ann, Hr.DEPARTMENTS, null))
          .hasMessageContaining("JBO-25014");
      rollback(ann, Hr.DEPARTMENTS);
    }
    assertThat(counts.get(Counter.LOCKS_LOST)).isEqualTo(keepsLock ? 0 : 1);
    TestDatabase.execute(DATABASE, "update departments set department_name = 'x'");
    if (preset != Preset.RELEASE_PASSIVATE) { // which reads the row again at each request
      assertFails(Reason.CONFLICT, () -> change(ann, Hr.DEPARTMENTS, "stale"))
          .hasMessageContaining("JBO-25014: another user has changed row 3 of departments");
    }
    assertThat(rollback(ann, Hr.DEPARTMENTS).changes()).isZero();
    change(ann, Hr.DEPARTMENTS, "y");
    assertThat(change(ann, Hr.DEPARTMENTS, "z").previous()).isEqualTo("y");
    assertThat(commit(ann, Hr.DEPARTMENTS, null).value()).isEqualTo("z");
  }

  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"STATELESS", "NOOP"})
  void commit_responseLost_isInDoubtUntilRollback(Preset preset) {
    losesAnswers = true;
    UserSession ann = opened(preset, "jbo.recyclethreshold", "1");
    change(ann, Hr.DEPARTMENTS, "ann's");

    assertFails(Reason.COMMIT_IN_DOUBT, () -> commit(ann, Hr.DEPARTMENTS, null))
        .hasCauseInstanceOf(ConnectionException.class)
        .hasMessageContainingAll("the response was lost", "roll back");
    assertThat(counts.get(Counter.POSTED_ROWS_IN_DOUBT)).isEqualTo(1);
    losesAnswers = false;
    open(session(4), Hr.DEPARTMENTS, 4);
    change(ann, Hr.DEPARTMENTS, "ann's second");
    assertFails(Reason.COMMIT_IN_DOUBT, () -> commit(ann, Hr.DEPARTMENTS, null))
        .hasNoCause()
        .hasMessageContainingAll("row 3 of ", "roll back");

    assertThat(rollback(ann, Hr.DEPARTMENTS).value()).isEqualTo("ann's");
    change(ann, Hr.DEPARTMENTS, "ann's third");
    assertThat(commit(ann, Hr.DEPARTMENTS, null).value()).isEqualTo("ann's third");
  }

  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      names = {"RELEASE_PASSIVATE", "UNPOOLED_MODULES"})
  void commit_snapshotPurged_succeeds(Preset preset) {
    UserSession ann = opened(preset);
    change(ann, Hr.DEPARTMENTS, "x");
    TestDatabase.execute(
        DATABASE,
        "create function purge() returns trigger language plpgsql as"
            + " $$ begin delete from ps_txn; return new; end $$",
        "create trigger purge before update on departments execute function purge()");
    try {
      assertThat(commit(ann, Hr.DEPARTMENTS, null).value()).isEqualTo("x");
    } finally {
      TestDatabase.execute(DATABASE, "drop function purge cascade");
    }
    assertThat(stored()).isEqualTo("x");
    assertThat(ask("select count(*) from ps_txn")).as("written again").isEqualTo("1");
    assertThat(change(ann, Hr.DEPARTMENTS, "y").previous()).isEqualTo("x");
  }

  @Test
  void activation_executesQueriesOfSetting() {
    start(Preset.RELEASE_PASSIVATE);
    UserSession ann = session(3);
    open(ann, Hr.EMPLOYEES, 3);
    assertThat(scroll(ann, Hr.EMPLOYEES).key()).isEqualTo(103);
    change(ann, Hr.EMPLOYEES, "x");
    long before = counts.get(Counter.REEXECUTIONS);

    assertThat(commit(ann, Hr.EMPLOYEES, null))
        .isEqualTo(committed("employees", 103, null, "x", 1, false));

    assertThat(counts.get(Counter.REEXECUTIONS) - before).isEqualTo(cheap ? 0 : 1);
    assertThat(commit(ann, Hr.EMPLOYEES, null).value()).as("an empty commit").isEqualTo("x");
    assertThat(counts.get(Counter.REEXECUTIONS) - before).isEqualTo(cheap ? 1 : 2);
    assertThat(scroll(ann, Hr.EMPLOYEES).key()).isEqualTo(203);
  }

  @Test
  void session_readsItsOwnCommits() {
    UserSession ann = opened(Preset.RELEASE_IN_MEMORY, "jbo.recyclethreshold", "1");
    change(ann, Hr.DEPARTMENTS, "x");
    open(session(4), Hr.DEPARTMENTS, 4);

    commit(ann, Hr.DEPARTMENTS, null);
    assertThat(change(ann, Hr.DEPARTMENTS, "y").previous()).isEqualTo("x");
    commit(ann, Hr.DEPARTMENTS, null);

    assertThat(change(ann, Hr.DEPARTMENTS, "z").previous()).isEqualTo("y");
    assertThat(scroll(ann, Hr.DEPARTMENTS).rows()).hasSize(8);
  }

  @Test
  void onlyConnection_sufficesWithoutInternalOne() {
    poolSize = 1;
    start(Preset.RELEASE_PASSIVATE);
    UserSession ann = session(3);
    if (!cheap) {
      assertThatThrownBy(() -> open(ann, Hr.DEPARTMENTS, 3))
          .hasMessageContaining("no second connection");
      return;
    }
    open(ann, Hr.DEPARTMENTS, 3);
    change(ann, Hr.DEPARTMENTS, "x");
    open(session(4), Hr.DEPARTMENTS, 4);
    assertThat(commit(ann, Hr.DEPARTMENTS, null).value()).isEqualTo("x");
    assertThat(rollback(ann, Hr.DEPARTMENTS).value()).isEqualTo("x");
    assertThat(connections.statistics().get(Counter.INTERNAL_BORROWS)).isZero();
  }

  @Test
  void activation_deadConnection_isReplaced() {
    UserSession ann = opened(Preset.RELEASE_PASSIVATE);
    TestDatabase.execute(
        DATABASE,
        "select pg_terminate_backend(pid) from pg_stat_activity"
            + " where application_name = 'cloakroom-tier'");

    assertThat(change(ann, Hr.DEPARTMENTS, "x").value()).isEqualTo("x");
  }

  @Test
  void commit_storeFails_losesNothing() {
    UserSession ann = opened(Preset.RELEASE_PASSIVATE);
    change(ann, Hr.DEPARTMENTS, "x");
    TestDatabase.execute(
        DATABASE,
        "create function away() returns trigger language plpgsql as"
            + " $$ begin raise 'the store fails'; end $$",
        "create trigger away before insert or update on ps_txn execute function away()");
    try {
      assertThatThrownBy(() -> commit(ann, Hr.DEPARTMENTS, null))
          .hasMessageContaining("the store fails");
    } finally {
      TestDatabase.execute(DATABASE, "drop function away cascade");
    }
    assertThat(stored())
        .as("nothing was acknowledged; in one transaction it is undone")
        .isEqualTo(cheap ? "Department 3" : "x");
    assertThat(commit(ann, Hr.DEPARTMENTS, null).value()).isEqualTo("x");
  }

  @Test
  void open_unknownUser_leavesSession() {
    UserSession ann = opened(Preset.RELEASE_PASSIVATE);
    change(ann, Hr.DEPARTMENTS, "x");

    assertFails(Reason.NO_SUCH_ROW, () -> open(ann, Hr.DEPARTMENTS, 5000))
        .hasMessageContaining("5000");

    assertThat(ann.user()).isEqualTo(3);
    assertThat(commit(ann, Hr.DEPARTMENTS, null).value()).isEqualTo("x");
  }

  @Test
  void scroll_fetchesFromCursorOrExecutes() {
    start(Preset.STICKY);
    UserSession ann = session(3);
    open(ann, Hr.EMPLOYEES, 3);
    PageAnswer next = scroll(ann, Hr.EMPLOYEES);
    assertThat(next.rangeStart()).isEqualTo(10);
    assertThat(next.key()).isEqualTo(103);
    assertThat(counts.get(Counter.REEXECUTIONS)).isZero();
    close();

    start(Preset.RELEASE_IN_MEMORY);
    UserSession bob = session(4);
    open(bob, Hr.EMPLOYEES, 4);
    assertThat(scroll(bob, Hr.EMPLOYEES).key()).isEqualTo(104);
    assertThat(counts.get(Counter.REEXECUTIONS)).isEqualTo(1);
  }
}
