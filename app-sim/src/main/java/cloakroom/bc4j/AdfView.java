package cloakroom.bc4j;

import cloakroom.bc4j.XmlFile.XmlElement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** View object of a project, with the attributes of its entities and of the view it extends. */
final class AdfView {
  private static final String INTEGER = "integer";
  private static final int MAX_TEXT = 4_000;
  private static final int UNKNOWN_LENGTH = 255;
  private static final Set<String> KNOWN =
      Set.of(
          ("AttrArray ClientInterface ClientRowInterface CustomProperties DesignTime"
                  + " EntityUsage ListBinding LOVUIHints Properties ResourceBundle SQLQuery"
                  + " StaticList Variable ViewAccessor ViewAttribute ViewCriteria"
                  + " ViewLinkAccessor")
              .split(" "));

  /** Words that cannot be a column's name in the SQL of generated rows. */
  private static final Set<String> RESERVED =
      Set.of(
          ("access add all alter and any as asc audit between by char check cluster column comment"
                  + " compress connect create current date decimal default delete desc distinct drop"
                  + " else exclusive exists file float for from grant group having id identified"
                  + " immediate in increment index initial insert integer intersect into is level"
                  + " like lock long maxextents minus mode modify not nowait null number of offline"
                  + " on online option or order pctfree prior public raw rename resource revoke row"
                  + " rowid rownum rows select session set share size smallint start successful"
                  + " synonym sysdate table then to trigger uid union unique update user validate"
                  + " values varchar varchar2 view whenever where with")
              .split(" "));

  final XmlElement definition;
  final Map<String, String> columns = new LinkedHashMap<>(); // types by name
  final Map<String, String> transients = new LinkedHashMap<>();
  private final AdfProject project;
  private final AdfView base; // view that this one extends; null for none
  private final Map<String, XmlElement> entities = new HashMap<>(); // by usage; null if missing

  AdfView(AdfProject project, XmlElement definition) {
    this(project, definition, 0);
  }

  private AdfView(AdfProject project, XmlElement definition, int depth) {
    this.project = project;
    this.definition = definition;
    String extended = definition.get("Extends");
    XmlElement parent =
        extended.isEmpty() || depth > XmlFile.MAX_DEPTH
            ? null
            : project.find(AdfProject.VIEW, extended, definition);
    this.base = parent == null ? null : new AdfView(project, parent, depth + 1);
    attributes().values().forEach(this::add);
    checkContent();
  }

  private Map<String, XmlElement> attributes() {
    Map<String, XmlElement> all = new LinkedHashMap<>(base == null ? Map.of() : base.attributes());
    if (base != null) {
      entities.putAll(base.entities);
    }
    for (XmlElement usage : definition.all("EntityUsage")) {
      XmlElement entity = project.find(AdfProject.ENTITY, usage.get("Entity"), usage);
      entities.put(usage.get(AdfProject.NAME), entity);
      if (entity != null
          && (!entity.get("Extends").isEmpty()
              || entity.all("Attribute").stream()
                  .anyMatch(each -> !each.get("DiscrColumn").isEmpty()))) {
        project.report(
            usage, "entity %s: polymorphic; not mapped, its attributes only", usage.get("Entity"));
      }
    }
    definition.all("ViewAttribute").forEach(each -> all.put(each.get(AdfProject.NAME), each));
    return all;
  }

  private void add(XmlElement attribute) {
    Map<String, String> all = new HashMap<>();
    String name = attribute.get(AdfProject.NAME);
    String inEntity = attribute.get("EntityAttrName");
    if (!inEntity.isEmpty()) {
      Optional<XmlElement> found =
          Stream.ofNullable(entities.get(attribute.get("EntityUsage")))
              .flatMap(entity -> entity.all("Attribute").stream())
              .filter(each -> inEntity.equals(each.get(AdfProject.NAME)))
              .findFirst();
      if (found.isEmpty()) {
        project.report(attribute, "attribute %s: its entity attribute is missing; left out", name);
        return;
      }
      all.putAll(found.get().attributes());
      all.remove("Expression");
    }
    all.putAll(attribute.attributes());
    String type = type(all);
    if (type == null) {
      project.report(
          attribute,
          "attribute %s: type %s (%s) is not supported; left out",
          name,
          all.getOrDefault("Type", "(none)"),
          all.getOrDefault("ColumnType", "no column"));
      return;
    }
    if (type.isEmpty()) {
      type = "text(%d)".formatted(UNKNOWN_LENGTH);
      project.report(
          attribute, "attribute %s: no Precision; %d characters assumed", name, UNKNOWN_LENGTH);
    }
    String column = inEntity.isEmpty() ? "" : all.getOrDefault("ColumnName", "");
    String alias = all.getOrDefault("AliasName", column);
    if (isTransient(all, inEntity.isEmpty() ? alias : "")) {
      if (all.getOrDefault("Passivate", definition.get("Passivate")).matches("(?i)all|true")) {
        transients.put(unique(name), type);
      } else {
        project.report(
            attribute,
            "transient attribute %s: no Passivate, so snapshots lack it; left out",
            name);
      }
      return;
    }
    columns.put(unique(alias.matches("VIEW_ATTR.*|") ? name : alias), type);
  }

