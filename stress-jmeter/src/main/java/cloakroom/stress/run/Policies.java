package cloakroom.stress.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/** The names of the policies. The tier knows them; the runner asks it. */
final class Policies {
  private static final String ALL = "all";

  private Policies() {}

  /** The names in the tier's own list, in its own order. */
  static List<String> named(String json) throws JsonProcessingException {
    List<String> names = new ArrayList<>();
    for (JsonNode policy : new ObjectMapper().readTree(json)) {
      names.add(policy.path("name").asText());
    }
    return List.copyOf(names);
  }

  /** The asked policies, each once and each one that is offered. */
  static List<String> choose(List<String> asked, List<String> offered) {
    if (asked.equals(List.of(ALL))) {
      return offered;
    }
    asked.forEach(name -> requireOffered(name, offered));
    Rules.once("--policies", asked, "policy");
    return List.copyOf(asked);
  }

  private static void requireOffered(String name, List<String> offered) {
    if (!offered.contains(name)) {
      throw new BadInput(
          "--policies: unknown policy '"
              + name
              + "'; choose from "
              + String.join(", ", offered)
              + ", or all");
    }
  }

  /** Splits {@code a,b}; an empty name is refused. */
  static List<String> split(String text) {
    List<String> names = Rules.split(text);
    if (names.stream().anyMatch(String::isBlank)) {
      throw new BadInput(
          "--policies '"
              + text
              + "': names a policy that is empty; write names with commas, or all");
    }
    return names;
  }
}
