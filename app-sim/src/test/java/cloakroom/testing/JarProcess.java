package cloakroom.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** One of the jars as its user starts it, perhaps at a terminal: what it shows and how it ends. */
public class JarProcess {
  /** The variable in which every JVM that a program starts finds options too. */
  public static final String JVM_OPTIONS = "JDK_JAVA_OPTIONS";

  /** For those that live for seconds: the first compiler and the plainest collector cost least. */
  public static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  protected final Process process;
  private final long minutes;
  private final List<String> errors = new ArrayList<>();
  private final StringBuilder seen = new StringBuilder();
  private final CompletableFuture<String> output;

  /** Reads the output of a started program, which may run for so many minutes. */
  public JarProcess(Process process, long minutes) {
    this.process = process;
    this.minutes = minutes;
    this.output = CompletableFuture.supplyAsync(this::readOutput, JarProcess::begin);
  }

  public static List<String> command(String jar, String... arguments) {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(List.of(SHORT_LIVED.split(" ", -1)));
    command.addAll(ClassArchive.options(jar));
    command.addAll(List.of("-Duser.language=ar", "-Duser.country=EG", "-jar", jar(jar)));
    command.addAll(List.of(arguments));
    return command;
  }

  public static List<String> atTerminal(List<String> command) {
    String line = "exec '" + String.join("' '", command) + "'";
    return List.of("script", "-q", "-e", "-f", "-c", line, "/dev/null");
  }

  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  public static String jar(String path) {
    Path jar = Path.of(path).toAbsolutePath().normalize();
    assertThat(jar).isRegularFile();
    return jar.toString();
  }

  /** On a thread of its own: the common pool of two processors has one, for two programs. */
  private static void begin(Runnable reading) {
    Thread thread = new Thread(reading, "output");
    thread.setDaemon(true);
    thread.start();
  }

  private String readOutput() {
    try (Reader in = new InputStreamReader(process.getInputStream(), UTF_8)) {
      for (int c = in.read(); c != -1; c = in.read()) {
        synchronized (seen) {
          seen.append((char) c);
          seen.notifyAll();
        }
      }
      return seenSoFar();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String seenSoFar() {
    synchronized (seen) {
      return seen.toString();
    }
  }

  public void awaitOutput(String text) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
    synchronized (seen) {
      while (seen.indexOf(text) < 0 && !output.isDone() && System.nanoTime() < end) {
        seen.wait(1_000);
      }
    }
    String all = seenSoFar();
    assertThat(all.contains(text)).as(all.substring(Math.max(0, all.length() - 300))).isTrue();
  }

  public void type(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(UTF_8));
    process.getOutputStream().flush();
  }

  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  public void kill() {
    process.destroyForcibly();
  }

  /** Returns the command lines of all its descendants until its end. */
  public Set<String> commandLinesToItsEnd() throws InterruptedException {
    Set<String> lines = new TreeSet<>();
    do {
      process.descendants().map(JarProcess::commandLine).forEach(lines::add);
    } while (!process.waitFor(100, TimeUnit.MILLISECONDS));
    return lines;
  }

  /** All of it: the JDK tells the first 4,096 characters, which a class path may fill. */
  private static String commandLine(ProcessHandle process) {
    try {
      Path whole = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return Files.readString(whole, ISO_8859_1).replace('\0', ' ');
    } catch (IOException e) {
      return "ended meanwhile";
    }
  }

  public void awaitError(Predicate<String> wanted) throws IOException {
    BufferedReader lines = process.errorReader(UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      hear(line);
      if (wanted.test(line)) {
        return;
      }
    }
    assertThat(errors).as("it ended before that line").anyMatch(wanted);
  }

  public int exitCode() throws IOException, InterruptedException {
    BufferedReader lines = process.errorReader(UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      hear(line);
    }
    assertThat(process.waitFor(minutes, TimeUnit.MINUTES)).as("it ends").isTrue();
    return process.exitValue();
  }

  /** A JVM tells which options it found in its environment; the program did not say that. */
  private void hear(String line) {
    if (!line.startsWith("NOTE: Picked up ")) {
      errors.add(line);
    }
  }

  public List<String> errors() {
    return List.copyOf(errors);
  }

  public String output() {
    return output.join();
  }

  public List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }
}
