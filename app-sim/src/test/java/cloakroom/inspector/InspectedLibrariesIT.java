package cloakroom.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbc.JdbcLockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/** State that published libraries leave in pooled connections (docs/experiments/009). */
final class InspectedLibrariesIT {
  private static final Database DATABASE = TestDatabase.newEmptySchema();
  private static final CountDownLatch QUARTZ_RAN = new CountDownLatch(3);

  /** Transactions and locks that another session can see without the inspector. */
  private static final String HELD =
      "select count(*) from pg_stat_activity a where application_name = 'inspected'"
          + " and (state <> 'idle' or exists (select 1 from pg_locks l where l.pid = a.pid))";

  private final ResultFile file = new ResultFile();
  private final HikariDataSource pool = pool();
  private final DataSource inspected = Inspector.around(pool, file.properties());

  private static HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(DATABASE.url());
    config.setUsername(DATABASE.user());
    config.setPassword(DATABASE.password().reveal());
    config.setMaximumPoolSize(4);
    config.addDataSourceProperty("ApplicationName", "inspected");
    return new HikariDataSource(config);
  }

  @AfterEach
  void close() {
    pool.close();
  }

  private void assertFindings(int atLeast, String... findings) {
    JsonNode result = file.read();
    assertThat(result.get("off").isNull()).isTrue();
    assertThat(result.get("skippedChecks").fieldNames())
        .toIterable()
        .as("Quartz interrupts its threads as it ends")
        .isSubsetOf("interrupted");
    assertThat(result.get("boundaries").asInt()).isGreaterThanOrEqualTo(atLeast);
    assertThat(file.found()).containsExactly(findings);
    Await.until( // the pool may be opening one
        "another session sees no transaction or lock",
        () -> TestDatabase.ask(DATABASE, HELD).equals("0"));
  }

  /** Three firings of a job of a store that locks its rows against other nodes of its cluster. */
  @Test
  void quartz_leavesNothing() throws Exception {
    String tables = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";
    try (var in = StdSchedulerFactory.class.getResourceAsStream(tables)) {
      TestDatabase.execute(DATABASE, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    DBConnectionManager.getInstance().addConnectionProvider("inspected", new Provider());
    Properties properties = new Properties();
    properties.put("org.quartz.scheduler.instanceName", "inspected");
    properties.put("org.quartz.scheduler.instanceId", "AUTO");
    properties.put("org.quartz.scheduler.skipUpdateCheck", "true");
    properties.put("org.quartz.threadPool.threadCount", "2");
    properties.put("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
    properties.put(
        "org.quartz.jobStore.driverDelegateClass",
        "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
    properties.put("org.quartz.jobStore.isClustered", "true");
    properties.put("org.quartz.jobStore.dataSource", "inspected");
    org.quartz.Scheduler scheduler = new StdSchedulerFactory(properties).getScheduler();
    scheduler.start();
    scheduler.scheduleJob(
        JobBuilder.newJob(Counted.class).withIdentity("coat").build(),
        TriggerBuilder.newTrigger()
            .withSchedule(
                SimpleScheduleBuilder.simpleSchedule()
                    .withIntervalInMilliseconds(20)
                    .withRepeatCount(2))
            .build());
    QUARTZ_RAN.await();
    scheduler.shutdown(true);

    assertFindings(10);
  }

  /** Job that Quartz instantiates. */
  public static final class Counted implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      QUARTZ_RAN.countDown();
    }
  }

  private final class Provider implements ConnectionProvider {
    @Override
    public Connection getConnection() throws java.sql.SQLException {
      return inspected.getConnection();
    }

    @Override
    public void shutdown() {}

    @Override
    public void initialize() {}
  }

  @Test
  void dbScheduler_leavesNothing() throws Exception {
    TestDatabase.execute(
        DATABASE,
        "create table scheduled_tasks (task_name text, task_instance text, task_data bytea,"
            + " execution_time timestamptz, picked boolean, picked_by text,"
            + " last_success timestamptz, last_failure timestamptz, consecutive_failures int,"
            + " last_heartbeat timestamptz, version bigint, priority smallint,"
            + " primary key (task_name, task_instance))");
    CountDownLatch ran = new CountDownLatch(2);
    OneTimeTask<Void> task = Tasks.oneTime("brush").execute((instance, context) -> ran.countDown());
    Scheduler scheduler =
        Scheduler.create(inspected, task)
            .threads(2)
            .pollUsingLockAndFetch(0.5, 1.0)
            .pollingInterval(Duration.ofMillis(20))
            .build();
    scheduler.schedule(task.instance("coat"), Instant.now());
    scheduler.schedule(task.instance("hat"), Instant.now());
    scheduler.start();
    ran.await();
    scheduler.stop();

    assertFindings(6);
  }

  @Test
  void shedLock_leavesNothing() {
    TestDatabase.execute(
        DATABASE,
        "create table shedlock (name text primary key, lock_until timestamp, locked_at timestamp,"
            + " locked_by text)");
    JdbcLockProvider locks = new JdbcLockProvider(inspected);
    LockConfiguration brush =
        new LockConfiguration(Instant.now(), "brush", Duration.ofHours(1), Duration.ZERO);
    SimpleLock lock = locks.lock(brush).orElseThrow();
    assertThat(locks.lock(brush)).isEmpty();
    lock.unlock();

    assertFindings(3);
  }

  /** Its lock is a committed row of its table. */
  @Test
  void liquibase_leavesNothing() throws Exception {
    migrate("");

    assertFindings(1);
  }

  @Test
  void liquibase_withDefaultSchema_leavesItsSearchPath() throws Exception {
    TestDatabase.execute(DATABASE, "create schema inspected");
    migrate("inspected");

    assertFindings(1, "sessionSetting search_path");
    try (Connection next = pool.getConnection()) {
      assertThat(TestDatabase.ask(next, "show search_path")).startsWith("inspected, ");
    }
  }

  private void migrate(String schema) throws Exception {
    try (Connection connection = inspected.getConnection()) {
      var database =
          DatabaseFactory.getInstance()
              .findCorrectDatabaseImplementation(new JdbcConnection(connection));
      if (!schema.isEmpty()) {
        database.setDefaultSchemaName(schema);
      }
      try (Liquibase liquibase =
          new Liquibase("inspector/liquibase.sql", new ClassLoaderResourceAccessor(), database)) {
        liquibase.update(new Contexts());
      }
    }
  }
}
