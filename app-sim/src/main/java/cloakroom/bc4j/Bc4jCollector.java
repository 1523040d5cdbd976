package cloakroom.bc4j;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Gathers the settings of each {@code AppModuleConfig}: its attributes, those of the elements in
 * it, and, as older files have it, elements that hold nothing but a value. What stands elsewhere,
 * such as connection definitions with their passwords, is not looked at.
 */
final class Bc4jCollector {
  private static final String BAG = "AppModuleConfigBag";
  private static final String NAMESPACE = "http://xmlns.oracle.com/bc4j/configuration";
  private static final String APPLICATION = "ApplicationName";

  /** What names the configuration instead of setting something. */
  private static final Set<String> NAMES = Set.of("name", APPLICATION);

  private final List<Bc4jConfiguration> configurations = new ArrayList<>();
  private final Deque<Element> open = new ArrayDeque<>();
  private String bag = "";
  private String bagDefault = "";
  private Element configuration;
  private String configurationName = "";
  private String configurationBag = "";
  private List<Bc4jEntry> entries = new ArrayList<>();

  private static final class Element {
    final String name;
    final int line;
    final StringBuilder text = new StringBuilder();
    boolean hasAttributes;
    boolean hasElements;

    Element(String name, int line) {
      this.name = name;
      this.line = line;
    }
  }

  void start(String name, int line) {
    Element element = new Element(name, line);
    if (!open.isEmpty()) {
      open.peek().hasElements = true;
    }
    open.push(element);
    if (BAG.equals(name)) {
      bag = "";
      bagDefault = "";
    }
    if (configuration == null && Bc4jEntry.CONFIGURATION.equals(name)) {
      configuration = element;
      configurationName = "";
      configurationBag = bag;
      entries = new ArrayList<>();
    }
  }

  void attribute(String name, String value) {
    Element element = open.peek();
    element.hasAttributes = true;
    if (BAG.equals(element.name) && configuration == null) {
      bagAttribute(name, value.strip());
    } else if (configuration != null && !NAMESPACE.equals(value.strip())) {
      setting(name, value, element);
    }
  }

  private void bagAttribute(String name, String value) {
    switch (name) {
      case APPLICATION -> bag = value;
      case "default" -> bagDefault = value;
      default -> {}
    }
  }

  private void setting(String name, String value, Element element) {
    boolean namesIt = element == configuration && NAMES.contains(name);
    if (namesIt && "name".equals(name)) {
      configurationName = value.strip();
    } else if (namesIt) {
      nameBag(value);
    } else {
      entries.add(new Bc4jEntry(name, value.strip(), element.name, element.line));
    }
  }

  /** Older bags do not say which module they are for, but their configurations do. */
  private void nameBag(String application) {
    if (configurationBag.isEmpty()) {
      configurationBag = application.strip();
    }
  }

  void text(String text) {
    if (configuration != null) {
      open.peek().text.append(text);
    }
  }

  void end() {
    Element element = open.pop();
    if (element == configuration) {
      finishConfiguration();
    } else if (configuration != null) {
      elementWithAValue(element);
    }
  }

  private void elementWithAValue(Element element) {
    String value = element.text.toString().strip();
    if (element.hasAttributes || element.hasElements || value.isEmpty()) {
      return;
    }
    Element around = open.peek();
    if (around == configuration && APPLICATION.equals(element.name)) {
      nameBag(value);
    } else {
      entries.add(new Bc4jEntry(element.name, value, around.name, element.line));
    }
  }

  private void finishConfiguration() {
    boolean isDefault = !configurationName.isEmpty() && configurationName.equals(bagDefault);
    configurations.add(
        new Bc4jConfiguration(
            configurationBag,
            configurationName,
            configuration.line,
            isDefault,
            List.copyOf(entries)));
    configuration = null;
  }

  List<Bc4jConfiguration> configurations() {
    return List.copyOf(configurations);
  }
}
