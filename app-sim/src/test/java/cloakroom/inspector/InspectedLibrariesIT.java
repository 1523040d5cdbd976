package cloakroom.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Await;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.platform.Resources;
import cloakroom.testing.Proxies;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.jta.TransactionManager;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.provider.jdbc.JdbcLockProvider;
import oracle.ucp.jdbc.PoolDataSource;
import oracle.ucp.jdbc.PoolDataSourceFactory;
import oracle.ucp.jdbc.PoolXADataSource;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.eclipse.jetty.session.*;
import org.eclipse.persistence.descriptors.RelationalDescriptor;
import org.eclipse.persistence.sessions.*;
import org.flywaydb.core.Flyway;
import org.jooq.impl.DSL;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.xa.PGXADataSource;
import org.quartz.*;
import org.quartz.impl.StdSchedulerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** State that published libraries leave in pooled connections, as docs/experiments/009 lists it. */
final class InspectedLibrariesIT {
  private interface Work {
    void run(DataSource pool) throws Exception;
  }

  private static final Map<String, Work> WORKS =
      Map.ofEntries(
          Map.entry("Quartz", InspectedLibrariesIT::quartz),
          Map.entry("db-scheduler", InspectedLibrariesIT::dbScheduler),
          Map.entry("ShedLock", InspectedLibrariesIT::shedLock),
          Map.entry("Liquibase", pool -> liquibase(pool, false)),
          Map.entry("Liquibase with a default schema", pool -> liquibase(pool, true)),
          Map.entry("Flyway", InspectedLibrariesIT::flyway),
          Map.entry("jOOQ", InspectedLibrariesIT::jooq),
          Map.entry("MyBatis", InspectedLibrariesIT::myBatis),
          Map.entry("Hibernate", InspectedLibrariesIT::hibernate),
          Map.entry("EclipseLink", InspectedLibrariesIT::eclipseLink),
          Map.entry("Spring JDBC", InspectedLibrariesIT::springJdbc),
          Map.entry("Jetty sessions", InspectedLibrariesIT::jettySessions),
          Map.entry("Narayana", InspectedLibrariesIT::narayana));

  /** Transactions and locks that another session can see without the inspector. */
  private static final String HELD =
      "select count(*) from pg_stat_activity a where application_name = 'inspected'"
          + " and (state <> 'idle' or exists (select 1 from pg_locks l where l.pid = a.pid))";

  private final Database database = TestDatabase.newEmptySchema();
  private final ResultFile file = new ResultFile();

  /** Returns the rows of the page's table: library, pool and findings. */
  static Stream<Arguments> page() throws Exception {
    return Files.readAllLines(Path.of("../docs/experiments/009-what-libraries-leave.md")).stream()
        .map(line -> line.replace("`", "").split(" *\\| *", -1))
        .filter(row -> row.length == 6 && WORKS.containsKey(library(row[1])))
        .flatMap(row -> Stream.of(row(row, "HikariCP", 3), row(row, "UCP", 4)))
        .filter(row -> !row.get()[2].equals("no XA"));
  }

  private static Arguments row(String[] row, String pool, int column) {
    return Arguments.of(library(row[1]), pool, row[column]);
  }

  private static String library(String cell) {
    return cell.replaceFirst(" \\d[\\w.]*", "");
  }

  @ParameterizedTest
  @MethodSource("page")
  void library_leaves_whatThePageLists(String library, String poolName, String findings)
      throws Exception {
    TestDatabase.execute(database, Resources.text("inspector/libraries.sql"));
    HikariDataSource hikari = new HikariDataSource();
    hikari.setJdbcUrl(url());
    hikari.setUsername(database.user());
    hikari.setPassword(database.password().reveal());
    boolean xa = library.equals("Narayana");
    PoolDataSource ucp =
        xa
            ? PoolDataSourceFactory.getPoolXADataSource()
            : PoolDataSourceFactory.getPoolDataSource();
    ucp.setURL(url());
    ucp.setUser(database.user());
    ucp.setPassword(database.password().reveal());
    ucp.setConnectionFactoryClassName(xa ? XaSource.class.getName() : "org.postgresql.Driver");
    XaSource.url = url();
    DataSource pool = xa ? enlisted((PoolXADataSource) ucp) : poolName.equals("UCP") ? ucp : hikari;
    WORKS.get(library).run(Inspector.around(pool, file.properties()));

    JsonNode result = file.read();
    assertThat(result.get("off").isNull()).isTrue();
    assertThat(result.get("skippedChecks").fieldNames())
        .toIterable()
        .as("Quartz interrupts its threads as it ends")
        .isSubsetOf("interrupted");
    assertThat(result.get("boundaries").asInt()).isPositive();
    assertThat(String.join(", ", file.found()).replaceFirst("^$", "nothing")).isEqualTo(findings);
    Await.until( // the pool may be opening one
        "another session sees no transaction or lock",
        () -> TestDatabase.ask(database, HELD).equals("0"));
    hikari.close();
  }

