package cloakroom.bench.family.http;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.lab.Interval;
import cloakroom.module.Preset;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.eclipse.jetty.util.VirtualThreads;

/**
 * The tier's HTTP side against a bare Jetty server: 80 keep-alive connections, blocks of a second
 * in turn. With virtual threads beside platform threads where the JDK has them.
 */
public final class HttpFamily implements Family {
  /** What {@code serve} adds to the threads that requests may take. */
  private static final int OWN_THREADS = 8;

  private static final int POOL_SIZE = 100;
  private static final boolean PLATFORM = false;
  private static final boolean VIRTUAL = true;
  private static final Duration NO_WAIT = Duration.ZERO;
  private static final Duration WAIT = Duration.ofMillis(5);
  private static final double SHARE_OF_BARE = 0.85;

  private static final String BARE = "bare Jetty, platform threads";
  private static final String TIER = "tier, platform threads";
  private static final String TIER_VIRTUAL = "tier, virtual threads";

  private static final Duration WARM_UP = Duration.ofSeconds(4);
  private static final Duration BLOCK = Duration.ofSeconds(1);

  @Override
  public String name() {
    return "http";
  }

  @Override
  public FamilyResult run(Family.Plan plan, Consumer<String> progress) throws Exception {
    FamilyResult found = new FamilyResult(name());
    for (Script.Kind kind : Script.Kind.values()) {
      withoutDatabase(kind, NO_WAIT, plan, progress, found);
    }
    withoutDatabase(Script.Kind.CHANGE_AND_COMMIT, WAIT, plan, progress, found);
    onDatabase(plan, progress, found);
    found
        .remarks()
        .add(
            "Times are those of a client that sends its next request at once: "
                + HttpCell.CONNECTIONS
                + " connections divided by the requests a second. It is one thread of the same process"
                + " and works on the same processors; its own allocations and processor time are not"
                + " counted.");
    if (!VirtualThreads.areSupported()) {
      found
          .remarks()
          .add(
              "No rows with virtual threads: this JDK is "
                  + Runtime.version().feature()
                  + ", they need 21.");
    }
    return found;
  }

  private void withoutDatabase(
      Script.Kind kind,
      Duration wait,
      Family.Plan plan,
      Consumer<String> progress,
      FamilyResult found)
      throws Exception {
    String name = kind.words() + (wait.isZero() ? ", noop" : ", waits " + wait.toMillis() + " ms");
    progress.accept(name);
    try (HttpCell cell = new HttpCell(kind)) {
      cell.add(TIER, TierUnderLoad.noop(PLATFORM, wait));
      cell.add(BARE, bare(wait));
      if (VirtualThreads.areSupported()) {
        cell.add(TIER_VIRTUAL, TierUnderLoad.noop(VIRTUAL, wait));
      }
      measure(cell, name, plan, found);
      found.atLeast(
          "requests/s of the tier : bare Jetty, " + name, SHARE_OF_BARE, cell.ratio(TIER, BARE));
    }
  }

  private void onDatabase(Family.Plan plan, Consumer<String> progress, FamilyResult found)
      throws Exception {
    Preset preset = Preset.RELEASE_IN_MEMORY;
    String name = Script.Kind.CHANGE_AND_COMMIT.words() + ", " + preset.policyName();
    progress.accept(name);
    try (HttpCell cell = new HttpCell(Script.Kind.CHANGE_AND_COMMIT)) {
      cell.add(TIER, TierUnderLoad.onDatabase("platform", preset, PLATFORM, POOL_SIZE));
      if (VirtualThreads.areSupported()) {
        cell.add(TIER_VIRTUAL, TierUnderLoad.onDatabase("virtual", preset, VIRTUAL, POOL_SIZE));
      }
      measure(cell, name, plan, found);
    }
  }

  private void measure(HttpCell cell, String name, Family.Plan plan, FamilyResult found)
      throws Exception {
    cell.run(plan.rounds(), WARM_UP, BLOCK);
    cell.rows(name, found);
    if (VirtualThreads.areSupported()) {
      Interval ratio = cell.ratio(TIER_VIRTUAL, TIER);
      found
          .remarks()
          .add(
              String.format(
                  Locale.ROOT,
                  "Requests/s on virtual : platform threads, %s: %.2f x (%.2f to %.2f).",
                  name,
                  ratio.ratio(),
                  ratio.low(),
                  ratio.high()));
    }
  }

  private static HttpCell.Server bare(Duration wait) throws IOException {
    try (HttpCell.Server tier = TierUnderLoad.noop(PLATFORM, NO_WAIT)) {
      return new BareServer(
          BareServer.Bodies.of(tier.port()), TierUnderLoad.MOST_THREADS + OWN_THREADS, wait);
    }
  }
}
