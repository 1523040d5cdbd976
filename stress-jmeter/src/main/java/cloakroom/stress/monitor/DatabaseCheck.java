package cloakroom.stress.monitor;

import static cloakroom.stress.process.StressFailure.wrongUse;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ApplicationDefinition.TableDefinition;
import cloakroom.application.ModuleDefinition;
import cloakroom.application.ModuleDefinition.BindDefinition;
import cloakroom.application.ModuleDefinition.ViewDefinition;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.SchemaName;
import cloakroom.platform.OneLine;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.postgresql.PGStatement;

/**
 * Check of an existing database before a run: server properties and privileges. Executes the run's
 * statements and rolls them back. Only sequences keep their new values.
 */
public final class DatabaseCheck {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int ROUND_TRIPS = 21;
  private static final int OWN_CONNECTIONS = 2;
  private static final int MAX_NAMED = 8;
  private static final String PROCESS = "select pg_backend_pid()::text as pid";
  private static final String PREPARED = PROCESS + ", 'cloakroom check'";
  private static final String PREPARE = "prepareThreshold=0";
  private static final String READ_ONLY = "25006";

  /** SQL states of a lost prepared statement: unknown name, or name already in use. */
  private static final Set<String> LOST = Set.of("26000", "42P05");

  private static final String DEALLOCATE =
      """
      do $$ declare prepared text; begin
        for prepared in select name from pg_prepared_statements where statement like '%cloakroom check%' loop
          execute format('deallocate %I', prepared);
        end loop;
      end $$""";

  /** SQL state of a missing column, and Oracle's error code. */
  private static final Set<String> NO_COLUMN = Set.of("42703", "904");

  /** Name of a table, or of the partitioned table that it belongs to. */
  private static final String PARTITIONED_TABLE =
      """
      select n.nspname || '.' || c.relname as name
      from (select format('%I.%I', cast(? as text), cast(? as text))::regclass) as t (id)
      join pg_class c on c.oid = coalesce(pg_partition_root(t.id), t.id)
      join pg_namespace n on n.oid = c.relnamespace""";

  private static final String POSITION = ";?\\s+Position: \\d+$";

  public enum Severity {
    OK,
    NOTE,
    ERROR
  }

  public record CheckItem(Severity severity, String subject, String text) {
    @Override
    public String toString() {
      return "%-5s  %-12s  %s".formatted(severity, subject, text);
    }
  }

  /** Rows and privileges that a run requires; {@code users} is 0 for a custom plan. */
  public record Needs(
      long users,
      boolean snapshots,
      boolean stateKinds,
      boolean endSessions,
      boolean installs,
      ApplicationDefinition application) {
    private boolean includes(String statement) {
      boolean probe = statement.contains("state_kinds");
      return probe ? stateKinds : snapshots || !statement.contains("ps_txn");
    }
  }

  public record FreeConnections(OptionalLong free, String text) {}

  private final MonitorDialect access;
  private final String url;
  private final SchemaName schema;
  private final Needs needs;
  private final ApplicationTables tables;
  private final Map<String, List<String>> permitted = new LinkedHashMap<>();
  private final List<CheckItem> items = new ArrayList<>();
  private String account;
  private Map<String, String> facts = Map.of();
  private List<String> missing = List.of();

  private DatabaseCheck(
      MonitorDialect access, String url, String user, SchemaName schema, Needs needs) {
    this.access = access;
    this.url = url;
    this.schema = schema;
    this.needs = needs;
    this.tables = new ApplicationTables(needs.application);
    this.account = user;
  }

  /** Checks a database. Throws StressFailure if it does not respond or rejects the user. */
  public static DatabaseCheck of(
      String url, String user, String password, SchemaName schema, Needs needs) {
    MonitorDialect access = MonitorDialect.of(url);
    DatabaseCheck check = new DatabaseCheck(access, url, user, schema, needs);
    try (Connection first = access.connect(url, user, password, TIMEOUT);
        Connection second = access.connect(url, user, password, TIMEOUT)) {
      check.server(first, second);
      second.setAutoCommit(false);
      if (check.ownsSchema(first)) {
        check.rights(second);
        check.rows(first);
      }
    } catch (SQLException e) {
      throw wrongUse("--url %s: cannot be used as %s: %s", url, user, OneLine.of(e.getMessage()));
    }
    return check;
  }

  public List<CheckItem> items() {
    return List.copyOf(items);
  }

