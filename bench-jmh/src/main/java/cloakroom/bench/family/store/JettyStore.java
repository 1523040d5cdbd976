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
final class JettyStore<S extends Serializable> extends PeerStore<S, SessionData> {
  private static final String TABLE = "cloakroom_bench_jetty";
  private static final long TIMEOUT_MILLIS = Duration.ofMinutes(30).toMillis();

  private final StoreConnections connections;
  private final Server server = new Server();
  private final JDBCSessionDataStore store = new JDBCSessionDataStore();

  JettyStore(StoreConnections connections) throws Exception {
    this.connections = connections;
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

  @Override
  SessionData begin(int session, S state) throws Exception {
    long now = System.currentTimeMillis();
    String id = "node0" + "0123456789abcdefghijklmno" + session;
    SessionData data = store.newSessionData(id, now, now, now, TIMEOUT_MILLIS);
    data.calcAndSetExpiry(now);
    data.setAttribute(STATE, state);
    store.store(id, data);
    return data;
  }

  @Override
  SessionData next(SessionData data, S state) throws Exception {
    long now = System.currentTimeMillis();
    data.setLastAccessed(data.getAccessed());
    data.setAccessed(now);
    data.calcAndSetExpiry(now);
    data.setAttribute(STATE, state);
    store.store(data.getId(), data);
    return store.load(data.getId());
  }

  @Override
  Object state(SessionData session) {
    return session.getAttribute(STATE);
  }

  @Override
  public void close() {
    SessionStore.end(server::stop, () -> connections.execute("drop table " + TABLE));
  }
}
