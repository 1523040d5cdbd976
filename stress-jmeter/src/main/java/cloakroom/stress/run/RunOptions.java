package cloakroom.stress.run;

import cloakroom.contract.TierOptions;
import cloakroom.stress.run.RunSettings.Think;
import cloakroom.stress.run.RunSettings.WarmUp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Mixin;
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
      defaultValue = "sticky,release-in-memory",
      description = "The policies to compare (default: ${DEFAULT-VALUE}).")
  String policies;

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
      names = "--one-request",
      description =
          "The commit carries the value: change and commit are one request (default: two).")
  boolean oneRequest;

  @Option(
      names = "--shared-rows",
      paramLabel = "N",
      description =
          "All users work on the rows of the first N: locks and lost updates are then part of the"
              + " result and no failures (default: rows of their own).")
  Integer sharedRows;

  @Option(
      names = "--mix",
      paramLabel = "N",
      description =
          "Other requests between a probe's write and its read, in the plan state-kinds or one of"
              + " your own (default: the plan's; state-kinds: 3).")
  Integer mix;

  @Option(
      names = TierOptions.HYGIENE,
      paramLabel = "A,B",
      description =
          "What a connection is cleaned of when it goes back: none, rollback, full; with several,"
              + " each policy runs under each (default: rollback; state-kinds: none,full).")
  String hygiene;

  @Option(
      names = "--vary",
      paramLabel = "NAME=A,B",
      description =
          "One setting with several values, such as jbo.recyclethreshold=10,20,40: each policy runs"
              + " with each.")
  String vary;

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
      names = TierOptions.POOL,
      paramLabel = "POOL",
      defaultValue = "ucp",
      description = "Connection pool: ucp, hikari, agroal, dbcp2 or none (default: ucp).")
  String pool;

  @Option(
      names = TierOptions.POOL_SIZE,
      paramLabel = "N",
      description =
          "Connections the pool may open, on each node (default: 2 x users + 40, at most 450 on all"
              + " nodes together: each user holds up to two modules).")
  Integer poolSize;

  @Option(
      names = TierOptions.POOL_MIN,
      defaultValue = "0",
      description =
          "Connections the pool opens at the start and keeps open (default: 0). HikariCP grows"
              + " slowly; give it what the policy needs.")
  int poolMin;

  @Mixin PassedOptions passed = new PassedOptions();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "Nodes of the tier on the one database, from 1 to 8 (default: 1).")
  int nodes;

  @Option(
      names = "--no-affinity",
      description =
          "Send each request of a user to the next node (default: a user stays on one node).")
  boolean noAffinity;

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
      description = "The tier's jar (default: where the build leaves it).")
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
      description = "The folder that gets the run folder (default: target/runs beside stress.jar).")
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

  @Option(names = "--quiet", description = "Show no progress.")
  boolean quiet;

  @Option(names = "--json", description = "Print summary.json and nothing else.")
  boolean json;
}