  public void add(Severity severity, String subject, String text) {
    items.add(new CheckItem(severity, subject, text));
  }

  public String refusal() {
    List<CheckItem> errors = items.stream().filter(i -> i.severity() == Severity.ERROR).toList();
    if (errors.isEmpty()) {
      return "";
    }
    int more = errors.size() - 1;
    CheckItem first = errors.get(0);
    String others = more == 0 ? "" : " (and " + more + " more, see stress check)";
    return "--url %s: %s: %s%s".formatted(url, first.subject(), first.text(), others);
  }

  private void server(Connection first, Connection second) throws SQLException {
    DatabaseMetaData about = first.getMetaData();
    boolean old = about.getDatabaseMajorVersion() < access.oldest;
    String version = OneLine.of(about.getDatabaseProductVersion());
    addIf(old, "version", version, ": requires " + access.oldest + " or later");
    if (access == MonitorDialect.POSTGRESQL && !old) {
      facts = row(first, schema.in(access.text("check")));
      account = facts.get("account");
      postgresql(first, second);
    }
    add(Severity.OK, "RTT", roundTrip(first));
  }

  private void addIf(boolean wrong, String subject, String found, String rule) {
    add(wrong ? Severity.ERROR : Severity.OK, subject, wrong ? found + rule : found);
  }

  private void note(boolean noted, String subject, String text) {
    add(noted ? Severity.NOTE : Severity.OK, subject, text);
  }

  private void postgresql(Connection first, Connection second) throws SQLException {
    String encoding = facts.get("encoding");
    boolean unicode = encoding.equals("UTF8");
    note(!unicode, "encoding", encoding + (unicode ? "" : ": other characters cannot be stored"));
    add(Severity.OK, "role", account + (is("superuser") ? ", superuser" : ""));
    String grant = "work of other sessions is not reported; grant pg_monitor to " + account + ";";
    note(!is("monitor"), "monitoring", is("monitor") ? "permitted" : grant);
    boolean standby = is("standby");
    String found = standby ? "the server is a standby" : facts.get("readOnly");
    String writable = "alter role " + account + " set default_transaction_read_only = off;";
    String denied = ": transactions cannot write; " + writable;
    String remedy = standby ? ": use the URL of the primary" : denied;
    addIf(standby || found.equals("on"), "read-only", found, remedy);
    add(Severity.OK, "SSL", facts.getOrDefault("tls", "off"));
    pooler(first, second);
    noteFact("timeouts", "time-outs", "none", ": the server ends what takes longer");
    noteFact("others", "sessions", "no others of Cloakroom", ": they may write the same rows");
    if (facts.containsKey("run")) {
      add(Severity.ERROR, "lock", MonitorDialect.inUse(facts.get("run")));
    }
    if (needs.endSessions()
        && !"t".equals(row(first, access.text("may-end-sessions")).get("allowed"))) {
      addMissingRight("not permitted", "execute on function pg_terminate_backend");
    }
  }

  private void noteFact(String fact, String subject, String none, String consequence) {
    String value = facts.getOrDefault(fact, "");
    note(!value.isEmpty(), subject, value.isEmpty() ? none : value + consequence);
  }

  private boolean is(String fact) {
    return "t".equals(facts.get(fact));
  }

  /**
   * Checks whether a prepared statement survives a pooler that runs each transaction in another
   * server process. A lost statement is removed from the server process of {@code second}.
   */
  private void pooler(Connection first, Connection second) throws SQLException {
    if (!MonitorConnection.isPooled(first)) {
      add(Severity.OK, "pooler", "none");
      return;
    }
    boolean byTransaction = true;
    boolean kept = false;
    first.setAutoCommit(false); // else the driver prepares a lost statement again
    second.setAutoCommit(false);
    try (PreparedStatement statement = first.prepareStatement(PREPARED)) {
      statement.unwrap(PGStatement.class).setPrepareThreshold(1);
      String before = value(statement);
      first.commit();
      boolean same = row(second, PROCESS).get("pid").equals(before);
      byTransaction = !value(statement).equals(before) || same;
      kept = true;
    } catch (SQLException e) {
      if (!LOST.contains(e.getSQLState())) {
        throw e;
      }
      try (Statement statement = second.createStatement()) {
        statement.execute(DEALLOCATE);
      }
    }
    first.rollback();
    second.rollback();
    first.setAutoCommit(true);
    String mode = byTransaction ? "between, in transaction mode" : "between, in session mode";
    String remedy = ": prepared statements are lost; add " + PREPARE + " to --url";
    addIf(!kept && !url.contains(PREPARE), "pooler", mode, remedy);
  }

