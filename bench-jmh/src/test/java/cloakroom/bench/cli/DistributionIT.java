package cloakroom.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.platform.Installation;
import cloakroom.testing.DocumentedCommands;
import cloakroom.testing.DocumentedCommands.Command;
import cloakroom.testing.DocumentedLinks;
import cloakroom.testing.JarProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
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
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.options.CommandLineOptions;

@Tag("full")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have no modes there")
class DistributionIT {
  private static final Path RELEASE = Path.of("target/dist");
  private static final LocalDateTime MADE = LocalDateTime.of(2026, 11, 20, 0, 0);
  private static final Pattern PROGRAMS =
      Pattern.compile("[^/]+/(bin/[^.]+|docker/(bench|down|load|stress|up|oracle/.+\\.sh))");
  private static final Pattern MOUNT =
      Pattern.compile("(?m)^ +(?:- |volumes: \\[\")(\\.[^:\\s]*):/");
  private static final Set<String> OF_THE_SHELL = Set.of("export");
  private static final int PROGRAM = 0755;
  private static final int FILE = 0644;
  @TempDir private static Path folder;
  @TempDir private static Path otherFolder;
  private static List<ZipArchiveEntry> entries;
  private static Path top;

  @BeforeAll
  static void unpack() throws IOException {
    try (Stream<Path> built = Files.list(RELEASE)) {
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
        .contains("plans/adf-session.jmx", "sql/oracle/01-ps-txn.sql")
        .contains("docker/compose.yaml", "CONTRIBUTING.md")
        .doesNotContain("docker/.env");
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
      boolean program = PROGRAMS.matcher(entry.getName()).matches();
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

    Path second = clone.resolve("bench-jmh/target/dist").resolve(top.getFileName() + ".zip");
    try (ZipFile file = ZipFile.builder().setPath(second).get()) {
      assertThat(checksums(Collections.list(file.getEntriesInPhysicalOrder())))
          .isEqualTo(checksums(entries));
    }
    assertThat(second).hasSameBinaryContentAs(RELEASE.resolve(top.getFileName() + ".zip"));
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

  /** src/license/override-THIRD-PARTY.properties has the licences that POMs lack. */
  @Test
  void licenceOfNoLibrary_isUnknown() throws IOException {
    assertThat(top.resolve("LICENCES.txt"))
        .content()
        .contains("(Apache Software License, Version 1.1) oro (oro:oro:")
        .doesNotContainIgnoringCase("unknown license");
  }

  @Test
  void links_leadToFilesOfTheZip() {
    List<Path> pages = new ArrayList<>(DocumentedCommands.pages(top));
    pages.add(top.resolve("CONTRIBUTING.md"));
    pages.add(top.resolve("docker/README.md"));

    assertThat(DocumentedLinks.broken(pages)).isEmpty();
  }

  static List<Command> commands() {
    return DocumentedCommands.all(top, DocumentedCommands.pages(top));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_isThatOfAProgramInTheZip(Command command) throws Exception {
    String program = command.words().get(0);
    boolean ours = program.startsWith("bin/");
    if (OF_THE_SHELL.contains(program) || (!ours && !command.needs().isEmpty())) {
      return;
    }
    assertThat(program).isIn("bin/app-sim", "bin/benchmarks", "bin/stress");
    assertThat(top.resolve(program)).isExecutable();
    String[] words = command.arguments().toArray(String[]::new);
    switch (program) {
      case "bin/app-sim" -> parse("app-sim.jar", "cloakroom.cli.AppSim", "commandLine", words);
      case "bin/stress" ->
          parse("stress.jar", "cloakroom.stress.cli.StressCommandLine", "program", words);
      default -> {
        if (words[0].equals("studies")) {
          Benchmarks.program().parseArgs(words);
        } else {
          new CommandLineOptions(words);
        }
      }
    }
  }

  /** Parses the words with the classes of a jar in the zip. */
  private static void parse(String jar, String type, String method, String... words)
      throws Exception {
    URL[] urls = {top.resolve(jar).toUri().toURL()};
    try (URLClassLoader classes = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      Method factory = classes.loadClass(type).getDeclaredMethod(method);
      factory.setAccessible(true);
      Object commandLine = factory.invoke(null);
      Method parser = commandLine.getClass().getMethod("parseArgs", String[].class);
      parser.invoke(commandLine, (Object) words);
    }
  }

  @Test
  void filesThatContainersMount_exist() throws IOException {
    assertThat(MOUNT.matcher(Files.readString(top.resolve("docker/compose.yaml"))).results())
        .map(mount -> top.resolve("docker").resolve(mount.group(1)))
        .hasSizeGreaterThan(3)
        .allSatisfy(file -> assertThat(file).exists());
  }

  /** Copies the libraries as the Dockerfiles do. */
  @ParameterizedTest
  @ValueSource(strings = {"stress.jar", "app-sim.jar", "benchmarks.jar"})
  void image_hasTheLibrariesOfItsProgram(String jar, @TempDir Path image) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "docker/libraries.sh", jar, image.toString())
            .directory(top.toFile());
    builder
        .environment()
        .merge(
            "PATH",
            Path.of(System.getProperty("java.home"), "bin") + ":",
            (old, java) -> java + old);
    JarProcess copying = new JarProcess(builder.start(), 5);

    assertThat(copying.exitCode()).as(copying.errors().toString()).isZero();
    Set<String> named = new TreeSet<>(Installation.libraries(top.resolve(jar)));
    named.removeIf(name -> !Files.exists(top.resolve(name)));
    named.addAll(List.of(jar, "REVISION"));
    try (Stream<Path> files = Files.walk(image)) {
      assertThat(files.filter(Files::isRegularFile))
          .map(file -> image.relativize(file).toString())
          .containsExactlyInAnyOrderElementsOf(named);
    }
  }

  @Test
  void checksums_areThoseOfAllFilesOfTheRelease() throws Exception {
    Map<String, String> sums = new HashMap<>();
    for (String line : Files.readAllLines(RELEASE.resolve("SHA256SUMS"))) {
      sums.put(line.substring(66), line.substring(0, 64));
    }
    Map<String, String> files = new HashMap<>();
    try (Stream<Path> release = Files.list(RELEASE)) {
      for (Path file : release.toList()) {
        files.put(file.getFileName().toString(), sha256(file));
      }
    }
    files.remove("SHA256SUMS");

    assertThat(sums).isEqualTo(files).containsKeys(top.getFileName() + ".zip", "LICENCES.txt");
  }

  @Test
  @EnabledIfSystemProperty(named = "cloakroom.dist", matches = "true")
  void release_hasSourcesAndJavadocOfEachModule_andPomsWithAVersion() throws IOException {
    String version = top.getFileName().toString().replace("cloakroom-", "-");
    for (String name : List.of("app-sim", "stress", "benchmarks")) {
      assertThat(contents(RELEASE.resolve(name + version + "-sources.jar")))
          .anyMatch(entry -> entry.endsWith("/package-info.java"))
          .noneMatch(entry -> entry.contains("jmh_generated"));
      assertThat(contents(RELEASE.resolve(name + version + "-javadoc.jar")))
          .contains("index.html")
          .noneMatch(entry -> entry.contains("jmh_generated"));
    }
    for (String module : List.of("..", "../app-sim", "../stress-jmeter", ".")) {
      assertThat(Path.of(module, "target/.flattened-pom.xml"))
          .content()
          .contains("<groupId>io.github.cloakroom</groupId>")
          .doesNotContain("${revision}");
    }
  }

  private static List<String> contents(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream().map(ZipEntry::getName).toList();
    }
  }

