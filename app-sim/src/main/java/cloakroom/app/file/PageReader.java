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
import java.util.EnumSet;
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
  static final String OPEN = "open";
  static final String THINK = "think";
  static final Set<Verb> EDITS = EnumSet.of(Verb.SET, Verb.INSERT, Verb.DELETE);
  private static final Set<Verb> ENDS = EnumSet.of(Verb.COMMIT, Verb.ROLLBACK);
  private static final Set<Verb> PAUSES = EnumSet.of(Verb.WAIT, Verb.COMPUTE);

  /** Paths of the tier, and the end of a Markov table. */
  private static final Set<String> RESERVED =
      Set.of(
          "counters",
          "end",
          "health",
          "heap",
          "live",
          "logout",
          "metrics",
          "nodes",
          "state-kinds",
          "trial");

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
    if (shown.key() == null) {
      throw shows.error("view \"%s\" must have a key to be shown", shown.name());
    }
  }

  static PageDefinition read(
      String name, YamlValue value, Map<String, ModuleDefinition> modules, Tables tables) {
    value.only("module", "shows", "steps");
    if (RESERVED.contains(name)) {
      throw value.atKey().error("page \"%s\" is reserved; choose another name", name);
    }
    ModuleDefinition module = value.require("module").resolve("module", modules);
    PageReader reader = new PageReader(module, tables, value.require("shows"));
    YamlValue all = value.require("steps");
    reader.open(all.require(OPEN));
    Map<String, StepDefinition> steps = all.named("step", reader::step);
    reader.check(all, steps);
    return new PageDefinition(name, module.name(), reader.shown.name(), reader.watched, steps);
  }

  private static String[] parts(YamlValue value, String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 2) {
      throw value.error("\"%s\" must be VIEW.ATTRIBUTE", text);
    }
    return parts;
  }

  private static AttributeDefinition attribute(YamlValue value, ViewDefinition view, String name) {
    return value.resolve("attribute", name, ModuleReader.byName(view.attributes()));
  }

  private void open(YamlValue step) {
    List<YamlValue> actions = step.list();
    if (actions.isEmpty() || action(actions.get(0)).verb() != Verb.QUERY) {
      throw step.error("step \"open\" must begin with a query");
    }
    for (YamlValue value : actions) {
      ActionDefinition action = action(value);
      if (EDITS.contains(action.verb()) || ENDS.contains(action.verb())) {
        throw value.error(
            "step \"open\" cannot %s; choose query, next, wait or compute",
            Names.words(action.verb()));
      }
      if (action.verb() == Verb.QUERY) {
        query(value, action.view(), opened);
      }
    }
    if (!opened.contains(shown.name())) {
      throw step.error(
          "step \"open\" must query the view that the page shows; add: query %s", shown.name());
    }
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
    if (name.equals(THINK)) {
      throw value
          .atKey()
          .error("step \"think\" is reserved for the think time; choose another name");
    }
    List<ActionDefinition> actions = new ArrayList<>();
    Set<String> queried = new HashSet<>(opened);
    Set<String> set = new HashSet<>(); // views whose current row is changed
    int changes = 0;
    for (YamlValue each : value.list()) {
      ActionDefinition action = action(each);
      Verb verb = action.verb();
      if (!PAUSES.contains(verb)
          && actions.stream().anyMatch(before -> ENDS.contains(before.verb()))) {
        throw each.error(
            "after a commit or rollback a step can only wait or compute; make it another step");
      }
      if (verb == Verb.QUERY) {
        query(each, action.view(), queried);
      } else if (action.view() != null && !queried.contains(action.view())) {
        throw each.error(
            "view \"%1$s\" has no rows yet; add to step \"open\": query %1$s", action.view());
      }
      if (verb == Verb.QUERY || verb == Verb.NEXT) {
        set.clear(); // another current row
      } else if (verb == Verb.SET ? set.add(action.view()) : EDITS.contains(verb)) {
        changes++;
      }
      actions.add(action);
    }
    if (actions.isEmpty()) {
      throw value.error("step \"%s\" must have an action", name);
    }
    StepRole role = name.equals(OPEN) ? StepRole.OPEN : role(actions);
    if (role != StepRole.CHANGE && actions.stream().anyMatch(this::setsWatched)) {
      throw value.error(
          "step \"%s\" cannot set the watched value and end the transaction; make it two steps",
          name);
    }
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
    return verbs.stream().anyMatch(EDITS::contains) ? StepRole.EDIT : StepRole.READ;
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
    if (ENDS.contains(verb)) {
      if (!operand.isEmpty()) {
        throw value.error("action \"%s\" must have no operand; remove \"%s\"", words[0], operand);
      }
      return new ActionDefinition(verb, null, null, 0);
    }
    if (PAUSES.contains(verb)) {
      return new ActionDefinition(verb, null, null, value.duration(operand).toNanos());
    }
    if (verb != Verb.SET) {
      ViewDefinition view = value.resolve("view", operand, module.views());
      if (EDITS.contains(verb)) {
        edit(value, verb, view, null);
      }
      return new ActionDefinition(verb, view.name(), null, 0);
    }
    String[] parts = parts(value, operand);
    ViewDefinition view = value.resolve("view", parts[0], module.views());
    AttributeDefinition attribute = attribute(value, view, parts[1]);
    edit(value, verb, view, attribute);
    return new ActionDefinition(verb, view.name(), attribute.name(), 0);
  }

  private void edit(
      YamlValue action, Verb verb, ViewDefinition view, AttributeDefinition attribute) {
    if (view.entity() == null) {
      throw action.error(
          "view \"%s\" is read-only; only a view of an entity has changes", view.name());
    }
    EntityDefinition entity = module.entities().get(view.entity());
    if (verb == Verb.INSERT && entity.sequence() == null) {
      throw action.error(
          "insert requires the key sequence of entity \"%s\"; add: sequence: SCHEMA.NAME",
          entity.name());
    }
    boolean watches = attribute != null && view.equals(shown) && attribute.name().equals(watched);
    if (watches
        && (attribute.type() != AttributeType.TEXT || attribute.length() < MIN_WATCHED_LENGTH)) {
      throw action.error(
          "watched attribute \"%s\" must be text(%d) or longer to be changed: plans write unique values",
          watched, MIN_WATCHED_LENGTH);
    }
    tables.write(action, entity, watches ? watched : null);
  }

  private void check(YamlValue all, Map<String, StepDefinition> steps) {
    Map<StepRole, String> roles = new EnumMap<>(StepRole.class);
    for (StepDefinition step : steps.values()) {
      String before = roles.put(step.role(), step.name());
      if (before != null && step.role() != StepRole.READ && step.role() != StepRole.EDIT) {
        throw all.require(step.name())
            .atKey()
            .error(
                "step \"%s\" does the same as \"%s\": a page has one step that %s",
                step.name(), before, DOES.get(step.role()));
      }
    }
    if (roles.containsKey(StepRole.COMMIT) && shown.entity() == null) {
      throw all.require(roles.get(StepRole.COMMIT))
          .atKey()
          .error("page with a commit must show a view of an entity, not \"%s\"", shown.name());
    }
    if (steps.values().stream().anyMatch(step -> step.changes() > 0)) {
      DOES.forEach(
          (role, does) -> {
            if (!roles.containsKey(role)) {
              throw all.atKey().error("page with changes must have a step that %s", does);
            }
          });
    }
  }
}