  private static boolean isTransient(Map<String, String> attribute, String alias) {
    return "false".equals(attribute.get("IsSelected"))
        || "$none$".equals(attribute.get("ColumnType"))
        || "$none$".equals(attribute.get("ColumnName"))
        || (alias.startsWith("VIEW_ATTR")
            && attribute.getOrDefault("Expression", "").matches("(?i)'?null'?|"));
  }

  private String unique(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    String base = (plain.matches("[a-z].*") ? plain : "a" + plain);
    String stem = base.substring(0, Math.min(26, base.length())); // Oracle: 30 characters
    String result = RESERVED.contains(stem) ? stem + "_" : stem;
    for (int i = 2; columns.containsKey(result) || transients.containsKey(result); i++) {
      result = stem + "_" + i;
    }
    return result;
  }

  /** Returns the type in an application file; null if it has none, empty for an unknown length. */
  private static String type(Map<String, String> attribute) {
    String precision = attribute.getOrDefault("Precision", "");
    int length = precision.matches("\\d{1,9}") ? Integer.parseInt(precision) : 0;
    boolean timestamp =
        (attribute.getOrDefault("SQLType", "") + attribute.getOrDefault("ColumnType", ""))
            .contains("TIMESTAMP");
    return switch (AdfProject.simple(attribute.getOrDefault("Type", ""))) {
      case "Byte", "Short", "Integer", "Long", "BigInteger", "DBSequence" -> INTEGER;
      case "Number", "BigDecimal", "Float", "Double" -> number(attribute, length);
      case "Date" -> timestamp ? "timestamp" : "date";
      case "Timestamp", "TimestampTZ", "TimestampLTZ" -> "timestamp";
      case "Boolean" -> "text(5)";
      case "String", "Char", "Character" ->
          length < 1 ? "" : "text(%d)".formatted(Math.min(length, MAX_TEXT));
      default -> null;
    };
  }

  private static String number(Map<String, String> attribute, int length) {
    boolean whole = "0".equals(attribute.get("Scale")) && length >= 1 && length <= 18;
    if (whole && (length <= 10 || "true".equals(attribute.get("PrimaryKey")))) {
      return INTEGER;
    }
    return length >= 1 && length <= 38 ? "number(%d)".formatted(length) : "number";
  }

  private void checkContent() {
    project.checkChildren(definition, KNOWN, "a view object");
    for (String mode : List.of("AccessMode", "FetchMode", "MaxFetchSize", "FetchSize")) {
      String value = definition.get(mode);
      if (!value.isEmpty() && !value.matches("SCROLLABLE|FETCH_AS_NEEDED|-1")) {
        project.report(
            definition, "%s %s: not mapped; Cloakroom fetches a range at a time", mode, value);
      }
    }
    if ("None".equalsIgnoreCase(definition.get("Passivate"))) {
      project.report(definition, "Passivate None: not mapped; snapshots contain the view's state");
    }
  }

  /** Returns why the rows do not come from one query; empty if they do. */
  String noQuery() {
    if (!definition.all("StaticList").isEmpty()) {
      return "static list: its rows come from a file";
    }
    boolean queries =
        hasSql()
            || !definition.get("SelectList").isEmpty()
            || !definition.all("EntityUsage").isEmpty();
    return queries || (base != null && base.noQuery().isEmpty())
        ? ""
        : "programmatic: its rows come from Java";
  }

  private boolean hasSql() {
    return definition.all("SQLQuery").stream()
            .findFirst()
            .filter(sql -> !sql.text().isEmpty())
            .isPresent()
        || (base != null && base.hasSql());
  }

  /** Returns a value of this view, or if it has none, of the view that it extends. */
  String get(String attribute) {
    String own = definition.get(attribute);
    return own.isEmpty() && base != null ? base.get(attribute) : own;
  }

  List<XmlElement> all(String child) {
    List<XmlElement> all = new ArrayList<>(base == null ? List.of() : base.all(child));
    all.addAll(definition.all(child));
    return all;
  }
}
