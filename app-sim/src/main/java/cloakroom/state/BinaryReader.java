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
 * Decoder of {@link BinaryWriter}'s bytes. Rejects lengths above the number of remaining bytes.
 * Throws IllegalArgumentException for invalid data.
 */
final class BinaryReader {
  static final List<EntityChange.Kind> KINDS =
      List.of(EntityChange.Kind.MODIFIED, EntityChange.Kind.NEW, EntityChange.Kind.DELETED);

  private final ByteBuffer in;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final List<String> knownNames = new ArrayList<>(64);
  private final List<String[]> shapes = new ArrayList<>();

  BinaryReader(ByteBuffer in) {
    this.in = in;
  }

  Snapshot read() {
    String module = getText();
    String session = getText();
    long version = getVarlong();
    List<ViewState> views = readAll(this::readView);
    ModuleState state = new ModuleState(views, readAll(this::readChange), readValues());
    if (in.hasRemaining()) {
      throw new IllegalArgumentException("bytes after the end of the state");
    }
    return new Snapshot(module, session, version, state);
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
    long before = kind == EntityChange.Kind.NEW ? getVarlong() : 0;
    int position = toInt(before + EntityChange.NO_POSITION);
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

  /** Reads a row's new values. If {@code old} has the same names, a set bit marks an old value. */
  private NamedValues readNewValues(NamedValues old) {
    String[] names = readShape();
    if (names.length == 0 || !old.hasNames(names)) {
      return readValues(names);
    }
    String[] values = allocate(names.length, (names.length + Byte.SIZE - 1) / Byte.SIZE);
    int same = 0;
    for (int i = 0; i < values.length; i++) {
      same = i % Byte.SIZE == 0 ? getByte() & 0xFF : same >> 1;
      values[i] = (same & 1) == 1 ? old.values[i] : getValue();
    }
    return NamedValues.ofOrdered(names, values);
  }

  /** Allocates an array; throws if fewer than {@code bytes} bytes of input remain. */
  private String[] allocate(int count, int bytes) {
    if (bytes > in.remaining()) {
      throw tooShort(count + " values");
    }
    return new String[count];
  }

  /** Reads the attribute names of a row, or the number of an earlier row's list of names. */
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

  /** Reads a number encoded with 7 bits per byte. Rejects an encoding longer than necessary. */
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

  /** Reads the number of elements that follow, which must not exceed the remaining bytes. */
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

  /** Reads a text or null. The number before the text is its length plus 1, or 0 for null. */
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
