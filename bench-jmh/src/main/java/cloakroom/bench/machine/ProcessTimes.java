package cloakroom.bench.machine;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.Database;
import cloakroom.platform.ProcessTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

public final class ProcessTimes {
  private ProcessTimes() {}

  /**
   * Returns the processor time of a local process and its descendants, in milliseconds. Returns NaN
   * for a process of another machine.
   */
  public static double millis(long pid) {
    return 1_000 * ProcessTree.seconds(pid, -1);
  }

  /**
   * Returns the process id of the local PostgreSQL server. Returns empty for another database
   * product or a remote server.
   */
  public static OptionalLong ofServer(Database database) throws SQLException {
    if (!DatabaseKind.POSTGRESQL.isOf(database.url())) {
      return OptionalLong.empty();
    }
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
      row.next();
      return parent(row.getLong(1), "postgres");
    }
  }

  static OptionalLong parent(long pid, String name) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "comm")).strip().equals(name)
          ? ProcessHandle.of(pid).stream()
              .flatMap(one -> one.parent().stream())
              .mapToLong(ProcessHandle::pid)
              .findFirst()
          : OptionalLong.empty();
    } catch (IOException gone) {
      return OptionalLong.empty();
    }
  }
}
