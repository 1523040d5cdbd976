package cloakroom.inspector;

import cloakroom.contract.Resources;
import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.function.Predicate;

/** Where in the application a call comes from. */
final class Frames {
  /** Beginnings of class names that are the JDK's, a pool's, a driver's or ours. */
  private static final List<String> OTHERS =
      Resources.rows("cloakroom/inspector/frames.txt").stream().map(row -> row.get(0)).toList();

  private static final StackWalker WALKER = StackWalker.getInstance();

  private Frames() {}

  /**
   * The innermost frames outside of JDK, pools, drivers and inspector.
   *
   * @param application beginnings of class names; where frames have one of them, only those count
   */
  static List<String> here(int most, List<String> application) {
    List<String> own = frames(most, name -> begins(name, application));
    return own.isEmpty() ? frames(most, name -> !begins(name, OTHERS)) : own;
  }

  private static List<String> frames(int most, Predicate<String> counts) {
    return WALKER.walk(
        stack ->
            stack
                .filter(frame -> counts.test(frame.getClassName()))
                .limit(most)
                .map(Frames::text)
                .toList());
  }

  private static boolean begins(String name, List<String> beginnings) {
    return beginnings.stream().anyMatch(name::startsWith);
  }

  private static String text(StackFrame frame) {
    String place = frame.getFileName() + ":" + frame.getLineNumber();
    return frame.getClassName() + "." + frame.getMethodName() + "(" + place + ")";
  }
}