  private String url() {
    return database.url() + "&ApplicationName=inspected";
  }

  /** Source that keeps its URL: UCP sets server and port to defaults. */
  public static final class XaSource extends PGXADataSource {
    private static String url;

    @Override
    public XAConnection getXAConnection(String user, String password) throws SQLException {
      setUrl(url);
      return super.getXAConnection(user, password);
    }
  }

  /** Begins a global transaction and returns a data source whose connections take part in it. */
  private static DataSource enlisted(PoolXADataSource pool) throws Exception {
    arjPropertyManager.getObjectStoreEnvironmentBean().setObjectStoreDir("target/narayana");
    arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("1");
    XAConnection connection = pool.getXAConnection();
    var manager = TransactionManager.transactionManager();
    manager.begin();
    manager.getTransaction().enlistResource(connection.getXAResource());
    return Proxies.of(DataSource.class, (proxy, method, arguments) -> connection.getConnection());
  }

  /** Job of a store that locks its rows against other nodes of its cluster. */
  private static void quartz(DataSource pool) throws Exception {
    try (Connection connection = pool.getConnection()) {
      String tables = "org/quartz/impl/jdbcjobstore/tables_postgres.sql";
      TestDatabase.execute(connection, Resources.text(tables));
    }
    org.quartz.utils.DBConnectionManager.getInstance()
        .addConnectionProvider(
            "inspected",
            Proxies.of(
                org.quartz.utils.ConnectionProvider.class,
                (proxy, method, arguments) ->
                    method.getName().equals("getConnection") ? pool.getConnection() : null));
    var scheduler = new StdSchedulerFactory("inspector/quartz.properties").getScheduler();
    CountDownLatch ran = new CountDownLatch(3);
    scheduler.getContext().put("ran", ran);
    scheduler.start();
    scheduler.scheduleJob(
        JobBuilder.newJob(Counted.class).build(),
        TriggerBuilder.newTrigger()
            .withSchedule(
                SimpleScheduleBuilder.simpleSchedule()
                    .withIntervalInMilliseconds(20)
                    .withRepeatCount(2))
            .build());
    ran.await();
    scheduler.shutdown(true);
  }

  /** Job that Quartz instantiates. */
  public static final class Counted implements Job {
    @Override
    public void execute(JobExecutionContext context) throws JobExecutionException {
      try {
        ((CountDownLatch) context.getScheduler().getContext().get("ran")).countDown();
      } catch (SchedulerException e) {
        throw new JobExecutionException(e);
      }
    }
  }

  private static void dbScheduler(DataSource pool) throws Exception {
    CountDownLatch ran = new CountDownLatch(2);
    var task = Tasks.oneTime("brush").execute((instance, context) -> ran.countDown());
    Scheduler scheduler =
        Scheduler.create(pool, task)
            .threads(2)
            .pollUsingLockAndFetch(0.5, 1.0)
            .pollingInterval(Duration.ofMillis(20))
            .build();
    scheduler.schedule(task.instance("coat"), Instant.now());
    scheduler.schedule(task.instance("hat"), Instant.now());
    scheduler.start();
    ran.await();
    scheduler.stop();
  }

  private static void shedLock(DataSource pool) {
    var locks = new JdbcLockProvider(pool);
    var brush = new LockConfiguration(Instant.now(), "brush", Duration.ofHours(1), Duration.ZERO);
    var lock = locks.lock(brush).orElseThrow();
    assertThat(locks.lock(brush)).isEmpty();
    lock.unlock();
  }

  private static void liquibase(DataSource pool, boolean defaultSchema) throws Exception {
    try (Connection connection = pool.getConnection()) {
      String schema = connection.getSchema() + "_other";
      TestDatabase.execute(connection, "create schema " + schema);
      var database =
          DatabaseFactory.getInstance()
              .findCorrectDatabaseImplementation(new JdbcConnection(connection));
      if (defaultSchema) {
        database.setDefaultSchemaName(schema);
      }
      try (Liquibase liquibase =
          new Liquibase("inspector/V1__coat.sql", new ClassLoaderResourceAccessor(), database)) {
        liquibase.update(new Contexts());
      }
    }
  }

