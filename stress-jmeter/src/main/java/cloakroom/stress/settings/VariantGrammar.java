package cloakroom.stress.settings;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.FAULT;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.process.StressFailure.wrongUse;

import cloakroom.options.Choices;
import cloakroom.options.Option;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.VariantNames;
import cloakroom.stress.options.VariantOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parser of variants, written as {@code --variant "NAME: POLICY key=value ..."} or with --policies
 * and --bc4j. A key is a setting or an option of {@link VariantOptions}. A key with several values
 * yields a variant for each value.
 */
final class VariantGrammar {
  // Maximum total size of all nodes' connection pools with the embedded database.
  static final int MAX_CONNECTIONS = 450;
  private static final List<String> DEFAULT_POLICIES = List.of("sticky", "release-in-memory");
  // Matches "NAME:" at the start of a variant. The colon in bc4j=C:/x does not end a name.
  private static final Pattern NAMED = Pattern.compile("(?s)(?:([^:=\"]*):|([^:\"]*):(?=\\s))(.*)");
  private static final Pattern NAME =
      Pattern.compile("[\\p{L}\\p{N}()][\\p{L}\\p{N} ,._=/()-]{0,39}");
  private static final Pattern TOKEN = Pattern.compile("\\s*((?:[^\\s\"]|\"[^\"]*\")+)");
  private final RunOptions o;
  private final List<String> texts;
  private final List<String> defaultResetLevels;
  private final Map<String, String> given = new LinkedHashMap<>();
  private final Map<String, List<String>> varied = new LinkedHashMap<>();
  final Set<Variant> defaultPools = new HashSet<>();
  final List<Variant> parsed;

  VariantGrammar(RunOptions o, List<String> texts, List<String> defaultResetLevels) {
    this.o = o;
    this.texts = texts;
    this.defaultResetLevels = defaultResetLevels;
    List<Variant> bases = texts.isEmpty() ? shortForms() : written();
    boolean named =
        o.typed(RESET_LEVEL).isPresent()
            || o.vary.stream().anyMatch(text -> text.startsWith(RESET_LEVEL.key() + "="))
            || bases.stream().anyMatch(base -> base.has(RESET_LEVEL));
    if (!named && defaultResetLevels.size() > 1) {
      varied.put(RESET_LEVEL.key(), defaultResetLevels);
    }
    VariantOptions.ALL.forEach(row -> o.typed(row).ifPresent(value -> read(row, value)));
    if (!o.faults.isEmpty()) {
      given.put(FAULT.key(), FAULT.kind().normalized("--fault", String.join(";", o.faults)));
    }
    for (String name : o.set.keySet()) {
      boolean setting = VariantOptions.isSetting(name);
      refuseIf(!setting, "--set %s: names of settings begin with jbo. or cloakroom.", name);
    }
    given.putAll(o.set);
    o.vary.forEach(this::vary);
    for (Variant base : bases) {
      String name = base.name().isEmpty() ? "of " + base.policy() : "'" + base.name() + "'";
      for (String key : base.choices().all().keySet()) {
        String values = String.join(",", varied.getOrDefault(key, List.of()));
        String form = "--variant %s sets %s, which the run varies (%s); remove one of them";
        refuseIf(varied.containsKey(key), form, name, key, values);
      }
    }
    List<Variant> all = bases;
    for (Map.Entry<String, List<String>> key : varied.entrySet()) { // the last changes fastest
      all = all.stream().flatMap(one -> multiplied(one, key.getKey(), key.getValue())).toList();
    }
    this.parsed = all;
  }

  private static Stream<Variant> multiplied(Variant variant, String key, List<String> values) {
    return values.stream()
        .map(value -> merged(variant.choices().all(), Map.of(key, value)))
        .map(choices -> new Variant(variant.name(), variant.policy(), choices));
  }

  private static Map<String, String> merged(Map<String, String> some, Map<String, String> others) {
    Map<String, String> all = new LinkedHashMap<>(some);
    all.putAll(others);
    return all;
  }

  private void read(Option<?> option, String value) {
    if (value.contains(",")) {
      varied.put(option.key(), values(option.name(), option.name(), option.key(), value));
    } else {
      given.put(option.key(), option.kind().normalized(option.name(), value));
    }
  }

  private void vary(String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    String label = "--vary " + name;
    List<String> values = equals < 0 ? List.of() : split(text.substring(equals + 1));
    if (VariantOptions.find(name).isPresent() && (values.size() < 2 || values.contains(""))) {
      throw wrongUse("--vary '%s': requires two or more values, such as %s=10,20,40", text, name);
    }
    String fixed = VariantOptions.isSetting(name) ? "--set" : "--" + name;
    refuseIf(given.containsKey(name), "%s: %s sets its value; remove one of them", label, fixed);
    if (varied.put(name, values("--vary", label, name, String.join(",", values))) != null) {
      throw wrongUse("%s: its values are given twice; remove one of them", label);
    }
  }

  private static List<String> values(String option, String label, String name, String text) {
    List<String> values =
        split(text).stream().map(value -> VariantOptions.normalized(label, name, value)).toList();
    requireOnce(option, values, "variant");
    return values;
  }

  private static List<String> split(String text) {
    return Stream.of(text.split(",", -1)).map(String::strip).toList();
  }

  private static void requireOnce(String option, List<String> values, String what) {
    Set<String> seen = new HashSet<>();
    for (String value : values) {
      if (!seen.add(value)) {
        throw wrongUse("%s: '%s' is given twice; --trials repeats each %s", option, value, what);
      }
    }
  }

