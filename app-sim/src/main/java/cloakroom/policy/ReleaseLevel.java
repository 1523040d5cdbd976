package cloakroom.policy;

/** ADF's release level: what a check-in does with application module and state (SM10-003). */
public enum ReleaseLevel {
  /** The session keeps its state. Another session may get the module once the state is saved. */
  MANAGED,
  /** The session's state is deleted at the check-in; any session may get the module. */
  UNMANAGED,
  /** The session keeps its module and connection, which no other session may use. */
  RESERVED
}
