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

/** Processor time of processes on this machine that serve what is measured. */
public final class ProcessTimes {
  private static final long NONE = -1;

  private ProcessTimes() {}

  /** Milliseconds of a process and all below it since it began; NaN if it is not here. */
  public static double millis(long pid) {
    return 1_000 * ProcessTree.seconds(pid, NONE);
  }

  /**
   * The process of a PostgreSQL server whose children serve the connections; nothing if the
   * database is another one, or runs elsewhere, or processes cannot be seen.
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

  /** The parent of a process that has this name; nothing if it is not here or of another name. */
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
