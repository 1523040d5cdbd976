package cloakroom.stress.load;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.jmeter.modifiers.UserParameters;
import org.apache.jmeter.testelement.property.CollectionProperty;
import org.apache.jmeter.testelement.property.JMeterProperty;

/**
 * The texts that a plan's User Parameters give to a variable, one for each group of users that has
 * its own: a plan that thinks for a shorter time while it warms up, say.
 */
final class UserVariables {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

  private final Map<String, List<String>> texts = new TreeMap<>();

  private UserVariables() {}

  static UserVariables of(Collection<UserParameters> elements) {
    UserVariables all = new UserVariables();
    elements.forEach(all::add);
    return all;
  }

  private void add(UserParameters element) {
    CollectionProperty names = element.getNames();
    for (JMeterProperty users : element.getThreadLists()) {
      CollectionProperty values = (CollectionProperty) users;
      for (int i = 0; i < Math.min(names.size(), values.size()); i++) {
        texts
            .computeIfAbsent(names.get(i).getStringValue(), name -> new ArrayList<>())
            .add(values.get(i).getStringValue());
      }
    }
  }

  /** What stands behind a text that is such a variable and nothing else; else the text itself. */
  List<String> behind(String text) {
    Matcher variable = VARIABLE.matcher(text.strip());
    return variable.matches()
        ? texts.getOrDefault(variable.group(1), List.of(text))
        : List.of(text);
  }
}
