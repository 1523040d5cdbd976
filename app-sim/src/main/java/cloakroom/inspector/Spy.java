package cloakroom.inspector;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Stands for an object of the driver's or the pool's and passes every call on: results, exceptions,
 * equality and what it unwraps to are the object's own, and so are all its public interfaces.
 */
class Spy implements InvocationHandler {
  /** The public interfaces of each class, from wherever it has them. */
  private static final ClassValue<Class<?>[]> INTERFACES =
      new ClassValue<>() {
        @Override
        protected Class<?>[] computeValue(Class<?> type) {
          Set<Class<?>> found = new LinkedHashSet<>();
          for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            collect(each, found);
          }
          return found.toArray(new Class<?>[0]);
        }
      };

  private final Object target;

  Spy(Object target) {
    this.target = target;
  }

  private static void collect(Class<?> type, Set<Class<?>> found) {
    for (Class<?> each : type.getInterfaces()) {
      if (Modifier.isPublic(each.getModifiers()) && !each.isSealed()) {
        found.add(each);
      } else {
        collect(each, found);
      }
    }
  }

  /**
   * An object that has the type and, where they go together, every other interface of the target,
   * as applications expect that look for the driver's or the pool's own.
   */
  final <T> T as(Class<T> type) {
    Class<?> its = target.getClass();
    try {
      return type.cast(Proxy.newProxyInstance(its.getClassLoader(), INTERFACES.get(its), this));
    } catch (IllegalArgumentException | ClassCastException | LinkageError notTogether) {
      return type.cast(
          Proxy.newProxyInstance(Spy.class.getClassLoader(), new Class<?>[] {type}, this));
    }
  }

  @Override
  public final Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("equals") && method.getDeclaringClass() == Object.class) {
      return target.equals(bare(arguments[0]));
    }
    return on(proxy, method, arguments);
  }

  private static Object bare(Object other) {
    return other != null
            && Proxy.isProxyClass(other.getClass())
            && Proxy.getInvocationHandler(other) instanceof Spy spy
        ? spy.target
        : other;
  }

  /** A call but equals. */
  Object on(Object proxy, Method method, Object[] arguments) throws Throwable {
    return call(method, arguments);
  }

  /** Passes the call on; what the target throws comes out as it is. */
  final Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
