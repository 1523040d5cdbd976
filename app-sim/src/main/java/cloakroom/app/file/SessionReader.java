package cloakroom.app.file;

import cloakroom.application.ModuleDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.ActionDefinition;
import cloakroom.application.PageDefinition.Verb;
import cloakroom.application.SessionDefinition;
import cloakroom.application.SessionDefinition.VisitDefinition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reader of the kinds of sessions of a file. */
record SessionReader(Map<String, ModuleDefinition> modules, Map<String, PageDefinition> pages) {
  private static final List<String> UPLOAD_STEPS = List.of("send", "drop", PageReader.THINK);
  private static final String END = "end";

  static Map<String, SessionDefinition> read(
      YamlValue value, Map<String, ModuleDefinition> modules, Map<String, PageDefinition> pages) {
    SessionReader reader = new SessionReader(modules, pages);
    Map<String, SessionDefinition> sessions = value.named("session", reader::session);
    boolean weighted = sessions.values().stream().anyMatch(session -> session.weight() > 0);
    value.atKey().requireThat(weighted, "sum of the weights must be above 0");
    return sessions;
  }

  private SessionDefinition session(String name, YamlValue value) {
    value.only("weight", "visits", "next");
    String rule = "session \"%s\" has the name of a page; choose another name";
    value.atKey().requireThat(!pages.containsKey(name), rule, name);
    int weight = value.require("weight").number(0, 1_000_000);
    YamlValue list = value.require("visits");
    List<VisitDefinition> visits = list.list().stream().map(this::visit).toList();
    list.atKey().requireThat(!visits.isEmpty(), "session \"%s\" must have a visit", name);
    return new SessionDefinition(
        name, weight, visits, value.find("next", Map.of(), table -> markov(table, list, visits)));
  }

  private VisitDefinition visit(YamlValue value) {
    value.only("page", "upload", "repeat");
    boolean one = value.find("page").isPresent() != value.find("upload").isPresent();
    value.requireThat(one, "visit must have either page or upload");
    List<YamlValue> repeat = value.require("repeat").list();
    value.require("repeat").requireThat(!repeat.isEmpty(), "visit must have a step to repeat");
    PageDefinition page = value.find("page", null, name -> name.resolve("page", pages));
    if (page == null) {
      YamlValue upload = value.require("upload");
      upload.requireOneOf("upload", upload.text(), List.of("files"));
      repeat.forEach(step -> step.requireOneOf("step", step.text(), UPLOAD_STEPS));
    } else {
      check(page, repeat);
    }
    return new VisitDefinition(
        page == null ? null : page.name(), repeat.stream().map(YamlValue::text).toList());
  }

  /** Verifies that changes end, and that the watched view keeps its current row until then. */
  private void check(PageDefinition page, List<YamlValue> repeat) {
    List<String> choices = new ArrayList<>(page.steps().keySet());
    choices.remove(PageDefinition.OPEN);
    choices.add(PageReader.THINK);
    ModuleDefinition module = modules.get(page.module());
    YamlValue change = null; // step with a pending change
    for (YamlValue each : repeat) {
      String step = each.requireOneOf("step", each.text(), choices);
      if (step.equals(PageReader.THINK)) {
        continue;
      }
      for (ActionDefinition action : page.steps().get(step).actions()) {
        Verb verb = action.verb();
        if (verb.isChange()) {
          change = each;
        } else if (verb.endsTransaction()) {
          change = null;
        } else if (change != null
            && action.view() != null
            && module.withDetails(action.view()).contains(page.view())) {
          throw each.error(
              "step \"%s\" queries the watched view \"%s\" while step \"%s\" has a pending change;"
                  + " commit or roll back before",
              step, page.view(), change.text());
        }
      }
    }
    if (change != null) {
      throw change.error(
          "step \"%s\" must be followed by a commit or rollback in this list", change.text());
    }
  }

  private Map<String, Map<String, Integer>> markov(
      YamlValue table, YamlValue list, List<VisitDefinition> visits) {
    Set<String> names = new LinkedHashSet<>();
    for (int i = 0; i < visits.size(); i++) {
      if (visits.get(i).page() == null || !names.add(visits.get(i).page())) {
        throw list.list().get(i).error("with a table \"next\", each visit must have another page");
      }
    }
    List<String> targets = new ArrayList<>(names);
    targets.add(END);
    Map<String, Map<String, Integer>> next =
        table.named("page", (from, row) -> row(from, row, names, targets));
    for (String page : names) {
      String rule = "table \"next\" has no row for page \"%s\"";
      table.atKey().requireThat(next.containsKey(page), rule, page);
    }
    Set<String> ending = new LinkedHashSet<>(Set.of(END));
    while (ending.addAll(
        next.keySet().stream()
            .filter(
                page ->
                    next.get(page).entrySet().stream()
                        .anyMatch(to -> to.getValue() > 0 && ending.contains(to.getKey())))
            .toList())) {}
    for (String page : names) {
      String rule = "page \"%s\" must lead to end, at least through other pages";
      table.require(page).atKey().requireThat(ending.contains(page), rule, page);
    }
    return next;
  }

  private static Map<String, Integer> row(
      String from, YamlValue row, Set<String> pages, List<String> targets) {
    row.atKey().requireOneOf("visit of page", from, pages);
    Map<String, Integer> percents =
        row.named(
            "page",
            (to, percent) -> {
              percent.atKey().requireOneOf("visit of page", to, targets);
              return percent.number(0, 100);
            });
    int sum = percents.values().stream().mapToInt(Integer::intValue).sum();
    String rule = "row \"%s\" must sum to 100 percent, not %d";
    row.atKey().requireThat(sum == 100, rule, from, sum);
    return percents;
  }
}
