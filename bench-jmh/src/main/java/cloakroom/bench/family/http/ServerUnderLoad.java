package cloakroom.bench.family.http;

/** A server that listens on a port of the loopback address until it is closed. */
interface ServerUnderLoad extends AutoCloseable {
  int port();

  @Override
  void close();
}