  private static String value(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }

  private static String roundTrip(Connection connection) throws SQLException {
    long[] nanos = new long[ROUND_TRIPS];
    for (int i = 0; i < ROUND_TRIPS; i++) {
      long begun = System.nanoTime();
      var unused = connection.isValid(0);
      nanos[i] = System.nanoTime() - begun;
    }
    double median = LongStream.of(nanos).sorted().toArray()[ROUND_TRIPS / 2] / 1e6;
    return String.format(Locale.ROOT, "%.2f ms (median of %d)", median, ROUND_TRIPS);
  }

  private boolean ownsSchema(Connection connection) throws SQLException {
    List<String> others = others(connection);
    int more = others.size() - MAX_NAMED;
    String named = others.stream().limit(MAX_NAMED).collect(Collectors.joining(", "));
    String all = named + (more > 0 ? " and " + more + " more" : "");
    String remedy =
        access == MonitorDialect.POSTGRESQL
            ? "choose another schema (--schema), or have the owner move or drop them"
            : "install as a user without these objects (--user)";
    String rule = ": contains " + all + ", which Cloakroom did not create; " + remedy;
    addIf(!others.isEmpty(), "schema", schema.description(), rule);
    return others.isEmpty();
  }

  private List<String> others(Connection connection) throws SQLException {
    String query = access.text("objects");
    List<Map<String, String>> objects =
        access == MonitorDialect.POSTGRESQL
            ? rows(connection, query, schema.name(), schema.name())
            : rows(connection, query);
    Map<String, String> listed = new HashMap<>();
    try {
      if (objects.stream().anyMatch(object -> object.get("name").equals("CLOAKROOM_OBJECTS"))) {
        String list = schema.in("select name, kind from cloakroom.cloakroom_objects");
        rows(connection, list).forEach(row -> listed.put(row.get("name"), row.get("kind")));
      }
    } catch (SQLException e) {
      if (access.denied(e)) {
        return List.of(); // the check of rights names what is missing
      }
      throw e;
    }
    DatabaseKind kind = DatabaseKind.valueOf(access.name());
    List<String> required = new ArrayList<>();
    SchemaName.SCRIPTS.forEach(script -> required.addAll(SchemaName.created(kind, script)));
    missing = new ArrayList<>(required);
    // A PostgreSQL schema without Cloakroom's object list must be empty: all objects are foreign.
    boolean mustBeEmpty = listed.isEmpty() && access == MonitorDialect.POSTGRESQL;
    List<String> others = new ArrayList<>();
    for (Map<String, String> object : objects) {
      String name = object.get("name");
      if (object.get("kind").equals(listed.get(name))) {
        missing.remove(name);
      } else if (mustBeEmpty || listed.containsKey(name) || required.contains(name)) {
        others.add("%s (%s of %s)".formatted(name, object.get("kind"), object.get("owner")));
      }
    }
    return others;
  }

  private void rights(Connection connection) throws SQLException {
    if (mayUseSchema(connection, schema.name(), schema.description())) {
      Set<String> absent = new LinkedHashSet<>(missing);
      List<String> statements = new ArrayList<>();
      Stream.of(access.text("rights").split(";\\s*\\n", -1))
          .filter(needs::includes)
          .forEach(statements::add);
      needs.application.tables().stream()
          .filter(table -> !ApplicationTables.isOwn(table))
          .forEach(table -> statements.addAll(tables.statements(access, table)));
      for (String name : absent(connection, statements)) {
        absent.addAll(missing.isEmpty() ? List.of(name) : List.of());
      }
      if (!absent.isEmpty()) {
        String names = String.join(", ", absent) + (needs.installs() ? " will be created" : "");
        String remedy = " not found; add --install-schema, or grant the rights on them";
        addIf(!needs.installs(), "tables", names, remedy);
      }
    }
    for (TableDefinition table : needs.application.tables()) {
      if (ApplicationTables.isOwn(table)) {
        String owner = table.schema().toLowerCase(Locale.ROOT); // as PostgreSQL folds it
        boolean usable = mayUseSchema(connection, owner, owner);
        List<String> statements = usable ? tables.statements(access, table) : List.of();
        String remedy = " not found; correct its name, or grant the rights on it";
        absent(connection, statements).forEach(name -> add(Severity.ERROR, "table", name + remedy));
      }
    }
    for (ModuleDefinition module : needs.application.modules().values()) {
      for (ViewDefinition view : module.views().values()) {
        if (view.entity() == null && view.query() != null) {
          query(connection, view, withLiterals(module, view));
        }
      }
    }
    permitted.forEach((object, verbs) -> add(Severity.OK, object, String.join(", ", verbs)));
  }

