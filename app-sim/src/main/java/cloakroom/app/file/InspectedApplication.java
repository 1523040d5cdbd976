package cloakroom.app.file;

import static java.util.stream.Collectors.joining;

import cloakroom.contract.InspectionResult;
import cloakroom.contract.InspectionResult.StatementUse;
import cloakroom.platform.OneLine;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Application file made from the statements that the inspector counted in a real application. A
 * borrow of a connection becomes a request that executes the same number of queries.
 */
public final class InspectedApplication {
  private static final int ROWS = 10; // of each view, because the inspector counts none
  private static final int ATTRIBUTES = 5; // of a query with unknown columns
  private static final int MAX_ATTRIBUTES = 200;
  private static final int MAX_QUERIES = 200; // of a request
  private static final ObjectReader READER =
      new ObjectMapper()
          .readerFor(InspectionResult.class)
          .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .with(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\p{Cntrl}\\p{Cs}\\x{85}\\u2028\\u2029\\uFEFF\\uFFFE\\uFFFF]");
  private static final Pattern VERB = Pattern.compile("[\\s(]*([a-z]+)\\b");
  private static final Pattern CHANGE = Pattern.compile("\\b(insert|update|delete|merge)\\b");
  private static final Pattern LOCK = Pattern.compile("\\bfor (no key )?update\\b");
  private static final Pattern LIST = Pattern.compile("[\\s(]*select\\s+((distinct|all)\\s+)?");
  private static final Pattern PARENTHESES = Pattern.compile("\\([^()]*\\)");
  private static final Pattern FROM =
      Pattern.compile("\\bfrom\\s+(?:\"?[\\w$#]+\"?\\.)?\"?([a-z]\\w{0,40})");
  private static final Pattern COLUMN = Pattern.compile("(?:.*[\\s.:])?\"?([a-z][\\w$#]{0,59})\"?");
  private static final Set<String> UNUSABLE = Set.of("id", "null"); // key of the rows; YAML's null
  private static final String HEAD =
      """
      # Application file made from %s: %d borrows of connections, with %.2f queries
      # and %.2f changes per borrow%s.
      # A borrow is a request: step "open" or "read", or "change" with "commit".
      # The inspector does not count rows and lengths: each view has the default of %d rows, each
      # attribute the type text(20). Replace them by numbers of the application.
      application: inspected
      load: {users: 20, iterations: 20, ramp: 10s, think: 3s}
      modules:
        InspectedModule:
      """;
  private static final String ENTITY =
      """
          entities:
            departments: {table: departments, key: department_id, attributes: {department_name: text(60)}}
          views:
            # for the changes; an additional query of step "open"
            departments: {entity: departments, where: "department_id >= :user", order: department_id}
      """;

  private final Path file;
  private final InspectionResult inspected;
  private final List<StatementUse> queries = new ArrayList<>();
  private final Map<String, Long> changes = new TreeMap<>(); // executions by verb
  private final List<String> missing = new ArrayList<>();
  private final Set<String> names = new HashSet<>(Set.of("departments"));

  private InspectedApplication(Path file, InspectionResult inspected) {
    this.file = file;
    this.inspected = inspected;
  }

  /** Returns the content of the application file for a result of the inspector. */
  public static String yaml(Path file) {
    String yaml = new InspectedApplication(file, read(file)).write();
    return yaml.lines()
        .map(line -> UNPRINTABLE.matcher(line).replaceAll(" ") + "\n")
        .collect(joining());
  }

  private static InspectionResult read(Path file) {
    try {
      JsonNode tree = READER.readTree(Files.readAllBytes(file));
      int schema = tree.path("schema").asInt();
      requireThat(
          schema == InspectionResult.SCHEMA,
          file,
          "schema must be %d, not %d; inspect the application with this version's inspector.jar"
              .formatted(InspectionResult.SCHEMA, schema));
      InspectionResult result = READER.readValue(tree);
      requireThat(
          Stream.of(result.statements(), result.findings())
              .allMatch(list -> list != null && !list.contains(null)),
          file,
          "statements and findings must be lists");
      requireThat(
          result.boundaries() > 0 && !result.statements().isEmpty(),
          file,
          "contains no statements; use a result of inspector.jar under load, not of observe");
      return result;
    } catch (JsonProcessingException e) {
      String why = OneLine.of(e.getOriginalMessage());
      throw new IllegalArgumentException(file + ": must be a result of inspector.jar: " + why, e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": cannot be read: " + OneLine.why(e), e);
    }
  }

