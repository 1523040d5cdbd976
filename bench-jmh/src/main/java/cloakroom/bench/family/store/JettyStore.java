package cloakroom.bench.family.store;

import java.io.Serializable;
import java.time.Duration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.session.DatabaseAdaptor;
import org.eclipse.jetty.session.DefaultSessionIdManager;
import org.eclipse.jetty.session.JDBCSessionDataStore;
import org.eclipse.jetty.session.NullSessionCache;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionHandler;

/**
 * Jetty's JDBCSessionDataStore in a server without connectors, on the table that it makes itself. A
 * request does what Jetty's session does: it moves the access time and the expiry on, sets the
 * attribute and saves.
 */
final class JettyStore<S extends Serializable> implements SessionStore<S> {
  private static final String TABLE = "cloakroom_bench_jetty";
  private static final String STATE = "state";
  private static final long TIMEOUT_MILLIS = Duration.ofMinutes(30).toMillis();

  private final StoreConnections connections;
  private final Server server = new Server();
  private final JDBCSessionDataStore store = new JDBCSessionDataStore();
  private final SessionData[] sessions;

  JettyStore(StoreConnections connections, int sessions) throws Exception {
    this.connections = connections;
    this.sessions = new SessionData[sessions];
    connections.execute("drop table if exists " + TABLE);
    DatabaseAdaptor adaptor = new DatabaseAdaptor();
    adaptor.setDatasource(connections.theirs());
    store.setDatabaseAdaptor(adaptor);
    JDBCSessionDataStore.SessionTableSchema schema = new JDBCSessionDataStore.SessionTableSchema();
    schema.setTableName(TABLE);
    store.setSessionTableSchema(schema);
    SessionHandler handler = new SessionHandler();
    NullSessionCache cache = new NullSessionCache(handler);
    cache.setSessionDataStore(store);
    handler.setSessionCache(cache);
    server.addBean(new DefaultSessionIdManager(server), true);
    server.setHandler(handler);
    server.start();
  }

  private static String id(int session) {
    return "node0" + "0123456789abcdefghijklmno" + session;
  }

  @Override
  public void create(int session, S state) throws Exception {
    long now = System.currentTimeMillis();
    SessionData data = store.newSessionData(id(session), now, now, now, TIMEOUT_MILLIS);
    data.calcAndSetExpiry(now);
    data.setAttribute(STATE, state);
    store.store(data.getId(), data);
    sessions[session] = data;
  }

  @Override
  @SuppressWarnings("unchecked") // what create and exchange have set
  public S exchange(int session, S state) throws Exception {
    SessionData data = sessions[session];
    long now = System.currentTimeMillis();
    data.setLastAccessed(data.getAccessed());
    data.setAccessed(now);
    data.calcAndSetExpiry(now);
    data.setAttribute(STATE, state);
    store.store(data.getId(), data);
    SessionData read = store.load(data.getId());
    sessions[session] = read;
    return (S) read.getAttribute(STATE);
  }

  @Override
  public void close() {
    SessionStore.end(server::stop);
    SessionStore.end(() -> connections.execute("drop table " + TABLE));
  }
}