  private List<Variant> shortForms() {
    List<String> policies = o.policies == null ? DEFAULT_POLICIES : split(o.policies);
    refuseIf(policies.contains(""), "--policies '%s': a policy must not be empty", o.policies);
    requireOnce("--policies", policies, "policy");
    List<String> names = o.amConfig == null ? List.of() : split(o.amConfig);
    refuseIf(
        o.bc4j == null && o.amConfig != null, "--am-config %s: requires --bc4j FILE", o.amConfig);
    requireOnce("--am-config", names, "configuration");
    boolean single = o.bc4j != null && names.isEmpty();
    Stream<String> configurations =
        single ? Stream.of(o.bc4j) : names.stream().map(name -> o.bc4j + "#" + name);
    return Stream.concat(
            policies.stream().map(policy -> new Variant("", policy, Map.of())),
            configurations.map(value -> new Variant("", "", Map.of(BC4J.key(), value))))
        .toList();
  }

  private List<Variant> written() {
    boolean bc4j = o.bc4j != null || o.amConfig != null;
    refuseIf(
        o.policies != null || bc4j,
        "%s: cannot be combined with --variant; write each as a --variant",
        o.policies != null ? "--policies" : "--bc4j");
    List<Variant> bases = texts.stream().map(VariantGrammar::variant).toList();
    Stream<String> names = bases.stream().map(Variant::name).filter(name -> !name.isEmpty());
    requireOnce("--variant", names.toList(), "variant");
    return bases;
  }

  private static Variant variant(String text) {
    Matcher named = NAMED.matcher(text);
    boolean hasName = named.matches();
    String name = "";
    if (hasName) {
      name = (named.group(1) == null ? named.group(2) : named.group(1)).strip();
      String form =
          "--variant '%s': a name has up to %d letters, digits, blanks and , . _ - ( ) = /";
      refuseIf(!NAME.matcher(name).matches(), form, name, VariantNames.MAX_GIVEN_LENGTH);
    }
    String label = "--variant '" + text.strip() + "'";
    String policy = "";
    Map<String, String> choices = new LinkedHashMap<>();
    for (String token : tokens(label, hasName ? named.group(3) : text)) {
      int equals = token.indexOf('=');
      String key = equals < 0 ? token : token.substring(0, equals);
      boolean flag = VariantOptions.find(key).filter(Option::isFlag).isPresent();
      if (equals < 0 && !flag) {
        refuseIf(!policy.isEmpty(), "%s: has two policies, %s and %s", label, policy, token);
        policy = token;
      } else {
        String value = equals < 0 ? "true" : token.substring(equals + 1);
        String of = label + ": " + key;
        String other = choices.put(key, VariantOptions.normalized(of, key, value));
        refuseIf(other != null, "%s is given twice; remove one", of);
      }
    }
    if (policy.isEmpty() && !choices.containsKey(BC4J.key())) {
      policy = DEFAULT_POLICIES.get(0);
    }
    return new Variant(name, policy, choices);
  }

  private static List<String> tokens(String label, String text) {
    List<String> tokens = new ArrayList<>();
    Matcher token = TOKEN.matcher(text);
    int end = 0;
    while (token.find() && token.start() == end) {
      tokens.add(token.group(1).replace("\"", ""));
      end = token.end();
    }
    refuseIf(!text.substring(end).isBlank(), "%s: a quotation mark is not closed", label);
    return tokens;
  }

  /** Checks policies, adds missing names and default values, and returns the variants. */
  List<Variant> complete(List<String> offered, int users, int modules) {
    boolean written = !texts.isEmpty();
    List<Variant> each = new ArrayList<>();
    for (Variant variant : parsed) {
      boolean all = !written && "all".equals(o.policies) && !variant.policy().isEmpty();
      for (String policy : all ? offered : List.of(variant.policy())) {
        if (!policy.isEmpty() && !offered.contains(policy)) {
          String option = written ? "--variant" : "--policies";
          String choices = String.join(", ", offered) + (written ? "" : ", or all");
          throw wrongUse("%s: unknown policy '%s'; choose from %s", option, policy, choices);
        }
        each.add(new Variant(variant.name(), policy, variant.choices()));
      }
    }
    List<Variant> all =
        VariantNames.named(each, varied.keySet()).stream()
            .map(v -> resolved(v, users, modules))
            .toList();
    Map<Variant, String> seen = new HashMap<>();
    for (Variant variant : all) {
      String other = seen.put(new Variant("", variant.policy(), variant.choices()), variant.name());
      String form = "variants '%s' and '%s' are the same; --trials repeats each variant";
      refuseIf(other != null, form, other, variant.name());
    }
    requireOnce("--variant", all.stream().map(Variant::name).toList(), "variant");
    return all;
  }

  private Variant resolved(Variant variant, int users, int modules) {
    Choices chosen = new Choices(merged(given, variant.choices().all()));
    Variant complete = new Variant("", "", chosen);
    int most = MAX_CONNECTIONS / complete.nodes();
    int size = Math.min(modules * complete.users(users) + 40, most);
    Choices defaults =
        new Choices(Map.of())
            .with(
                RESET_LEVEL,
                defaultResetLevels.size() == 1 ? defaultResetLevels.get(0) : "rollback")
            .with(POOL, POOL.otherwise())
            .with(POOL_SIZE, size)
            .with(POOL_MIN, POOL_MIN.otherwise());
    Map<String, String> all = merged(defaults.all(), chosen.all());
    Map<String, String> ordered = new LinkedHashMap<>();
    for (Option<?> row : VariantOptions.ALL) {
      ordered.computeIfAbsent(row.key(), all::get); // enters no null
    }
    Variant resolved = new Variant(variant.name(), variant.policy(), merged(ordered, chosen.all()));
    if (!chosen.has(POOL_SIZE)) {
      defaultPools.add(resolved);
    }
    return resolved;
  }
}
