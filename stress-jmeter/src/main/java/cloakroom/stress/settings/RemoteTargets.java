package cloakroom.stress.settings;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.stress.options.VariantOptions.NODES;
import static cloakroom.stress.process.StressFailure.refuseIf;
import static cloakroom.stress.process.StressFailure.wrongUse;
import static cloakroom.stress.settings.RunSettings.*;

import cloakroom.contract.NodeReport;
import cloakroom.options.Choices;
import cloakroom.options.CommandOptions;
import cloakroom.options.Option;
import cloakroom.options.Option.Place;
import cloakroom.platform.OneLine;
import cloakroom.platform.Variables;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.options.VariantOptions;
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

/** Parser of options for remote load engines and for an application tier that already runs. */
final class RemoteTargets {
  private static final int DEFAULT_ENGINE_PORT = 1099;
  private static final Pattern ENGINE = Pattern.compile("[\\w.-]+(:[1-9]\\d{0,4})?");
  private static final Pattern TARGET =
      Pattern.compile("(?:http://)?([\\w.-]+):([1-9]\\d{0,4})/?(?:#([1-9]\\d{0,4}))?");
  // Options that --targets forbids because they change the tier. VariantOptions lists more.
  private static final Set<String> TIER_OPTIONS =
      Set.of(
          ("--policies --variant --vary --set --am-config --app-sim --java-options --db"
                  + " --install-schema --count-round-trips")
              .split(" ", -1));
  private static final Set<Place> STARTED = Set.of(Place.TIER, Place.OWN_DATABASE);

  private RemoteTargets() {}

  static Engines engines(RunOptions o, int users, TierCommands hosts) {
    if (o.engines.isEmpty()) {
      refuseIf(o.engineKeys != null, "--engine-keys %s: requires --engines", o.engineKeys);
      return Engines.NONE;
    }
    List<String> names = new ArrayList<>();
    String address = LOOPBACK;
    for (String text : o.engines) {
      String form = "--engines %s: must be a host or HOST:PORT (default port: %s)";
      refuseIf(!ENGINE.matcher(text).matches(), form, text, DEFAULT_ENGINE_PORT);
      String name = text.contains(":") ? text : text + ":" + DEFAULT_ENGINE_PORT;
      refuseIf(names.contains(name), "--engines %s: is given twice", name);
      names.add(name);
      try {
        String local = hosts.addressTowards(name);
        address = local.equals(LOOPBACK) ? address : local;
      } catch (IOException | IllegalArgumentException e) {
        throw wrongUse(
            "--engines %s: cannot connect (%s); start one with \"stress.jar engine\"",
            name, e instanceof IOException io ? OneLine.why(io) : e.getMessage());
      }
    }
    if (users < names.size()) {
      throw wrongUse(
          "--engines: %d engines require at least as many users, not %d", names.size(), users);
    }
    return new Engines(names, EngineKeys.of(o.engineKeys), address);
  }

  /** Returns the running nodes at --targets. Rejects options that only apply at node start. */
  static List<Target> targets(RunOptions o) {
    if (!o.targets.isEmpty()) {
      o.spec.commandLine().getParseResult().matchedOptions().forEach(RemoteTargets::requireFit);
    }
    List<Target> all = new ArrayList<>();
    for (String text : o.targets) {
      Matcher form = TARGET.matcher(text);
      refuseIf(
          !form.matches(),
          "--targets %s: must be like http://HOST:PORT, followed by #PORT unless its admin port is PORT + 1",
          text);
      int port = Integer.parseInt(form.group(2));
      int admin = form.group(3) == null ? port + 1 : Integer.parseInt(form.group(3));
      all.add(new Target(form.group(1), port, admin));
    }
    return all;
  }

  /** Rejects options that would change the running tier, and load options with several values. */
  private static void requireFit(OptionSpec option) {
    String name = option.longestName();
    String value = String.join(" ", option.originalStringValues());
    Optional<Option<?>> row = VariantOptions.find(name.substring(2));
    refuseIf(
        TIER_OPTIONS.contains(name) || row.filter(r -> STARTED.contains(r.place())).isPresent(),
        "%s: cannot change the running tier of --targets; remove it",
        option.arity().max() == 0 ? name : name + " " + value);
    if (row.isPresent() && value.contains(",")) {
      throw wrongUse(
          "%s %s: must be one value with --targets; start one run for each value", name, value);
    }
  }

  /** Returns the only variant of a run with --targets. The tier reports its policy and pool. */
  static Variant variant(RunOptions o, List<Target> targets, TierCommands hosts) {
    NodeReport report = null;
    for (Target target : targets) {
      String form =
          "--targets %s: no counters from http://%s:%d/counters; check the admin port and %s";
      String failure = form.formatted(target, target.host(), target.admin(), Variables.ADMIN_TOKEN);
      report = hosts.counters(target).orElseThrow(() -> wrongUse(failure));
    }
    List<Option<?>> rows =
        VariantOptions.ALL.stream().filter(row -> !STARTED.contains(row.place())).toList();
    Choices of = new Choices(Map.of()).with(POOL, report.pool());
    Choices tier = of.with(POOL_SIZE, report.poolSize()).with(NODES, targets.size());
    Map<String, String> choices = new LinkedHashMap<>(tier.all());
    choices.putAll(CommandOptions.choices(o.spec, rows).all());
    return new Variant(report.policy(), report.policy(), choices);
  }
}
