package cloakroom.bc4j;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.app.file.ApplicationFile;
import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ModuleDefinition.AttributeDefinition;
import cloakroom.application.ModuleDefinition.ViewDefinition;
import cloakroom.application.PageDefinition.StepRole;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Application files of projects in the shapes of JDeveloper 11.1.1, 11.1.2 and 12c. */
class AdfApplicationTest {
  private static final String MODULE = "<AppModule Name=\"M\"><ViewUsage Name=\"V\"/></AppModule>";
  @TempDir private Path folder;

  private static Path project(String name) {
    return Path.of("src/test/resources/adf", name);
  }

  /** Returns the application that the application file's reader makes of the YAML. */
  private ApplicationDefinition read(AdfApplication application) throws IOException {
    Path file = Files.writeString(folder.resolve("application.yaml"), application.yaml());
    return ApplicationFile.read(file.toString());
  }

  private static String describe(ViewDefinition view) {
    return "%s rows %d key %s range %d: %s transient %s from %s"
        .formatted(
            view.name(),
            view.rows(),
            view.key(),
            view.range(),
            attributes(view.attributes()),
            attributes(view.transients()),
            view.binds().values().stream()
                .map(bind -> bind.view() + "." + bind.attribute())
                .toList());
  }

  private static String attributes(List<AttributeDefinition> attributes) {
    return attributes.stream()
        .map(
            each ->
                "%s %s(%d)"
                    .formatted(each.name(), each.type(), each.length())
                    .toLowerCase(Locale.ROOT))
        .toList()
        .toString();
  }

