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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * Query of a view object.
 *
 * @param sql text with a parameter for each bind; null for generated rows
 * @param binds binds in the order of the parameters, then those without a parameter
 * @param positions positions of the attributes by name
 */
record ViewQuery(
    String module,
    ViewDefinition view,
    String sql,
    List<Bind> binds,
    Map<String, Integer> positions) {
  static final String USER = "user";

  /**
   * Named bind.
   *
   * @param constant value of a constant; null for others
   * @param master name of the master view object; null for none
   * @param attribute attribute of the master, which may be its key; null without a master
   */
  record Bind(String name, AttributeType type, Object constant, String master, String attribute) {}

  static List<ViewQuery> of(ModuleDefinition module) {
    return module.views().values().stream().map(view -> of(module, view)).toList();
  }

  static ViewQuery of(ModuleDefinition module, ViewDefinition view) {
    NamedSql sql = NamedSql.of(view.query() == null ? "" : view.query());
    List<String> names = view.query() == null ? List.copyOf(view.binds().keySet()) : sql.binds();
    List<Bind> binds = names.stream().map(name -> bind(module, view, name)).toList();
    Map<String, Integer> positions = new HashMap<>();
    view.attributes().forEach(attribute -> positions.put(attribute.name(), positions.size()));
    return new ViewQuery(
        module.name(), view, view.query() == null ? null : sql.text(), binds, positions);
  }

  /** Returns a bind. One that the file does not define is text, set by the caller. */
  private static Bind bind(ModuleDefinition module, ViewDefinition view, String name) {
    BindDefinition bind = view.binds().get(name);
    if (bind == null) {
      boolean user = name.equals(USER);
      return new Bind(name, user ? AttributeType.INTEGER : AttributeType.TEXT, null, null, null);
    }
    if (bind.view() == null) {
      Object value = constant(bind.value());
      AttributeType type =
          value instanceof Long
              ? AttributeType.INTEGER
              : value instanceof BigDecimal ? AttributeType.NUMBER : AttributeType.TEXT;
      return new Bind(name, type, value, null, null);
    }
    AttributeType type =
        module.views().get(bind.view()).attributes().stream()
            .filter(attribute -> attribute.name().equals(bind.attribute()))
            .findFirst()
            .map(AttributeDefinition::type)
            .orElse(AttributeType.INTEGER); // of the key
    return new Bind(name, type, null, bind.view(), bind.attribute());
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
   * @param ofMaster value by master and attribute
   */
  Object[] values(long user, BinaryOperator<String> ofMaster) {
    Object[] values = new Object[binds.size()];
    for (int i = 0; i < values.length; i++) {
      Bind bind = binds.get(i);
      if (bind.master() != null) {
        String text = ofMaster.apply(bind.master(), bind.attribute());
        values[i] = AttributeValues.parse(bind.type(), text);
      } else {
        values[i] = bind.constant() == null ? (Object) user : bind.constant();
      }
    }
    return values;
  }

  /** Returns the query of an entity's rows with a last parameter that the attribute equals. */
  String filtered(String attribute) {
    int order = sql.lastIndexOf(" order by ");
    int where = sql.indexOf(" where ");
    String condition = where < 0 ? "" : "(" + sql.substring(where + 7, order) + "\n) and ";
    return sql.substring(0, where < 0 ? order : where)
        + (" where " + condition + attribute + " = ?")
        + sql.substring(order);
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
}
