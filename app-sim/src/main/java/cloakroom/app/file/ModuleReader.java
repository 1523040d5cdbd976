package cloakroom.app.file;

import cloakroom.application.ModuleDefinition;
import cloakroom.application.ModuleDefinition.AttributeDefinition;
import cloakroom.application.ModuleDefinition.AttributeType;
import cloakroom.application.ModuleDefinition.BindDefinition;
import cloakroom.application.ModuleDefinition.EntityDefinition;
import cloakroom.application.ModuleDefinition.ViewDefinition;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reader of one application module of a file. */
final class ModuleReader {
  static final String USER = "user";
  private static final Pattern TYPE =
      Pattern.compile(
          "(text)\\((\\d{1,4})\\)|(number)\\((\\d{1,2})\\)|(integer|number|date|timestamp)");
  private static final Map<AttributeType, Integer> LENGTHS =
      Map.of(
          AttributeType.INTEGER, 10,
          AttributeType.NUMBER, 12,
          AttributeType.DATE, 10,
          AttributeType.TIMESTAMP, 19);
  private static final Pattern ORDER =
      Pattern.compile("(?i)%1$s( asc| desc)?(, ?%1$s( asc| desc)?)*".formatted(Tables.COLUMN));
  private static final Pattern CONDITION = Pattern.compile("(?s)[^;]+");
  private static final Pattern QUERY = Pattern.compile("(?is)(select|with)\\s[^;]+");

  private final Map<String, EntityDefinition> entities;
  private final Map<String, ViewDefinition> views = new LinkedHashMap<>();

  private ModuleReader(Map<String, EntityDefinition> entities) {
    this.entities = entities;
  }

  static ModuleDefinition read(String name, YamlValue value, Tables tables) {
    value.only("entities", "views");
    boolean reserved = name.equals("StateKindsModule");
    value.atKey().requireThat(!reserved, "module \"%s\" is reserved; choose another name", name);
    Map<String, EntityDefinition> entities =
        value.find(
            "entities",
            Map.of(),
            all -> all.named("entity", (entity, each) -> entity(entity, each, tables)));
    ModuleReader reader = new ModuleReader(entities);
    Map<String, ViewDefinition> views = value.require("views").named("view", reader::view);
    return new ModuleDefinition(name, entities, views);
  }

  private static EntityDefinition entity(String name, YamlValue value, Tables tables) {
    value.only("table", "key", "sequence", "attributes");
    String key = column(value.require("key"));
    YamlValue attributes = value.require("attributes");
    if (attributes.find(key).isPresent()) {
      YamlValue same = attributes.require(key).atKey();
      throw same.error("key column \"%s\" is no attribute; remove it", key);
    }
    return new EntityDefinition(
        name,
        tables.add(value.require("table"), key),
        key,
        value.find("sequence", null, sequence -> Tables.qualified(sequence, "sequence")),
        attributes(attributes));
  }

  private static String column(YamlValue value) {
    return value.text(Tables.COLUMN, "column", Tables.COLUMN_RULE);
  }

  private static List<AttributeDefinition> attributes(YamlValue value) {
    return List.copyOf(
        value
            .named(
                "attribute",
                (name, type) -> {
                  column(type.atKey());
                  return attribute(name, type);
                })
            .values());
  }

  private static AttributeDefinition attribute(String name, YamlValue value) {
    Matcher matcher = TYPE.matcher(value.text());
    value.requireThat(
        matcher.matches(),
        "type \"%s\" is not supported; choose text(N), integer, number, number(P), date or"
            + " timestamp",
        value.text());
    String word = value.text().replaceFirst("\\(.*", "");
    AttributeType type = AttributeType.valueOf(word.toUpperCase(Locale.ROOT));
    String length = Optional.ofNullable(matcher.group(2)).orElse(matcher.group(4));
    int max = type == AttributeType.TEXT ? 4_000 : 38;
    int number = length == null ? LENGTHS.get(type) : Integer.parseInt(length);
    boolean valid = number >= 1 && number <= max;
    value.requireThat(valid, "length of type \"%s\" must be from 1 to %d", value.text(), max);
    return new AttributeDefinition(name, type, number);
  }

