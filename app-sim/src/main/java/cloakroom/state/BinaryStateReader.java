package cloakroom.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the state in a binary snapshot field by field, as {@link BinaryStateWriter} wrote it. A
 * change here is a new format version.
 */
final class BinaryStateReader {
  static final int MODIFIED = 0;
  static final int NEW = 1;
  static final int DELETED = 2;

  private final BinaryInput in;
  private final List<String[]> shapes = new ArrayList<>();

  /** A reader of what is left in the input. */
  BinaryStateReader(BinaryInput in) {
    this.in = in;
  }

  Snapshot read() {
    String module = in.getText();
    String session = in.getText();
    long version = in.getVarlong();
    int viewCount = in.getCount();
    List<ViewState> views = new ArrayList<>(viewCount);
    for (int i = 0; i < viewCount; i++) {
      views.add(readView());
    }
    int changeCount = in.getCount();
    List<EntityChange> changes = new ArrayList<>(changeCount);
    for (int i = 0; i < changeCount; i++) {
      changes.add(readChange());
    }
    return new Snapshot(module, session, version, new ModuleState(views, changes, readValues()));
  }

  private ViewState readView() {
    return new ViewState(
        in.getName(),
        readActive(),
        in.getValue(),
        in.getValue(),
        readValues(),
        in.getVarint(),
        in.getVarint(),
        in.getValue(),
        readTransients());
  }

  private boolean readActive() {
    int active = in.getByte();
    if (active != 0 && active != 1) {
      throw new IllegalArgumentException("view object that is neither active nor inactive");
    }
    return active == 1;
  }

  private NamedValues<Map<String, String>> readTransients() {
    int count = in.getCount();
    String[] keys = new String[count];
    Object[] rows = new Object[count];
    for (int i = 0; i < count; i++) {
      keys[i] = in.getText();
      rows[i] = readValues();
    }
    return NamedValues.ofSorted(keys, rows);
  }

  private EntityChange readChange() {
    String entity = in.getName();
    String key = in.getText();
    EntityChange.Kind kind = kind(in.getByte());
    int position = kind == EntityChange.Kind.NEW ? readPosition() : EntityChange.NO_POSITION;
    NamedValues<String> old = readValues();
    return new EntityChange(entity, key, kind, position, old, readNewValues(old));
  }

  private int readPosition() {
    long position = in.getVarlong() + EntityChange.NO_POSITION;
    if (position > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("position " + position + " is too large");
    }
    return (int) position;
  }

  private static EntityChange.Kind kind(int code) {
    return switch (code) {
      case MODIFIED -> EntityChange.Kind.MODIFIED;
      case NEW -> EntityChange.Kind.NEW;
      case DELETED -> EntityChange.Kind.DELETED;
      default -> throw new IllegalArgumentException("kind of change " + code);
    };
  }

  private NamedValues<String> readValues() {
    return readValues(readShape());
  }

  private NamedValues<String> readValues(String[] names) {
    Object[] values = room(names.length, names.length);
    for (int i = 0; i < values.length; i++) {
      values[i] = in.getValue();
    }
    return NamedValues.withNamesInOrder(names, values);
  }

  /** New values of a row, of which those that are as before are told by a bit each. */
  private NamedValues<String> readNewValues(NamedValues<String> old) {
    String[] names = readShape();
    if (names.length == 0 || !old.hasNames(names)) {
      return readValues(names);
    }
    Object[] values = room(names.length, (names.length + Byte.SIZE - 1) / Byte.SIZE);
    int same = 0;
    for (int i = 0; i < values.length; i++) {
      same = i % Byte.SIZE == 0 ? in.getByte() & 0xFF : same >> 1;
      values[i] = (same & 1) == 1 ? old.value(i) : in.getValue();
    }
    return NamedValues.withNamesInOrder(names, values);
  }

  /** A shape is written once and may be used often, so its size alone must not be believed. */
  private Object[] room(int count, int bytes) {
    if (bytes > in.left()) {
      throw new IllegalArgumentException(count + " values cannot be in " + in.left() + " bytes");
    }
    return new Object[count];
  }

  /** The names of a row, which are written once and then known by their number. */
  private String[] readShape() {
    int number = in.getVarint();
    if (number == 0) {
      return newShape();
    }
    if (number > shapes.size()) {
      throw new IllegalArgumentException("shape " + number + " of " + shapes.size());
    }
    return shapes.get(number - 1);
  }

  private String[] newShape() {
    String[] names = new String[in.getCount()];
    for (int i = 0; i < names.length; i++) {
      names[i] = in.getName();
    }
    NamedValues.checkOrder(names);
    shapes.add(names);
    return names;
  }
}
