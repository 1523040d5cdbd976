package cloakroom.bench.machine;

import cloakroom.platform.CommandResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Gives this process and others processors of their own, so that neither side of a measurement
 * takes them from the other, or two that take turns the same one. Asks {@code taskset} of
 * util-linux, because Java cannot.
 */
public final class Pinning {
  /** What a client gets at the most; half of all where there are fewer than twice as many. */
  private static final int CLIENT = 2;

  private Pinning() {}

  /** Why it cannot be done here, with what to do; nothing if it can. */
  public static Optional<String> absence() {
    ProcessHandle self = ProcessHandle.current();
    try {
      String all = processors(self);
      move(self, all);
      return numbers(all).size() > 1
          ? Optional.empty()
          : Optional.of("needs two processors, and there is one");
    } catch (IOException e) {
      return Optional.of("needs taskset, of util-linux, and the right to it: " + e.getMessage());
    }
  }

  /**
   * Keeps this process to the first processors and others of the same run, with all that they start
   * from now on, to the rest; what is returned gives the others all of them again.
   */
  public static Runnable separate(List<Long> others) throws IOException {
    List<String> all = numbers(processors(ProcessHandle.current()));
    int own = Math.max(1, Math.min(CLIENT, all.size() / 2));
    for (long other : others) {
      moveAll(other, String.join(",", all.subList(own, all.size())));
    }
    move(ProcessHandle.current(), String.join(",", all.subList(0, own)));
    return () -> others.forEach(other -> restore(other, String.join(",", all)));
  }

  /**
   * Keeps this thread and server processes to one processor, the first: of those that wait for each
   * other one works at a time, and whether a wake-up has to reach a sleeping processor is chance
   * that more than doubles a round trip, for as long as the two live.
   *
   * @return whether the system allows it
   */
  public static boolean together(List<String> servers) {
    try {
      String one = numbers(processors(ProcessHandle.current())).get(0);
      Path thread = Path.of("/proc/thread-self").toRealPath().getFileName();
      taskset("-c", "-p", one, thread.toString());
      for (String server : servers) {
        taskset("-c", "-p", one, server);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void restore(long pid, String processors) {
    try {
      moveAll(pid, processors);
    } catch (IOException e) {
      System.err.println("cannot give process " + pid + " its processors back: " + e.getMessage());
    }
  }

  /** With all that it has started. */
  private static void moveAll(long pid, String processors) throws IOException {
    List<ProcessHandle> family =
        ProcessHandle.of(pid).stream()
            .flatMap(one -> Stream.concat(Stream.of(one), one.descendants()))
            .toList();
    for (ProcessHandle each : family) {
      move(each, processors);
    }
  }

  /** All threads of a process; one of them, or the process itself, may end meanwhile. */
  private static void move(ProcessHandle process, String processors) throws IOException {
    String pid = Long.toString(process.pid());
    try {
      taskset("-a", "-c", "-p", processors, pid);
    } catch (IOException e) {
      if (process.isAlive()) {
        taskset("-a", "-c", "-p", processors, pid);
      }
    }
  }

  /** Those that a process may use, for instance 0-3,6. */
  static String processors(ProcessHandle process) throws IOException {
    String answer = taskset("-c", "-p", Long.toString(process.pid()));
    return answer.substring(answer.lastIndexOf(' ') + 1);
  }

  /** Each by itself: of 0-2,6 come 0, 1, 2 and 6. */
  static List<String> numbers(String processors) {
    return Stream.of(processors.split(","))
        .map(part -> part.split("-"))
        .flatMap(
            ends ->
                IntStream.rangeClosed(
                        Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .mapToObj(Integer::toString))
        .toList();
  }

  /** Returns the output of taskset. Throws IOException with it if taskset fails. */
  private static String taskset(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("taskset"));
    command.addAll(List.of(arguments));
    CommandResult result =
        CommandResult.of(
            new ProcessBuilder(command).redirectErrorStream(true), "", Duration.ofSeconds(30));
    if (!result.succeeded()) {
      throw new IOException(result.output());
    }
    return result.output();
  }
}
