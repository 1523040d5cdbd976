package cloakroom.stress.run;

import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import cloakroom.stress.process.Fork;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.run.RunSettings.Database;
import cloakroom.stress.run.RunSettings.Load;
import cloakroom.stress.run.RunSettings.Nodes;
import cloakroom.stress.run.RunSettings.Output;
import cloakroom.stress.run.RunSettings.Plan;
import cloakroom.stress.run.RunSettings.TierSetup;
import cloakroom.stress.run.RunSettings.WarmUp;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A run with database, tier and engine replaced by processes that only speak the protocol. */
final class FakeRun {
  private static final Map<String, String> SET = Map.of("jbo.recyclethreshold", "10");
  private static final ObjectMapper JSON = new ObjectMapper();

  final StopSignal stop = new StopSignal();
  final FakeWatch watch = new FakeWatch();

  /** How the engines behave, one after the other; quick when there is nothing left. */
  final Deque<String> engines = new ArrayDeque<>();

  RunProgress progress = RunProgress.NONE;

  /** Under which hygienes each policy runs. */
  List<String> hygienes = List.of("rollback");

  /** The setting that is varied. */
  Varied varied = Varied.NOTHING;

  Nodes nodes = Nodes.ONE;

  private final Path out;

  FakeRun(Path out) {
    this.out = out;
  }

  Path run(int trials, String... policies) {
    return new StressRun(
            settings(trials, new Variants(List.of(policies), hygienes, SET, varied)),
            commands(),
            (d, n) -> watch,
            progress,
            stop)
        .run();
  }

  private RunSettings settings(int trials, Variants variants) {
    return new RunSettings(
        new Plan("adf-session", out.resolve("adf-session.jmx")),
        variants,
        new Load(
            4,
            3,
            Duration.ofMillis(1),
            Duration.ZERO,
            Duration.ZERO,
            new WarmUp(2, 1),
            OptionalInt.empty()),
        trials,
        new TierSetup(
            out.resolve("app-sim.jar"),
            List.of("-Dmy.password=geheim"),
            new RunSettings.Pool("hikari", 48, 0),
            nodes,
            Map.of("store", "memory"),
            false),
        Database.EMBEDDED,
        new Output(out, false, true, false),
        7,
        "stress.jar run --java-options -Dmy.password=geheim");
  }

  /** Engines behave as queued, and are quick when nothing is queued. */
  private StressRun.Commands commands() {
    return new StressRun.Commands() {
      @Override
      public List<String> database() {
        return Fork.of(FakeDatabase.class);
      }

      @Override
      public List<String> tier(Variant variant, String url, String user) {
        return Fork.of(FakeTier.class, variant.policy());
      }

      @Override
      public List<String> engine(Path trialFolder, List<Integer> ports) {
        String mode = engines.isEmpty() ? "quick" : engines.removeFirst();
        return Fork.of(FakeEngine.class, mode, ports.get(ports.size() - 1).toString());
      }
    };
  }

  static JsonNode json(Path file) {
    try {
      return JSON.readTree(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The folder of the only run so far. */
  Path folder() {
    try (Stream<Path> runs = Files.list(out)) {
      return runs.filter(p -> p.getFileName().toString().startsWith("adf-")).findFirst().get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The fake processes that still run. */
  static List<ProcessHandle> left() {
    try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
      return children.filter(FakeRun::isFake).toList();
    }
  }

  private static boolean isFake(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("cloakroom.stress.run.Fake");
  }
}
