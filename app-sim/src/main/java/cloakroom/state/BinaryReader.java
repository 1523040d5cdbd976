package cloakroom.state;

import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.NamedValues;
import cloakroom.state.ModuleState.ViewState;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reads the state in a binary snapshot as {@link BinaryWriter} wrote it; a change here is a new
 * format version. Every length and count is held against the bytes that are left before anything is
 * made from it; a wrong one is an IllegalArgumentException.
 */
final class BinaryReader {
  /** The kinds by the number that stands for each. */
  static final List<EntityChange.Kind> KINDS =
      List.of(EntityChange.Kind.MODIFIED, EntityChange.Kind.NEW, EntityChange.Kind.DELETED);

  private final ByteBuffer in;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final List<String> knownNames = new ArrayList<>(64);
  private final List<String[]> shapes = new ArrayList<>();

  private BinaryReader(ByteBuffer in) {
    this.in = in;
  }

  /** Returns the snapshot whose body is the rest of the buffer. */
  static Snapshot read(ByteBuffer in) {
    Snapshot snapshot = new BinaryReader(in).read();
    if (in.hasRemaining()) {
      throw new IllegalArgumentException("the content goes on after the state");
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
      throw new IllegalArgumentException("view object that is neither active nor inactive");
    }
    return active == 1;
  }

  private NamedValues<Map<String, String>> readTransients() {
    int count = getCount();
    String[] keys = new String[count];
    Object[] rows = new Object[count];
    for (int i = 0; i < count; i++) {
      keys[i] = getText();
      rows[i] = readValues();
    }
    return NamedValues.ofSorted(keys, rows);
  }

  private EntityChange readChange() {
    String entity = getName();
    String key = getText();
    EntityChange.Kind kind = readKind();
    int position = kind == EntityChange.Kind.NEW ? readPosition() : EntityChange.NO_POSITION;
    NamedValues<String> old = readValues();
    return new EntityChange(entity, key, kind, position, old, readNewValues(old));
  }

  private int readPosition() {
    long position = getVarlong() + EntityChange.NO_POSITION;
    if (position > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("position " + position + " is too large");
    }
    return (int) position;
  }

  private EntityChange.Kind readKind() {
    int code = getByte();
    if (code < 0 || code >= KINDS.size()) {
      throw new IllegalArgumentException("kind of change " + code);
    }
    return KINDS.get(code);
  }

  private NamedValues<String> readValues() {
    return readValues(readShape());
  }

  private NamedValues<String> readValues(String[] names) {
    Object[] values = room(names.length, names.length);
    for (int i = 0; i < values.length; i++) {
      values[i] = getValue();
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
      same = i % Byte.SIZE == 0 ? getByte() & 0xFF : same >> 1;
      values[i] = (same & 1) == 1 ? old.value(i) : getValue();
    }
    return NamedValues.withNamesInOrder(names, values);
  }

  /** A shape is written once and may be used often, so its size alone must not be believed. */
  private Object[] room(int count, int bytes) {
    if (bytes > in.remaining()) {
      throw tooShort(count + " values");
    }
    return new Object[count];
  }

  /** The names of a row, which are written once and then known by their number. */
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
      throw new IllegalArgumentException("the content ends too early");
    }
    return in.get();
  }

  /** Reads a number from 0 to the largest int. */
  private int getVarint() {
    long value = getVarlong();
    if (value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("number " + value + " is too large");
    }
    return (int) value;
  }

  /** A number of 0 or more in its shortest form. */
  private long getVarlong() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
      int more = getByte();
      value |= (more & 0x7FL) << shift;
      if (more >= 0) {
        if (more == 0 && shift > 0) {
          throw new IllegalArgumentException("number with more bytes than it needs");
        }
        return value;
      }
    }
    throw new IllegalArgumentException("number of more than nine bytes");
  }

  /** How many things follow, each of them at least one byte. */
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
