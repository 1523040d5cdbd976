package cloakroom.stress.run;

import cloakroom.contract.TierOptions;
import cloakroom.stress.run.RunSettings.Think;
import cloakroom.stress.run.RunSettings.WarmUp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of {@code stress run}, as typed; {@link SettingsCheck} says whether they will do. */
final class RunOptions {
  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  @Option(
      names = "--plan",
      paramLabel = "NAME|FILE",
      defaultValue = "adf-session",
      description =
          "The plan: a .jmx file, or the name of one in the plans folder (default: ${DEFAULT-VALUE}).")
  String plan;

  @Option(
      names = "--policies",
      paramLabel = "A,B|all",
      description = "The policies to compare (default: sticky,release-in-memory).")
  String policies;

  @Option(
      names = TierOptions.BC4J,
      paramLabel = "FILE",
      description = "A bc4j.xcfg of a real project; its configurations run beside the policies.")
  String bc4j;

  @Option(
      names = TierOptions.AM_CONFIG,
      paramLabel = "A,B",
      description = "Which configurations of --bc4j (default: its only one).")
  String amConfig;

  @Option(
      names = "--variant",
      paramLabel = "TEXT",
      description =
          "One variant, repeatable: \"NAME: POLICY key=value ...\", such as \"roomy: sticky"
              + " jbo.recyclethreshold=200 store=memory\". A key is a setting, or any option of this"
              + " command that takes several values between commas (docs/variants.md). Instead of"
              + " --policies.")
  List<String> variants = new ArrayList<>();