  /** Checks a read-only view object's query, without executing it, and adds its tables. */
  private void query(Connection connection, ViewDefinition view, String sql) throws SQLException {
    String subject = "view " + view.name();
    try {
      if (access == MonitorDialect.POSTGRESQL) {
        Map<String, String> row = row(connection, "explain (verbose, format json) " + sql);
        String plan = row.values().iterator().next();
        for (JsonNode scan : new ObjectMapper().readTree(plan).findParents("Relation Name")) {
          String owner = scan.get("Schema").asText();
          String name = scan.get("Relation Name").asText();
          String table = row(connection, PARTITIONED_TABLE, owner, name).get("name");
          List<String> verbs = permitted.computeIfAbsent(table, object -> new ArrayList<>());
          if (!verbs.contains("select")) {
            verbs.add("select");
          }
        }
      } else {
        row(connection, "select * from (" + sql + "\n) where 1 = 0");
        add(Severity.NOTE, subject, "tables of its query are not listed on Oracle");
      }
    } catch (JsonProcessingException e) {
      throw new SQLException("unexpected format of a plan", e);
    } catch (SQLException e) {
      String refusal = OneLine.of(e.getMessage()).replaceFirst(POSITION, "");
      boolean created = access.absent(e) && !missing.isEmpty() && sql.contains(schema.name());
      if (!created) {
        String remedy = access.denied(e) ? "grant the right to " + account : "correct its query";
        add(Severity.ERROR, subject, refusal + "; " + remedy);
      }
    }
    connection.rollback();
  }

  /**
   * Returns a view object's query with literals instead of binds: with nulls, plans omit tables.
   */
  private String withLiterals(ModuleDefinition module, ViewDefinition view) {
    return ViewDefinition.BIND
        .matcher(schema.in(view.query()))
        .replaceAll(found -> Matcher.quoteReplacement(literal(module, view, found.group(1))));
  }

  private static String literal(ModuleDefinition module, ViewDefinition view, String name) {
    BindDefinition bind = view.binds().get(name);
    if (bind == null || bind.value() != null) {
      return bind == null ? "1" : "'" + bind.value().replace("'", "''") + "'";
    }
    return module.views().get(bind.view()).attributes().stream()
        .filter(attribute -> attribute.name().equals(bind.attribute()))
        .findFirst()
        .map(attribute -> attribute.type().literal())
        .orElse("1"); // for the key
  }

