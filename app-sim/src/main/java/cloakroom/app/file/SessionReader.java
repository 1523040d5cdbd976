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
    if (sessions.values().stream().allMatch(session -> session.weight() == 0)) {
      throw value.atKey().error("sum of the weights must be above 0");
    }
    return sessions;
  }

  private SessionDefinition session(String name, YamlValue value) {
    value.only("weight", "visits", "next");
    if (pages.containsKey(name)) {
      throw value.atKey().error("session \"%s\" has the name of a page; choose another name", name);
    }
    int weight = value.require("weight").number(0, 1_000_000);
    YamlValue list = value.require("visits");
    List<VisitDefinition> visits = list.list().stream().map(this::visit).toList();
    if (visits.isEmpty()) {
      throw list.atKey().error("session \"%s\" must have a visit", name);
    }
    return new SessionDefinition(
        name, weight, visits, value.find("next", Map.of(), table -> markov(table, list, visits)));
  }

  private VisitDefinition visit(YamlValue value) {
    value.only("page", "upload", "repeat");
    if (value.find("page").isPresent() == value.find("upload").isPresent()) {
      throw value.error("visit must have either page or upload");
    }
    List<YamlValue> repeat = value.require("repeat").list();
    if (repeat.isEmpty()) {
      throw value.require("repeat").error("visit must have a step to repeat");
    }
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
    List<String> choices =
        new ArrayList<>(
            page.steps().keySet().stream().filter(s -> !s.equals(PageReader.OPEN)).toList());
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
        if (PageReader.EDITS.contains(verb)) {
          change = each;
        } else if (verb == Verb.COMMIT || verb == Verb.ROLLBACK) {
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
      if (!next.containsKey(page)) {
        throw table.atKey().error("table \"next\" has no row for page \"%s\"", page);
      }
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
      if (!ending.contains(page)) {
        throw table
            .require(page)
            .atKey()
            .error("page \"%s\" must lead to end, at least through other pages", page);
      }
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
    if (sum != 100) {
      throw row.atKey().error("row \"%s\" must sum to 100 percent, not %d", from, sum);
    }
    return percents;
  }
}
