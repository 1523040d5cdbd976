package cloakroom.policy;

/** Release level of a module at the end of a request (SM10-003). */
public enum ReleaseLevel {
  /** The session keeps its state, but not necessarily its instance. */
  MANAGED,
  /** The state ends with the request, and the instance is free for any session. */
  UNMANAGED,
  /** The session keeps its instance and connection until it ends; no recycling. */
  RESERVED
}
