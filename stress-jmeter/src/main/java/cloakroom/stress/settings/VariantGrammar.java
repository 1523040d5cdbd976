package cloakroom.stress.settings;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.FAULT;
import static cloakroom.stress.process.StressFailure.refuseIf;

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
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads what a run compares: {@code --variant "NAME: POLICY key=value ..."}, or the short forms
 * --policies and --bc4j, times each value of what is varied. A key is a setting or a row of {@link
 * VariantOptions}.
 */
final class VariantGrammar {
  /** Of the embedded database, for the pools of all nodes. */
  static final int CONNECTIONS_IN_ALL = 450;

  private static final List<String> USUAL_POLICIES = List.of("sticky", "release-in-memory");

  /** The policy of a variant that names none. */
  private static final String USUAL_POLICY = "sticky";

  /** What stands before a colon, unless that belongs to a value: {@code bc4j=C:/x}. */
  private static final Pattern NAMED = Pattern.compile("(?s)(?:([^:=\"]*):|([^:\"]*):(?=\\s))(.*)");

  private static final Pattern NAME =
      Pattern.compile("[\\p{L}\\p{N}()][\\p{L}\\p{N} ,._=/()-]{0,39}");

  private static final Pattern WORD = Pattern.compile("\\s*((?:[^\\s\"]|\"[^\"]*\")+)");

  private final RunOptions o;
  private final List<String> variants;
  private final List<String> defaultResetLevels;

  /** Texts by keys that count for every variant without a choice of its own. */
  private final Map<String, String> given = new LinkedHashMap<>();

  /** Texts of keys with several values. */
  private final Map<String, List<String>> varied = new LinkedHashMap<>();

  /** Complete variants whose pool size no option sets. */
  final Set<Variant> defaultPools = new HashSet<>();

  /** All variants, before the tier was queried for its policies. */
  final List<Variant> asked;

  /** Checks what needs no other process. */
  VariantGrammar(RunOptions o, List<String> variants, List<String> defaultResetLevels) {
    this.o = o;
    this.variants = variants;
    this.defaultResetLevels = defaultResetLevels;
    List<Variant> bases = variants.isEmpty() ? shortForms() : written();
    boolean named =
        o.typed(RESET_LEVEL).isPresent()
            || o.vary.stream().anyMatch(text -> text.startsWith(RESET_LEVEL.key() + "="))
            || bases.stream().anyMatch(base -> base.has(RESET_LEVEL));
    if (!named && defaultResetLevels.size() > 1) {
      varied.put(RESET_LEVEL.key(), defaultResetLevels);
    }
    readOptions();
    o.vary.forEach(this::vary);
    bases.forEach(this::requireFree);
    List<Variant> all = bases;
    for (Map.Entry<String, List<String>> key : varied.entrySet()) { // the last changes fastest
      all = all.stream().flatMap(one -> multiplied(one, key.getKey(), key.getValue())).toList();
    }
    this.asked = all;
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

  private void readOptions() {
    for (Option<?> option : VariantOptions.ALL) {
      o.typed(option).ifPresent(value -> read(option, value));
    }
    if (!o.faults.isEmpty()) {
      given.put(FAULT.key(), FAULT.kind().normalized("--fault", String.join(";", o.faults)));
    }
    o.set.forEach(
        (name, value) -> {
          boolean setting = VariantOptions.isSetting(name);
          refuseIf(!setting, "--set %s: names of settings begin with jbo. or cloakroom.", name);
          given.put(name, value);
        });
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
    refuseIf(
        VariantOptions.find(name).isPresent() && (values.size() < 2 || values.contains("")),
        "--vary '%s': needs two values or more, such as %s=10,20,40",
        text,
        name);
    String fixed = VariantOptions.isSetting(name) ? "--set" : "--" + name;
    refuseIf(
        given.containsKey(name), "%s: %s fixes its value; leave one of them out", label, fixed);
    refuseIf(
        varied.put(name, values("--vary", label, name, String.join(",", values))) != null,
        "%s: its values are given twice; write them in one place",
        label);
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
      refuseIf(
          !seen.add(value),
          "%s: '%s' is given twice; --trials repeats each %s",
          option,
          value,
          what);
    }
  }

  private List<Variant> shortForms() {
    List<Variant> bases = new ArrayList<>();
    List<String> policies = o.policies == null ? USUAL_POLICIES : split(o.policies);
    refuseIf(
        policies.contains(""),
        "--policies '%s': names a policy that is empty; write names with commas, or all",
        o.policies);
    requireOnce("--policies", policies, "policy");
    policies.forEach(policy -> bases.add(new Variant("", policy, Map.of())));
    refuseIf(
        o.bc4j == null && o.amConfig != null, "--am-config %s: goes with --bc4j FILE", o.amConfig);
    if (o.bc4j != null) {
      List<String> names = o.amConfig == null ? List.of() : split(o.amConfig);
      requireOnce("--am-config", names, "configuration");
      names.forEach(name -> bases.add(configuration(o.bc4j + "#" + name)));
      if (names.isEmpty()) {
        bases.add(configuration(o.bc4j));
      }
    }
    return bases;
  }

  private static Variant configuration(String of) {
    return new Variant("", "", Map.of(BC4J.key(), of));
  }

