package cloakroom.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The content of a binary snapshot of format version 1, field by field, written and read in the
 * same order. A change here is a new format version.
 */
final class BinaryState {
  private static final int MODIFIED = 0;
  private static final int NEW = 1;
  private static final int DELETED = 2;

  private BinaryState() {}

  static void write(BinaryOutput out, Snapshot snapshot) {
    out.putText(snapshot.module());
    out.putText(snapshot.session());
    out.putVarint(snapshot.version());
    ModuleState state = snapshot.state();
    out.putVarint(state.views().size());
    for (ViewState view : state.views()) {
      writeView(out, view);
    }
    out.putVarint(state.changes().size());
    for (EntityChange change : state.changes()) {
      writeChange(out, change);
    }
    writeValues(out, NamedValues.of(state.custom()));
  }

  private static void writeView(BinaryOutput out, ViewState view) {
    out.putName(view.viewObject());
    out.putByte(view.active() ? 1 : 0);
    out.putOptionalText(view.where());
    out.putOptionalText(view.orderBy());
    writeValues(out, NamedValues.of(view.binds()));
    out.putVarint(view.rangeStart());
    out.putVarint(view.rangeSize());
    out.putOptionalText(view.currentKey());
    writeTransients(out, view);
  }

  private static void writeTransients(BinaryOutput out, ViewState view) {
    NamedValues<Map<String, String>> rows = NamedValues.of(view.transients());
    out.putVarint(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      out.putText(rows.name(i));
      writeValues(out, NamedValues.of(rows.value(i)));
    }
  }

  private static void writeChange(BinaryOutput out, EntityChange change) {
    out.putName(change.entity());
    out.putText(change.key());
    switch (change.kind()) {
      case MODIFIED -> out.putByte(MODIFIED);
      case NEW -> {
        out.putByte(NEW);
        out.putVarint(change.position() - (long) EntityChange.NO_POSITION);
      }
      case DELETED -> out.putByte(DELETED);
    }
    writeValues(out, NamedValues.of(change.oldValues()));
    writeValues(out, NamedValues.of(change.newValues()));
  }

  private static void writeValues(BinaryOutput out, NamedValues<String> values) {
    out.putVarint(values.size());
    for (int i = 0; i < values.size(); i++) {
      out.putName(values.name(i));
      out.putOptionalText(values.value(i));
    }
  }

  static Snapshot read(BinaryInput in) {
    String module = in.getText();
    String session = in.getText();
    long version = in.getVarlong();
    int viewCount = in.getCount();
    List<ViewState> views = new ArrayList<>(viewCount);
    for (int i = 0; i < viewCount; i++) {
      views.add(readView(in));
    }
    int changeCount = in.getCount();
    List<EntityChange> changes = new ArrayList<>(changeCount);
    for (int i = 0; i < changeCount; i++) {
      changes.add(readChange(in));
    }
    return new Snapshot(module, session, version, new ModuleState(views, changes, readValues(in)));
  }

  private static ViewState readView(BinaryInput in) {
    return new ViewState(
        in.getName(),
        readActive(in),
        in.getOptionalText(),
        in.getOptionalText(),
        readValues(in),
        in.getVarint(),
        in.getVarint(),
        in.getOptionalText(),
        readTransients(in));
  }

  private static boolean readActive(BinaryInput in) {
    int active = in.getByte();
    if (active != 0 && active != 1) {
      throw new IllegalArgumentException("view object that is neither active nor inactive");
    }
    return active == 1;
  }

  private static NamedValues<Map<String, String>> readTransients(BinaryInput in) {
    int count = in.getCount();
    String[] keys = new String[count];
    Object[] rows = new Object[count];
    for (int i = 0; i < count; i++) {
      keys[i] = in.getText();
      rows[i] = readValues(in);
    }
    return NamedValues.ofSorted(keys, rows);
  }

  private static EntityChange readChange(BinaryInput in) {
    String entity = in.getName();
    String key = in.getText();
    EntityChange.Kind kind = kind(in.getByte());
    int position = kind == EntityChange.Kind.NEW ? readPosition(in) : EntityChange.NO_POSITION;
    return new EntityChange(entity, key, kind, position, readValues(in), readValues(in));
  }

  private static int readPosition(BinaryInput in) {
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

  private static NamedValues<String> readValues(BinaryInput in) {
    int count = in.getCount();
    if (count == 0) {
      return NamedValues.empty();
    }
    String[] names = new String[count];
    Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      names[i] = in.getName();
      values[i] = in.getOptionalText();
    }
    return NamedValues.ofSorted(names, values);
  }
}
