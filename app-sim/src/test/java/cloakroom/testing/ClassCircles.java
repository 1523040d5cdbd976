package cloakroom.testing;

import static java.util.stream.Collectors.toCollection;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Classes that know one another in a circle, so that none of them can be understood alone. A nested
 * class counts as its outermost one.
 */
public final class ClassCircles {
  private ClassCircles() {}

  /** The circles among these classes: in each line the names of one, in the alphabet's order. */
  public static List<String> among(JavaClasses classes) {
    Map<String, Set<String>> knows = new TreeMap<>();
    for (JavaClass each : classes) {
      Set<String> known = knows.computeIfAbsent(outermost(each), name -> new TreeSet<>());
      each.getDirectDependenciesFromSelf()
          .forEach(to -> known.add(outermost(to.getTargetClass().getBaseComponentType())));
    }
    Map<String, Set<String>> reached = new TreeMap<>();
    knows.keySet().forEach(name -> reached.put(name, from(name, knows)));
    return knows.keySet().stream()
        .map(
            name ->
                reached.get(name).stream()
                    .filter(other -> reached.get(other).contains(name))
                    .collect(toCollection(TreeSet::new)))
        .filter(circle -> circle.size() > 1)
        .map(circle -> String.join(" ", circle))
        .distinct()
        .sorted()
        .toList();
  }

  private static Set<String> from(String start, Map<String, Set<String>> knows) {
    Set<String> reached = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(List.of(start));
    while (!next.isEmpty()) {
      String name = next.pop();
      for (String known : knows.get(name)) {
        if (knows.containsKey(known) && reached.add(known)) {
          next.push(known);
        }
      }
    }
    return reached;
  }

  /** The circles that known-circles.txt, among the resources of that test, has in its lines. */
  public static List<String> known(Class<?> test) {
    try (InputStream in = test.getResourceAsStream("/known-circles.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String outermost(JavaClass of) {
    return of.getName().replaceFirst("\\$.*", "");
  }
}