  private static String sha256(Path file) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(digest);
  }

  private static JsonNode sbom(String program) throws IOException {
    Path file = top.resolve("sbom").resolve(program + ".cdx.json");
    assumeTrue(Files.exists(file), "Maven was offline");
    return new ObjectMapper().readTree(file.toFile());
  }

  /** So that a search for vulnerabilities, which requires the network, reads it. */
  @ParameterizedTest
  @ValueSource(strings = {"stress", "app-sim", "benchmarks"})
  void sbom_isValid(String program) throws IOException {
    JsonNode sbom = sbom(program);
    String schema = "classpath:bom-" + sbom.path("specVersion").asText() + ".schema.json";
    JsonSchemaFactory factory =
        JsonSchemaFactory.getInstance(
            SpecVersion.VersionFlag.V7,
            builder ->
                builder.schemaMappers(
                    mappers -> mappers.mapPrefix("http://cyclonedx.org/schema/", "classpath:")));

    assertThat(factory.getSchema(SchemaLocation.of(schema)).validate(sbom)).isEmpty();
    assertThat(sbom.path("bomFormat").asText()).isEqualTo("CycloneDX");
  }

  /** Compares names and SHA-256 of all libraries except Cloakroom's. */
  @ParameterizedTest
  @ValueSource(strings = {"stress", "app-sim", "benchmarks"})
  void sbomAndLicences_haveExactlyTheLibrariesOfTheProgram(String program) throws Exception {
    Map<String, String> parts = new HashMap<>();
    String licences = Files.readString(top.resolve("LICENCES.txt"));
    for (JsonNode part : sbom(program).path("components")) {
      if (!part.path("group").asText().equals("io.github.cloakroom")) {
        String name = part.path("name").asText();
        String version = part.path("version").asText();
        assertThat(part.path("purl").asText()).startsWith("pkg:maven/");
        assertThat(licences).contains(":" + name + ":" + version + " ");
        for (JsonNode hash : part.path("hashes")) {
          if (hash.path("alg").asText().equals("SHA-256")) {
            parts.put(hash.path("content").asText(), name + "-" + version);
          }
        }
      }
    }
    Map<String, String> libraries = new HashMap<>();
    for (String library : Installation.libraries(top.resolve(program + ".jar"))) {
      if (!library.matches("(lib/)?(app-sim|stress-jmeter)\\b.*")) {
        libraries.put(sha256(top.resolve(library)), library);
      }
    }

    assertThat(parts.keySet()).as("%s%n%s", parts, libraries).isEqualTo(libraries.keySet());
  }
}
