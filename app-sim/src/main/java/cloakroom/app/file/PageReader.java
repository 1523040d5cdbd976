package cloakroom.app.file;

import cloakroom.application.ModuleDefinition;
import cloakroom.application.ModuleDefinition.AttributeDefinition;
import cloakroom.application.ModuleDefinition.AttributeType;
import cloakroom.application.ModuleDefinition.BindDefinition;
import cloakroom.application.ModuleDefinition.EntityDefinition;
import cloakroom.application.ModuleDefinition.ViewDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.ActionDefinition;
import cloakroom.application.PageDefinition.StepDefinition;
import cloakroom.application.PageDefinition.StepRole;
import cloakroom.application.PageDefinition.Verb;
import cloakroom.platform.Names;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reader of one page of a file. */
final class PageReader {
  static final String THINK = "think";

  /** Paths of the tier, and the end of a Markov table. */
  private static final Set<String> RESERVED =
      Set.of("counters end health heap live logout metrics nodes state-kinds trial".split(" "));

  private static final Map<StepRole, String> DOES =
      new TreeMap<>(
          Map.of(
              StepRole.CHANGE, "sets the watched attribute",
              StepRole.COMMIT, "commits",
              StepRole.ROLLBACK, "rolls back"));
  private static final int MIN_WATCHED_LENGTH = 30; // of the unique values that a plan writes
  private static final Map<String, Verb> VERBS =
      Stream.of(Verb.values())
          .collect(
              Collectors.toMap(Names::words, Function.identity(), (a, b) -> a, LinkedHashMap::new));

  private final ModuleDefinition module;
  private final Tables tables;
  private final ViewDefinition shown;
  private final String watched;
  private final Set<String> opened = new HashSet<>(); // views with rows after step open

  private PageReader(ModuleDefinition module, Tables tables, YamlValue shows) {
    this.module = module;
    this.tables = tables;
    String[] parts = parts(shows, shows.text());
    this.shown = shows.resolve("view", parts[0], module.views());
    this.watched = attribute(shows, shown, parts[1]).name();
    shows.requireThat(shown.key() != null, "view \"%s\" must have a key to be shown", shown.name());
  }

  static PageDefinition read(
      String name, YamlValue value, Map<String, ModuleDefinition> modules, Tables tables) {
    value.only("module", "shows", "steps");
    boolean reserved = RESERVED.contains(name);
    value.atKey().requireThat(!reserved, "page \"%s\" is reserved; choose another name", name);
    ModuleDefinition module = value.require("module").resolve("module", modules);
    PageReader reader = new PageReader(module, tables, value.require("shows"));
    YamlValue all = value.require("steps");
    reader.open(all.require(PageDefinition.OPEN));
    Map<String, StepDefinition> steps = all.named("step", reader::step);
    reader.check(all, steps);
    return new PageDefinition(name, module.name(), reader.shown.name(), reader.watched, steps);
  }

  private static String[] parts(YamlValue value, String text) {
    String[] parts = text.split("\\.", -1);
    value.requireThat(parts.length == 2, "\"%s\" must be VIEW.ATTRIBUTE", text);
    return parts;
  }

  private static AttributeDefinition attribute(YamlValue value, ViewDefinition view, String name) {
    return value.resolve("attribute", name, ModuleReader.byName(view.attributes()));
  }

  private void open(YamlValue step) {
    List<YamlValue> actions = step.list();
    boolean queries = !actions.isEmpty() && action(actions.get(0)).verb() == Verb.QUERY;
    step.requireThat(queries, "step \"open\" must begin with a query");
    for (YamlValue value : actions) {
      ActionDefinition action = action(value);
      value.requireThat(
          !action.verb().isChange()
              && action.verb() != Verb.FIND
              && !action.verb().endsTransaction(),
          "step \"open\" cannot %s; choose query, next, wait or compute",
          Names.words(action.verb()));
      if (action.verb() == Verb.QUERY) {
        query(value, action.view(), opened);
      }
    }
    step.requireThat(
        opened.contains(shown.name()),
        "step \"open\" must query the view that the page shows; add: query %s",
        shown.name());
  }

  /** Adds a view and those of its details that have a row of each master. */
  private void query(YamlValue action, String name, Set<String> queried) {
    List<String> missing = masters(name).filter(view -> !queried.contains(view)).toList();
    if (!missing.isEmpty()) {
      throw action.error(
          "view \"%s\" requires a row of its master; query %s before", name, missing.get(0));
    }
    queried.add(name);
    module.withDetails(name).stream()
        .filter(view -> masters(view).allMatch(queried::contains))
        .forEach(queried::add);
  }

  private Stream<String> masters(String view) {
    return module.views().get(view).binds().values().stream()
        .map(BindDefinition::view)
        .filter(Objects::nonNull);
  }

