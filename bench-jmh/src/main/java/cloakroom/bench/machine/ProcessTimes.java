package cloakroom.bench.machine;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Processor time of a process with all its children, those that have ended too: the system adds
 * their time to their parent's. Linux only, from {@code /proc}.
 */
public final class ProcessTimes {
  private static final Path PROC = Path.of("/proc");

  /** Linux shows times in hundredths of a second on every platform of today. */
  private static final double MILLIS_PER_TICK = 10;

  /** Fields of stat(5), counted from the one after the name. */
  private static final int PARENT = 1;

  private static final int FIRST_TIME = 11;
  private static final int LAST_TIME = 14;

  private ProcessTimes() {}

  /**
   * Milliseconds since the process began.
   *
   * @param pid of the parent
   * @return NaN if the process is not here
   */
  public static double millis(long pid) {
    if (stat(pid).length == 0) {
      return Double.NaN;
    }
    LongStream children =
        ProcessHandle.of(pid).stream()
            .flatMap(ProcessHandle::children)
            .mapToLong(ProcessHandle::pid);
    long ticks = LongStream.concat(LongStream.of(pid), children).map(ProcessTimes::ticks).sum();
    return ticks * MILLIS_PER_TICK;
  }

  /**
   * The process of a PostgreSQL server whose children serve the connections.
   *
   * @return nothing if the database is another one, or runs elsewhere, or processes cannot be seen
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
    String[] stat = stat(pid);
    return stat.length > PARENT && name.equals(name(pid))
        ? OptionalLong.of(Long.parseLong(stat[PARENT]))
        : OptionalLong.empty();
  }

  private static long ticks(long pid) {
    String[] stat = stat(pid);
    long sum = 0;
    for (int i = FIRST_TIME; i <= LAST_TIME && i < stat.length; i++) {
      sum += Long.parseLong(stat[i]);
    }
    return sum;
  }

  private static String name(long pid) {
    return read(pid, "comm").strip();
  }

  /** What stands after the name, which may hold blanks; nothing if there is no such process. */
  private static String[] stat(long pid) {
    String line = read(pid, "stat");
    int end = line.lastIndexOf(") ");
    return end < 0 ? new String[0] : line.substring(end + 2).split(" ");
  }

  private static String read(long pid, String file) {
    try {
      return Files.readString(
          PROC.resolve(Long.toString(pid)).resolve(file), StandardCharsets.ISO_8859_1);
    } catch (IOException | UncheckedIOException gone) {
      return "";
    }
  }
}
