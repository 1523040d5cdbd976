package cloakroom.stress.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
    requireOnce(asked);
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

  private static void requireOnce(List<String> asked) {
    Set<String> seen = new HashSet<>();
    for (String name : asked) {
      if (!seen.add(name)) {
        throw new BadInput(
            "--policies: '" + name + "' stands there twice; --trials repeats each policy");
      }
    }
  }

  /** Splits {@code a,b}; an empty name is refused. */
  static List<String> split(String text) {
    List<String> names = List.of(text.split(",", -1));
    if (names.stream().anyMatch(String::isBlank)) {
      throw new BadInput(
          "--policies '"
              + text
              + "': names a policy that is empty; write names with commas, or all");
    }
    return names.stream().map(String::strip).toList();
  }
}
