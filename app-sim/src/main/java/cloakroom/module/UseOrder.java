package cloakroom.module;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Available instances, the least recently used first. The links are in the instances themselves, so
 * that a check-out and a check-in allocate nothing. Guarded by the lock of {@link InstanceTable}.
 */
final class UseOrder<M extends ApplicationModule> {
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
    List<ModuleInstance<M>> all = merged(this, new UseOrder<>());
    all.sort(Comparator.comparingLong(instance -> instance.use));
    all.forEach(this::remove);
    all.forEach(this::append);
  }

  /** The instances of both, the least recently used first. */
  static <M extends ApplicationModule> List<ModuleInstance<M>> merged(
      UseOrder<M> one, UseOrder<M> other) {
    List<ModuleInstance<M>> all = new ArrayList<>(one.size + other.size);
    ModuleInstance<M> a = one.oldest;
    ModuleInstance<M> b = other.oldest;
    while (a != null || b != null) {
      ModuleInstance<M> next = older(a, b);
      all.add(next);
      a = next == a ? a.newer : a;
      b = next == b ? b.newer : b;
    }
    return all;
  }

  /** Which of the two was used longer ago; null if neither is there. */
  static <M extends ApplicationModule> ModuleInstance<M> older(
      ModuleInstance<M> a, ModuleInstance<M> b) {
    return a == null || (b != null && b.use < a.use) ? b : a;
  }
}
