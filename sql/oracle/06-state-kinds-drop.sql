-- A temporary table in which a session still has rows refuses to go (ORA-14452): end the tier first.
BEGIN
  EXECUTE IMMEDIATE 'DROP PACKAGE cloakroom_state_kinds';
EXCEPTION
  WHEN OTHERS THEN
    IF SQLCODE <> -4043 THEN
      RAISE;
    END IF;
END;
/
BEGIN
  EXECUTE IMMEDIATE 'DROP TABLE state_kinds_rows';
EXCEPTION
  WHEN OTHERS THEN
    IF SQLCODE <> -942 THEN
      RAISE;
    END IF;
END;
/
BEGIN
  EXECUTE IMMEDIATE 'DROP TABLE state_kinds PURGE';
EXCEPTION
  WHEN OTHERS THEN
    IF SQLCODE <> -942 THEN
      RAISE;
    END IF;
END;
/
