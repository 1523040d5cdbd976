package cloakroom.stress.watch;

import cloakroom.contract.DatabaseKind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** How each kind of database is reached and asked by one who only reads. */
enum Access {
  POSTGRESQL {
    @Override
    Properties properties(Duration silence) {
      Properties p = new Properties();
      p.setProperty("ApplicationName", MONITOR);
      p.setProperty("connectTimeout", LOGIN_SECONDS);
      p.setProperty("loginTimeout", LOGIN_SECONDS);
      p.setProperty("socketTimeout", Long.toString(silence.toSeconds()));
      // else the fifth execution names a statement on a server that a bouncer may have changed
      p.setProperty("prepareThreshold", "0");
      return p;
    }

    @Override
    boolean refused(SQLException failure) {
      return "42501".equals(failure.getSQLState());
    }

    @Override
    String grant(String sql, String user) {
      return "grant pg_monitor to " + user;
    }

    @Override
    String dedicated(String url) {
      return url;
    }
  },

  ORACLE {
    @Override
    Properties properties(Duration silence) {
      Properties p = new Properties();
      p.setProperty("v$session.program", MONITOR);
      p.setProperty("oracle.net.OUTBOUND_CONNECT_TIMEOUT", LOGIN_SECONDS);
      p.setProperty("oracle.jdbc.loginTimeout", LOGIN_SECONDS);
      p.setProperty("oracle.jdbc.ReadTimeout", Long.toString(silence.toMillis()));
      p.setProperty("oracle.jdbc.implicitStatementCacheSize", "20");
      // else the first failure of each connection writes hundreds of lines
      p.setProperty("oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false");
      return p;
    }

    /** A view that may not be read does not exist for its reader (ORA-00942), or is told apart. */
    @Override
    boolean refused(SQLException failure) {
      return failure.getErrorCode() == 942 || failure.getErrorCode() == 1031;
    }

    @Override
    String grant(String sql, String user) {
      Set<String> views = new TreeSet<>();
      VIEW.matcher(sql.toLowerCase(Locale.ROOT))
          .results()
          .forEach(view -> views.add("sys.v_$" + view.group(1)));
      return "grant read on " + String.join(", ", views) + " to " + user;
    }

    @Override
    String dedicated(String url) {
      return SERVER_TYPE.matcher(url).replaceAll("dedicated");
    }
  };

  /** How the connections that watch call themselves, so that queries can leave them out. */
  static final String MONITOR = "cloakroom-monitor";

  private static final String LOGIN_SECONDS = "10";
  private static final Pattern VIEW = Pattern.compile("\\bv\\$(\\w+)");

  /** The server type of an Oracle's address that is not dedicated, in both spellings. */
  private static final Pattern SERVER_TYPE =
      Pattern.compile("(?i)(?<=:|\\bSERVER\\s{0,9}=\\s{0,9})(?:pooled|shared)\\b");

  /** What differs in the driver's properties. */
  abstract Properties properties(Duration silence);

  /** Whether the database would have answered a user with more rights. */
  abstract boolean refused(SQLException failure);

  /** What an administrator has to say for the statement to be answered. */
  abstract String grant(String sql, String user);

  /**
   * The same address, for a server process of the session's own: a watcher must not take one of a
   * pool that it looks at.
   */
  abstract String dedicated(String url);

  /** The name of the database for readers. */
  String label() {
    return DatabaseKind.valueOf(name()).product();
  }

  /** The name of its folder below {@code sql/}. */
  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The way to the database behind a URL. */
  static Access of(String url) {
    return valueOf(DatabaseKind.of(url).name());
  }

  /** Whether sessions of this URL are lent by a pool at the database's end (DRCP). */
  static boolean pooledByServer(String url) {
    return SERVER_TYPE.matcher(url).results().anyMatch(m -> m.group().equalsIgnoreCase("pooled"));
  }

  /**
   * Connects for watching.
   *
   * @param silence how long an answer may take before the connection counts as lost
   */
  Connection connect(String url, String user, String password, Duration silence)
      throws SQLException {
    Properties all = properties(silence);
    all.setProperty("user", user);
    all.setProperty("password", password);
    return DriverManager.getConnection(dedicated(url), all);
  }
}
