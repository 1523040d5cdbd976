package cloakroom.inspector;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes records, maps, lists, texts, numbers and booleans as JSON, indented: people read it too.
 */
final class Json {
  private Json() {}

  static String text(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, "\n", out);
    return out.append('\n').toString();
  }

  private static void write(Object value, String newLine, StringBuilder out) {
    String inside = newLine + "  ";
    String separator = "";
    if (value instanceof Record record) {
      write(members(record), newLine, out);
    } else if (value instanceof Map<?, ?> members) {
      out.append('{');
      for (Map.Entry<?, ?> member : members.entrySet()) {
        string(member.getKey().toString(), out.append(separator).append(inside));
        write(member.getValue(), inside, out.append(": "));
        separator = ",";
      }
      out.append(members.isEmpty() ? "}" : newLine + "}");
    } else if (value instanceof List<?> elements) {
      out.append('[');
      for (Object element : elements) {
        write(element, inside, out.append(separator).append(inside));
        separator = ",";
      }
      out.append(elements.isEmpty() ? "]" : newLine + "]");
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      string(value.toString(), out);
    }
  }

  private static Map<String, Object> members(Record record) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        members.put(component.getName(), component.getAccessor().invoke(record));
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
    return members;
  }

  private static void string(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '"' || letter == '\\') {
        out.append('\\').append(letter);
      } else if (letter < ' ' || Character.isSurrogate(letter)) {
        String digits = Integer.toHexString(letter);
        out.append("\\u").append("0000", digits.length(), 4).append(digits);
      } else {
        out.append(letter);
      }
    }
    out.append('"');
  }
}
