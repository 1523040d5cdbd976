package cloakroom.bc4j;

import cloakroom.bc4j.AdfModule.Link;
import cloakroom.bc4j.AdfModule.ViewUse;
import cloakroom.bc4j.AdfView.Column;
import cloakroom.bc4j.Bc4jFile.Bc4jConfiguration;
import cloakroom.bc4j.XmlFile.XmlElement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Application file made from the ADF Business Components of a project. By default the database
 * generates all rows, so that no table of the project is necessary.
 */
public final class AdfApplication {
  private static final int MAX_BYTES = 1_000_000; // of an application file
  private static final int RANGES = 3; // generated rows of a view, in ranges
  private static final String SQL_NAME = "[A-Za-z][A-Za-z0-9_$#]{0,59}";
  private static final Pattern BIND = Pattern.compile("(?<![:\\w]):(\\w+)");
  private static final Pattern ORDER =
      Pattern.compile("(?i)%1$s( asc| desc)?(, ?%1$s( asc| desc)?)*".formatted(SQL_NAME));
  private static final Set<String> RESERVED =
      Set.of(
          "StateKindsModule counters end health heap live logout metrics nodes trial".split(" "));
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cs}]");
  private static final Collector<CharSequence, ?, String> LINES = Collectors.joining("\n");
  private static final String HEAD =
      """
      # Application file made from the ADF project %s.
      # Each root application module is a module and a page. The page opens all top-level view objects,
      # their details by view links, and in step "lists" the lists of values.
      # Values have the full length of their attribute. Views without a RangeSize have a range of %d rows,
      # as JDeveloper sets it for the iterators of a page. %s
      # The end of the file lists what is not mapped, with file and line.
      """;
  private static final String GENERATED =
      """
      The database generates the rows.
      # Pages only read. To change data, replace the rows of a view by an entity, set "shows" to one of its
      # text attributes, and add steps:
      #     change: [set VIEW.ATTRIBUTE]
      #     commit: [commit]
      #     rollback: [rollback]""";
  private static final String QUERIED =
      """
      Queries read the project's tables.
      # Pages only read. To change data, list the entity's table at the top level, as in
      #     writes: [SCHEMA.TABLE]
      # set "shows" to a text attribute of a view with this entity, and add steps:
      #     change: [set VIEW.ATTRIBUTE]
      #     commit: [commit]
      #     rollback: [rollback]""";

  private final AdfProject project;
  private final String schema; // of tables without one; null to generate all rows
  private final List<String> lines = new ArrayList<>();
  private final Map<String, String> keys = new HashMap<>(); // key columns by table

  private AdfApplication(AdfProject project, String schema) {
    this.project = project;
    this.schema = schema;
  }

  /**
   * Reads a project.
   *
   * @param schema schema of the tables that have none in the project; null to generate all rows
   */
  public static AdfApplication read(Path folder, String schema) {
    AdfApplication application = new AdfApplication(AdfProject.read(folder), schema);
    application.write(folder);
    return application;
  }

  /** Returns the content of the application file. */
  public String yaml() {
    String findings =
        findings().stream().map(line -> "#   " + line + "\n").collect(Collectors.joining());
    String yaml =
        lines.stream().map(UNPRINTABLE::matcher).map(line -> line.replaceAll(" ")).collect(LINES)
            + (findings.isEmpty() ? "\n# Everything is mapped.\n" : "\n# Not mapped:\n" + findings);
    int bytes = yaml.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "--adf-project %s: the application file has %,d bytes, and must have at most 1 MB; choose a part"
                  .formatted(project.folder, bytes)
              + " of the project");
    }
    return yaml;
  }

  /** Returns what is not mapped, as {@code FILE:LINE: TEXT}. */
  public List<String> findings() {
    return project.findings();
  }

  private void write(Path folder) {
    IdentityHashMap<XmlElement, AdfView> views = new IdentityHashMap<>();
    Map<String, AdfModule> modules = new LinkedHashMap<>();
    for (XmlElement root : project.rootModules()) {
      String label = root.get(AdfProject.NAME);
      String name =
          AdfModule.unique(label, each -> RESERVED.contains(each) || modules.containsKey(each));
      AdfModule module = new AdfModule(project, root, name, views);
      if (module.ordered().isEmpty()) {
        project.report(root, "application module %s: has no mapped view object; left out", label);
      } else {
        modules.put(name, module);
      }
    }
    checkJava(views);
    String source = (schema == null ? GENERATED : QUERIED).strip();
    HEAD.formatted(folder, AdfModule.DEFAULT_RANGE, source).lines().forEach(lines::add);
    String name = folder.toAbsolutePath().normalize().getFileName().toString();
    lines.add("application: " + AdfModule.unique(name, each -> false));
    lines.add("load: {users: 20, iterations: 20, ramp: 10s, think: 3s}");
    lines.add("modules:");
    Map<String, List<String>> pages = new LinkedHashMap<>();
    modules.values().forEach(module -> pages.put(module.name, write(module)));
    pages.values().removeIf(List::isEmpty);
    if (pages.isEmpty()) {
      throw new IllegalArgumentException(
          "--adf-project " + folder + ": no view object can be mapped: " + findings());
    }
    lines.add("pages:");
    pages.values().forEach(lines::addAll);
    lines.add("sessions:");
    String session = AdfModule.unique("browse", pages::containsKey);
    lines.add("  %s:".formatted(session));
    lines.add("    weight: 100");
    lines.add("    visits:");
    pages.forEach(
        (page, steps) -> {
          boolean lists = steps.stream().anyMatch(step -> step.startsWith("      lists:"));
          lines.add(
              "      - {page: %s, repeat: [scroll, %sthink]}"
                  .formatted(page, lists ? "lists, " : ""));
        });
    writeVariants(folder);
  }

  private void checkJava(IdentityHashMap<XmlElement, AdfView> views) {
    List<XmlElement> used =
        views.values().stream()
            .filter(view -> view.noQuery().isEmpty())
            .map(view -> view.definition)
            .sorted(Comparator.comparing(each -> each.file().toString()))
            .toList();
    List<XmlElement> java =
        used.stream()
            .filter(each -> !(each.get("ComponentClass") + each.get("RowClass")).isEmpty())
            .toList();
    if (!java.isEmpty()) {
      project.report(
          java.get(0),
          "%d of %d view objects have a Java class, this is the first: queries in Java are not mapped",
          java.size(),
          used.size());
    }
  }

  /** Writes a module and returns the lines of its page; none if no view has a key. */
  private List<String> write(AdfModule module) {
    Map<String, String> entities = new LinkedHashMap<>();
    Map<ViewUse, Source> sources = new LinkedHashMap<>();
    for (ViewUse use : module.ordered()) {
      sources.put(use, schema == null ? generated(use, sources) : source(use, sources, entities));
    }
    lines.add("  %s: # %s".formatted(module.name, project.relative(module.definition.file())));
    if (!entities.isEmpty()) {
      lines.add("    entities:");
      entities.forEach((name, entity) -> lines.add("      %s: %s".formatted(name, entity)));
    }
    lines.add("    views:");
    sources.forEach(this::write);
    ViewUse shown =
        sources.keySet().stream()
            .filter(use -> sources.get(use).key != null && !sources.get(use).attributes.isEmpty())
            .findFirst()
            .orElse(null);
    if (shown == null) {
      project.report(
          module.definition, "page %s: no view has an integer key; left out", module.name);
      return List.of();
    }
    List<String> page = new ArrayList<>();
    page.add("  %s:".formatted(module.name));
    page.add("    module: " + module.name);
    page.add("    shows: %s.%s".formatted(shown.name(), sources.get(shown).attributes.get(0)));
    page.add("    steps:");
    page.add("      open: " + queries(sources, false));
    page.add("      scroll: [next %s]".formatted(shown.name()));
    if (sources.keySet().stream().anyMatch(ViewUse::isList)) {
      page.add("      lists: " + queries(sources, true));
    }
    return page;
  }

  private static String queries(Map<ViewUse, Source> sources, boolean lists) {
    return sources.entrySet().stream()
        .filter(each -> each.getKey().isList() == lists && !each.getValue().isDetail)
        .map(each -> "query " + each.getKey().name())
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private void write(ViewUse use, Source source) {
    lines.add("      %s: # %s".formatted(use.name(), use.place().get("ViewObjectName")));
    source.lines.forEach(line -> lines.add("        " + line));
    lines.add("        range: " + use.range());
    if (!use.view().transients.isEmpty()) {
      lines.add("        transient: " + mapping(use.view().transients));
    }
  }

  /**
   * Source of a view's rows.
   *
   * @param kind entity, query or rows
   * @param key name of the key; null for none
   * @param attributes names of the attributes
   * @param isDetail whether its query executes after that of a master
   */
  private record Source(
      String kind, String key, List<String> attributes, boolean isDetail, List<String> lines) {}

  private Source generated(ViewUse use, Map<ViewUse, Source> sources) {
    List<String> text = new ArrayList<>();
    text.add("rows: " + RANGES * use.range());
    Map<String, String> types = new LinkedHashMap<>();
    use.view().columns.forEach(column -> types.put(column.name(), column.type()));
    text.add("attributes: " + mapping(types));
    Map<String, String> binds = new LinkedHashMap<>();
    for (Link link : use.links()) {
      String key = sources.get(link.master()).key;
      if (key == null) {
        project.report(
            link.place(),
            "view link %s: its master has no integer key; left out",
            link.place().get(AdfProject.NAME));
      } else {
        binds.put(
            "link" + (binds.size() + 1), "{from: %s.%s}".formatted(link.master().name(), key));
      }
    }
    if (!binds.isEmpty()) {
      text.add("binds: " + mapping(binds));
    }
    return new Source("rows", "id", List.copyOf(types.keySet()), !binds.isEmpty(), text);
  }

  /** Returns the project's query if it is supported, otherwise generated rows. */
  private Source source(ViewUse use, Map<ViewUse, Source> sources, Map<String, String> entities) {
    try {
      Map<String, String> binds = new LinkedHashMap<>();
      String conditions = links(use, sources, binds);
      Source entity = entity(use, conditions, binds, entities);
      return entity == null ? query(use, conditions, binds) : entity;
    } catch (UnsupportedOperationException e) {
      project.report(
          use.place(), "view %s: %s; its rows are generated", use.name(), e.getMessage());
      return generated(use, sources);
    }
  }

  /** Adds the binds of a detail and returns its conditions, with columns as {@code {ATTRIBUTE}}. */
  private static String links(
      ViewUse use, Map<ViewUse, Source> sources, Map<String, String> binds) {
    List<String> conditions = new ArrayList<>();
    for (Link link : use.links()) {
      Source master = sources.get(link.master());
      requireSupported(
          !master.kind.equals("rows") && master.key != null,
          "the query of its master has no integer key");
      List<String> ends = link.masterAttributes();
      requireSupported(
          !ends.isEmpty() && ends.size() == link.detailAttributes().size(),
          "the attributes of its view link are not defined");
      for (int i = 0; i < ends.size(); i++) {
        String bind = "link" + (binds.size() + 1);
        Column column = column(link.master().view(), ends.get(i));
        boolean inEntity = master.kind.equals("entity");
        String name = lower(inEntity ? column.column() : column.alias());
        binds.put(bind, "{from: %s.%s}".formatted(link.master().name(), name));
        conditions.add("{%s} = :%s".formatted(link.detailAttributes().get(i), bind));
      }
    }
    return String.join(" and ", conditions);
  }

  private static Column column(AdfView view, String attribute) {
    return view.columns.stream()
        .filter(each -> each.attribute().equals(attribute))
        .findFirst()
        .orElseThrow(
            () ->
                new UnsupportedOperationException(
                    "attribute " + attribute + " of its view link is not mapped"));
  }

  /** Returns the rows of one entity with a single integer key; null for another query. */
  private Source entity(
      ViewUse use, String conditions, Map<String, String> binds, Map<String, String> entities) {
    AdfView view = use.view();
    XmlElement entity = view.onlyEntity();
    if (entity == null || !view.sql().isEmpty()) {
      return null;
    }
    String usage = view.all("EntityUsage").get(0).get(AdfProject.NAME);
    String prefix = "(?i)\"?\\b" + Pattern.quote(usage) + "\"?\\.";
    String order = view.get("OrderBy").replaceAll(prefix, "").replace("\"", "");
    String own = view.get("Where").replaceAll(prefix, "");
    Map<String, String> columns = new LinkedHashMap<>();
    String key = null;
    for (XmlElement attribute : entity.all("Attribute").toList()) {
      String column = lower(attribute.get("ColumnName"));
      String type = AdfView.type(attribute.attributes());
      if ("true".equals(attribute.get("PrimaryKey"))) {
        if (key != null || !AdfView.INTEGER.equals(type)) {
          return null; // composite, or no integer
        }
        key = column;
      } else if (type != null && !type.isEmpty() && column.matches(SQL_NAME)) {
        columns.put(column, type);
      }
    }
    String table = lower(table(entity));
    String keyColumn = key;
    List<String> shown =
        view.columns.stream()
            .map(each -> lower(each.column()))
            .filter(each -> !each.equals(keyColumn))
            .toList();
    if (key == null
        || !table.matches(SQL_NAME + "\\." + SQL_NAME)
        || !keys.computeIfAbsent(table, name -> keyColumn).equals(key)
        || !columns.keySet().containsAll(shown)
        || shown.isEmpty()
        || !(order.isEmpty() || ORDER.matcher(order).matches())) {
      return null;
    }
    String where =
        Stream.of(own, columns(conditions, each -> column(view, each).column()))
            .filter(text -> !text.isBlank())
            .map(text -> own.isBlank() || conditions.isEmpty() ? text : "(" + text + ")")
            .collect(Collectors.joining(" and "));
    addVariables(view, where, binds);
    String definition = "{table: %s, key: %s, attributes: %s}";
    String content = definition.formatted(table, key, mapping(columns));
    String name =
        AdfModule.unique(
            lower(entity.get(AdfProject.NAME)),
            each -> !entities.getOrDefault(each, content).equals(content));
    entities.put(name, content);
    List<String> text = new ArrayList<>(List.of("entity: " + name));
    text.add("attributes: [%s]".formatted(String.join(", ", shown)));
    addSql(text, "where", where);
    addSql(text, "order", order);
    addBinds(text, binds);
    return new Source("entity", key, shown, !use.links().isEmpty(), text);
  }

  /** Returns the table of an entity, with its schema. */
  private String table(XmlElement entity) {
    String table = entity.get("DBObjectName");
    return table.contains(".") ? table : schema + "." + table;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Replaces each {@code {ATTRIBUTE}} by its column. */
  private static String columns(String conditions, UnaryOperator<String> column) {
    return Pattern.compile("\\{(\\w+)}")
        .matcher(conditions)
        .replaceAll(found -> Matcher.quoteReplacement(column.apply(found.group(1))));
  }

  private Source query(ViewUse use, String conditions, Map<String, String> binds) {
    AdfView view = use.view();
    String sql = view.sql().isEmpty() ? assembled(view) : view.sql();
    requireSupported(
        sql.matches("(?is)(select|with)\\s[^;]+"), "its query is no single SELECT statement");
    addVariables(view, sql, binds);
    Column key = view.integerKey();
    List<Column> rest = view.columns.stream().filter(each -> !each.equals(key)).toList();
    requireSupported(!rest.isEmpty(), "its only attribute is the key");
    List<String> names = new ArrayList<>();
    Map<String, String> types = new LinkedHashMap<>();
    for (Column column : view.columns) {
      String alias = lower(column.alias());
      requireSupported(alias.matches(SQL_NAME), "column \"" + alias + "\" has no plain name");
      requireSupported(!names.contains(alias), "column \"" + alias + "\" occurs twice");
      names.add(alias);
    }
    rest.forEach(column -> types.put(lower(column.alias()), column.type()));
    String selected =
        Stream.concat(Stream.ofNullable(key), rest.stream())
            .map(column -> lower(column.alias()))
            .collect(Collectors.joining(", "));
    String where = columns(conditions, each -> "q." + column(view, each).alias());
    List<String> text = new ArrayList<>();
    addSql(
        text,
        "query",
        "select %s from (%s) q%s"
            .formatted(selected, sql, where.isEmpty() ? "" : " where " + where));
    if (key == null) {
      project.report(
          use.place(),
          "view %s: its key %s is not one integer; it is no master, and no page shows it",
          use.name(),
          view.keyLabel());
    } else {
      text.add("key: " + lower(key.alias()));
    }
    text.add("attributes: " + mapping(types));
    addBinds(text, binds);
    return new Source(
        "query",
        key == null ? null : lower(key.alias()),
        List.copyOf(types.keySet()),
        !use.links().isEmpty(),
        text);
  }

  private String assembled(AdfView view) {
    String select = view.get("SelectList");
    String from = view.get("FromList");
    if (select.isEmpty()) {
      XmlElement entity = view.onlyEntity();
      requireSupported(
          entity != null && view.columns.stream().noneMatch(each -> each.column().isEmpty()),
          "its query joins several entities, and the project does not contain the SQL");
      select =
          view.columns.stream()
              .map(each -> each.column() + " " + each.alias())
              .collect(Collectors.joining(", "));
      from = table(entity) + " " + view.all("EntityUsage").get(0).get(AdfProject.NAME);
    }
    String where = view.get("Where");
    String order = view.get("OrderBy");
    return "select "
        + select
        + " from "
        + from
        + (where.isEmpty() ? "" : " where " + where)
        + (order.isEmpty() ? "" : " order by " + order);
  }

  /** Adds the binds of a query that have a constant value. */
  private static void addVariables(AdfView view, String sql, Map<String, String> binds) {
    Map<String, XmlElement> variables = new HashMap<>();
    view.all("Variable").forEach(each -> variables.put(each.get(AdfProject.NAME), each));
    Set<String> used =
        BIND.matcher(sql)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(HashSet::new));
    used.removeAll(binds.keySet());
    for (String name : used.stream().sorted().toList()) {
      XmlElement variable = variables.get(name);
      String value = variable == null ? "" : variable.get("DefaultValue");
      boolean constant =
          variable != null
              && !name.equals("user")
              && variable.all("TransientExpression").findAny().isEmpty();
      requireSupported(
          constant && !value.isEmpty(), "bind :%s has no constant value".formatted(name));
      binds.put(name, "{value: %s}".formatted(quoted(value)));
    }
  }

  private static void requireSupported(boolean isSupported, String problem) {
    if (!isSupported) {
      throw new UnsupportedOperationException(problem);
    }
  }

  private static void addBinds(List<String> text, Map<String, String> binds) {
    if (!binds.isEmpty()) {
      text.add("binds: " + mapping(binds));
    }
  }

  private static void addSql(List<String> text, String key, String sql) {
    if (!sql.isEmpty()) {
      text.add(key + ": " + quoted(sql));
    }
  }

  private static String mapping(Map<String, String> entries) {
    return entries.entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String quoted(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + escaped.replaceAll("\\R", "\\\\n") + '"';
  }

  private void writeVariants(Path folder) {
    if (project.configurations.isEmpty()) {
      return;
    }
    lines.add("# Variants, one for each configuration (options of: stress run --app THIS-FILE):");
    for (Bc4jFile file : project.configurations) {
      Path path = folder.resolve(project.relative(file.path()));
      for (Bc4jConfiguration each : file.configurations()) {
        boolean shared =
            each.entries().stream()
                .anyMatch(
                    entry ->
                        entry.name().equals("jbo.ampool.isuseexclusive")
                            && entry.value().equalsIgnoreCase("false"));
        String form = "#   --variant '%s: bc4j=\"%s#%s\"'%s";
        String note = shared ? " # shared by sessions in ADF: results do not apply" : "";
        lines.add(form.formatted(each.name(), path, each.fullName(), note));
      }
    }
  }
}
