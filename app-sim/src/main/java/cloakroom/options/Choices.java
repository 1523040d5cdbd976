package cloakroom.options;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Option values that the user has set, stored as texts. Unknown keys are allowed, because a run
 * folder may come from another Cloakroom version.
 *
 * @param all value texts by option key
 */
public record Choices(Map<String, String> all) {
  public Choices {
    all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
  }

  public boolean has(Option<?> option) {
    return all.containsKey(option.key());
  }

  public <T> Optional<T> find(Option<T> option) {
    return Optional.ofNullable(all.get(option.key()))
        .map(text -> option.kind().parse(option.key(), text));
  }

  /** Returns the value of the option, or its default, which may be null. */
  public <T> T get(Option<T> option) {
    return find(option).orElse(option.otherwise());
  }

  public <T> String text(Option<T> option) {
    T otherwise = option.otherwise();
    return all.getOrDefault(
        option.key(), otherwise == null ? "" : option.kind().formatter().apply(otherwise));
  }

  public <T> List<String> arguments(Option<T> option) {
    return find(option).map(option.arguments()).orElse(List.of());
  }

  /** Returns a copy in which the option has the given value; a new option is added at the end. */
  public <T> Choices with(Option<T> option, T value) {
    Map<String, String> changed = new LinkedHashMap<>(all);
    changed.put(option.key(), option.kind().formatter().apply(value));
    return new Choices(changed);
  }

  public Choices without(Collection<Option<?>> options) {
    Map<String, String> left = new LinkedHashMap<>(all);
    options.forEach(option -> left.remove(option.key()));
    return new Choices(left);
  }
}
