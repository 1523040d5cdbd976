package cloakroom.stress.plan;

import static java.util.stream.Collectors.joining;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ApplicationDefinition.LoadDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.StepDefinition;
import cloakroom.application.PageDefinition.StepRole;
import cloakroom.application.SessionDefinition;
import cloakroom.application.SessionDefinition.VisitDefinition;
import cloakroom.platform.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Writer of the JMeter plan of an application.
 *
 * <p>A session that changes data has a sample {@code PAGE STEP} for each request, and checks the
 * value that the page shows. The samples of other sessions have names {@code SESSION STEP} and
 * check only that the page is returned.
 */
public final class PlanWriter {
  static final String THINK = "think";

  /** Name in a Markov table for the end of the session. */
  static final String END = "end";

  private final ApplicationDefinition application;

  private PlanWriter(ApplicationDefinition application) {
    this.application = application;
  }

  /** Writes the plan of the default application, at build time, to the file of the argument. */
  public static void main(String[] arguments) throws IOException {
    Files.writeString(Path.of(arguments[0]), jmx(DefaultApplication.DEFINITION));
  }

  public static String jmx(ApplicationDefinition application) {
    return Jmx.format(new PlanWriter(application).plan());
  }

  private String plan() {
    LoadDefinition load = application.load();
    List<SessionDefinition> sessions = List.copyOf(application.sessions().values());
    Map<String, String> values = new HashMap<>();
    values.put("application", application.name());
    values.put("sessions", String.join(", ", application.sessions().keySet()));
    values.put("users", "" + load.users());
    values.put("iterations", "" + load.iterations());
    values.put("ramp", "" + load.rampSeconds());
    values.put("think", "" + load.thinkMillis());
    values.put("distribution", load.distribution());
    values.put("weights", sessions.stream().map(each -> "" + each.weight()).collect(joining("/")));
    values.put("sum", "" + sessions.stream().mapToInt(SessionDefinition::weight).sum());
    Map<String, String> limits = new LinkedHashMap<>();
    StringBuilder limit = new StringBuilder("w[0]");
    for (int i = 0; i < sessions.size(); i++) {
      limits.put(sessions.get(i).name(), limit.toString());
      limit.append(" - -1 * w[").append(i + 1).append(']');
    }
    values.put("choice", choice(limits));
    String all = sessions.stream().map(this::session).collect(joining());
    return fill("plan", values, Map.of("sessions", all));
  }

  /** Returns an expression that chooses a name by the first upper limit above {@code u}. */
  private static String choice(Map<String, String> limits) {
    List<String> names = List.copyOf(limits.keySet());
    return IntStream.range(0, names.size())
        .mapToObj(
            i -> {
              String name = "\"" + names.get(i) + "\"";
              boolean last = i == names.size() - 1;
              return last ? name : "u < %s ? %s : ".formatted(limits.get(names.get(i)), name);
            })
        .collect(joining());
  }

  private String session(SessionDefinition session) {
    boolean changes = changesData(session);
    Map<String, Integer> visited = new HashMap<>();
    List<String> visits = new ArrayList<>();
    for (VisitDefinition visit : session.visits()) {
      boolean checked = changes && visit.page() != null;
      String name = checked ? visit.page() : session.name();
      int number = visited.merge(name, 1, Integer::sum);
      String loop = number == 1 ? name : name + "-" + number;
      String xml = checked ? page(visit, loop, number) : visit(session, visit, loop);
      visits.add(session.next().isEmpty() ? xml : state(session, visit.page(), xml));
    }
    String all = String.join("", visits);
    Map<String, String> values = new HashMap<>(Map.of("session", session.name()));
    if (!session.next().isEmpty()) {
      values.put("first", session.visits().get(0).page());
      all = fill("pages", values, Map.of("visits", all));
    }
    return fill("session", values, Map.of("visits", all));
  }

  private boolean changesData(SessionDefinition session) {
    return session.visits().stream()
        .filter(visit -> visit.page() != null)
        .flatMap(
            visit ->
                visit.repeat().stream().map(application.pages().get(visit.page()).steps()::get))
        .anyMatch(step -> step != null && step.role() != StepRole.READ);
  }

  private String state(SessionDefinition session, String page, String visit) {
    Map<String, String> limits = new LinkedHashMap<>();
    int sum = 0;
    for (Map.Entry<String, Integer> percent : session.next().get(page).entrySet()) {
      sum += percent.getValue();
      limits.put(percent.getKey(), "" + sum);
    }
    Map<String, String> values =
        Map.of("session", session.name(), "page", page, "choice", choice(limits));
    return fill("state", values, Map.of("visit", visit));
  }

  /** Returns a visit that checks responses, but no values. */
  private String visit(SessionDefinition session, VisitDefinition visit, String loop) {
    boolean upload = visit.page() == null;
    String page = visit.page();
    String pattern = upload ? "\"kind\":\"upload\"" : "{\"page\":\"" + page + "\"";
    String opened = upload ? "{\"user\":" : pattern;
    String path = upload ? "/state-kinds" : "/" + page;
    String user = "<value name=\"user\">${rows}</value>";
    String file =
        "<value name=\"value\">${who}${user}-${__jm__%s__idx}-${__UUID()}</value>".formatted(loop);
    StringBuilder steps = new StringBuilder();
    for (String step : visit.repeat()) {
      boolean send = upload && step.equals("send");
      String to = !upload ? path + "/" + step : path + "/upload/" + (send ? "write" : "clear");
      String name = session.name() + " " + step;
      steps.append(
          step.equals(THINK)
              ? fill(THINK, Map.of(), Map.of())
              : request(name, "POST", to, pattern, send ? file : ""));
    }
    String open = request(session.name() + " open", "GET", path, opened, user);
    return fill("visit", Map.of("visit", loop), Map.of("open", open, "steps", steps.toString()));
  }