  private static void requireThat(boolean valid, Path file, String rule) {
    if (!valid) {
      throw new IllegalArgumentException(file + ": " + rule);
    }
  }

  private String write() {
    inspected.statements().forEach(this::sort);
    requireThat(
        !queries.isEmpty() || !changes.isEmpty(),
        file,
        "contains neither a query nor a change; inspect the application under load");
    double changed = perBorrow(changes.values().stream().mapToLong(Long::longValue).sum());
    String verbs =
        changes.entrySet().stream()
            .map(each -> format("%s %.2f", each.getKey(), perBorrow(each.getValue())))
            .collect(joining(", ", " (", ")"));
    StringBuilder yaml = new StringBuilder();
    yaml.append(
        format(
            HEAD,
            file.getFileName(),
            inspected.boundaries(),
            perBorrow(queries.stream().mapToLong(StatementUse::executions).sum()),
            changed,
            changes.isEmpty() ? "" : verbs,
            ROWS));
    yaml.append(changes.isEmpty() ? "    views:\n" : ENTITY);
    String shown = changes.isEmpty() ? null : "departments.department_name";
    List<String> actions = new ArrayList<>();
    for (Map.Entry<StatementUse, Integer> each : queriesOfRequest().entrySet()) {
      String sql = each.getKey().statement();
      String view = viewName(sql);
      Set<String> attributes = attributes(view, sql);
      String frequency = format("%.2f per borrow: ", perBorrow(each.getKey().executions()));
      yaml.append("      # ").append(frequency).append(sql).append('\n');
      yaml.append("      %s: {rows: %d, attributes: {".formatted(view, ROWS))
          .append(attributes.stream().map(name -> name + ": text(20)").collect(joining(", ")))
          .append("}}\n");
      actions.addAll(Collections.nCopies(each.getValue(), "query " + view));
      shown = shown == null ? view + "." + attributes.iterator().next() : shown;
    }
    yaml.append(page(shown, actions, changed));
    reportUncounted(changed);
    missing.forEach(line -> yaml.append("#   ").append(line).append('\n'));
    return yaml.toString();
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }

  private double perBorrow(long executions) {
    return (double) executions / inspected.boundaries();
  }

  private void sort(StatementUse use) {
    String sql = use.statement().toLowerCase(Locale.ROOT);
    Matcher verb = VERB.matcher(sql);
    String first = verb.lookingAt() ? verb.group(1) : "";
    boolean changing =
        CHANGE.matcher(first.equals("with") ? LOCK.matcher(sql).replaceAll("") : first).find();
    if (changing) {
      changes.merge(first, use.executions(), Long::sum);
    } else if (List.of("select", "with", "values").contains(first)) {
      queries.add(use);
      if (LOCK.matcher(sql).find()) {
        missing.add("row locks of the query: " + use.statement());
      }
    } else {
      reportUse("neither query nor change", use);
    }
  }

  private void reportUse(String why, StatementUse use) {
    missing.add(
        format("%s, %.2f per borrow: ", why, perBorrow(use.executions())) + use.statement());
  }

  /**
   * Returns how often a request executes each query. The sum is that of the means per borrow,
   * rounded; the largest fractions are rounded up.
   */
  private Map<StatementUse, Integer> queriesOfRequest() {
    Comparator<StatementUse> byCount = Comparator.comparingLong(StatementUse::executions);
    queries.sort(byCount.reversed());
    double sum = perBorrow(queries.stream().mapToLong(StatementUse::executions).sum());
    double scale = Math.min(1, MAX_QUERIES / sum);
    if (scale < 1) {
      missing.add(format("%.2f queries per borrow: a request has %d", sum, MAX_QUERIES));
    }
    Map<StatementUse, Integer> times = new LinkedHashMap<>();
    queries.forEach(use -> times.put(use, (int) (perBorrow(use.executions()) * scale)));
    long rest =
        Math.max(1, Math.round(sum * scale)) - times.values().stream().mapToInt(n -> n).sum();
    queries.stream()
        .sorted(
            Comparator.comparingDouble(use -> times.get(use) - perBorrow(use.executions()) * scale))
        .limit(rest)
        .forEach(use -> times.merge(use, 1, Integer::sum));
    times.forEach(
        (use, n) -> {
          if (n == 0) {
            reportUse("query below one execution", use);
          }
        });
    times.values().removeIf(n -> n == 0);
    return times;
  }

