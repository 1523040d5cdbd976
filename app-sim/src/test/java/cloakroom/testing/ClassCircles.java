package cloakroom.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Classes that know one another in a circle, so that none of them can be understood alone. A nested
 * class counts as its outermost one.
 */
public final class ClassCircles {
  private final Map<String, Set<String>> knows = new TreeMap<>();
  private final Map<String, Integer> found = new HashMap<>();
  private final Map<String, Integer> low = new HashMap<>();
  private final Deque<String> path = new ArrayDeque<>();
  private final Set<String> onPath = new HashSet<>();
  private final List<String> circles = new ArrayList<>();

  private ClassCircles(Collection<JavaClass> classes) {
    Set<String> ours = classes.stream().map(ClassCircles::outermost).collect(Collectors.toSet());
    for (JavaClass each : classes) {
      Set<String> known = knows.computeIfAbsent(outermost(each), name -> new TreeSet<>());
      each.getDirectDependenciesFromSelf().stream()
          .map(dependency -> outermost(dependency.getTargetClass().getBaseComponentType()))
          .filter(name -> ours.contains(name) && !name.equals(outermost(each)))
          .forEach(known::add);
    }
  }

  /** The circles among these classes: in each line the names of one, in the alphabet's order. */
  public static List<String> among(JavaClasses classes) {
    ClassCircles all = new ClassCircles(List.copyOf(classes));
    all.knows.keySet().stream().filter(name -> !all.found.containsKey(name)).forEach(all::visit);
    return all.circles.stream().sorted().toList();
  }

  /** The circles that known-circles.txt, among the resources of that test, has in its lines. */
  public static List<String> known(Class<?> test) {
    try (InputStream in = test.getResourceAsStream("/known-circles.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tarjan's search for what is strongly connected. */
  private void visit(String name) {
    found.put(name, found.size());
    low.put(name, found.get(name));
    path.push(name);
    onPath.add(name);
    for (String next : knows.get(name)) {
      if (!found.containsKey(next)) {
        visit(next);
        low.merge(name, low.get(next), Math::min);
      } else if (onPath.contains(next)) {
        low.merge(name, found.get(next), Math::min);
      }
    }
    if (low.get(name).equals(found.get(name))) {
      Set<String> circle = new TreeSet<>();
      while (!circle.contains(name)) {
        String member = path.pop();
        onPath.remove(member);
        circle.add(member);
      }
      if (circle.size() > 1) {
        circles.add(String.join(" ", circle));
      }
    }
  }

  private static String outermost(JavaClass of) {
    String name = of.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }
}
