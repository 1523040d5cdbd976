package cloakroom.module;

/**
 * All instances, the oldest first, with a cursor for the search for those past their time to live:
 * the search lets go of the locks now and then, and the cursor outlives the instance it stands on.
 */
final class CreationOrder<M extends ApplicationModule> {
  private ModuleInstance<M> first;
  private ModuleInstance<M> last;
  private ModuleInstance<M> cursor;

  void append(ModuleInstance<M> instance) {
    instance.createdBefore = last;
    if (last == null) {
      first = instance;
    } else {
      last.createdAfter = instance;
    }
    last = instance;
  }

  void remove(ModuleInstance<M> instance) {
    if (cursor == instance) {
      cursor = instance.createdAfter;
    }
    if (instance.createdBefore == null) {
      first = instance.createdAfter;
    } else {
      instance.createdBefore.createdAfter = instance.createdAfter;
    }
    if (instance.createdAfter == null) {
      last = instance.createdBefore;
    } else {
      instance.createdAfter.createdBefore = instance.createdBefore;
    }
  }

  /**
   * Puts the cursor on the instance created first.
   *
   * @return false: there is no more to it
   */
  boolean rewind() {
    cursor = first;
    return false;
  }

  /** The instance under the cursor, or null at the end. */
  ModuleInstance<M> current() {
    return cursor;
  }

  /** Moves the cursor to the instance created next. */
  void advance() {
    cursor = cursor.createdAfter;
  }
}