  private static String request(
      String name, String method, String path, String pattern, String value) {
    Map<String, String> values =
        Map.of("name", name, "method", method, "path", path, "pattern", pattern);
    return fill("request", values, Map.of("value", value));
  }

  /** Returns a visit that checks the value that the page shows. */
  private String page(VisitDefinition visit, String loop, int number) {
    PageDefinition page = application.pages().get(visit.page());
    String key = key(page.name()) + (number == 1 ? "" : "." + number);
    Map<String, String> values =
        new HashMap<>(Map.of("page", page.name(), "visit", loop, "key", key));
    int transactions = 0;
    StringBuilder steps = new StringBuilder();
    // also reads before a change, because the first request of a user activates the module
    StringBuilder transaction = new StringBuilder();
    Set<String> names = new LinkedHashSet<>();
    List<StepDefinition> changes = new ArrayList<>();
    for (String name : visit.repeat()) {
      StepDefinition step = page.steps().get(name);
      StepRole role = step == null ? null : step.role();
      if (role == StepRole.CHANGE || role == StepRole.EDIT) {
        changes.add(step);
      }
      String xml = step == null ? fill(THINK, Map.of(), Map.of()) : step(page, step, changes);
      transaction.append(xml);
      boolean ends = step != null && role.endsTransaction();
      if (step != null && !ends) {
        names.add(name);
      }
      if (ends || (step == null && changes.isEmpty())) {
        if (changes.isEmpty()) {
          steps.append(transaction);
        } else {
          transactions++;
          values.put("number", "" + transactions);
          String value = transactions == 1 ? "" : fill("value", values, Map.of());
          names.add(role == StepRole.COMMIT ? "commit" : "rollback"); // reports search for these
          values.put("steps", String.join(" and ", names));
          steps.append(
              fill("transaction", values, Map.of("value", value, "steps", transaction.toString())));
        }
        if (role == StepRole.COMMIT) {
          steps.append(inDoubt(page));
        }
        changes.clear();
        names.clear();
        transaction.setLength(0);
      }
    }
    steps.append(transaction);
    return fill("page", values, Map.of("steps", steps.toString()));
  }

  private static String inDoubt(PageDefinition page) {
    return page.steps().values().stream()
        .filter(step -> step.role() == StepRole.ROLLBACK)
        .map(step -> fill("rollback", Map.of("page", page.name(), "step", step.name()), Map.of()))
        .map(xml -> fill("doubt", Map.of("page", page.name()), Map.of("rollback", xml)))
        .collect(joining());
  }

  private String step(PageDefinition page, StepDefinition step, List<StepDefinition> changes) {
    boolean sets = changes.stream().anyMatch(each -> each.role() == StepRole.CHANGE);
    String mode = sets ? "${mode}" : "two";
    Map<String, String> values =
        new HashMap<>(Map.of("page", page.name(), "step", step.name(), "mode", mode));
    return switch (step.role()) {
      case CHANGE -> fill("change", values, Map.of());
      case ROLLBACK -> fill("rollback", values, Map.of());
      case COMMIT ->
          fill("commit", values, Map.of("written", sets ? written(values, changes) : ""));
      default -> fill(moves(page, step) ? "move" : "read", values, Map.of());
    };
  }

  /** Returns the check of a commit's rows: an exact number only if each step sets the same rows. */
  private static String written(Map<String, String> values, List<StepDefinition> changes) {
    int rows = changes.get(0).changes();
    boolean exact = Set.copyOf(changes).size() == 1;
    values.put("changes", exact ? "" + rows : "[1-9]\\d*");
    values.put("rows", !exact ? "rows" : rows == 1 ? "one row" : rows + " rows");
    return fill("written", values, Map.of());
  }

  private boolean moves(PageDefinition page, StepDefinition step) {
    var module = application.modules().get(page.module());
    return step.actions().stream()
        .filter(action -> action.view() != null && !action.verb().isChange())
        .anyMatch(action -> module.withDetails(action.view()).contains(page.view()));
  }

  /** Returns the shortest start of a page's name that no other page has. */
  private String key(String page) {
    return IntStream.rangeClosed(1, page.length())
        .mapToObj(length -> page.substring(0, length))
        .filter(
            start ->
                application.pages().keySet().stream()
                    .allMatch(other -> other.equals(page) || !other.startsWith(start)))
        .findFirst()
        .orElse(page);
  }

  /** Returns a template with the values of its parameters and the XML for its gaps. */
  private static String fill(
      String template, Map<String, String> values, Map<String, String> inserts) {
    String text = Resources.text("cloakroom/stress/plan/" + template + ".xml");
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("@{" + value.getKey() + "}", Jmx.escape(value.getValue()));
    }
    for (Map.Entry<String, String> insert : inserts.entrySet()) {
      text = text.replace("<insert name=\"" + insert.getKey() + "\"/>", insert.getValue());
    }
    return text;
  }
}
