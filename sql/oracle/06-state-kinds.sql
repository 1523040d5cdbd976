-- Rows of the probes that leave a value in each place where a session can keep state.
--
-- STATE_KINDS has one row for each user, as many as there are departments (1,000; cloakroom.scale
-- applies); the probes change only these rows.
-- STATE_KINDS_ROWS contains the rows of each database session, across commits.
-- The package contains the state of a database session: a variable, an open cursor, temporary LOBs; and
-- it returns the rows that the current transaction has posted or locked.
BEGIN
  EXECUTE IMMEDIATE '
    CREATE TABLE state_kinds (
      user_id   NUMBER(10)        NOT NULL,
      note      VARCHAR2(60 CHAR),
      posted_in VARCHAR2(60),
      CONSTRAINT state_kinds_pk PRIMARY KEY (user_id)
    )';
END;
/
insert into cloakroom_objects (name, kind) values ('STATE_KINDS', 'table');

BEGIN
  EXECUTE IMMEDIATE '
    CREATE GLOBAL TEMPORARY TABLE state_kinds_rows (
      note VARCHAR2(60 CHAR)
    ) ON COMMIT PRESERVE ROWS';
END;
/
insert into cloakroom_objects (name, kind) values ('STATE_KINDS_ROWS', 'table');

DECLARE
  v_scale NUMBER := COALESCE(
    TO_NUMBER(
      REGEXP_SUBSTR(
        SYS_CONTEXT('USERENV', 'CLIENT_IDENTIFIER'),
        '^cloakroom\.scale=([0-9]{1,4}\.?[0-9]{0,6})', 1, 1, NULL, 1),
      '9999D999999', 'NLS_NUMERIC_CHARACTERS=''.,'''),
    1);
  v_rows PLS_INTEGER := GREATEST(1, ROUND(1000 * v_scale));
BEGIN
  INSERT INTO state_kinds (user_id)
  SELECT LEVEL FROM dual CONNECT BY LEVEL <= v_rows;
END;
/

COMMIT;

CREATE PACKAGE cloakroom_state_kinds AS
  -- posted change: the user's row, and the transaction that changed it
  PROCEDURE post(p_user IN NUMBER, p_note IN VARCHAR2);
  FUNCTION posted(p_user IN NUMBER) RETURN VARCHAR2;
  PROCEDURE forget_post(p_user IN NUMBER);

  -- row lock: the user whose row the current transaction has locked, and the note
  PROCEDURE note_lock(p_user IN NUMBER, p_note IN VARCHAR2);
  FUNCTION locked(p_user IN NUMBER) RETURN VARCHAR2;

  -- variable
  PROCEDURE set_variable(p_note IN VARCHAR2);
  FUNCTION get_variable RETURN VARCHAR2;

  -- open cursor
  PROCEDURE open_cursor(p_note IN VARCHAR2);
  FUNCTION fetch_cursor RETURN VARCHAR2;
  PROCEDURE close_cursor;

  -- upload in pieces: temporary LOBs by locator
  FUNCTION begin_upload RETURN VARCHAR2;
  PROCEDURE append_upload(p_locator IN VARCHAR2, p_piece IN VARCHAR2);
  FUNCTION upload(p_locator IN VARCHAR2) RETURN VARCHAR2;
  PROCEDURE free_upload(p_locator IN VARCHAR2);
END cloakroom_state_kinds;
/
insert into cloakroom_objects (name, kind) values ('CLOAKROOM_STATE_KINDS', 'package');

