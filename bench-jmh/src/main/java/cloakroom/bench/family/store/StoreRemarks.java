package cloakroom.bench.family.store;

import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.catalina.util.ServerInfo;
import org.eclipse.jetty.server.Server;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;

/** What a reader of the figures must know. */
final class StoreRemarks {
  private StoreRemarks() {}

  static List<String> of(Database database) throws SQLException {
    return List.of(
        "An operation writes a session's state and reads it back; each of "
            + StoreSubject.SESSIONS
            + " sessions belongs to one thread.",
        durability(database),
        "Peers: Jetty "
            + Server.getVersion()
            + ", Tomcat "
            + ServerInfo.getServerNumber()
            + ", Spring Session "
            + JdbcIndexedSessionRepository.class.getPackage().getImplementationVersion()
            + "; each notes the access, as it does at every request.",
        "All connections come from HikariCP with the same settings; it asks a connection whether it"
            + " lives only after 500 ms without use. Ours go through the tier's connection source.",
        "Statements include those that begin and end a transaction. WAL and write transactions are"
            + " the server's own counters, the least of three rounds.");
  }

  private static String durability(Database database) throws SQLException {
    return "Durability: fsync "
        + setting(database, "fsync")
        + ", synchronous_commit "
        + setting(database, "synchronous_commit")
        + ", full_page_writes "
        + setting(database, "full_page_writes")
        + "; file store with fsync; memory keeps nothing.";
  }

  private static String setting(Database database, String name) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("show " + name)) {
      row.next();
      return row.getString(1);
    }
  }
}
