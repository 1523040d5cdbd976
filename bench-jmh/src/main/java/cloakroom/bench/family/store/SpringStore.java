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
final class SpringStore<S extends Serializable> extends PeerStore<S, Session> {
  private static final String SCRIPTS = "/org/springframework/session/jdbc/";
  private static final String USUAL_TABLE = "SPRING_SESSION";
  private static final String TABLE = "CLOAKROOM_BENCH_SPRING";

  private final StoreConnections connections;
  private final SessionRepository<Session> repository;

  @SuppressWarnings("unchecked") // the type of its sessions is its own; they are given back to it
  SpringStore(StoreConnections connections) throws SQLException, IOException {
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
    repository = (SessionRepository<Session>) (SessionRepository<?>) jdbc;
  }

  private static String script(String name) throws IOException {
    try (InputStream in = JdbcIndexedSessionRepository.class.getResourceAsStream(SCRIPTS + name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.replace(USUAL_TABLE, TABLE);
    }
  }

  @Override
  Session begin(int session, S state) {
    Session made = repository.createSession();
    made.setAttribute(STATE, state);
    repository.save(made);
    return repository.findById(made.getId());
  }

  @Override
  Session next(Session present, S state) {
    present.setLastAccessedTime(Instant.now());
    present.setAttribute(STATE, state);
    repository.save(present);
    return repository.findById(present.getId());
  }

  @Override
  Object state(Session session) {
    return session.getAttribute(STATE);
  }

  @Override
  public void close() {
    SessionStore.end(() -> connections.execute(script("schema-drop-postgresql.sql")));
  }
}
