extension TeamSchema {
  /// Version 2: snapshots. Each is what the keys held after the change with the number `seq`; who took it is sealed. Changes that
  /// one refers to are not deleted, whatever forgets old ones.
  static let second = """
    CREATE TABLE @schema@.snapshot (
      environment text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 200),
      at bigint NOT NULL,
      seq bigint NOT NULL,
      keys bigint NOT NULL,
      head_key text COLLATE "C" NOT NULL, head_version bigint NOT NULL, head_nonce bytea NOT NULL, head bytea NOT NULL,
      PRIMARY KEY (environment, name)
    );
    CREATE UNIQUE INDEX snapshot_head ON @schema@.snapshot (head_key, head_version, head_nonce);

    CREATE FUNCTION @schema@.keep_for_snapshots() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = @schema@, pg_temp AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM snapshot n
        WHERE n.seq >= OLD.seq AND (OLD.environment = '' OR n.environment = OLD.environment) AND NOT EXISTS (
          SELECT FROM shared o
          WHERE o.key = OLD.key AND o.environment = OLD.environment AND o.seq > OLD.seq AND o.seq <= n.seq)
      ) THEN
        RETURN NULL;
      END IF;
      RETURN OLD;
    END
    $$;
    CREATE TRIGGER keep_for_snapshots BEFORE DELETE ON @schema@.shared
    FOR EACH ROW EXECUTE FUNCTION @schema@.keep_for_snapshots();

    CREATE FUNCTION @schema@.take_snapshot(
      its_environment text, its_name text, its_time bigint, its_keys bigint,
      a_key text, a_version bigint, a_nonce bytea, its_head bytea
    ) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = @schema@, pg_temp AS $$
    DECLARE
      counted bigint;
      its_number bigint;
    BEGIN
      counted := hold();
      -- The call is repeated because its response was lost.
      SELECT n.seq INTO its_number FROM snapshot n
      WHERE n.environment = its_environment AND n.name = its_name AND n.at = its_time
        AND n.head_key = a_key AND n.head_version = a_version AND n.head_nonce = a_nonce AND n.head = its_head;
      IF FOUND THEN RETURN its_number; END IF;
      INSERT INTO snapshot (environment, name, at, seq, keys, head_key, head_version, head_nonce, head)
      VALUES (its_environment, its_name, its_time, counted, its_keys, a_key, a_version, a_nonce, its_head)
      ON CONFLICT (environment, name) DO NOTHING
      RETURNING seq INTO its_number;
      RETURN its_number;
    END
    $$;

    CREATE FUNCTION @schema@.remove_snapshot(its_environment text, its_name text, its_time bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = @schema@, pg_temp AS $$
    BEGIN
      DELETE FROM snapshot n WHERE n.environment = its_environment AND n.name = its_name AND n.at = its_time;
      RETURN FOUND;
    END
    $$;

    """
}