  /** Executes statements and rolls each back. Returns their objects that do not exist. */
  private Set<String> absent(Connection connection, List<String> statements) throws SQLException {
    Set<String> absent = new LinkedHashSet<>();
    for (String template : statements) {
      String sql = schema.in(template);
      String[] right = requiredRight(sql);
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
        permitted.computeIfAbsent(right[1], object -> new ArrayList<>()).add(right[0]);
      } catch (SQLException e) {
        String refusal = OneLine.of(e.getMessage()).replaceFirst(POSITION, "");
        if (access.absent(e)) {
          absent.add(right[1]);
        } else if (NO_COLUMN.contains(e.getSQLState())
            || NO_COLUMN.contains("" + e.getErrorCode())) {
          add(Severity.ERROR, "table", right[1] + ": " + refusal + "; correct its columns");
        } else if (!READ_ONLY.equals(e.getSQLState())) {
          addMissingRight(refusal, right[0] + " on " + right[1]);
        }
      }
      connection.rollback();
    }
    return absent;
  }

  private boolean mayUseSchema(Connection connection, String owner, String description)
      throws SQLException {
    String query =
        "select has_schema_privilege(oid, 'usage') as usable, quote_ident(nspname) as name"
            + " from pg_namespace where nspname = ?";
    List<Map<String, String>> found =
        access == MonitorDialect.POSTGRESQL ? rows(connection, query, owner) : List.of();
    boolean denied = !found.isEmpty() && found.get(0).get("usable").equals("f");
    if (denied) {
      String name = found.get(0).get("name");
      addMissingRight(description + ": not permitted", "usage on schema " + name);
    }
    return !denied;
  }

  private void addMissingRight(String refusal, String right) {
    String text = "%s; grant %s to %s;".formatted(refusal, right, account);
    CheckItem item = new CheckItem(Severity.ERROR, "right", text);
    if (!items.contains(item)) { // two tables may be in one schema
      items.add(item);
    }
  }

  private String[] requiredRight(String sql) {
    String[] words = sql.split("[\\s(')]+", -1);
    return switch (words[0]) {
      case "select" ->
          words[1].equals("nextval")
              ? new String[] {"usage", "sequence " + words[2]}
              : words[1].endsWith(".nextval")
                  ? new String[] {"select", words[1].replace(".nextval", "")}
                  : new String[] {words[0], words[3]};
      case "update" -> new String[] {words[0], words[1]};
      case "create" -> new String[] {words[1], "database " + facts.get("database")};
      default -> new String[] {words[0], words[2]};
    };
  }

  /**
   * Reports the rows that a run changes, and checks that the first page's table has one for each
   * user. That is an upper bound: its query may select fewer rows.
   */
  private void rows(Connection connection) throws SQLException {
    if (needs.users() == 0 || items.stream().anyMatch(i -> i.subject().matches("right|tables?"))) {
      return;
    }
    List<TableDefinition> written = tables.written();
    String names = String.join(" and of ", tables.writtenLabels());
    String text =
        written.isEmpty() ? "no rows of tables" : "%,d rows of %s".formatted(needs.users(), names);
    String added =
        written.stream()
            .filter(table -> tables.sequence(table).isPresent())
            .map(ApplicationTables::label)
            .collect(Collectors.joining(" and of "));
    String also =
        (added.isEmpty() ? "" : "; inserted and deleted rows of " + added)
            + (needs.snapshots() ? "; snapshots in ps_txn" : "");
    TableDefinition first = tables.first().orElse(null);
    long rows = Long.MAX_VALUE;
    if (first != null) {
      String sql = schema.in(tables.in(access.text("users"), first));
      rows = Long.parseLong(row(connection, sql).get("userRows"));
      text += (ApplicationTables.isOwn(first) ? ", of at most %,d" : ", of %,d").formatted(rows);
    }
    if (rows < needs.users()) {
      String remedy =
          ApplicationTables.isOwn(first)
              ? "each user needs a row of " + first.qualified()
              : "or create the schema again with --scale " + (needs.users() + 999) / 1_000;
      String rule = ": --users %d is too many; use fewer, %s".formatted(needs.users(), remedy);
      add(Severity.ERROR, "changes", text + also + rule);
    } else {
      note(written.stream().anyMatch(ApplicationTables::isOwn), "changes", text + also);
    }
  }

  private static Map<String, String> row(Connection connection, String sql, String... parameters)
      throws SQLException {
    return rows(connection, sql, parameters).stream().findFirst().orElse(Map.of());
  }

  private static List<Map<String, String>> rows(
      Connection connection, String sql, String... parameters) throws SQLException {
    return MonitorConnection.rows(connection, 0, sql, parameters);
  }

  public FreeConnections connections() {
    if (facts.isEmpty()) {
      return new FreeConnections(OptionalLong.empty(), "not reported");
    }
    long reserved = is("superuser") ? 0 : number("reserved", 0);
    // Subtracts the connections of this check, which close before the run starts.
    long inUse =
        Math.max(0, number("inUse", 0) - OWN_CONNECTIONS); // a pooler may lend one for both
    long max = number("maxConnections", 0);
    long free = max - reserved - inUse;
    String text = "max_connections %d, %d reserved, %d in use".formatted(max, reserved, inUse);
    for (String limit : List.of("role", "database")) {
      long left =
          number(limit + "Limit", Long.MAX_VALUE) - number(limit + "InUse", 0) + OWN_CONNECTIONS;
      if (facts.containsKey(limit + "Limit") && left < free) {
        free = left;
        text = "limit of the %s %d, %d left".formatted(limit, number(limit + "Limit", 0), left);
      }
    }
    return new FreeConnections(OptionalLong.of(free), text + ", " + free + " free");
  }

  private long number(String fact, long otherwise) {
    return facts.containsKey(fact) ? Long.parseLong(facts.get(fact)) : otherwise;
  }
}
