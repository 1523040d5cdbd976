package cloakroom.bench.family.store;

import java.io.Serializable;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardEngine;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.session.DataSourceStore;
import org.apache.catalina.session.PersistentManager;
import org.apache.catalina.session.StandardSession;

/**
 * Tomcat's DataSourceStore below a PersistentManager, on the table of its documentation. A request
 * does what Tomcat does: it notes the access, sets the attribute and saves.
 */
final class TomcatStore<S extends Serializable> extends PeerStore<S, StandardSession> {
  private static final String TABLE = "cloakroom_bench_tomcat";
  private static final int TIMEOUT_SECONDS = 1800;

  private final StoreConnections connections;
  private final Store store;
  private final PersistentManager manager = new PersistentManager();

  /** Has its connections handed over instead of looking them up by name. */
  private static final class Store extends DataSourceStore {
    Store(DataSource connections) {
      dataSource = connections;
      setSessionTable(TABLE);
    }

    void begin() throws LifecycleException {
      start();
    }
  }

  TomcatStore(StoreConnections connections) throws SQLException, LifecycleException {
    this.connections = connections;
    connections.execute(
        "drop table if exists " + TABLE,
        "create table "
            + TABLE
            + " (id varchar(100) not null primary key, valid char(1) not null,"
            + " maxinactive int not null, lastaccess bigint not null, app varchar(255),"
            + " data bytea)",
        "create index " + TABLE + "_app on " + TABLE + " (app)");
    StandardEngine engine = new StandardEngine();
    engine.setName("bench");
    StandardHost host = new StandardHost();
    host.setName("localhost");
    engine.addChild(host);
    StandardContext context = new StandardContext();
    context.setName("/app");
    context.setPath("/app");
    context.setParent(host);
    manager.setContext(context);
    store = new Store(connections.theirs());
    store.setManager(manager);
    manager.setStore(store);
    store.begin();
  }

  @Override
  StandardSession begin(int session, S state) throws Exception {
    StandardSession made = new StandardSession(manager);
    made.setValid(true);
    made.setNew(true);
    made.setCreationTime(System.currentTimeMillis());
    made.setMaxInactiveInterval(TIMEOUT_SECONDS);
    made.setId("0123456789ABCDEF0123456789AB" + session, false);
    made.setAttribute(STATE, state, false);
    store.save(made);
    return made;
  }

  @Override
  StandardSession next(StandardSession present, S state) throws Exception {
    present.access();
    present.setAttribute(STATE, state, false);
    present.endAccess();
    store.save(present);
    return (StandardSession) store.load(present.getId());
  }

  @Override
  Object state(StandardSession session) {
    return session.getAttribute(STATE);
  }

  @Override
  public void close() {
    SessionStore.end(store::stop, () -> connections.execute("drop table " + TABLE));
  }
}
