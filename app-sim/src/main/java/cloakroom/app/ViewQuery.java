package cloakroom.app;

import cloakroom.app.StateKindSql.NamedSql;
import cloakroom.application.ModuleDefinition;
import cloakroom.application.ModuleDefinition.AttributeDefinition;
import cloakroom.application.ModuleDefinition.AttributeType;
import cloakroom.application.ModuleDefinition.BindDefinition;
import cloakroom.application.ModuleDefinition.ViewDefinition;
import cloakroom.connection.Lease;
import cloakroom.contract.DatabaseKind;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Query of a view object, with positions of masters and entities in place of their names.
 *
 * @param sql text with a parameter for each bind; null for generated rows
 * @param binds binds in the order of the parameters, then those without a parameter
 * @param entity position of the entity in the module; -1 for a read-only view object
 */
record ViewQuery(String module, ViewDefinition view, String sql, List<Bind> binds, int entity) {
  static final String USER = "user";
  private static final int KEY = -1;
  private static final int NONE = -1;

  /**
   * Named bind.
   *
   * @param constant value of a constant; null for others
   * @param master position of the master view object; -1 for none
   * @param attribute position of the master's attribute; -1 for its key
   */
  record Bind(String name, AttributeType type, Object constant, int master, int attribute) {}

  static List<ViewQuery> of(ModuleDefinition module) {
    List<String> entities = List.copyOf(module.entities().keySet());
    return module.views().values().stream()
        .map(view -> of(module, view, view.entity() == null ? -1 : entities.indexOf(view.entity())))
        .toList();
  }

  private static ViewQuery of(ModuleDefinition module, ViewDefinition view, int entity) {
    NamedSql sql = NamedSql.of(view.query() == null ? "" : view.query());
    List<String> names = view.query() == null ? List.copyOf(view.binds().keySet()) : sql.binds();
    List<Bind> binds = names.stream().map(name -> bind(module, view, name)).toList();
    return new ViewQuery(
        module.name(), view, view.query() == null ? null : sql.text(), binds, entity);
  }

  /** Returns a query whose binds other than the user's number are text, set by the caller. */
  static ViewQuery of(String module, ViewDefinition view) {
    return of(new ModuleDefinition(module, Map.of(), Map.of()), view, -1);
  }

  private static Bind bind(ModuleDefinition module, ViewDefinition view, String name) {
    BindDefinition bind = view.binds().get(name);
    if (bind == null) {
      boolean user = name.equals(USER);
      return new Bind(name, user ? AttributeType.INTEGER : AttributeType.TEXT, null, NONE, KEY);
    }
    if (bind.view() == null) {
      Object value = constant(bind.value());
      AttributeType type =
          value instanceof Long
              ? AttributeType.INTEGER
              : value instanceof BigDecimal ? AttributeType.NUMBER : AttributeType.TEXT;
      return new Bind(name, type, value, NONE, KEY);
    }
    ViewDefinition master = module.views().get(bind.view());
    int attribute =
        master.attributes().stream()
            .map(AttributeDefinition::name)
            .toList()
            .indexOf(bind.attribute());
    return new Bind(
        name,
        attribute == KEY ? AttributeType.INTEGER : master.attributes().get(attribute).type(),
        null,
        List.copyOf(module.views().keySet()).indexOf(bind.view()),
        attribute);
  }

  /** Returns a number for a text that is one, because databases do not compare it with a text. */
  private static Object constant(String text) {
    if (text.matches("-?\\d{1,18}")) {
      return Long.valueOf(text);
    }
    return text.matches("-?\\d+(\\.\\d+)?") ? new BigDecimal(text) : text;
  }

  /**
   * Returns the values of the binds.
   *
   * @param ofMaster value by position of a master and of its attribute, which is -1 for the key
   */
  Object[] values(long user, BiFunction<Integer, Integer, String> ofMaster) {
    Object[] values = new Object[binds.size()];
    for (int i = 0; i < values.length; i++) {
      Bind bind = binds.get(i);
      if (bind.master() != NONE) {
        String text = ofMaster.apply(bind.master(), bind.attribute());
        values[i] = AttributeValues.parse(bind.type(), text);
      } else {
        values[i] = bind.constant() == null ? (Object) user : bind.constant();
      }
    }
    return values;
  }

  static DatabaseKind kind(Lease lease) throws SQLException {
    return DatabaseKind.of(lease.jdbc().getMetaData().getURL());
  }

  /** Returns the query of generated rows, whose values have the length of their types. */
  String generated(DatabaseKind database) {
    boolean oracle = database == DatabaseKind.ORACLE;
    String number = oracle ? "level" : "id";
    List<String> columns = new ArrayList<>(List.of(oracle ? "level id" : "id"));
    view.attributes().forEach(attribute -> columns.add(generated(attribute, number)));
    String rows =
        oracle
            ? "dual connect by level <= " + view.rows()
            : "generate_series(1, " + view.rows() + ") as id";
    return "select " + String.join(", ", columns) + " from " + rows + " order by 1";
  }

  private static String generated(AttributeDefinition attribute, String number) {
    int length = attribute.length();
    return switch (attribute.type()) {
      case TEXT -> "rpad('%s ' || %s, %d, 'x')".formatted(attribute.name(), number, length);
      case INTEGER, NUMBER -> "1" + "0".repeat(length - 1) + " + " + number;
      case DATE -> "date '2020-01-01' + " + number;
      case TIMESTAMP -> "timestamp '2020-01-01 00:00:00' + " + number + " * interval '1' minute";
    };
  }

  /** Returns the average size of the view object's state as XML, in bytes. */
  int stateBytes() {
    int row = 24 + view.transients().stream().mapToInt(ViewQuery::stateBytes).sum();
    int rows = view.rows() > 0 ? Math.min(view.rows(), view.range()) : view.range();
    return 150 + (view.transients().isEmpty() ? 0 : rows * row);
  }

  private static int stateBytes(AttributeDefinition attribute) {
    return 40 + attribute.name().length() + attribute.length();
  }

  /** Returns the column name of an attribute, or with -1 of the key. */
  String attribute(int position) {
    return position < 0 ? view.key() : view.attributes().get(position).name();
  }
}
