package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The server settings of the embedded PostgreSQL: ours, with the caller's on top. */
final class PostgresSettings {
  private static final Set<String> FIXED =
      Set.of("port", "listen_addresses", "unix_socket_directories", "data_directory");

  private static final Map<String, String> OURS =
      Map.ofEntries(
          Map.entry("cluster_name", "cloakroom"),
          Map.entry("listen_addresses", "127.0.0.1"),
          Map.entry("unix_socket_directories", ""),
          Map.entry("max_connections", "600"),
          Map.entry("shared_buffers", "256MB"),
          // a commit is on the disk, as it would be in production; said here so that no build of
          // PostgreSQL, no environment and no reader has to guess
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("jit", "off"),
          // a container's /dev/shm may hold 64 MB, and what a killed server leaves there stays;
          // files in the data directory go with it
          Map.entry("dynamic_shared_memory_type", Processes.WINDOWS ? "windows" : "mmap"),
          Map.entry("log_line_prefix", "%m [%p] %q%a "));

  private PostgresSettings() {}

  static Map<String, String> with(Map<String, String> overrides) {
    overrides.keySet().stream().filter(FIXED::contains).forEach(PostgresSettings::refuse);
    Map<String, String> all = new TreeMap<>(OURS);
    all.putAll(overrides);
    return all;
  }

  private static void refuse(String name) {
    throw new EnvironmentException(
        "the setting " + name + " of the embedded PostgreSQL cannot be set: it is ours to choose");
  }
}