  private ViewDefinition view(String name, YamlValue value) {
    value.only(
        "entity",
        "query",
        "rows",
        "where",
        "order",
        "key",
        "attributes",
        "binds",
        "range",
        "transient");
    List<String> sources =
        Stream.of("entity", "query", "rows").filter(key -> value.find(key).isPresent()).toList();
    String one = "view \"%s\" must have exactly one of entity, query and rows";
    value.atKey().requireThat(sources.size() == 1, one, name);
    requires(value, sources, "where", "entity");
    requires(value, sources, "order", "entity");
    requires(value, sources, "key", "query");
    EntityDefinition entity = value.find("entity", null, text -> text.resolve("entity", entities));
    String key =
        entity != null
            ? entity.key()
            : value.find("rows").isPresent() ? "id" : value.find("key", null, ModuleReader::column);
    List<AttributeDefinition> attributes =
        entity == null
            ? attributes(value.require("attributes"))
            : value.find(
                "attributes", entity.attributes(), list -> choose(list, entity.attributes()));
    Map<String, BindDefinition> binds =
        value.find("binds", Map.of(), all -> all.named("bind", this::bind));
    String query =
        entity == null
            ? value.find(
                "query",
                null,
                text -> text.text(QUERY, "query", "must be one SELECT without a semicolon"))
            : query(value, entity, attributes);
    checkBinds(value, query, binds);
    ViewDefinition view =
        new ViewDefinition(
            name,
            entity == null ? null : entity.name(),
            query,
            value.find("rows", 0, rows -> rows.number(1, 100_000)),
            key,
            attributes,
            binds,
            value.find("range", 10, range -> range.number(1, 10_000)),
            value.find("transient", List.of(), ModuleReader::attributes));
    views.put(name, view);
    return view;
  }

  private static void requires(YamlValue view, List<String> sources, String key, String source) {
    if (view.find(key).isPresent() && !sources.contains(source)) {
      throw view.require(key).atKey().error("key \"%s\" requires \"%s\"; remove it", key, source);
    }
  }

  private static List<AttributeDefinition> choose(YamlValue list, List<AttributeDefinition> all) {
    Map<String, AttributeDefinition> byName = byName(all);
    return list.list().stream().map(name -> name.resolve("attribute", byName)).toList();
  }

  static Map<String, AttributeDefinition> byName(Collection<AttributeDefinition> all) {
    return all.stream()
        .collect(
            Collectors.toMap(
                AttributeDefinition::name, Function.identity(), (a, b) -> a, LinkedHashMap::new));
  }

  private static String query(
      YamlValue value, EntityDefinition entity, List<AttributeDefinition> attributes) {
    String columns = attributes.stream().map(a -> ", " + a.name()).collect(Collectors.joining());
    String where =
        value.find(
            "where",
            "",
            text -> " where " + text.text(CONDITION, "where", "must have no semicolon"));
    String order =
        value.find(
            "order",
            entity.key(),
            text -> text.text(ORDER, "order", "must be COLUMN [asc|desc], …"));
    return "select %s%s from %s%s order by %s"
        .formatted(entity.key(), columns, entity.table(), where, order);
  }

  private BindDefinition bind(String name, YamlValue value) {
    value.only("from", "value");
    YamlValue key = value.atKey();
    boolean predefined = name.equals(USER);
    key.requireThat(!predefined, "bind \"user\" is predefined: the user's number; remove it");
    Optional<YamlValue> from = value.find("from");
    boolean one = from.isPresent() != value.find("value").isPresent();
    key.requireThat(one, "bind \"%s\" must have either from or value", name);
    if (from.isEmpty()) {
      return new BindDefinition(null, null, value.require("value").text());
    }
    YamlValue link = from.get();
    String[] parts = link.text().split("\\.", 2);
    ViewDefinition master = link.resolve("earlier view", parts[0], views);
    link.requireThat(master.key() != null, "master \"%s\" must have a key", master.name());
    List<String> names =
        Stream.concat(
                Stream.of(master.key()),
                master.attributes().stream().map(AttributeDefinition::name))
            .toList();
    String attribute = link.requireOneOf("attribute", parts.length == 1 ? "" : parts[1], names);
    return new BindDefinition(master.name(), attribute, null);
  }

  /** Verifies that the SQL uses exactly the binds that are defined. */
  private static void checkBinds(YamlValue view, String sql, Map<String, BindDefinition> binds) {
    if (sql == null) {
      return; // generated rows use no bind, but have a master
    }
    YamlValue text = view.find("query").or(() -> view.find("where")).orElse(view);
    List<String> used =
        ViewDefinition.BIND.matcher(sql).results().map(result -> result.group(1)).toList();
    List<String> defined = Stream.concat(Stream.of(USER), binds.keySet().stream()).toList();
    used.forEach(name -> text.requireOneOf("bind", name, defined));
    for (String name : binds.keySet()) {
      if (!used.contains(name)) {
        throw view.require("binds")
            .require(name)
            .atKey()
            .error("bind \"%s\" is not used; write :%s in the SQL or remove it", name, name);
      }
    }
  }
}
