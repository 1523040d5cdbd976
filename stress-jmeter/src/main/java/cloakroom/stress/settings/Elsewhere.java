package cloakroom.stress.settings;

import static cloakroom.options.NodeOptions.POOL;
import static cloakroom.options.NodeOptions.POOL_SIZE;
import static cloakroom.stress.options.VariantOptions.NODES;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.settings.RunSettings.LOOPBACK;

import cloakroom.contract.NodeReport;
import cloakroom.options.Choices;
import cloakroom.options.CommandOptions;
import cloakroom.options.Option;
import cloakroom.options.Option.Place;
import cloakroom.platform.OneLine;
import cloakroom.platform.Variables;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.RunSettings.Engines;
import cloakroom.stress.settings.RunSettings.LoadSettings;
import cloakroom.stress.settings.RunSettings.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.OptionSpec;

/** The machines that a run names: engines that make its load, nodes of a tier that runs. */
final class Elsewhere {
  private static final int JMETERS_PORT = 1099;
  private static final Pattern ENGINE = Pattern.compile("[\\w.-]+(:[1-9]\\d{0,4})?");

  private static final Pattern TARGET =
      Pattern.compile("(?:http://)?([\\w.-]+):([1-9]\\d{0,4})/?(?:#([1-9]\\d{0,4}))?");

  /** Further options that shape a tier or a database that a run starts. */
  private static final Set<String> STARTING =
      Set.of(
          ("--policies --variant --vary --set --am-config --app-sim --java-options --db"
                  + " --install-schema --count-round-trips")
              .split(" ", -1));

  private static final Set<Place> STARTED = Set.of(Place.TIER, Place.OWN_DATABASE);

  private Elsewhere() {}

  /** The engines, each of which was reached; fails in one line. */
  static Engines engines(RunOptions o, LoadSettings load, TierCommands hosts) {
    List<String> asked = o.engines;
    String keys = o.engineKeys;
    if (asked.isEmpty()) {
      refuseIf(keys != null, "--engine-keys %s: goes with --engines", keys);
      return Engines.NONE;
    }
    List<String> names = new ArrayList<>();
    String address = LOOPBACK;
    for (String text : asked) {
      if (!ENGINE.matcher(text).matches()) {
        throw StressFailure.wrongUse(
            "--engines %s: must be a host or HOST:PORT (default port: %s)", text, JMETERS_PORT);
      }
      String name = text.contains(":") ? text : text + ":" + JMETERS_PORT;
      refuseIf(names.contains(name), "--engines %s: is named twice", name);
      names.add(name);
      String here = reach(name, hosts);
      address = here.equals(LOOPBACK) ? address : here;
    }
    if (load.users() < names.size()) {
      throw StressFailure.wrongUse(
          "--engines: %d engines for %d users; each needs one at least",
          names.size(), load.users());
    }
    return new Engines(names, EngineKeys.of(keys), address);
  }

  private static String reach(String name, TierCommands hosts) {
    try {
      return hosts.addressTowards(name);
    } catch (IOException | IllegalArgumentException e) {
      throw StressFailure.wrongUse(
          "--engines %s: nothing listens there (%s); start one with \"stress.jar engine\"",
          name, e instanceof IOException io ? OneLine.why(io) : e.getMessage());
    }
  }

  /** The nodes that run already; fails in one line, also for what would change them. */
  static List<Target> targets(RunOptions o) {
    if (!o.targets.isEmpty()) {
      o.spec.commandLine().getParseResult().matchedOptions().forEach(Elsewhere::requireFit);
    }
    List<Target> all = new ArrayList<>();
    for (String text : o.targets) {
      Matcher form = TARGET.matcher(text);
      if (!form.matches()) {
        throw StressFailure.wrongUse(
            "--targets %s: must be like http://HOST:PORT, with #PORT behind if its admin port is not the next one",
            text);
      }
      int port = Integer.parseInt(form.group(2));
      int admin = form.group(3) == null ? port + 1 : Integer.parseInt(form.group(3));
      all.add(new Target(form.group(1), port, admin));
    }
    return all;
  }

  /** Rejects an option that shapes the tier, and several values of one that shapes the load. */
  private static void requireFit(OptionSpec option) {
    String name = option.longestName();
    String value = String.join(" ", option.originalStringValues());
    Optional<Option<?>> row = VariantOptions.find(name.substring(2));
    refuseIf(
        STARTING.contains(name) || row.filter(r -> STARTED.contains(r.place())).isPresent(),
        "%s: cannot change the tier of --targets, which runs already; leave it out",
        option.arity().max() == 0 ? name : name + " " + value);
    refuseIf(
        row.isPresent() && value.contains(","),
        "%s %s: must be one value with --targets; start one run for each value",
        name,
        value);
  }

  /** The only variant that there can be: the tier as it is. */
  static Variant variant(RunOptions o, List<Target> targets, TierCommands hosts) {
    NodeReport told = null;
    for (Target target : targets) {
      told =
          hosts
              .counters(target)
              .orElseThrow(
                  () ->
                      StressFailure.wrongUse(
                          "--targets %s: no counters from http://%s:%d/counters; is that its admin port, and is %s its token?",
                          target, target.host(), target.admin(), Variables.ADMIN_TOKEN));
    }
    List<Option<?>> rows =
        VariantOptions.ALL.stream().filter(row -> !STARTED.contains(row.place())).toList();
    Map<String, String> choices =
        new LinkedHashMap<>(
            new Choices(Map.of())
                .with(POOL, told.pool())
                .with(POOL_SIZE, told.poolSize())
                .with(NODES, targets.size())
                .all());
    choices.putAll(CommandOptions.choices(o.spec, rows).all());
    return new Variant(told.policy(), told.policy(), choices);
  }
}
