package cloakroom.inspector;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Proxy that forwards every call to an object of the JDBC driver or pool. The proxy preserves
 * results, exceptions, equality, unwrapping and public interfaces of that object.
 */
abstract class Spy implements InvocationHandler {
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
   * Returns a proxy that implements all public interfaces of the target, because applications may
   * cast to them. Implements only {@code type} if the interfaces cannot be combined in one proxy.
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
      Object other = arguments[0];
      boolean isSpy = other != null && Proxy.isProxyClass(other.getClass());
      return target.equals(
          isSpy && Proxy.getInvocationHandler(other) instanceof Spy spy ? spy.target : other);
    }
    return on(proxy, method, arguments);
  }

  abstract Object on(Object proxy, Method method, Object[] arguments) throws Throwable;

  final Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
