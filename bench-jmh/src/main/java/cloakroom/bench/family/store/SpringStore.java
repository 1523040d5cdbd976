package cloakroom.bench.family.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.jdbc.PostgreSqlJdbcIndexedSessionRepositoryCustomizer;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Spring Session JDBC as its configuration class builds it, with its statements for PostgreSQL, on
 * the tables of its own script under another name. A request does what its filter does: it notes
 * the access, sets the attribute and saves; clean-up is not scheduled.
 */
final class SpringStore<S extends Serializable> implements SessionStore<S> {
  private static final String SCRIPTS = "/org/springframework/session/jdbc/";
  private static final String USUAL_TABLE = "SPRING_SESSION";
  private static final String TABLE = "CLOAKROOM_BENCH_SPRING";
  private static final String STATE = "state";

  private final StoreConnections connections;
  private final Repository<? extends Session> repository;

  /** The repository and its sessions, whose type only it knows. */
  private static final class Repository<T extends Session> {
    private final SessionRepository<T> sessions;
    private final Session[] present;

    Repository(SessionRepository<T> sessions, int size) {
      this.sessions = sessions;
      this.present = new Session[size];
    }

    void create(int session, Object state) {
      T made = sessions.createSession();
      made.setAttribute(STATE, state);
      sessions.save(made);
      present[session] = sessions.findById(made.getId());
    }

    @SuppressWarnings("unchecked") // it was found by the same repository
    Object exchange(int session, Object state) {
      T now = (T) present[session];
      now.setLastAccessedTime(Instant.now());
      now.setAttribute(STATE, state);
      sessions.save(now);
      present[session] = sessions.findById(now.getId());
      return present[session].getAttribute(STATE);
    }
  }

  SpringStore(StoreConnections connections, int sessions) throws SQLException, IOException {
    this.connections = connections;
    connections.execute(
        "drop table if exists " + TABLE + "_ATTRIBUTES, " + TABLE, script("schema-postgresql.sql"));
    TransactionTemplate transactions =
        new TransactionTemplate(new DataSourceTransactionManager(connections.theirs()));
    transactions.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    JdbcIndexedSessionRepository jdbc =
        new JdbcIndexedSessionRepository(new JdbcTemplate(connections.theirs()), transactions);
    jdbc.setTableName(TABLE);
    new PostgreSqlJdbcIndexedSessionRepositoryCustomizer().customize(jdbc);
    repository = new Repository<>(jdbc, sessions);
  }

  private static String script(String name) throws IOException {
    try (InputStream in = JdbcIndexedSessionRepository.class.getResourceAsStream(SCRIPTS + name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.replace(USUAL_TABLE, TABLE);
    }
  }

  @Override
  public void create(int session, S state) {
    repository.create(session, state);
  }

  @Override
  @SuppressWarnings("unchecked") // what create and exchange have set
  public S exchange(int session, S state) {
    return (S) repository.exchange(session, state);
  }

  @Override
  public void close() {
    SessionStore.end(() -> connections.execute(script("schema-drop-postgresql.sql")));
  }
}
