package cloakroom.state;

import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.ViewState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

record XmlStateReader(XMLStreamReader xml) {
  Snapshot read() throws XMLStreamException {
    require(xml.nextTag() == XMLStreamConstants.START_ELEMENT && is("AM"), "no AM element");
    String module = required("Name");
    String session = required("Session");
    long version = Long.parseLong(required("Version"));
    ModuleState state = readState();
    require(xml.next() == XMLStreamConstants.END_DOCUMENT, "text after the document");
    return new Snapshot(module, session, version, state);
  }

  private ModuleState readState() throws XMLStreamException {
    List<ViewState> views = new ArrayList<>();
    List<EntityChange> changes = new ArrayList<>();
    Map<String, String> custom = new HashMap<>();
    while (hasNextChild()) {
      switch (xml.getLocalName()) {
        case "VO" -> views.add(readView());
        case "EO" -> changes.add(readChange());
        case "Custom" -> readValue(custom);
        default -> throw misplaced();
      }
    }
    return new ModuleState(views, changes, custom);
  }

  private ViewState readView() throws XMLStreamException {
    String name = required("Name");
    boolean active = readBoolean("Active");
    int start = Integer.parseInt(required("Start"));
    int size = Integer.parseInt(required("Size"));
    String current = optional("Current");
    String where = optional("Where");
    String orderBy = optional("OrderBy");
    Map<String, String> binds = new HashMap<>();
    Map<String, Map<String, String>> transients = new HashMap<>();
    while (hasNextChild()) {
      switch (xml.getLocalName()) {
        case "Bind" -> readValue(binds);
        case "Row" -> readRow(transients);
        default -> throw misplaced();
      }
    }
    return new ViewState(name, active, where, orderBy, binds, start, size, current, transients);
  }

  private void readRow(Map<String, Map<String, String>> into) throws XMLStreamException {
    String key = required("Key");
    require(!into.containsKey(key), "row twice");
    Map<String, String> values = new HashMap<>();
    while (hasNextChild()) {
      require(is("Transient"), "element in a Row");
      readValue(values);
    }
    into.put(key, values);
  }

  private EntityChange readChange() throws XMLStreamException {
    String name = required("Name");
    String key = required("Key");
    EntityChange.Kind kind = EntityChange.Kind.valueOf(required("Kind"));
    String position = optional("Position");
    Map<String, String> oldValues = new HashMap<>();
    Map<String, String> newValues = new HashMap<>();
    while (hasNextChild()) {
      switch (xml.getLocalName()) {
        case "Old" -> readValue(oldValues);
        case "New" -> readValue(newValues);
        default -> throw misplaced();
      }
    }
    int index = position == null ? EntityChange.NO_POSITION : Integer.parseInt(position);
    return new EntityChange(name, key, kind, index, oldValues, newValues);
  }

  private void readValue(Map<String, String> into) throws XMLStreamException {
    String name = required("Name");
    require(!into.containsKey(name), "value twice");
    into.put(name, optional("Value"));
    require(!hasNextChild(), "element in a value");
  }

  private boolean hasNextChild() throws XMLStreamException {
    return xml.nextTag() == XMLStreamConstants.START_ELEMENT;
  }

  private boolean is(String name) {
    return name.equals(xml.getLocalName());
  }

  private boolean readBoolean(String name) {
    String value = required(name);
    require(value.equals("true") || value.equals("false"), name + " is neither true nor false");
    return Boolean.parseBoolean(value);
  }

  private String optional(String name) {
    String value = xml.getAttributeValue(null, name);
    return value == null ? null : unescape(value);
  }

  private String required(String name) {
    String value = optional(name);
    require(value != null, "no " + name + " in " + xml.getLocalName());
    return value;
  }

  private IllegalArgumentException misplaced() {
    return new IllegalArgumentException("element " + xml.getLocalName() + " in the wrong place");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  private static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != '\\') {
        plain.append(text.charAt(i));
      } else if (text.startsWith("\\\\", i)) {
        plain.append('\\');
        i++;
      } else {
        require(text.startsWith("\\u", i) && i + 6 <= text.length(), "escape at " + i);
        char escaped = (char) Integer.parseInt(text, i + 2, i + 6, 16);
        require(!Character.isSurrogate(escaped), "half a surrogate pair at " + i);
        plain.append(escaped);
        i += 5;
      }
    }
    return plain.toString();
  }
}
