package cloakroom.bench.subject;

import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Several database servers behind one DataSource: new connections go to them in turn. One that
 * joins gets its turn with the next new connection; connections that exist stay where they are.
 */
public final class Backends extends PlainDataSource {
  private final List<Database> members = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  /** One member. */
  public Backends(Database first) {
    members.add(first);
  }

  /** From now on this one is reached too. */
  public void join(Database database) {
    members.add(database);
  }

  /** The member, from 0, that a connection of ours leads to; asks nothing of the server. */
  public int member(Connection connection) throws SQLException {
    String url = connection.getMetaData().getURL();
    for (int i = 0; i < members.size(); i++) {
      if (url.startsWith(members.get(i).url())) {
        return i;
      }
    }
    throw new IllegalStateException("a connection to " + url + ", which is no member");
  }

  @Override
  public Connection getConnection() throws SQLException {
    return members.get(Math.floorMod(turn.getAndIncrement(), members.size())).connect();
  }
}
