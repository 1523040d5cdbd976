package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tier's description of itself: as OpenAPI wants it, and as the tier is. */
final class OpenApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH");

  private TierServer server;
  private Browser browser;
  private JsonNode document;

  /** One address that the document describes. */
  private record Address(String path, boolean isAdmin, String method, JsonNode operation) {}

  @BeforeEach
  void start() throws IOException {
    server = TestTier.start(new ScriptedApplication());
    browser = new Browser(server.port());
    document = Browser.json(browser.at(server.adminPort()).get("/openapi.json"));
    browser.get("/departments?user=3");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static JsonSchema schema(String id, JsonNode text) {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(SchemaLocation.of(id), text);
  }

  private List<Address> addresses() {
    List<Address> all = new ArrayList<>();
    document
        .path("paths")
        .properties()
        .forEach(
            entry -> {
              JsonNode about = entry.getValue();
              JsonNode first = about.path("parameters").path(0);
              String method = about.has("get") ? "GET" : "POST";
              JsonNode operation = about.path(method.toLowerCase(Locale.ROOT));
              boolean isAdmin = operation.at("/tags/0").asText().equals("admin");
              List<String> paths = new ArrayList<>();
              String name = "{" + first.path("name").asText() + "}";
              first
                  .at("/schema/enum")
                  .forEach(choice -> paths.add(entry.getKey().replace(name, choice.asText())));
              (paths.isEmpty() ? List.of(entry.getKey()) : paths)
                  .forEach(path -> all.add(new Address(path, isAdmin, method, operation)));
            });
    return all;
  }

  @Test
  void document_followsTheSpecification() throws IOException {
    try (InputStream spec =
        OpenApiTest.class.getResourceAsStream("/openapi-spec/openapi-3.1.json")) {
      assertThat(schema("https://example.org/spec", JSON.readTree(spec)).validate(document))
          .isEmpty();
    }
  }

  @Test
  void document_hasEveryAddressThatIsAnsweredAndNoOther() {
    JsonNode nowhere = Browser.json(browser.at(server.adminPort()).get("/nowhere"));
    Set<String> admin = Set.of(nowhere.path("choices").asText().split(", ", -1));

    assertThat(addresses())
        .filteredOn(Address::isAdmin)
        .extracting(Address::path)
        .containsExactlyInAnyOrderElementsOf(admin);
    assertThat(addresses())
        .filteredOn(address -> !address.isAdmin())
        .extracting(Address::path)
        .containsExactlyInAnyOrderElementsOf(
            new TierHandler(TestTier.of(new ScriptedApplication()), null, Duration.ZERO)
                .addresses());
  }

  @Test
  void otherMethods_areRefusedWithTheOneThatIsDocumented() throws IOException {
    for (Address address : addresses()) {
      for (String method : METHODS) {
        if (!method.equals(address.method())) {
          try (Wire wire = Wire.to(port(address))) {
            assertThat(wire.ask(method + " " + address.path(), "Host: 127.0.0.1"))
                .as(method + " " + address.path())
                .startsWith("HTTP/1.1 405")
                .contains("Allow: " + address.method());
          }
        }
      }
    }
  }

  /** The session ends last; there is nothing to probe without a database. */
  @Test
  void everyOperation_answersAsDocumented() throws IOException {
    List<Address> all = new ArrayList<>(addresses());
    all.removeIf(address -> address.path().matches("/state-kinds/.*"));
    all.sort(Comparator.comparing(address -> address.path().equals("/logout")));
    for (Address address : all) {
      assertServed(address);
    }
  }

  private int port(Address address) {
    return address.isAdmin() ? server.adminPort() : server.port();
  }

  private void assertServed(Address address) {
    JsonNode operation = address.operation();
    String form = operation.has("requestBody") ? "value=a" : "";
    HttpResponse<String> answer =
        browser
            .at(port(address))
            .sending(address.path(), address.method().equals("GET") ? null : form)
            .join();
    assertThat(answer.statusCode()).as(address.path()).isEqualTo(200);
    String type = answer.headers().firstValue("Content-Type").orElseThrow().replaceFirst(";.*", "");
    JsonNode content = operation.at("/responses/200/content").path(type);
    assertThat(content.isObject()).as(address.path() + " " + type).isTrue();
    if (type.equals("application/json")) {
      ObjectNode root = JSON.createObjectNode();
      root.setAll((ObjectNode) content.path("schema"));
      root.set("components", document.path("components"));
      assertThat(
              schema("https://example.org" + address.path(), root).validate(Browser.json(answer)))
          .as(address.path())
          .isEmpty();
    }
  }
}
