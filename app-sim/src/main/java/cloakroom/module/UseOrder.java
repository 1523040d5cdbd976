package cloakroom.module;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Available instances, the least recently used first. The links are in the instances themselves, so
 * that a check-out and a check-in allocate nothing. Guarded by the lock of {@link InstanceTable}.
 */
final class UseOrder<M extends ApplicationModule> implements Iterable<ModuleInstance<M>> {
  private ModuleInstance<M> oldest;
  private ModuleInstance<M> newest;
  private int size;

  int size() {
    return size;
  }

  /** The least recently used, or null. */
  ModuleInstance<M> oldest() {
    return oldest;
  }

  /** The most recently used, or null. */
  ModuleInstance<M> newest() {
    return newest;
  }

  void append(ModuleInstance<M> instance) {
    instance.older = newest;
    instance.newer = null;
    if (newest == null) {
      oldest = instance;
    } else {
      newest.newer = instance;
    }
    newest = instance;
    size++;
  }

  void remove(ModuleInstance<M> instance) {
    if (instance.older == null) {
      oldest = instance.newer;
    } else {
      instance.older.newer = instance.newer;
    }
    if (instance.newer == null) {
      newest = instance.older;
    } else {
      instance.newer.older = instance.older;
    }
    instance.older = null;
    instance.newer = null;
    size--;
  }

  /** Puts the instances in the order of their last check-in. */
  void sort() {
    List<ModuleInstance<M>> all = new ArrayList<>(size);
    forEach(all::add);
    all.sort(Comparator.comparingLong(instance -> instance.use));
    oldest = null;
    newest = null;
    size = 0;
    all.forEach(this::append);
  }

  @Override
  public Iterator<ModuleInstance<M>> iterator() {
    return new Iterator<>() {
      private ModuleInstance<M> next = oldest;

      @Override
      public boolean hasNext() {
        return next != null;
      }

      @Override
      public ModuleInstance<M> next() {
        if (next == null) {
          throw new NoSuchElementException();
        }
        ModuleInstance<M> instance = next;
        next = instance.newer;
        return instance;
      }
    };
  }
}