  private static void flyway(DataSource pool) {
    var configuration = Flyway.configure().dataSource(pool).locations("classpath:inspector");
    configuration.baselineOnMigrate(true).baselineVersion("0").load().migrate();
  }

  private static void jooq(DataSource pool) {
    DSL.using(pool, org.jooq.SQLDialect.POSTGRES)
        .transaction(
            nested -> {
              nested.dsl().execute("insert into coat values (1, ?)", "red");
              nested.dsl().selectFrom(DSL.table("coat")).forUpdate().fetchSize(1).fetch();
            });
  }

  interface Coats {
    @Insert("insert into coat values (#{id}, 'red')")
    void add(int id);
  }

  private static void myBatis(DataSource pool) {
    var environment = new Environment("inspected", new JdbcTransactionFactory(), pool);
    var configuration = new org.apache.ibatis.session.Configuration(environment);
    configuration.addMapper(Coats.class);
    try (var session = new SqlSessionFactoryBuilder().build(configuration).openSession()) {
      session.getMapper(Coats.class).add(1);
      session.commit();
    }
  }

  @Entity(name = "coat")
  static class Coat {
    @Id int id = 1;
    String colour = "red";
  }

  private static void hibernate(DataSource pool) {
    var configuration = new org.hibernate.cfg.Configuration().addAnnotatedClass(Coat.class);
    configuration.getProperties().put("hibernate.connection.datasource", pool);
    try (var factory = configuration.buildSessionFactory()) {
      factory.inTransaction(session -> session.persist(new Coat()));
      factory.inTransaction(session -> session.find(Coat.class, 1, LockModeType.PESSIMISTIC_WRITE));
    }
  }

  private static void eclipseLink(DataSource pool) {
    RelationalDescriptor coat = new RelationalDescriptor();
    coat.setJavaClass(Coat.class);
    coat.setTableName("coat");
    coat.addPrimaryKeyFieldName("id");
    coat.addDirectMapping("id", "id");
    coat.addDirectMapping("colour", "colour");
    DatabaseLogin login = new DatabaseLogin();
    login.usePlatform(new org.eclipse.persistence.platform.database.PostgreSQLPlatform());
    login.setConnector(new JNDIConnector(pool));
    login.setUsesExternalConnectionPooling(true);
    Project project = new Project(login);
    project.addDescriptor(coat);
    var server = project.createServerSession();
    server.login();
    UnitOfWork work = server.acquireClientSession().acquireUnitOfWork();
    work.registerNewObject(new Coat());
    work.commit();
    server.logout();
  }

  private static void springJdbc(DataSource pool) {
    var transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
    JdbcTemplate jdbc = new JdbcTemplate(pool);
    transaction.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
    transaction.executeWithoutResult(each -> jdbc.update("insert into coat values (1, 'red')"));
    transaction.setReadOnly(true);
    transaction.executeWithoutResult(each -> jdbc.queryForList("select * from coat"));
  }

  private static final class Context extends SessionContext {
    Context() {
      _workerName = "node";
      _canonicalContextPath = "";
      _vhost = NULL_VHOST;
    }
  }

  private static void jettySessions(DataSource pool) throws Exception {
    DatabaseAdaptor adaptor = new DatabaseAdaptor();
    adaptor.setDatasource(pool);
    JDBCSessionDataStore store = new JDBCSessionDataStore();
    store.setDatabaseAdaptor(adaptor);
    var table = new JDBCSessionDataStore.SessionTableSchema();
    table.setSchemaName(JDBCSessionDataStore.SessionTableSchema.INFERRED);
    store.setSessionTableSchema(table);
    store.initialize(new Context());
    store.start();
    store.store("ann", store.newSessionData("ann", 1, 1, 1, 1_000));
    assertThat(store.load("ann")).isNotNull();
    store.delete("ann");
    store.stop();
  }

  /** Closes the connection before the end of the global transaction. */
  private static void narayana(DataSource pool) throws Exception {
    try (Connection connection = pool.getConnection()) {
      TestDatabase.execute(connection, "insert into coat values (1, 'red')");
    }
    TransactionManager.transactionManager().commit();
  }
}
