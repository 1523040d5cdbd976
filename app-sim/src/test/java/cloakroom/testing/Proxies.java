package cloakroom.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

public final class Proxies {
  private Proxies() {}

  public static <T> T of(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  public static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  /** Returns the result of Object's methods by identity, and false, 0 or null for all others. */
  public static Object defaultResult(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> "proxy";
      default -> {
        Class<?> type = method.getReturnType();
        yield type == boolean.class ? (Object) false : type == int.class ? (Object) 0 : null;
      }
    };
  }
}