  private List<Variant> written() {
    String other =
        o.policies != null ? "--policies" : o.bc4j != null || o.amConfig != null ? "--bc4j" : "";
    refuseIf(
        !other.isEmpty(),
        "%s goes without --variant: leave %1$s out, or write each as a --variant",
        other);
    List<Variant> bases = variants.stream().map(VariantGrammar::variant).toList();
    requireOnce(
        "--variant",
        bases.stream().map(Variant::name).filter(name -> !name.isEmpty()).toList(),
        "variant");
    return bases;
  }

  /** Reads {@code NAME: POLICY key=value ...}, of which any part may be missing. */
  static Variant variant(String text) {
    Matcher named = NAMED.matcher(text);
    boolean hasName = named.matches();
    String name = "";
    if (hasName) {
      name = (named.group(1) == null ? named.group(2) : named.group(1)).strip();
      refuseIf(
          !NAME.matcher(name).matches(),
          "--variant '%s': a name has up to %d letters, digits, blanks and , . _ - ( ) = /",
          name,
          VariantNames.MOST_GIVEN);
    }
    return variant(name, "--variant '" + text.strip() + "'", hasName ? named.group(3) : text);
  }

  private static Variant variant(String name, String label, String words) {
    String policy = "";
    Map<String, String> choices = new LinkedHashMap<>();
    for (String word : words(label, words)) {
      int equals = word.indexOf('=');
      String key = equals < 0 ? word : word.substring(0, equals);
      boolean flag = VariantOptions.find(key).filter(Option::isFlag).isPresent();
      if (equals < 0 && !flag) {
        refuseIf(
            !policy.isEmpty(),
            "%s: '%s' stands beside policy %s; all else is key=value",
            label,
            word,
            policy);
        policy = word;
      } else {
        String value = equals < 0 ? "true" : word.substring(equals + 1);
        String of = label + ": " + key;
        String twin = choices.put(key, VariantOptions.normalized(of, key, value));
        refuseIf(twin != null, "%s is given twice; leave one of them out", of);
      }
    }
    if (policy.isEmpty() && !choices.containsKey(BC4J.key())) {
      policy = USUAL_POLICY;
    }
    return new Variant(name, policy, choices);
  }

  private static List<String> words(String label, String text) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    int end = 0;
    while (word.find() && word.start() == end) {
      words.add(word.group(1).replace("\"", ""));
      end = word.end();
    }
    refuseIf(!text.substring(end).isBlank(), "%s: a quotation mark has no partner", label);
    return words;
  }

  private void requireFree(Variant base) {
    for (String key : base.choices().all().keySet()) {
      refuseIf(
          varied.containsKey(key),
          "--variant %s fixes %s, which the run varies (%s); leave one of them out",
          base.name().isEmpty() ? "of " + base.policy() : "'" + base.name() + "'",
          key,
          String.join(",", varied.getOrDefault(key, List.of())));
    }
  }

  /** With the policies that the tier offers, short names, and all that is given or usual. */
  List<Variant> complete(List<String> offered, int users) {
    List<Variant> each = new ArrayList<>();
    for (Variant variant : asked) {
      boolean all = variants.isEmpty() && "all".equals(o.policies) && !variant.policy().isEmpty();
      List<String> policies = all ? offered : List.of(variant.policy());
      for (String policy : policies) {
        refuseIf(
            !policy.isEmpty() && !offered.contains(policy),
            "%s: unknown policy '%s'; choose from %s%s",
            variants.isEmpty() ? "--policies" : "--variant",
            policy,
            String.join(", ", offered),
            variants.isEmpty() ? ", or all" : "");
        each.add(new Variant(variant.name(), policy, variant.choices()));
      }
    }
    List<Variant> all =
        VariantNames.named(each, varied.keySet()).stream().map(v -> resolved(v, users)).toList();
    requireDistinct(all);
    return all;
  }

  private static int defaultPoolSize(int users, int nodes) {
    return Math.min(2 * users + 40, CONNECTIONS_IN_ALL / nodes);
  }

  /** Returns the variant with everything that is given or usual, in the order of the rows. */
  private Variant resolved(Variant variant, int most) {
    Choices chosen = new Choices(merged(given, variant.choices().all()));
    Variant complete = new Variant("", "", chosen);
    int size = defaultPoolSize(complete.users(most), complete.nodes());
    Choices usual =
        new Choices(Map.of())
            .with(
                RESET_LEVEL,
                defaultResetLevels.size() == 1 ? defaultResetLevels.get(0) : "rollback")
            .with(POOL, POOL.otherwise())
            .with(POOL_SIZE, size)
            .with(POOL_MIN, POOL_MIN.otherwise());
    Map<String, String> all = merged(usual.all(), chosen.all());
    Map<String, String> ordered = new LinkedHashMap<>();
    for (Option<?> option : VariantOptions.ALL) {
      Optional.ofNullable(all.get(option.key())).ifPresent(v -> ordered.put(option.key(), v));
    }
    Variant resolved = new Variant(variant.name(), variant.policy(), merged(ordered, chosen.all()));
    if (!chosen.has(POOL_SIZE)) {
      defaultPools.add(resolved);
    }
    return resolved;
  }

  private static void requireDistinct(List<Variant> all) {
    Map<Variant, String> seen = new HashMap<>();
    for (Variant variant : all) {
      String twin = seen.put(new Variant("", variant.policy(), variant.choices()), variant.name());
      refuseIf(
          twin != null,
          "variants '%s' and '%s' are the same; --trials repeats each variant",
          twin,
          variant.name());
    }
    requireOnce("--variant", all.stream().map(Variant::name).toList(), "variant");
  }
}
