package cloakroom.stress.plan;

import cloakroom.platform.Resources;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * JMeter's file format. Converts a plan whose elements are nested and have only the properties that
 * differ, as in the templates, to the form in which JMeter saves it.
 */
final class Jmx {
  private static final Map<String, Element> DEFINITIONS =
      children(parse(Resources.text("cloakroom/stress/plan/elements.xml")))
          .collect(Collectors.toMap(Element::getTagName, Function.identity()));
  private static final List<String> ATTRIBUTES =
      List.of("name", "elementType", "guiclass", "testclass", "testname");
  private static final Pattern PARAMETER = Pattern.compile("@\\{([\\w.]+)(=([^}]*))?}");
  private static final String HASH = "#";
  private final StringBuilder out = new StringBuilder();

  private Jmx() {}

  static String format(String plan) {
    Jmx jmx = new Jmx();
    jmx.line("", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    jmx.line("", "<jmeterTestPlan version=\"1.2\" properties=\"5.0\" jmeter=\"5.6.3\">");
    jmx.line("  ", "<hashTree>");
    jmx.element(parse(plan), "    ");
    jmx.line("  ", "</hashTree>");
    return jmx.out.append("</jmeterTestPlan>\n").toString();
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&apos;");
  }

  private void element(Element element, String indent) {
    String type = element.getTagName();
    Element definition = DEFINITIONS.get(type);
    String start =
        "<%s guiclass=\"%s\" testclass=\"%s\" testname=\"%s\""
            .formatted(
                type,
                definition.getAttribute("guiclass"),
                type,
                escape(element.getAttribute("name")));
    String enabled = element.hasAttribute("enabled") ? " enabled=\"false\"" : "";
    container(definition, element, indent, start + enabled, type);
    List<Element> nested =
        children(element).filter(child -> DEFINITIONS.containsKey(child.getTagName())).toList();
    line(indent, nested.isEmpty() ? "<hashTree/>" : "<hashTree>");
    nested.forEach(child -> element(child, indent + "  "));
    if (!nested.isEmpty()) {
      line(indent, "</hashTree>");
    }
  }

  private void container(Element form, Element from, String indent, String start, String type) {
    int before = out.length();
    line(indent, start + ">");
    int after = out.length();
    properties(form, from, indent + "  ");
    if (out.length() == after) {
      out.setLength(before);
      line(indent, start + "/>");
    } else {
      line(indent, "</" + type + ">");
    }
  }

  private void properties(Element form, Element from, String indent) {
    for (Element property : children(form).toList()) {
      String type = property.getTagName();
      if (type.equals("each")) {
        items(property, from).forEach(item -> properties(property, item, indent));
      } else if (type.equals("collectionProp") || type.equals("elementProp")) {
        container(property, from, indent, start(property, from, ""), type);
      } else {
        value(property.getTextContent(), from)
            .ifPresent(
                value ->
                    line(
                        indent,
                        "%s>%s</%s>".formatted(start(property, from, value), escape(value), type)));
      }
    }
  }

  private static String start(Element property, Element from, String value) {
    return ATTRIBUTES.stream()
        .filter(property::hasAttribute)
        .map(
            name -> {
              String text = value(property.getAttribute(name), from).orElse("");
              String all = text.equals(HASH) ? "" + hash(property, from, value) : text;
              return " %s=\"%s\"".formatted(name, escape(all));
            })
        .collect(Collectors.joining("", "<" + property.getTagName(), ""));
  }

  /** Returns the hash code by which JMeter names a value, or a list of values, in a collection. */
  private static int hash(Element property, Element from, String value) {
    List<Element> each = children(property).toList();
    return each.isEmpty()
        ? value.hashCode()
        : items(each.get(0), from)
            .map(item -> item.getTextContent().hashCode())
            .map(hash -> 37 * (37 * 17 + ("" + hash).hashCode()) + hash)
            .toList()
            .hashCode();
  }

  private static Stream<Element> items(Element each, Element from) {
    return children(from).filter(item -> item.getTagName().equals(each.getAttribute("of")));
  }

  /** Returns a text with its parameters replaced; empty if one has neither value nor default. */
  private static Optional<String> value(String text, Element from) {
    StringBuilder all = new StringBuilder();
    Matcher parameter = PARAMETER.matcher(text);
    while (parameter.find()) {
      Optional<String> value = parameter(parameter.group(1), from);
      if (value.isEmpty() && parameter.group(2) == null) {
        return Optional.empty();
      }
      parameter.appendReplacement(all, Matcher.quoteReplacement(value.orElse(parameter.group(3))));
    }
    return Optional.of(parameter.appendTail(all).toString());
  }

  private static Optional<String> parameter(String name, Element from) {
    if (name.equals(".")) {
      return Optional.of(from.getTextContent());
    }
    Stream<Element> child = children(from).filter(each -> each.getTagName().equals(name));
    return from.hasAttribute(name)
        ? Optional.of(from.getAttribute(name))
        : child.findFirst().map(Element::getTextContent);
  }

  private void line(String indent, String text) {
    out.append(indent).append(text).append('\n');
  }

  private static Stream<Element> children(Element parent) {
    NodeList nodes = parent.getChildNodes();
    return IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast);
  }

  private static Element parse(String xml) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(xml)))
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
