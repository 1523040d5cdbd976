package cloakroom.bc4j;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bc4j.Bc4jFile.Bc4jConfiguration;
import cloakroom.bc4j.Bc4jFile.ConfigurationEntry;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats, encodings and names of a file, and content that must not be read. */
class Bc4jFileTest {
  @TempDir private Path folder;

  static Path resource(String name) {
    return Path.of("src/test/resources/bc4j", name);
  }

  @Test
  void named_configurationOfOneBag_isFound() {
    Bc4jFile file = Bc4jFile.read(resource("many.xcfg"));

    assertThat(file.configurations()).hasSize(16);
    Bc4jConfiguration chosen = file.named("Module7Local");
    assertThat(chosen.fullName()).isEqualTo("many.Module7/Module7Local");
    assertThat(chosen.line()).isEqualTo(52);
    assertThat(chosen.entries())
        .contains(new ConfigurationEntry("jbo.recyclethreshold", "7", "AM-Pooling", 53, 53));
  }

  @ParameterizedTest
  @ValueSource(strings = {"latin1.xcfg", "utf16.xcfg", "utf8-bom.xcfg"})
  void read_encoding_isDetected(String name) {
    Bc4jConfiguration only = Bc4jFile.read(resource(name)).only();

    assertThat(only.fullName()).isEqualTo("büro.Modul/BüroLocal");
    assertThat(only.entries()).extracting(ConfigurationEntry::value).containsExactly("33");
  }

  @Test
  void read_settingsAsElements_skipsConnectionDefinitions() {
    Bc4jConfiguration only = Bc4jFile.read(resource("elements.xcfg")).only();

    assertThat(only.bag()).isEqualTo("old.OldModule");
    assertThat(only.entries())
        .extracting(entry -> entry.name() + "=" + entry.value())
        .contains("jbo.recyclethreshold=20", "jbo.ampool.initpoolsize=2", "jbo.dofailover=True");
    assertThat(only.entries().toString()).doesNotContain("not-to-be-read");
  }

  @Test
  void read_prefixesAndDeclarations_areNoSettings() {
    Bc4jConfiguration local = Bc4jFile.read(resource("orders.xcfg")).only();

    assertThat(local.name()).as("default of the only bag").isEqualTo("OrdersModuleLocal");
    assertThat(local.entries())
        .extracting(ConfigurationEntry::name)
        .contains("JDBCDataSource", "acme.cache.size")
        .doesNotContain("ns0", "xmlns", "name", "ApplicationName");
  }

  @Test
  void only_severalConfigurations_listsThem() {
    Bc4jFile file = Bc4jFile.read(resource("twins.xcfg"));

    assertThatThrownBy(file::only)
        .hasMessageContainingAll("--am-config", "a.Module/Local", "b.Module/Other");
    assertThatThrownBy(() -> file.named("Lokal"))
        .hasMessageContainingAll("Lokal", "b.Module/Local");
    assertThatThrownBy(() -> file.named("Local"))
        .hasMessageContainingAll("name one of", "a.Module/Local", "b.Module/Local");
    assertThat(file.named("b.Module/Local").bag()).isEqualTo("b.Module");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          malformed.xcfg      | malformed.xcfg:4:    | not well-formed XML
          billion-laughs.xcfg | billion-laughs.xcfg: | document type
          other.xml           | other.xml            | no AppModuleConfig
          nowhere.xcfg        | nowhere.xcfg:        | cannot be read: no such file
          .                   | cannot be read       | bc4j
          """)
  void read_wrongFile_fails(String name, String start, String message) {
    assertThatThrownBy(() -> Bc4jFile.read(resource(name)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(start, message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void read_externalEntity_isNotFetched() throws Exception {
    AtomicInteger fetched = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/", exchange -> exchange.sendResponseHeaders(fetched.incrementAndGet() + 403, -1));
    server.start();
    try {
      String template = Files.readString(resource("external-entity.xcfg"));
      Path secret = Files.writeString(folder.resolve("secret.txt"), "<!ENTITY x 'the-secret'>");
      for (String address :
          new String[] {
            "http://127.0.0.1:" + server.getAddress().getPort() + "/x.dtd",
            secret.toUri().toString()
          }) {
        Path file = folder.resolve("entity.xcfg");
        Files.writeString(file, template.replace("@ADDRESS@", address));

        assertThatThrownBy(() -> Bc4jFile.read(file))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("document type")
            .hasMessageNotContaining("the-secret");
      }
    } finally {
      server.stop(0);
    }
    assertThat(fetched).hasValue(0);
  }

  @Test
  void read_largeFile_fails() throws Exception {
    Path huge = folder.resolve("huge.xcfg");
    Files.write(huge, new byte[Bc4jFile.MAX_BYTES + 1]);

    assertThatThrownBy(() -> Bc4jFile.read(huge)).hasMessageContaining("must have at most 16 MB");
  }

  @Test
  void read_deeplyNestedElements_fails() throws Exception {
    Path deep = Files.writeString(folder.resolve("deep.xcfg"), "<a>\n".repeat(1_000_000));

    assertThatThrownBy(() -> Bc4jFile.read(deep))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("deep.xcfg:101: more than 100 nested elements");
  }

  /** JDK 25 has a limit of 200 attributes. */
  @Test
  void read_manyAttributes_succeeds() throws Exception {
    String attributes =
        IntStream.range(0, 300).mapToObj(i -> "a" + i + "='1'").collect(joining(" "));
    Path wide =
        Files.writeString(
            folder.resolve("wide.xcfg"),
            "<BC4JConfig><AppModuleConfig name='x' " + attributes + "/></BC4JConfig>");

    assertThat(Bc4jFile.read(wide).only().entries()).hasSize(300);
  }

  @Test
  void read_damagedFile_failsWithIllegalArgument() throws Exception {
    Random random = new Random(20111106);
    byte[] whole = Files.readAllBytes(resource("orders.xcfg"));
    Path file = folder.resolve("damaged.xcfg");
    int refused = 0;
    for (int i = 0; i < 2_000; i++) {
      byte[] damaged = whole.clone();
      for (int hits = random.nextInt(3); hits >= 0; hits--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, damaged);
      try {
        Bc4jFile.read(file).configurations();
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).doesNotContain("\n").contains("damaged.xcfg");
        refused++;
      }
    }
    assertThat(refused).isBetween(1, 1_999);
    Files.write(file, "<BC4JConfig><AppModuleConfig name='x'>".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> Bc4jFile.read(file)).hasMessageContaining("not well-formed");
  }
}
