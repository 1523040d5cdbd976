package cloakroom.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The Dockerfiles against the project's rules, and what they copy against what the build makes. */
final class DockerfileTest {
  private static final String GOOD =
      """
      FROM eclipse-temurin:17.0.17_10-jre-noble
      COPY a b
      USER 10001
      HEALTHCHECK CMD ["true"]
      ENTRYPOINT ["java"]
      """;

  @ParameterizedTest
  @ValueSource(strings = {"app-sim.Dockerfile", "jmeter.Dockerfile"})
  void dockerfile_keepsTheRules(String name) {
    assertThat(DockerfileLint.faults(DockerFolder.text(name))).isEmpty();
  }

  @Test
  void goodFile_hasNoFault() {
    assertThat(DockerfileLint.faults(GOOD)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "FROM eclipse-temurin:17.0.17_10-jre-noble | FROM eclipse-temurin:latest | not pinned",
        "FROM eclipse-temurin:17.0.17_10-jre-noble | FROM eclipse-temurin:17 | not pinned",
        "USER 10001 | USER root | runs as root",
        "USER 10001 | USER 0:0 | runs as root",
        "HEALTHCHECK CMD [\"true\"] | EXPOSE 80 | no HEALTHCHECK",
        "HEALTHCHECK CMD [\"true\"] | HEALTHCHECK NONE | no HEALTHCHECK",
        "ENTRYPOINT [\"java\"] | ENTRYPOINT java | a shell",
        "COPY a b | ADD https://example.org/a b | ADD",
        "COPY a b | ENV DB_PASSWORD=tiger | a secret",
        "COPY a b | ARG TOKEN | a secret",
        "COPY a b | COYP a b | unknown instruction",
      })
  void fault_isFound(String good, String bad, String fault) {
    assertThat(DockerfileLint.faults(GOOD.replace(good, bad)))
        .singleElement()
        .asString()
        .contains(fault);
  }

  @Test
  void laterStage_startsAsRootAgain() {
    assertThat(DockerfileLint.faults(GOOD + "FROM eclipse-temurin:17.0.17_10-jre-noble\n"))
        .containsExactly("runs as root", "no HEALTHCHECK", "no ENTRYPOINT");
  }

  @Test
  void copiedFiles_areThoseThatTheContextHolds() {
    for (JsonNode service : DockerFolder.compose().get("services")) {
      if (service.has("build")) {
        String dockerfile = service.at("/build/dockerfile").asText().replaceFirst("^docker/", "");
        Set<String> copied = new TreeSet<>();
        DockerFolder.text(dockerfile)
            .lines()
            .filter(line -> line.startsWith("COPY ") && !line.contains("--from="))
            .forEach(line -> copied.add(line.split(" ", -1)[1]));
        List<String> ignore = DockerFolder.text(dockerfile + ".dockerignore").lines().toList();
        assertThat(ignore.get(0)).isEqualTo("*");
        assertThat(ignore.subList(1, ignore.size()))
            .containsExactlyInAnyOrderElementsOf(copied.stream().map(path -> "!" + path).toList());
      }
    }
  }
}
