package cloakroom.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.database.Await;
import cloakroom.standin.Call.Kind;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import oracle.ucp.UniversalConnectionPoolException;
import oracle.ucp.admin.UniversalConnectionPoolManagerImpl;
import oracle.ucp.jdbc.PoolDataSource;
import oracle.ucp.jdbc.PoolDataSourceFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What HikariCP and UCP do over Oracle when left to themselves: the habits that our connection
 * sources take from them.
 */
@Tag("ojdbc-23")
@Timeout(60)
final class PoolHabitsTest {
  private static final String DATA_SOURCE = "oracle.jdbc.datasource.impl.OracleDataSource";

  private final OracleStandIn oracle = new OracleStandIn();
  private final String name = "habits-" + UUID.randomUUID();

  @AfterEach
  void close() {
    oracle.close();
  }

  private PoolDataSource ucp() throws SQLException {
    PoolDataSource pool = PoolDataSourceFactory.getPoolDataSource();
    pool.setConnectionPoolName(name);
    pool.setConnectionFactoryClassName(DATA_SOURCE);
    pool.setURL(oracle.url());
    pool.setUser(OracleStandIn.USER);
    pool.setPassword(OracleStandIn.PASSWORD);
    pool.setMaxPoolSize(1);
    return pool;
  }

  private void end() throws UniversalConnectionPoolException {
    UniversalConnectionPoolManagerImpl.getUniversalConnectionPoolManager()
        .destroyConnectionPool(name);
  }

  private HikariConfig hikari(int connectionTimeoutMillis) {
    HikariConfig config = new HikariConfig();
    config.setUsername(OracleStandIn.USER);
    config.setPassword(OracleStandIn.PASSWORD);
    config.setMaximumPoolSize(1);
    config.setInitializationFailTimeout(-1);
    config.setConnectionTimeout(connectionTimeoutMillis);
    return config;
  }

  private static void returnDirty(DataSource pool) throws SQLException {
    try (Connection session = pool.getConnection();
        Statement statement = session.createStatement()) {
      session.setAutoCommit(false);
      statement.executeUpdate("update coat set colour = 'blue'");
    }
  }

  @Test
  void ucp_commitsADirtyReturn_andLeavesAutoCommitOff() throws Exception {
    try {
      PoolDataSource pool = ucp();
      returnDirty(pool);
      assertThat(oracle.journal().count(Kind.COMMIT)).isEqualTo(1);
      assertThat(oracle.journal().count(Kind.ROLLBACK)).isZero();
      try (Connection next = pool.getConnection()) {
        assertThat(next.getAutoCommit()).isFalse();
      }
    } finally {
      end();
    }
  }

  @Test
  void ucp_rollsADirtyReturnBack_whenToldNotToCommit() throws Exception {
    try {
      PoolDataSource pool = ucp();
      pool.setCommitOnConnectionReturn(false);
      returnDirty(pool);
      assertThat(oracle.journal().count(Kind.COMMIT)).isZero();
      assertThat(oracle.journal().count(Kind.ROLLBACK)).isEqualTo(1);
    } finally {
      end();
    }
  }

  @Test
  void hikari_rollsADirtyReturnBack_andSetsAutoCommitBack() throws SQLException {
    HikariConfig config = hikari(5_000);
    config.setJdbcUrl(oracle.url());
    try (HikariDataSource pool = new HikariDataSource(config)) {
      returnDirty(pool);
      assertThat(oracle.journal().count(Kind.COMMIT)).isZero();
      assertThat(oracle.journal().count(Kind.ROLLBACK)).isEqualTo(1);
      try (Connection next = pool.getConnection()) {
        assertThat(next.getAutoCommit()).isTrue();
      }
    }
  }

  @Test
  void ucp_hidesTheNumberOfARefusal() throws Exception {
    try {
      PoolDataSource pool = ucp();
      oracle.listener().answer(TnsReply.refuse(12516));
      SQLException thrown = catchThrowableOfType(SQLException.class, pool::getConnection);
      assertThat(thrown.getErrorCode()).isZero();
      assertThat(thrown.getSQLState()).isNull();
      assertThat((Throwable) thrown).hasStackTraceContaining("SQLException: ORA-12516");
    } finally {
      end();
    }
  }

  @Test
  void hikari_copiesTheNumberOfARefusal() {
    oracle.listener().answer(TnsReply.refuse(12516));
    HikariConfig config = hikari(250);
    config.setJdbcUrl(oracle.url());
    try (HikariDataSource pool = new HikariDataSource(config)) {
      SQLException thrown = catchThrowableOfType(SQLException.class, pool::getConnection);
      assertThat(thrown.getErrorCode()).isEqualTo(12516);
      assertThat(thrown.getSQLState()).isEqualTo("66000");
    }
  }

  /** By a URL its log-on has no bound; a second request shows that the first was given up. */
  @Test
  void hikari_boundsItsLogon_byADataSourceOnly() {
    HikariConfig byUrl = hikari(1_000);
    HikariConfig byDataSource = hikari(1_000);
    try (TnsListener forUrl = new TnsListener(TnsReply.silence());
        TnsListener forDataSource = new TnsListener(TnsReply.silence())) {
      byUrl.setJdbcUrl(forUrl.url("/sales"));
      byDataSource.setDataSourceClassName(DATA_SOURCE);
      byDataSource.addDataSourceProperty("URL", forDataSource.url("/sales"));
      HikariDataSource unbounded = new HikariDataSource(byUrl);
      HikariDataSource bounded = new HikariDataSource(byDataSource);
      Await.until("a second log-on", () -> forDataSource.requests().size() > 1);
      assertThat(forUrl.requests()).hasSize(1);
      assertThat(forUrl.clients()).isEqualTo(1);
      forUrl.answer(TnsReply.refuse(12516));
      forDataSource.answer(TnsReply.refuse(12516));
      forUrl.cut();
      forDataSource.cut();
      unbounded.close();
      bounded.close();
    }
  }

  /** Neither pool knows that the server has ended the session. */
  @Test
  void idleTimeInUse_evictsInNeitherPool() throws Exception {
    HikariConfig config = hikari(5_000);
    config.setJdbcUrl(oracle.url());
    try (HikariDataSource pool = new HikariDataSource(config)) {
      assertThat(logonsAfterIdleTime(pool)).isEqualTo(1);
    }
    oracle.journal().forget();
    try {
      PoolDataSource pool = ucp();
      pool.getConnection().close();
      oracle.journal().forget();
      assertThat(logonsAfterIdleTime(pool)).isZero();
    } finally {
      end();
    }
  }

  private long logonsAfterIdleTime(DataSource pool) throws SQLException {
    oracle.script().once(Kind.STATEMENT, Answer.error(2396));
    try (Connection session = pool.getConnection()) {
      assertThat(catchThrowableOfType(SQLException.class, () -> call(session)).getErrorCode())
          .isEqualTo(2396);
    }
    try (Connection session = pool.getConnection()) {
      call(session);
    }
    return oracle.journal().count(Kind.LOGON);
  }

  private static void call(Connection session) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute("begin coat; end;");
    }
  }
}