  private String viewName(String sql) {
    Matcher from = FROM.matcher(sql.toLowerCase(Locale.ROOT));
    String table = from.find() ? from.group(1) : "query";
    String name = table;
    for (int i = 2; !names.add(name); i++) {
      name = table + i;
    }
    return name;
  }

  /** Returns one name for each column of the query, or a default number of names. */
  private Set<String> attributes(String view, String statement) {
    List<String> columns = columns(statement.toLowerCase(Locale.ROOT));
    if (columns.isEmpty()
        || columns.size() > MAX_ATTRIBUTES
        || columns.stream().anyMatch(each -> each.equals("*") || each.endsWith(".*"))) {
      missing.add("columns of view %s: not in the text; %d attributes".formatted(view, ATTRIBUTES));
      columns = Collections.nCopies(ATTRIBUTES, "?");
    }
    Set<String> attributes = new LinkedHashSet<>();
    for (String column : columns) {
      Matcher name = COLUMN.matcher(column);
      String own = name.matches() ? name.group(1) : "null";
      boolean usable = !UNUSABLE.contains(own) && !attributes.contains(own);
      attributes.add(usable ? own : "c" + (attributes.size() + 1));
    }
    return attributes;
  }

  /**
   * Returns the expressions of the select list, with [] in place of their parentheses; none if the
   * text ends within it.
   */
  private static List<String> columns(String sql) {
    Matcher list = LIST.matcher(sql);
    if (!list.lookingAt()) {
      return List.of();
    }
    String text = sql.substring(list.end());
    for (String before = ""; !text.equals(before); ) {
      before = text;
      text = PARENTHESES.matcher(text).replaceAll("[]");
    }
    String[] parts = text.split(" from ", 2);
    boolean ends = !sql.endsWith("…") || (parts.length == 2 && !parts[0].contains("("));
    return ends ? Stream.of(parts[0].split(",", -1)).map(String::strip).toList() : List.of();
  }

  private static String page(String shown, List<String> queries, double changed) {
    boolean edits = changed > 0;
    boolean reads = !queries.isEmpty();
    String opened = (edits ? "query departments, " : "") + String.join(", ", queries);
    StringBuilder yaml = new StringBuilder("pages:\n  requests:\n    module: InspectedModule\n");
    yaml.append("    shows: ").append(shown).append("\n    steps:\n");
    yaml.append("      open: [%s]\n".formatted(opened.replaceFirst(", $", "")));
    String before = reads ? String.join(", ", queries) + ", " : "";
    if (reads) {
      yaml.append("      read: [%s]\n".formatted(String.join(", ", queries)));
    }
    long percent = edits ? Math.max(1, Math.round(100 * Math.min(1, changed))) : 0;
    if (edits) {
      yaml.append("      change: [%sset departments.department_name]\n".formatted(before))
          .append("      commit: [commit]\n      rollback: [rollback]\n");
    }
    yaml.append("sessions:\n");
    String session = "  %s: {weight: %d, visits: [{page: requests, repeat: [%s, think]}]}\n";
    if (edits) {
      yaml.append(session.formatted("edit", percent, "change, commit"));
    }
    return yaml.append(reads ? session.formatted("browse", 100 - percent, "read") : "")
        .append("# Not covered:\n")
        .toString();
  }

  private void reportUncounted(double changed) {
    missing.add("rows of each query, lengths and types of its columns: not counted; defaults");
    missing.add("users, think time, order of requests, view links: not counted; defaults");
    if (changed > 0) {
      missing.add("rows of a change, commits and rollbacks: not counted; each change is committed");
      missing.add("share of borrows with changes: not counted; one change in each of them");
      missing.add("tables of the changes: they change one row of table departments");
    }
    if (changed > 1) {
      missing.add(format("%.2f changes per borrow: step \"change\" makes one", changed));
    }
    if (inspected.moreStatements() > 0) {
      missing.add("%d executions of further statements".formatted(inspected.moreStatements()));
    }
    inspected
        .findings()
        .forEach(
            found ->
                missing.add(
                    "state left in the session, %d times: %s %s"
                        .formatted(found.count(), found.kind(), found.name())));
  }
}
