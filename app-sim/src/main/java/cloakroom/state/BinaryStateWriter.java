package cloakroom.state;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Writes a state as the body of a binary snapshot; {@link BinaryStateReader} reads it. A change
 * here is a new format version.
 */
final class BinaryStateWriter {
  private static final NamedValues<String> NOTHING_BEFORE = NamedValues.empty();

  private final BinaryOutput out;
  private final Map<Shape, Integer> shapes = new HashMap<>(64);

  /** The names of a row, compared without an iterator because this is asked for every row. */
  private static final class Shape {
    private final NamedValues<?> row;

    Shape(NamedValues<?> row) {
      this.row = row;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Shape shape && row.hasNames(shape.row);
    }

    @Override
    public int hashCode() {
      return row.hashOfNames();
    }
  }

  BinaryStateWriter(BinaryOutput out) {
    this.out = out;
  }

  void write(Snapshot snapshot) {
    out.putText(snapshot.module());
    out.putText(snapshot.session());
    out.putVarint(snapshot.version());
    ModuleState state = snapshot.state();
    out.putVarint(state.views().size());
    for (ViewState view : state.views()) {
      writeView(view);
    }
    out.putVarint(state.changes().size());
    for (EntityChange change : state.changes()) {
      writeChange(change);
    }
    writeValues(NamedValues.of(state.custom()));
  }

  private void writeView(ViewState view) {
    out.putName(view.viewObject());
    out.putByte(view.active() ? 1 : 0);
    out.putValue(view.where());
    out.putValue(view.orderBy());
    writeValues(NamedValues.of(view.binds()));
    out.putVarint(view.rangeStart());
    out.putVarint(view.rangeSize());
    out.putValue(view.currentKey());
    writeTransients(view);
  }

  private void writeTransients(ViewState view) {
    NamedValues<Map<String, String>> rows = NamedValues.of(view.transients());
    out.putVarint(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      out.putText(rows.name(i));
      writeValues(NamedValues.of(rows.value(i)));
    }
  }

  private void writeChange(EntityChange change) {
    out.putName(change.entity());
    out.putText(change.key());
    switch (change.kind()) {
      case MODIFIED -> out.putByte(BinaryStateReader.MODIFIED);
      case NEW -> {
        out.putByte(BinaryStateReader.NEW);
        out.putVarint(change.position() - (long) EntityChange.NO_POSITION);
      }
      case DELETED -> out.putByte(BinaryStateReader.DELETED);
    }
    NamedValues<String> old = NamedValues.of(change.oldValues());
    writeValues(old);
    writeValues(NamedValues.of(change.newValues()), old);
  }

  private void writeValues(NamedValues<String> values) {
    writeValues(values, NOTHING_BEFORE);
  }

  /** If both rows have the same names, a bit for each value says that it is as before. */
  private void writeValues(NamedValues<String> values, NamedValues<String> before) {
    writeShape(values);
    if (values.size() > 0 && before.hasNames(values)) {
      writeChanged(values, before);
      return;
    }
    for (int i = 0; i < values.size(); i++) {
      out.putValue(values.value(i));
    }
  }

  private void writeChanged(NamedValues<String> values, NamedValues<String> before) {
    for (int from = 0; from < values.size(); from += Byte.SIZE) {
      int same = 0;
      for (int i = from; i < Math.min(from + Byte.SIZE, values.size()); i++) {
        if (Objects.equals(values.value(i), before.value(i))) {
          same |= 1 << (i - from);
        }
      }
      out.putByte(same);
      for (int i = from; i < Math.min(from + Byte.SIZE, values.size()); i++) {
        if ((same >> (i - from) & 1) == 0) {
          out.putValue(values.value(i));
        }
      }
    }
  }

  private void writeShape(NamedValues<String> values) {
    Integer number = shapes.putIfAbsent(new Shape(values), shapes.size());
    if (number != null) {
      out.putVarint(number + 1L);
      return;
    }
    out.putByte(0);
    out.putVarint(values.size());
    for (int i = 0; i < values.size(); i++) {
      out.putName(values.name(i));
    }
  }
}
