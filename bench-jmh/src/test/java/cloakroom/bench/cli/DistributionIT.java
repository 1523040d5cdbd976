package cloakroom.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.platform.Installation;
import cloakroom.testing.JarProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("full")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have no modes there")
class DistributionIT {
  private static final LocalDateTime MADE = LocalDateTime.of(2026, 11, 20, 0, 0);
  private static final int PROGRAM = 0755;
  private static final int FILE = 0644;
  @TempDir private static Path folder;
  @TempDir private static Path otherFolder;
  private static List<ZipArchiveEntry> entries;
  private static Path top;

  @BeforeAll
  static void unpack() throws IOException {
    try (Stream<Path> built = Files.list(Path.of("target"))) {
      Path zip = built.filter(path -> path.toString().endsWith(".zip")).findFirst().orElseThrow();
      top = folder.resolve(zip.getFileName().toString().replace(".zip", ""));
      try (ZipFile file = ZipFile.builder().setPath(zip).get()) {
        entries = Collections.list(file.getEntriesInPhysicalOrder());
        for (ZipArchiveEntry entry : entries) {
          unpack(file, entry);
        }
      }
    }
  }

  private static void unpack(ZipFile file, ZipArchiveEntry entry) throws IOException {
    Path path = folder.resolve(entry.getName());
    Files.createDirectories(path.getParent());
    try (InputStream in = file.getInputStream(entry)) {
      Files.copy(in, path);
    }
    if ((entry.getUnixMode() & PROGRAM) == PROGRAM) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static List<String> names(String below) {
    String prefix = top.getFileName() + "/" + below;
    return entries.stream()
        .map(ZipArchiveEntry::getName)
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()))
        .toList();
  }

  private static JarProcess start(Path program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(otherFolder.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    return new JarProcess(builder.start(), 5);
  }

  @Test
  void zip_hasEverythingOnceBelowOneFolder() {
    assertThat(names(""))
        .hasSameSizeAs(entries)
        .doesNotHaveDuplicates()
        .contains("README.md", "CHANGELOG.md", "LICENSE", "REVISION", "docs/internals/policies.md")
        .contains("bin/stress", "bin/stress.cmd", "bin/app-sim", "bin/benchmarks")
        .contains("stress.jar", "app-sim.jar", "benchmarks.jar", "inspector.jar")
        .contains("plans/adf-session.jmx", "sql/oracle/01-ps-txn.sql");
  }

  @Test
  void libraries_areExactlyThoseOfTheManifests() {
    Set<String> named = new TreeSet<>();
    for (String jar : List.of("stress.jar", "app-sim.jar", "benchmarks.jar")) {
      named.addAll(Installation.libraries(top.resolve(jar)));
    }
    assertThat(named).contains("app-sim.jar");
    named.removeIf(name -> name.matches("(lib/)?app-sim(-[0-9.]+)?\\.jar"));
    assertThat(names("lib/")).map(name -> "lib/" + name).containsExactlyInAnyOrderElementsOf(named);
  }

  /** Independent of the clock, the umask and the order of files on the disk. */
  @Test
  void zip_isReproducible() {
    for (ZipArchiveEntry entry : entries) {
      boolean program = entry.getName().matches("[^/]+/bin/[^.]+");
      Instant time = Instant.ofEpochMilli(entry.getTime());
      assertThat(LocalDateTime.ofInstant(time, ZoneId.systemDefault())).isEqualTo(MADE);
      assertThat(entry.getUnixMode() & 0777).isEqualTo(program ? PROGRAM : FILE);
      assertThat(entry.getMethod()).isEqualTo(ZipEntry.STORED);
    }
    assertThat(names("docs/")).isSorted();
    assertThat(names("sql/")).isSorted();
    List<String> libraries = names("lib/");
    long descents =
        Stream.iterate(1, i -> i < libraries.size(), i -> i + 1)
            .filter(i -> libraries.get(i - 1).compareTo(libraries.get(i)) > 0)
            .count();
    assertThat(descents).as("the libraries of three programs").isLessThan(3);
  }

  /** Builds a second time in another folder, which takes minutes; only with -Dbuild.twice. */
  @Test
  @EnabledIfSystemProperty(named = "build.twice", matches = ".*")
  void secondBuildOfTheSameCommit_hasTheSameBytes(@TempDir Path clone) throws Exception {
    String commit = Files.readString(top.resolve("REVISION")).strip();
    assertThat(commit).as("what was built is a commit").matches("[0-9a-f]{40}");
    done(Path.of(".."), "git", "clone", "-q", "--shared", "--no-checkout", ".", clone.toString());
    done(clone, "git", "checkout", "-q", commit);
    List<String> maven =
        new ArrayList<>(List.of("mvn", "-q", "-B", "-ntp", "package", "-DskipTests", "-Pfull"));
    if (names("sbom/").isEmpty()) {
      maven.add("-o");
    }
    done(clone, maven.toArray(String[]::new));

    Path second = clone.resolve("bench-jmh/target").resolve(top.getFileName() + ".zip");
    try (ZipFile file = ZipFile.builder().setPath(second).get()) {
      assertThat(checksums(Collections.list(file.getEntriesInPhysicalOrder())))
          .isEqualTo(checksums(entries));
    }
    assertThat(second).hasSameBinaryContentAs(Path.of("target", top.getFileName() + ".zip"));
  }

  private static Map<String, Long> checksums(List<ZipArchiveEntry> of) {
    return of.stream().collect(Collectors.toMap(ZipArchiveEntry::getName, ZipEntry::getCrc));
  }

  private static void done(Path in, String... command) throws Exception {
    JarProcess process =
        new JarProcess(new ProcessBuilder(command).directory(in.toFile()).start(), 15);
    assertThat(process.exitCode()).as(process.output() + process.errors()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"stress.jar", "app-sim.jar", "benchmarks.jar"})
  void jar_hasOneDate(String name) throws IOException {
    try (JarFile jar = new JarFile(top.resolve(name).toFile())) {
      assertThat(jar.stream().map(ZipEntry::getTime).distinct()).hasSize(1);
    }
  }

  @Test
  void version_hasTheVersionsOfTheLibraries() throws Exception {
    Path link = otherFolder.resolve("stress-by-link");
    Files.createSymbolicLink(link, top.resolve("bin/stress"));
    JarProcess stress = start(link, "--version");

    assertThat(stress.exitCode()).as(stress.errors().toString()).isZero();
    assertThat(stress.output())
        .startsWith("Cloakroom " + top.getFileName().toString().replace("cloakroom-", ""))
        .contains(Files.readString(top.resolve("REVISION")).strip(), "JDK " + Runtime.version())
        .contains("drivers: postgresql 4", "pools: HikariCP ", "ucp ", "load: ApacheJMeter_core ");
  }

  /** The runner reads the policies from the tier's jar. */
  @Test
  void runner_findsTheTierNextToIt() throws Exception {
    JarProcess stress = start(top.resolve("bin/stress"), "run", "--policies", "stiky");

    assertThat(stress.exitCode()).isEqualTo(2);
    assertThat(stress.errors())
        .singleElement()
        .asString()
        .contains("unknown policy 'stiky'; choose from reserved, sticky,");
    assertThat(top.resolve("runs")).doesNotExist();
  }

  @Test
  void tierAndBenchmarks_startFromAnywhere() throws Exception {
    JarProcess tier = start(top.resolve("bin/app-sim"), "policies");
    assertThat(tier.exitCode()).isZero();
    assertThat(tier.output()).contains("release-in-memory");

    JarProcess benchmarks = start(top.resolve("bin/benchmarks"), "studies", "--study", "S99");
    assertThat(benchmarks.exitCode()).isEqualTo(2);
    assertThat(benchmarks.errors()).singleElement().asString().contains("unknown study S99");
  }

  private static String licences() throws IOException {
    return Files.readString(top.resolve("LICENCES.txt"));
  }

  /** src/license/override-THIRD-PARTY.properties has the licences that POMs lack. */
  @Test
  void licenceOfNoLibrary_isUnknown() throws IOException {
    assertThat(licences())
        .contains("(Apache Software License, Version 1.1) oro (oro:oro:")
        .doesNotContainIgnoringCase("unknown license");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stress", "app-sim", "benchmarks"})
  void partsOfEachProgram_areListedWithTheirLicences(String program) throws Exception {
    Path sbom = top.resolve("sbom").resolve(program + ".cdx.json");
    assumeTrue(Files.exists(sbom), "Maven was offline");
    JsonNode components = new ObjectMapper().readTree(sbom.toFile()).path("components");
    Map<String, String> parts = new HashMap<>();
    for (JsonNode part : components) {
      String name = part.path("name").asText();
      String version = part.path("version").asText();
      parts.put(name + "-" + version, ":" + name + ":" + version);
    }
    String licences = licences();

    for (String library : Installation.libraries(top.resolve(program + ".jar"))) {
      String jar = library.replaceFirst("^lib/", "").replaceFirst("\\.jar$", "");
      if (!jar.startsWith("app-sim")) {
        List<String> found = parts.keySet().stream().filter(jar::startsWith).toList();
        assertThat(found).as(jar).isNotEmpty();
        assertThat(licences).contains(parts.get(found.get(0)));
      }
    }
  }
}
