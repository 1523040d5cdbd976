package cloakroom.state;

import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.NamedValues;
import cloakroom.state.ModuleState.ViewState;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Encoder of a snapshot's body. A change of the byte layout requires a higher format version. */
final class BinaryWriter {
  private final CodecRules rules;
  private final Map<String, Integer> names = new HashMap<>(128);
  private final Map<Shape, Integer> shapes = new HashMap<>(64);
  private byte[] bytes = new byte[1024];
  private int size;

  /** Attribute names of a row as a map key. Comparing arrays is faster than comparing key sets. */
  private record Shape(NamedValues row) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Shape shape && row.hasNames(shape.row.names);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(row.names);
    }
  }

  /** Creates a writer whose body starts at {@code offset}; the caller fills the bytes before it. */
  BinaryWriter(int offset, CodecRules rules) {
    this.rules = rules;
    this.size = offset;
  }

  byte[] write(Snapshot snapshot) {
    putText(snapshot.module(), 0);
    putText(snapshot.session(), 0);
    putVarint(snapshot.version());
    ModuleState state = snapshot.state();
    putVarint(state.views().size());
    state.views().forEach(this::writeView);
    putVarint(state.changes().size());
    state.changes().forEach(this::writeChange);
    writeValues(NamedValues.of(state.custom()), NamedValues.EMPTY);
    rules.checkWritten(size);
    return Arrays.copyOf(bytes, size);
  }

  private void writeView(ViewState view) {
    putName(view.viewObject());
    putByte(view.active() ? 1 : 0);
    putValue(view.where());
    putValue(view.orderBy());
    writeValues(NamedValues.of(view.binds()), NamedValues.EMPTY);
    putVarint(view.rangeStart());
    putVarint(view.rangeSize());
    putValue(view.currentKey());
    putVarint(view.transients().size());
    view.transients()
        .forEach(
            (key, values) -> {
              putText(key, 0);
              writeValues(NamedValues.of(values), NamedValues.EMPTY);
            });
  }

  private void writeChange(EntityChange change) {
    putName(change.entity());
    putText(change.key(), 0);
    putByte(BinaryReader.KINDS.indexOf(change.kind()));
    if (change.kind() == EntityChange.Kind.NEW) {
      putVarint(change.position() - (long) EntityChange.NO_POSITION);
    }
    NamedValues old = NamedValues.of(change.oldValues());
    writeValues(old, NamedValues.EMPTY);
    writeValues(NamedValues.of(change.newValues()), old);
  }

  /** Writes a row's values. If {@code before} has the same names, a bit marks each equal value. */
  private void writeValues(NamedValues values, NamedValues before) {
    writeShape(values);
    if (values.size() > 0 && before.hasNames(values.names)) {
      writeChanged(values, before);
      return;
    }
    for (int i = 0; i < values.size(); i++) {
      putValue(values.values[i]);
    }
  }

  private void writeChanged(NamedValues values, NamedValues before) {
    for (int from = 0; from < values.size(); from += Byte.SIZE) {
      int same = 0;
      for (int i = from; i < Math.min(from + Byte.SIZE, values.size()); i++) {
        if (Objects.equals(values.values[i], before.values[i])) {
          same |= 1 << (i - from);
        }
      }
      putByte(same);
      for (int i = from; i < Math.min(from + Byte.SIZE, values.size()); i++) {
        if ((same >> (i - from) & 1) == 0) {
          putValue(values.values[i]);
        }
      }
    }
  }

  private void writeShape(NamedValues values) {
    Integer number = shapes.putIfAbsent(new Shape(values), shapes.size());
    if (number != null) {
      putVarint(number + 1L);
      return;
    }
    putByte(0);
    putVarint(values.size());
    for (int i = 0; i < values.size(); i++) {
      putName(values.names[i]);
    }
  }

  private void putByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  /** Writes seven bits per byte, lowest bits first. The top bit means that another byte follows. */
  private void putVarint(long value) {
    long rest = value;
    while (rest > 0x7F) {
      putByte((int) rest | 0x80);
      rest >>>= 7;
    }
    putByte((int) rest);
  }

  /** Writes a new name as 0 and the text, and a repeated name as its number, counted from 1. */
  private void putName(String name) {
    Integer number = names.putIfAbsent(name, names.size());
    if (number == null) {
      putByte(0);
      putText(name, 0);
    } else {
      putVarint(number + 1L);
    }
  }

  /** Writes null as 0, and a text as its length plus 1 followed by the text. */
  private void putValue(String text) {
    if (text == null) {
      putByte(0);
    } else {
      putText(text, 1);
    }
  }

  /** Writes a text's number of UTF-8 bytes plus {@code addedToLength}, then the bytes. */
  private void putText(String text, int addedToLength) {
    rules.checkWritten((long) size + text.length());
    byte[] utf8 = CodecRules.toUtf8(text);
    putVarint(utf8.length + addedToLength);
    reserve(utf8.length);
    System.arraycopy(utf8, 0, bytes, size, utf8.length);
    size += utf8.length;
  }

  private void reserve(int more) {
    if (more > bytes.length - size) {
      long needed = (long) size + more;
      rules.checkWritten(needed);
      bytes = Arrays.copyOf(bytes, (int) Math.min(rules.limit(), Math.max(needed, size * 2L)));
    }
  }
}
