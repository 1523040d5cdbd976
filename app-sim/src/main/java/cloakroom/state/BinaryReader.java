package cloakroom.state;

import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.NamedValues;
import cloakroom.state.ModuleState.ViewState;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reader of the body of a binary snapshot that {@link BinaryWriter} wrote. It compares each length
 * and count with the remaining bytes before it allocates memory, and throws
 * IllegalArgumentException if one is wrong.
 */
final class BinaryReader {
  /** Kinds of change by their number in the content. */
  static final List<EntityChange.Kind> KINDS =
      List.of(EntityChange.Kind.MODIFIED, EntityChange.Kind.NEW, EntityChange.Kind.DELETED);

  private final ByteBuffer in;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final List<String> knownNames = new ArrayList<>(64);
  private final List<String[]> shapes = new ArrayList<>();

  private BinaryReader(ByteBuffer in) {
    this.in = in;
  }

  static Snapshot read(ByteBuffer in) {
    Snapshot snapshot = new BinaryReader(in).read();
    if (in.hasRemaining()) {
      throw new IllegalArgumentException("bytes after the end of the state");
    }
    return snapshot;
  }

  private Snapshot read() {
    String module = getText();
    String session = getText();
    long version = getVarlong();
    List<ViewState> views = readAll(this::readView);
    List<EntityChange> changes = readAll(this::readChange);
    return new Snapshot(module, session, version, new ModuleState(views, changes, readValues()));
  }

  private <T> List<T> readAll(Supplier<T> one) {
    int count = getCount();
    List<T> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(one.get());
    }
    return all;
  }

  private ViewState readView() {
    return new ViewState(
        getName(),
        readActive(),
        getValue(),
        getValue(),
        readValues(),
        getVarint(),
        getVarint(),
        getValue(),
        readTransients());
  }

  private boolean readActive() {
    int active = getByte();
    if (active != 0 && active != 1) {
      throw new IllegalArgumentException("view object: active must be 0 or 1, is " + active);
    }
    return active == 1;
  }

  private Map<String, Map<String, String>> readTransients() {
    String[] keys = new String[getCount()];
    Map<String, Map<String, String>> rows = new HashMap<>();
    for (int i = 0; i < keys.length; i++) {
      keys[i] = getText();
      rows.put(keys[i], readValues());
    }
    NamedValues.checkOrder(keys);
    return rows;
  }

  private EntityChange readChange() {
    String entity = getName();
    String key = getText();
    int code = getByte();
    if (code < 0 || code >= KINDS.size()) {
      throw new IllegalArgumentException("kind of change " + code);
    }
    EntityChange.Kind kind = KINDS.get(code);
    int position = EntityChange.NO_POSITION;
    if (kind == EntityChange.Kind.NEW) {
      position = toInt(getVarlong() + EntityChange.NO_POSITION);
    }
    NamedValues old = readValues();
    return new EntityChange(entity, key, kind, position, old, readNewValues(old));
  }

  private NamedValues readValues() {
    return readValues(readShape());
  }

  private NamedValues readValues(String[] names) {
    String[] values = allocate(names.length, names.length);
    for (int i = 0; i < values.length; i++) {
      values[i] = getValue();
    }
    return NamedValues.ofOrdered(names, values);
  }

  /** Reads the new values of a row; if the names are the same, one bit marks an unchanged value. */
  private NamedValues readNewValues(NamedValues old) {
    String[] names = readShape();
    if (names.length == 0 || !old.hasNames(names)) {
      return readValues(names);
    }
    String[] values = allocate(names.length, (names.length + Byte.SIZE - 1) / Byte.SIZE);
    int same = 0;
    for (int i = 0; i < values.length; i++) {
      same = i % Byte.SIZE == 0 ? getByte() & 0xFF : same >> 1;
      values[i] = (same & 1) == 1 ? old.value(i) : getValue();
    }
    return NamedValues.ofOrdered(names, values);
  }

  /** Allocates values for a shape, which is written once and used often, if enough bytes remain. */
  private String[] allocate(int count, int bytes) {
    if (bytes > in.remaining()) {
      throw tooShort(count + " values");
    }
    return new String[count];
  }

  /** Reads the names of a row, or the number of names that were read before. */
  private String[] readShape() {
    int number = getVarint();
    if (number > shapes.size()) {
      throw new IllegalArgumentException("shape " + number + " of " + shapes.size());
    }
    if (number > 0) {
      return shapes.get(number - 1);
    }
    String[] names = new String[getCount()];
    for (int i = 0; i < names.length; i++) {
      names[i] = getName();
    }
    NamedValues.checkOrder(names);
    shapes.add(names);
    return names;
  }

  private IllegalArgumentException tooShort(String what) {
    return new IllegalArgumentException(what + " cannot be in " + in.remaining() + " bytes");
  }

  private int getByte() {
    if (!in.hasRemaining()) {
      throw new IllegalArgumentException("unexpected end of content");
    }
    return in.get();
  }

  private int getVarint() {
    return toInt(getVarlong());
  }

  private static int toInt(long value) {
    if (value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("number " + value + " is too large");
    }
    return (int) value;
  }

  /** Reads a number of 0 or more, which must have the shortest encoding. */
  private long getVarlong() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
      int more = getByte();
      value |= (more & 0x7FL) << shift;
      if (more >= 0) {
        if (more == 0 && shift > 0) {
          throw new IllegalArgumentException("number is not in its shortest form");
        }
        return value;
      }
    }
    throw new IllegalArgumentException("number of more than nine bytes");
  }

  /** Reads the number of elements that follow, each of at least one byte. */
  private int getCount() {
    int count = getVarint();
    if (count > in.remaining()) {
      throw tooShort(count + " elements");
    }
    return count;
  }

  private String getName() {
    int reference = getVarint();
    if (reference == 0) {
      String name = getText();
      knownNames.add(name);
      return name;
    }
    if (reference > knownNames.size()) {
      throw new IllegalArgumentException("name " + reference + " of " + knownNames.size());
    }
    return knownNames.get(reference - 1);
  }

  /** Reads null as 0, or a text whose length plus 1 precedes it. */
  private String getValue() {
    int length = getVarint();
    return length == 0 ? null : getText(length - 1);
  }

  private String getText() {
    return getText(getVarint());
  }

  private String getText(int length) {
    if (length > in.remaining()) {
      throw tooShort("text of " + length + " bytes");
    }
    ByteBuffer utf8 = in.slice(in.position(), length);
    in.position(in.position() + length);
    try {
      return decoder.decode(utf8).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("text that is not UTF-8: " + e.getMessage(), e);
    }
  }
}
