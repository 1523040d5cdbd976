package cloakroom.stress.load;

import cloakroom.contract.OneLine;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Ctrl-C in a terminal reaches the engine as well as its parent. It has to end the load then and
 * not the process, or the files of the trial would be lost. Java's only handle on signals is in
 * {@code jdk.unsupported}; where it is missing, signals keep their usual effect.
 */
final class Signals {
  private Signals() {}

  /** Runs {@code action} in a thread of its own for each of the named signals. */
  static void handle(Runnable action, String... names) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> {
                action.run();
                return null;
              });
      for (String name : names) {
        Object wanted = signal.getConstructor(String.class).newInstance(name);
        signal.getMethod("handle", signal, handler).invoke(null, wanted, proxy);
      }
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException e) {
      System.err.println("signals are not handled: " + OneLine.ofCause(e));
    }
  }
}