CREATE OR REPLACE PACKAGE BODY cloakroom_state_kinds AS
  TYPE lock_note IS RECORD (taken_in VARCHAR2(60), note VARCHAR2(60 CHAR));
  TYPE lock_notes IS TABLE OF lock_note INDEX BY PLS_INTEGER;
  TYPE lobs IS TABLE OF CLOB INDEX BY VARCHAR2(32);

  g_locks    lock_notes;
  g_variable VARCHAR2(60 CHAR);
  g_uploads  lobs;

  -- returns the same row each time: a cursor cannot be fetched backwards
  CURSOR c_held(p_note VARCHAR2) IS
    SELECT p_note AS note FROM dual CONNECT BY LEVEL <= 100000;

  PROCEDURE post(p_user IN NUMBER, p_note IN VARCHAR2) IS
    v_transaction VARCHAR2(60) := DBMS_TRANSACTION.LOCAL_TRANSACTION_ID(TRUE);
  BEGIN
    UPDATE state_kinds SET note = p_note, posted_in = v_transaction WHERE user_id = p_user;
  END post;

  FUNCTION posted(p_user IN NUMBER) RETURN VARCHAR2 IS
    v_transaction VARCHAR2(60) := DBMS_TRANSACTION.LOCAL_TRANSACTION_ID(FALSE);
    v_note        VARCHAR2(60 CHAR);
  BEGIN
    SELECT MAX(note) KEEP (DENSE_RANK FIRST ORDER BY CASE WHEN user_id = p_user THEN 0 ELSE 1 END, user_id)
    INTO v_note
    FROM state_kinds
    WHERE posted_in = v_transaction;
    RETURN v_note;
  END posted;

  PROCEDURE forget_post(p_user IN NUMBER) IS
    CURSOR c_own IS
      SELECT user_id FROM state_kinds
      WHERE user_id = p_user AND note IS NOT NULL
      FOR UPDATE SKIP LOCKED;
  BEGIN
    FOR r_own IN c_own LOOP
      UPDATE state_kinds SET note = NULL, posted_in = NULL WHERE CURRENT OF c_own;
    END LOOP;
  END forget_post;

  PROCEDURE note_lock(p_user IN NUMBER, p_note IN VARCHAR2) IS
  BEGIN
    g_locks(p_user).taken_in := DBMS_TRANSACTION.LOCAL_TRANSACTION_ID(FALSE);
    g_locks(p_user).note := p_note;
  END note_lock;

  FUNCTION locked(p_user IN NUMBER) RETURN VARCHAR2 IS
    v_transaction VARCHAR2(60) := DBMS_TRANSACTION.LOCAL_TRANSACTION_ID(FALSE);
    v_user        PLS_INTEGER;
  BEGIN
    IF g_locks.EXISTS(p_user) AND g_locks(p_user).taken_in = v_transaction THEN
      RETURN g_locks(p_user).note;
    END IF;
    v_user := g_locks.FIRST;
    WHILE v_user IS NOT NULL LOOP
      IF g_locks(v_user).taken_in = v_transaction THEN
        RETURN g_locks(v_user).note;
      END IF;
      v_user := g_locks.NEXT(v_user);
    END LOOP;
    RETURN NULL;
  END locked;

  PROCEDURE set_variable(p_note IN VARCHAR2) IS
  BEGIN
    g_variable := p_note;
  END set_variable;

  FUNCTION get_variable RETURN VARCHAR2 IS
  BEGIN
    RETURN g_variable;
  END get_variable;

  PROCEDURE open_cursor(p_note IN VARCHAR2) IS
  BEGIN
    close_cursor;
    OPEN c_held(p_note);
  END open_cursor;

  FUNCTION fetch_cursor RETURN VARCHAR2 IS
    v_note VARCHAR2(60 CHAR);
  BEGIN
    IF c_held%ISOPEN THEN
      FETCH c_held INTO v_note;
    END IF;
    RETURN v_note;
  END fetch_cursor;

  PROCEDURE close_cursor IS
  BEGIN
    IF c_held%ISOPEN THEN
      CLOSE c_held;
    END IF;
  END close_cursor;

  FUNCTION begin_upload RETURN VARCHAR2 IS
    v_locator VARCHAR2(32) := RAWTOHEX(SYS_GUID());
    v_lob     CLOB;
  BEGIN
    DBMS_LOB.CREATETEMPORARY(v_lob, TRUE, DBMS_LOB.SESSION);
    g_uploads(v_locator) := v_lob;
    RETURN v_locator;
  END begin_upload;

  PROCEDURE append_upload(p_locator IN VARCHAR2, p_piece IN VARCHAR2) IS
  BEGIN
    DBMS_LOB.WRITEAPPEND(g_uploads(p_locator), LENGTH(p_piece), p_piece);
  END append_upload;

  FUNCTION upload(p_locator IN VARCHAR2) RETURN VARCHAR2 IS
  BEGIN
    IF g_uploads.EXISTS(p_locator) THEN
      RETURN DBMS_LOB.SUBSTR(g_uploads(p_locator), 60, 1);
    END IF;
    RETURN NULL;
  END upload;

  PROCEDURE free_upload(p_locator IN VARCHAR2) IS
  BEGIN
    IF g_uploads.EXISTS(p_locator) THEN
      DBMS_LOB.FREETEMPORARY(g_uploads(p_locator));
      g_uploads.DELETE(p_locator);
    END IF;
  END free_upload;
END cloakroom_state_kinds;
/
