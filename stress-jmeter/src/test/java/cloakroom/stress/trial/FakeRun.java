package cloakroom.stress.trial;

import cloakroom.stress.folder.Variant;
import cloakroom.stress.process.Fork;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.settings.EmptyInstallation;
import cloakroom.stress.settings.RunSettings;
import cloakroom.stress.settings.StressJar;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

final class FakeRun {
  private static final ObjectMapper JSON = new ObjectMapper();

  final StopSignal stop = new StopSignal();
  final FakeWatch watch = new FakeWatch();

  /** Behaviour of each engine; quick if the queue is empty. */
  final Deque<String> engines = new ArrayDeque<>();

  RunProgress progress = new RunProgress(RunProgress.NOWHERE, OptionalInt.empty());
  String options = "";
  private final Path out;

  FakeRun(Path out) {
    this.out = out;
  }

  Path run(int trials, String... policies) {
    EmptyInstallation installation = new EmptyInstallation(out);
    installation.offered = List.of(policies);
    RunSettings settings =
        installation.check(
            ("--policies %s --trials %d --users 4 --iterations 3 --ramp 0s --warm-up"
                        + " 2x1 --set jbo.dofailover=true --pool hikari --store memory --seed 7 --out"
                        + " %s --no-dashboard --max-repeats 0 --quiet --java-options=-Dmy.password=geheim%s")
                    .formatted(String.join(",", policies), trials, out, options)
                + (options.contains("--think") ? "" : " --think 1ms")
                + (options.contains("count-round-trips") ? "" : " --no-count-round-trips"));
    JavaCommands commands = new FakeCommands(settings, installation.jar);
    return new StressRun(settings, commands, (d, n) -> watch, progress, stop).run();
  }

  private final class FakeCommands extends JavaCommands {
    private final StressJar jar;

    FakeCommands(RunSettings settings, StressJar installation) {
      super(settings, installation);
      this.jar = installation;
    }

    @Override
    JavaCommands with(RunSettings other) {
      return new FakeCommands(other, jar);
    }

    @Override
    List<String> database() {
      return Fork.of(FakeDatabase.class);
    }

    @Override
    List<String> tier(Variant variant, String url, String user, boolean counts) {
      return Fork.of(FakeTier.class, variant.policy());
    }

    @Override
    List<String> engine(Variant variant, Path trialFolder) {
      String mode = engines.isEmpty() ? "quick" : engines.removeFirst();
      return Fork.of(FakeEngine.class, mode);
    }
  }

  static JsonNode json(Path file) {
    try {
      return JSON.readTree(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path folder() {
    try (Stream<Path> runs = Files.list(out)) {
      return runs.filter(p -> p.getFileName().toString().startsWith("adf-")).findFirst().get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<ProcessHandle> left() {
    try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
      String fake = FakeTier.class.getPackageName() + ".Fake";
      return children
          .filter(child -> child.info().commandLine().orElse("").contains(fake))
          .toList();
    }
  }
}
