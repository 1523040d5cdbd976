package cloakroom.inspector;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writer of indented JSON without a library, because the jar may require only the JDK. */
final class InspectionJson {
  private InspectionJson() {}

  static String text(Object value) {
    return text(value, "\n") + "\n";
  }

  private static String text(Object value, String newLine) {
    String inside = newLine + "  ";
    if (value instanceof Record record) {
      return text(members(record), newLine);
    } else if (value instanceof Map<?, ?> members) {
      return block(
          "{}",
          newLine,
          members.entrySet().stream()
              .map(each -> quoted(each.getKey() + "") + ": " + text(each.getValue(), inside)));
    } else if (value instanceof List<?> elements) {
      return block("[]", newLine, elements.stream().map(each -> text(each, inside)));
    }
    return value == null || value instanceof Number || value instanceof Boolean
        ? String.valueOf(value)
        : quoted(value.toString());
  }

  private static String block(String brackets, String newLine, Stream<String> parts) {
    String inside = newLine + "  ";
    String all = parts.collect(Collectors.joining("," + inside));
    return all.isEmpty()
        ? brackets
        : brackets.charAt(0) + inside + all + newLine + brackets.charAt(1);
  }

  private static Map<String, Object> members(Record record) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        members.put(component.getName(), component.getAccessor().invoke(record));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    return members;
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '"' || letter == '\\') {
        json.append('\\').append(letter);
      } else if (letter < ' ' || Character.isSurrogate(letter)) {
        json.append(String.format("\\u%04x", (int) letter));
      } else {
        json.append(letter);
      }
    }
    return json.append('"').toString();
  }
}