  private StepDefinition step(String name, YamlValue value) {
    String reserved = "step \"think\" is reserved for the think time; choose another name";
    value.atKey().requireThat(!name.equals(THINK), reserved);
    List<ActionDefinition> actions = new ArrayList<>();
    Set<String> queried = new HashSet<>(opened);
    Set<String> set = new HashSet<>(); // views whose current row is changed
    int changes = 0;
    for (YamlValue each : value.list()) {
      ActionDefinition action = action(each);
      Verb verb = action.verb();
      each.requireThat(
          (verb == Verb.WAIT || verb == Verb.COMPUTE)
              || actions.stream().noneMatch(before -> before.verb().endsTransaction()),
          "after a commit or rollback a step can only wait or compute; make it another step");
      if (verb == Verb.QUERY) {
        query(each, action.view(), queried);
      }
      each.requireThat(
          action.view() == null || queried.contains(action.view()),
          "view \"%1$s\" has no rows yet; add to step \"open\": query %1$s",
          action.view());
      if (action.view() != null && !verb.isChange()) {
        set.clear(); // another current row
      } else if (verb == Verb.SET ? set.add(action.view()) : verb.isChange()) {
        changes++;
      }
      actions.add(action);
    }
    value.requireThat(!actions.isEmpty(), "step \"%s\" must have an action", name);
    StepRole role = name.equals(PageDefinition.OPEN) ? StepRole.OPEN : role(actions);
    value.requireThat(
        role == StepRole.CHANGE || actions.stream().noneMatch(this::setsWatched),
        "step \"%s\" cannot set the watched value and end the transaction; make it two steps",
        name);
    return new StepDefinition(name, role, changes, List.copyOf(actions));
  }

  private StepRole role(List<ActionDefinition> actions) {
    Set<Verb> verbs = actions.stream().map(ActionDefinition::verb).collect(Collectors.toSet());
    if (verbs.contains(Verb.COMMIT) || verbs.contains(Verb.ROLLBACK)) {
      return verbs.contains(Verb.COMMIT) ? StepRole.COMMIT : StepRole.ROLLBACK;
    }
    if (actions.stream().anyMatch(this::setsWatched)) {
      return StepRole.CHANGE;
    }
    return verbs.stream().anyMatch(Verb::isChange) ? StepRole.EDIT : StepRole.READ;
  }

  private boolean setsWatched(ActionDefinition action) {
    return action.verb() == Verb.SET
        && action.view().equals(shown.name())
        && action.attribute().equals(watched);
  }

  private ActionDefinition action(YamlValue value) {
    String[] words = value.text().strip().split(" +", 2);
    String operand = words.length == 1 ? "" : words[1];
    Verb verb = value.resolve("action", words[0], VERBS);
    if (verb.endsTransaction()) {
      String rule = "action \"%s\" must have no operand; remove \"%s\"";
      value.requireThat(operand.isEmpty(), rule, words[0], operand);
      return new ActionDefinition(verb, null, null, 0);
    }
    if (verb == Verb.WAIT || verb == Verb.COMPUTE) {
      return new ActionDefinition(verb, null, null, value.duration(operand).toNanos());
    }
    boolean named = verb == Verb.SET || verb == Verb.FIND;
    String[] parts = named ? parts(value, operand) : new String[] {operand};
    ViewDefinition view = value.resolve("view", parts[0], module.views());
    AttributeDefinition attribute = named ? attribute(value, view, parts[1]) : null;
    if (verb.isChange()) {
      edit(value, verb, view, attribute);
    }
    value.requireThat(
        verb != Verb.FIND || (view.entity() != null && attribute.type() == AttributeType.TEXT),
        "find requires a text attribute of a view of an entity, not \"%s\"",
        operand);
    return new ActionDefinition(verb, view.name(), named ? attribute.name() : null, 0);
  }

  private void edit(
      YamlValue action, Verb verb, ViewDefinition view, AttributeDefinition attribute) {
    String readOnly = "view \"%s\" is read-only; only a view of an entity has changes";
    action.requireThat(view.entity() != null, readOnly, view.name());
    EntityDefinition entity = module.entities().get(view.entity());
    action.requireThat(
        verb != Verb.INSERT || entity.sequence() != null,
        "insert requires the key sequence of entity \"%s\"; add: sequence: SCHEMA.NAME",
        entity.name());
    boolean watches = attribute != null && view.equals(shown) && attribute.name().equals(watched);
    action.requireThat(
        !watches
            || (attribute.type() == AttributeType.TEXT && attribute.length() >= MIN_WATCHED_LENGTH),
        "watched attribute \"%s\" must be text(%d) or longer to be changed: plans write unique values",
        watched,
        MIN_WATCHED_LENGTH);
    tables.write(action, entity, watches ? watched : null);
  }

  private void check(YamlValue all, Map<String, StepDefinition> steps) {
    Map<StepRole, String> roles = new EnumMap<>(StepRole.class);
    for (StepDefinition step : steps.values()) {
      String before = roles.put(step.role(), step.name());
      boolean one = before == null || step.role() == StepRole.READ || step.role() == StepRole.EDIT;
      String rule = "step \"%s\" does the same as \"%s\": a page has one step that %s";
      YamlValue place = all.require(step.name()).atKey();
      place.requireThat(one, rule, step.name(), before, DOES.get(step.role()));
    }
    if (roles.containsKey(StepRole.COMMIT)) {
      String rule = "page with a commit must show a view of an entity, not \"%s\"";
      YamlValue commit = all.require(roles.get(StepRole.COMMIT)).atKey();
      commit.requireThat(shown.entity() != null, rule, shown.name());
    }
    if (steps.values().stream().anyMatch(step -> step.changes() > 0)) {
      String rule = "page with changes must have a step that %s";
      DOES.forEach((role, does) -> all.atKey().requireThat(roles.containsKey(role), rule, does));
    }
  }
}
