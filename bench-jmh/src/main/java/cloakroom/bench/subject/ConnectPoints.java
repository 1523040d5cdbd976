package cloakroom.bench.subject;

import cloakroom.bench.subject.BouncerFolder.LogOn;
import cloakroom.bench.subject.BouncerFolder.Pooling;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.url.OracleAddress;
import cloakroom.database.url.UrlDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** The addresses at which a database is reached in one mode, and what was started for them. */
public final class ConnectPoints implements AutoCloseable {
  /** Further addresses of the same database, separated by blanks. */
  public static final String FURTHER_URLS = "CLOAKROOM_DB_URLS";

  private final List<Connections> addresses = new ArrayList<>();
  private final List<PgBouncer> bouncers = new ArrayList<>();

  private ConnectPoints() {}

  static ConnectPoints behindBouncers(
      Database database, Pooling pooling, LogOn logOn, int listeners) throws SQLException {
    ConnectPoints points = new ConnectPoints();
    try {
      for (int i = 0; i < listeners; i++) {
        PgBouncer bouncer = PgBouncer.start(database, pooling, logOn);
        points.bouncers.add(bouncer);
        points.add(bouncer.url(), database);
      }
    } catch (SQLException | RuntimeException e) {
      points.close();
      throw e;
    }
    return points;
  }

  /**
   * Without anything between.
   *
   * @param serverType what Oracle's listener is asked for, or null
   */
  static ConnectPoints direct(Database database, int listeners, String serverType)
      throws SQLException {
    ConnectPoints points = new ConnectPoints();
    for (String url : urls(database, listeners)) {
      points.add(serverType == null ? url : withServerType(url, serverType), database);
    }
    return points;
  }

  private static List<String> urls(Database database, int listeners) {
    List<String> urls = new ArrayList<>(List.of(database.url()));
    String further = System.getenv().getOrDefault(FURTHER_URLS, "").strip();
    if (!further.isEmpty()) {
      urls.addAll(List.of(further.split("\\s+")));
    }
    if (urls.size() < listeners) {
      throw new EnvironmentException(
          listeners
              + " listeners need as many addresses, and there are "
              + urls.size()
              + ": name further URLs of the same database in "
              + FURTHER_URLS
              + ", separated by blanks");
    }
    return urls.subList(0, listeners);
  }

  private static String withServerType(String url, String type) {
    return OracleAddress.of(url)
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "cannot ask for a "
                        + type
                        + " server, because the URL names no service: write it as"
                        + " jdbc:oracle:thin:@//HOST:PORT/SERVICE"))
        .withServerType(type);
  }

  private void add(String url, Database database) throws SQLException {
    Database checked = UrlDatabase.open(url, database.user(), database.password());
    addresses.add(Subject.UNPOOLED.open(checked, SubjectSettings.full(1)));
  }

  /** The address whose turn it is. */
  public Connections at(int turn) {
    return addresses.get(turn % addresses.size());
  }

  /** Processes that stand between client and server. */
  public LongStream processes() {
    return bouncers.stream().mapToLong(PgBouncer::processId);
  }

  @Override
  public void close() {
    bouncers.forEach(PgBouncer::close);
  }
}
