package cloakroom.inspector;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Proxy of a driver's or pool's object that forwards every call: results, exceptions, equality,
 * unwrapping and public interfaces are those of the object.
 */
class Spy implements InvocationHandler {
  /** Public interfaces of each class, including inherited ones. */
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
   * Returns a proxy with the type and, if they can be combined, all interfaces of the target, which
   * applications may cast to.
   */
  final <T> T as(Class<T> type) {
    Class<?> its = target.getClass();
    try {
      return type.cast(Proxy.newProxyInstance(its.getClassLoader(), INTERFACES.get(its), this));
    } catch (IllegalArgumentException | ClassCastException | LinkageError notCombinable) {
      return type.cast(
          Proxy.newProxyInstance(Spy.class.getClassLoader(), new Class<?>[] {type}, this));
    }
  }

  @Override
  public final Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("equals") && method.getDeclaringClass() == Object.class) {
      return target.equals(unwrap(arguments[0]));
    }
    return on(proxy, method, arguments);
  }

  private static Object unwrap(Object other) {
    return other != null
            && Proxy.isProxyClass(other.getClass())
            && Proxy.getInvocationHandler(other) instanceof Spy spy
        ? spy.target
        : other;
  }

  Object on(Object proxy, Method method, Object[] arguments) throws Throwable {
    return call(method, arguments);
  }

  final Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
