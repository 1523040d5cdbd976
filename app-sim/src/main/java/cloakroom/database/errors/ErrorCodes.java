package cloakroom.database.errors;

import static cloakroom.database.errors.ErrorCode.ora;
import static cloakroom.database.errors.ErrorCode.state;
import static cloakroom.database.errors.ErrorCode.text;

import cloakroom.contract.ErrorClass;
import cloakroom.database.errors.ErrorCode.Concern;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a failed connection or statement means, whatever database, driver or pool reports it: the
 * one table of the codes of each {@link ErrorClass}. Oracle's are told apart by number, because the
 * exception's type says nothing (the storm errors of a listener are plain SQLExceptions) and so
 * does the state (66000, 72000 and 99999 hold everything); the names are those of Oracle's error
 * messages, from 17000 to 18999 the driver's. PostgreSQL's are SQLStates with the condition names
 * of its manual, appendix A.
 *
 * <p>A single code goes before a range, and a whole state before its class (first two characters).
 * {@link SqlErrors} looks them up. Left out on purpose, so {@link ErrorClass#OTHER}: a statement
 * cancelled or out of time (57014, ORA-01013), whose session and transaction are what they were;
 * limits that are none of sessions (53400, 53100, 53200); every error of the statement itself
 * (42xxx, 23xxx).
 */
public final class ErrorCodes {
  private static final Map<ErrorClass, List<ErrorCode>> CODES = new EnumMap<>(ErrorClass.class);

  static {
    put(
        ErrorClass.POOL_OR_PROCESS_LIMIT,
        ora(18, "maximum number of sessions exceeded"),
        ora(20, "maximum number of processes exceeded"),
        ora(2391, "exceeded simultaneous SESSIONS_PER_USER limit"),
        ora(12516, "listener: no available handler with matching protocol stack"),
        ora(12518, "listener could not hand off client connection"),
        ora(12519, "no appropriate service handler found"),
        ora(12520, "no available handler for requested type of server", Concern.SERVER_TYPE),
        ora(12523, "no instance appropriate for the client connection"),
        ora(24459, "OCISessionGet() timed out waiting for a session"),
        ora(56611, "DRCP: timeout while waiting for a server"),
        ora(56614, "DRCP: connection limit exceeded"),
        state("53300", "too_many_connections"),
        text("08P01", "no more connections allowed", "PgBouncer: max_client_conn"),
        text("08P01", "client connections exceeded", "PgBouncer: limit of a database or user"),
        text("08P01", "query_wait_timeout", "PgBouncer: no server connection came free"));

    put(
        ErrorClass.SERVICE_DOWN,
        ora(12514, "listener does not know the requested service", Concern.SERVICE),
        ora(1033, "initialization or shutdown in progress"),
        ora(1034, "Oracle not available"),
        ora(1089, "immediate shutdown in progress"),
        ora(1090, "shutdown in progress"),
        ora(16456, "switchover to standby in progress or completed"),
        ora(17904, 17906, "connection failure"),
        ora(18714, "login timeout expired"),
        ora(12150, 12699, "network services"),
        state("08001", "sqlclient_unable_to_establish_sqlconnection"),
        state("57P03", "cannot_connect_now"),
        text("08P01", "server_login_retry", "PgBouncer: log-in to the server has been failing"),
        text("08P01", "cannot connect to server", "PgBouncer: the server is out of reach"),
        text("08P01", "is disabled", "PgBouncer: an operator has disabled the database"),
        text("08P01", "shutting down", "PgBouncer: the pooler is stopping"));

    put(
        ErrorClass.SESSION_DEAD,
        ora(28, "your session has been killed"),
        ora(31, "session marked for kill"),
        ora(45, "your session has been terminated with no replay"),
        ora(603, "server session terminated by fatal error"),
        ora(1012, "not logged on"),
        ora(1092, "instance terminated, disconnection forced"),
        ora(2396, "exceeded maximum idle time"),
        ora(2399, "exceeded maximum connect time"),
        ora(3113, "end-of-file on communication channel"),
        ora(3114, "not connected to Oracle"),
        ora(3135, "connection lost contact"),
        ora(17002, "I/O error"),
        ora(17008, "closed connection"),
        ora(17410, "no more data to read from socket"),
        ora(17800, "got minus one from a read call"),
        ora(18730, "socket read interrupted or out of time"),
        state("08", "connection_exception"),
        state("25P03", "idle_in_transaction_session_timeout"),
        state("25P04", "transaction_timeout"),
        state("57P01", "admin_shutdown"),
        state("57P02", "crash_shutdown"),
        state("57P04", "database_dropped"),
        state("57P05", "idle_session_timeout"));

    put(
        ErrorClass.STATE_LOST,
        ora(4061, "existing state has been invalidated"),
        ora(4065, "not executed, altered or dropped"),
        ora(4068, "existing state of packages has been discarded"),
        ora(6508, "could not find program unit being called"),
        state("26000", "invalid_sql_statement_name"),
        text("0A000", "cached plan must not change result type", "feature_not_supported"));

    put(
        ErrorClass.LOCK,
        ora(54, "resource busy and acquire with NOWAIT specified or timeout expired"),
        ora(60, "deadlock detected while waiting for resource"),
        ora(4020, "deadlock detected while trying to lock object"),
        ora(4021, "timeout occurred while waiting to lock object"),
        ora(30006, "resource busy; acquire with WAIT timeout expired"),
        state("40P01", "deadlock_detected"),
        state("55P03", "lock_not_available"));

    put(
        ErrorClass.SERIALIZATION,
        ora(8177, "can't serialize access for this transaction"),
        state("40001", "serialization_failure"));

    put(
        ErrorClass.CONFIGURATION,
        ora(1005, "null password given; logon denied", Concern.LOGON),
        ora(1017, "invalid username/password; logon denied", Concern.LOGON),
        ora(1045, "user lacks CREATE SESSION privilege; logon denied", Concern.LOGON),
        ora(28000, "the account is locked", Concern.LOGON),
        ora(28001, "the password has expired", Concern.LOGON),
        ora(12154, "could not resolve the connect identifier"),
        ora(12504, "listener was not given the service name"),
        ora(12505, "listener does not know the requested SID", Concern.SERVICE),
        ora(17067, "invalid Oracle URL specified", Concern.URL),
        ora(17865, "malformed connect string"),
        ora(17868, "unknown host specified"),
        ora(18951, "invalid connect descriptor"),
        ora(56515, "DRCP: operation not allowed from a pluggable database"),
        ora(56600, "DRCP: illegal call"),
        ora(56615, "DRCP: operation not allowed from the root"),
        ora(56621, "DRCP: administrators cannot log on through the pool", Concern.LOGON),
        state("08004", "sqlserver_rejected_establishment_of_sqlconnection", Concern.LOGON),
        state("28", "invalid_authorization_specification", Concern.LOGON),
        state("3D000", "invalid_catalog_name", Concern.DATABASE),
        state("42P05", "duplicate_prepared_statement"),
        text("08P01", "no such database", "PgBouncer: not among its databases"),
        text("08P01", "no such user", "PgBouncer: not among its users"));
  }

  private ErrorCodes() {}

  private static void put(ErrorClass type, ErrorCode... codes) {
    CODES.put(type, List.of(codes));
  }

  /** The codes of this class. */
  public static List<ErrorCode> of(ErrorClass type) {
    return CODES.getOrDefault(type, List.of());
  }
}
