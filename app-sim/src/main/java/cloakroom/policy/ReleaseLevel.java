package cloakroom.policy;

/** What a session is promised when its request gives the instance back (SM10-003). */
public enum ReleaseLevel {
  /** The same logical module at the next request, not necessarily the same instance. */
  MANAGED,
  /** Nothing: the state ends with the request and the instance is free for anyone. */
  UNMANAGED,
  /** The same instance with its connection until the session ends; it is never recycled. */
  RESERVED
}