  @Option(
      names = "--vary",
      paramLabel = "KEY=A,B",
      description =
          "Several values of one key, repeatable, such as jbo.recyclethreshold=10,20,40 or"
              + " pool-size=20,40: each variant runs with each.")
  List<String> vary = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "NAME",
      description = "The variant that all others are compared with (default: the first).")
  String baseline;

  @Option(names = "--users", defaultValue = "80", description = "Simulated users (default: 80).")
  int users;

  @Option(
      names = "--iterations",
      description =
          "Changes and commits for each user on each page, or rounds of probes (default: 100;"
              + " state-kinds: 3).")
  Integer iterations;

  @Option(
      names = "--think",
      paramLabel = "DURATION[~KIND]",
      converter = Think.Converter.class,
      description =
          "Pause after each commit, such as 300ms, 3s, 2m (default: 300ms; state-kinds: 20ms). With"
              + " a kind, such as 300ms~exponential, it is drawn anew each time and this is its mean:"
              + " exponential, lognormal (sigma 0.8) or uniform (from 0 to twice the mean).")
  Think think;

  @Option(
      names = "--ramp",
      paramLabel = "DURATION",
      converter = Durations.class,
      description =
          "Time over which the users arrive, in whole seconds (default: 10s, longer for more than"
              + " 1,000 users: 100 arrive in a second; state-kinds: 2s).")
  Duration ramp;

  @Option(
      names = "--hold",
      paramLabel = "DURATION",
      defaultValue = "0ms",
      converter = Durations.class,
      description = "How long a change stays pending before its commit (default: 0ms).")
  Duration hold;

  @Option(
      names = "--mix",
      paramLabel = "N",
      description =
          "Other requests between a probe's write and its read, in the plan state-kinds or one of"
              + " your own (default: the plan's; state-kinds: 3).")
  Integer mix;

  @Option(
      names = "--warm-up",
      paramLabel = "USERSxITERATIONS",
      converter = WarmUp.Converter.class,
      description =
          "Load before the measured one, in no figure; 0 for none (default: 40x10, with no more"
              + " users than --users: 800 changes and commits, so that the JIT compilers have seen"
              + " the hot code; state-kinds: 0). Its users think 300ms at the most and arrive"
              + " within 10s.")
  WarmUp warmUp;

  @Option(
      names = "--trials",
      defaultValue = "1",
      description =
          "Trials of each variant, interleaved A B A B (default: 1; 3 for a figure to publish).")
  int trials;

  @Option(
      names = "--count-trips",
      negatable = true,
      description =
          "Count round trips, log flushes and bytes of each kind of request before the trials, one"
              + " request at a time: seconds for each variant (default: for adf-session with no"
              + " more than 1,000 users).")
  Boolean countTrips;

  @Option(
      names = "--fail-if",
      paramLabel = "LIMIT",
      description =
          "Exit with 1 if this is so in the end, repeatable: \"sticky: service.p95 > 50ms\","
              + " \"errors > 0.1%%\", \"A/B: service.mean > 1.2\" for the ratio of two variants"
              + " (docs/ci.md).")
  List<String> limits = new ArrayList<>();

  @Option(
      names = "--abort-on-fail",
      paramLabel = "DURATION",
      converter = Durations.class,
      description =
          "End the run early when a trial's figures so far have broken a --fail-if on response.*,"
              + " service.*, throughputPerSecond or errors for so long.")
  Duration abortOnFail;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Where junit.xml goes besides the run's folder.")
  Path junit;

  @Option(
      names = "--kill-node",
      paramLabel = "DURATION",
      converter = Durations.class,
      description =
          "Kill the last node after so much of the measured phase, as a crash would, and count what"
              + " its users lose. Needs --nodes 2 or more.")
  Duration killNode;

  @Option(
      names = TierOptions.URL,
      paramLabel = "JDBC-URL",
      description =
          "A database that exists, PostgreSQL or Oracle; its password comes from"
              + " CLOAKROOM_DB_PASSWORD or a prompt.")
  String url;

  @Option(
      names = TierOptions.USER,
      paramLabel = "NAME",
      description = "The database user (default: cloakroom). Only with --url.")
  String user;

  @Option(
      names = TierOptions.DB,
      paramLabel = "KIND",
      defaultValue = "embedded",
      description =
          "The database to start when there is no --url: embedded, a PostgreSQL (default), or"
              + " oracle, in a container (image and more: CLOAKROOM_ORACLE_IMAGE and others).")
  String db;

  @Option(
      names = TierOptions.INSTALL_SCHEMA,
      description = "Make the tables that are missing in the database of --url.")
  boolean installSchema;

  @Option(
      names = TierOptions.SET,
      paramLabel = "NAME=VALUE",
      description = "A jbo.* or cloakroom.* setting on top of each policy; repeatable.")
  Map<String, String> set = new LinkedHashMap<>();

  @Option(
      names = "--app-sim",
      paramLabel = "PATH",
      description = "The tier's jar (default: beside stress.jar, or where the build leaves it).")
  Path appSim;

  @Option(
      names = "--java-options",
      paramLabel = "OPTIONS",
      defaultValue = "",
      description = "Options for the tier's JVM, separated by blanks: \"-Xmx1g -XX:+UseZGC\".")
  String javaOptions;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "The folder that gets the run folder (default: target/runs beside stress.jar; with the zip"
              + " runs in the folder that you are in).")
  Path out;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all randomness (default: 1).")
  long seed;

  @Option(names = "--no-dashboard", description = "Leave JMeter's own dashboards out.")
  boolean noDashboard;

  @Option(
      names = "--live-heap",
      description =
          "Weigh the tier's live heap, before anybody has come and with all sessions there. All"
              + " requests wait while its garbage is collected, a second or so.")
  boolean liveHeap;

  @Option(
      names = "--live",
      paramLabel = "PORT",
      description =
          "Port on 127.0.0.1 at which the run can be looked at while it goes, and of its metrics; 0"
              + " takes a free one (default: 0, told in the first line; none with --quiet).")
  Integer live;

  @Option(names = "--no-live", description = "Open no such port.")
  boolean noLive;

  @Option(names = "--quiet", description = "Show no progress.")
  boolean quiet;

  @Option(names = "--json", description = "Print summary.json and nothing else.")
  boolean json;

  /** What was given for a key that is an option by its row alone; null if nothing was. */
  String value(VariantKeys.Key key) {
    Object value = key.isOption() ? spec.findOption(key.option()).getValue() : null;
    return value == null || value.equals(false) ? null : value.toString();
  }
}