  private static List<String> views(ApplicationDefinition application) {
    return application.modules().values().stream()
        .flatMap(module -> module.views().values().stream())
        .map(AdfApplicationTest::describe)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "orders-11.1.1 | OrderModule  | 6",
        "people-11.1.2 | PeopleModule | 3",
        "stock-12c     | StockModule  | 1",
      })
  void read_project_isAcceptedByTheReader(String name, String module, int views)
      throws IOException {
    ApplicationDefinition application = read(AdfApplication.read(project(name)));

    assertThat(application.modules().keySet()).containsExactly(module);
    assertThat(views(application)).hasSize(views);
    assertThat(application.tables()).isEmpty();
    assertThat(application.pages().get(module).steps().values())
        .allMatch(step -> step.role() == StepRole.OPEN || step.role() == StepRole.READ);
    assertThat(application.sessions().keySet()).containsExactly("browse");
  }

  @Test
  void read_generatedRows_haveAttributesRangesAndLinks() throws IOException {
    ApplicationDefinition orders = read(AdfApplication.read(project("orders-11.1.1")));

    String order =
        "[order_id integer(10), customer text(60), placed date(10), status text(10)]"
            + " transient [selected text(5)] from []";
    String state = "[code text(10), label text(40)] transient [] from []";
    assertThat(views(orders))
        .containsExactly(
            "Orders rows 30 key id range 10: " + order,
            "Lines rows 75 key id range 25:"
                + " [line_id integer(10), order_id integer(10), amount number(12)]"
                + " transient [] from [Orders.id]",
            "AllOrders rows 120 key id range 40: " + order,
            "Basis_States rows 75 key id range 25: " + state,
            "Orders_States rows 15 key id range 5: " + state,
            "AllOrders_States rows 15 key id range 5: " + state);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "orders-11.1.1 | LinesView.xml:8: transient attribute Note: no Passivate",
        "orders-11.1.1 | OrdersView.xml:4: FetchSize 11: not mapped",
        "people-11.1.2 | PeopleView.xml:4: entity hr.model.Person: polymorphic",
        "people-11.1.2 | PeopleView.xml:3: AccessMode RANGE_PAGING: not mapped",
        "people-11.1.2 | AdultsView.xml:4: attribute Nick: no Precision; 255 characters assumed",
        "people-11.1.2 | PeopleModule.xml:4: range of Adults: all rows; 100 assumed",
        "people-11.1.2 | MembersView.xml:8: element DeclarativeWhereClause of a view object",
        "people-11.1.2 | PeopleModule.xml:7: view object hr.model.GoneView: no file",
        "people-11.1.2 | PeopleModule.xml:8: view link hr.model.GoneLink: no file",
        "people-11.1.2 | PeopleModule.xml:8: view link GoneLink: one end is not mapped",
        "stock-12c | Model.jpx:4: shared application module com.acme.SharedModule",
        "stock-12c | ItemsView.xml:3: FetchMode FETCH_ALL",
        "stock-12c | ItemsView.xml:7: attribute Photo: type oracle.jbo.domain.BlobDomain (BLOB)",
        "stock-12c | StockModule.xml:5: element ViewCriteriaUsage of Items1",
        "stock-12c | StockModule.xml:7: view object com.acme.ColoursView: static list",
        "stock-12c | StockModule.xml:8: view object com.acme.RemoteView: programmatic",
        "stock-12c | StockModule.xml:9: element EventSubscription of an application module",
        "stock-12c | ItemsView.xml:3: 1 of 1 view objects have a Java class",
      })
  void read_unsupportedPart_isListedWithFileAndLine(String name, String finding) {
    AdfApplication application = AdfApplication.read(project(name));

    assertThat(application.findings()).anyMatch(line -> line.contains("/" + finding));
    assertThat(application.yaml().lines().dropWhile(line -> !line.equals("# Not mapped:")))
        .anyMatch(line -> line.startsWith("#   ") && line.contains("/" + finding));
  }

  @Test
  void read_configurations_areVariants() {
    assertThat(AdfApplication.read(project("orders-11.1.1")).yaml())
        .contains(
            "adf/orders-11.1.1/Model/src/shop/common/bc4j.xcfg#shop.OrderModule/OrderModuleLocal\"'\n",
            "/OrderModuleShared\"' # shared by sessions in ADF: results do not apply\n");
  }

  @Test
  void read_fortyViewObjects_opensAll() throws IOException {
    Path source = Files.createDirectories(folder.resolve("a project/src/big"));
    for (int i = 1; i <= 40; i++) {
      String attributes =
          IntStream.rangeClosed(1, 12)
              .mapToObj(
                  n ->
                      "<ViewAttribute Name=\"A%1$d\" AliasName=\"A%1$d\" Type=\"java.lang.String\" Precision=\"30\"/>"
                          .formatted(n))
              .collect(joining());
      Files.writeString(
          source.resolve("View" + i + ".xml"),
          "<ViewObject Name=\"View%d\"><SQLQuery>select * from t</SQLQuery>%s</ViewObject>"
              .formatted(i, attributes));
    }
    Files.writeString(
        source.resolve("BigModule.xml"),
        IntStream.rangeClosed(1, 40)
            .mapToObj("<ViewUsage Name=\"View%1$d\" ViewObjectName=\"big.View%1$d\"/>"::formatted)
            .collect(joining("\n", "<AppModule Name=\"BigModule\">", "</AppModule>")));

    AdfApplication application = AdfApplication.read(folder.resolve("a project"));
    ApplicationDefinition big = read(application);

    assertThat(application.findings()).isEmpty();
    assertThat(big.modules().get("BigModule").views()).hasSize(40);
    assertThat(big.pages().get("BigModule").steps().get("open").actions()).hasSize(40);
  }

  static Stream<List<String>> wrongFiles() {
    return Stream.of(
        List.of("<Entity Name=\"E\"/>", "UTF-8", "contains no application module"),
        List.of(MODULE + "<", "UTF-8", "x.xml:1:"),
        List.of("<!DOCTYPE AppModule [<!ENTITY e \"x\">]>" + MODULE, "UTF-8", "declarations in"),
        List.of("<AppModule Name=\"&e;\">&e;</AppModule>", "UTF-8", "entity \"e\""),
        List.of("<AppModule Name=\"ä\"/>", "ISO-8859-1", "not well-formed XML"),
        List.of("<AppModule><a>" + " ".repeat(5_000_000), "UTF-8", "must have at most 5 MB"),
        List.of("<AppModule>" + "<a>".repeat(101), "UTF-8", "more than 100 nested elements"),
        List.of(MODULE, "UTF-8", "no view object can be mapped"),
        List.of(
            "<AppModule Name=\"x\"><AppModuleUsage Name=\"y\" FullName=\"x\"/></AppModule>",
            "UTF-8",
            "no view object can be mapped"));
  }

  @ParameterizedTest
  @MethodSource("wrongFiles")
  void read_wrongFile_isReported(List<String> file) throws IOException {
    Files.write(folder.resolve("x.xml"), file.get(0).getBytes(Charset.forName(file.get(1))));

    assertThatThrownBy(() -> AdfApplication.read(folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.get(2));
  }

  @Test
  void read_symbolicLink_isNotFollowed() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(other.resolve("M.xml"), MODULE, StandardCharsets.UTF_8);
    Path project = Files.createDirectories(folder.resolve("project"));
    try {
      Files.createSymbolicLink(project.resolve("src"), other);
    } catch (IOException | UnsupportedOperationException e) {
      assumeTrue(false, "symbolic links are not supported here");
    }

    assertThatThrownBy(() -> AdfApplication.read(project))
        .hasMessageContaining("contains no application module");
  }
}
