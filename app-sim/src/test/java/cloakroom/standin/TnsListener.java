package cloakroom.standin;

import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * A stand-in for an Oracle listener: reads what the real driver asks for, keeps it, and does what
 * the test says. It interprets nothing: any service exists and none does.
 */
public final class TnsListener implements AutoCloseable {
  /** Who talks to a client that was let in. */
  interface Sessions {
    void serve(TnsConnection client) throws Exception;
  }

  private final Sessions sessions;
  private final LoopbackServer server;
  private final List<ConnectRequest> requests = new CopyOnWriteArrayList<>();
  private volatile Function<ConnectRequest, TnsReply> script;

  /** A listener that gives every client this reply. */
  public TnsListener(TnsReply reply) {
    this(request -> reply);
  }

  /** A listener that decides by the request. */
  public TnsListener(Function<ConnectRequest, TnsReply> script) {
    this(script, TnsConnection::staySilent);
  }

  TnsListener(Function<ConnectRequest, TnsReply> script, Sessions sessions) {
    this.script = script;
    this.sessions = sessions;
    this.server = new LoopbackServer(this::receive);
  }

  /** From now on every client gets this reply. */
  public void answer(TnsReply reply) {
    answer(request -> reply);
  }

  /** From now on the request decides. */
  public void answer(Function<ConnectRequest, TnsReply> other) {
    script = other;
  }

  private void receive(Socket socket) throws Exception {
    TnsConnection client = new TnsConnection(socket);
    ConnectRequest request = ConnectRequest.read(client);
    requests.add(request);
    if (script.apply(request).give(client)) {
      sessions.serve(client);
    }
  }

  /** The port on 127.0.0.1. */
  public int port() {
    return server.port();
  }

  /** For instance {@code url("/sales:pooled")}. */
  public String url(String afterPort) {
    return "jdbc:oracle:thin:@127.0.0.1:" + port() + afterPort;
  }

  /** What was asked for so far, in order. */
  public List<ConnectRequest> requests() {
    return List.copyOf(requests);
  }

  /** Connections open now. */
  public int clients() {
    return server.clients();
  }

  /** Closes all connections, in the middle of whatever they do; new ones are welcome. */
  public void cut() {
    server.cut();
  }

  /** Ends all sockets and threads, and fails if one of them failed. */
  @Override
  public void close() {
    server.close();
  }
}
