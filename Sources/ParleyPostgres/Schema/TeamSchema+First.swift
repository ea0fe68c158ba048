extension TeamSchema {
  /// Version 1. `counter` has one row: whoever holds it numbers changes, so that they become visible in the order of their
  /// numbers, and nobody who reads on from a number misses one.
  static let first = "\(tables)\n\(appending)\n\(others)"

  private static let tables = """
    CREATE SCHEMA IF NOT EXISTS @schema@;

    CREATE TABLE @schema@.about (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      version integer NOT NULL,
      identity uuid NOT NULL DEFAULT gen_random_uuid()
    );
    INSERT INTO @schema@.about (version) VALUES (0);

    CREATE TABLE @schema@.counter (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      last bigint NOT NULL DEFAULT 0,
      generation bigint NOT NULL DEFAULT 0
    );
    INSERT INTO @schema@.counter DEFAULT VALUES;

    CREATE TABLE @schema@.shared (
      seq bigint PRIMARY KEY,
      key text COLLATE "C" NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 512),
      environment text COLLATE "C" NOT NULL,
      is_current boolean NOT NULL,
      is_removal boolean NOT NULL,
      at bigint NOT NULL,
      origin bigint NOT NULL,
      restored bigint,
      batch bigint,
      sealing_key text COLLATE "C" NOT NULL,
      key_version bigint NOT NULL,
      nonce bytea NOT NULL,
      value bytea NOT NULL,
      resealed bigint
    );
    CREATE INDEX shared_history ON @schema@.shared (key, environment, seq);
    CREATE UNIQUE INDEX shared_current ON @schema@.shared (environment, key) WHERE is_current;
    CREATE UNIQUE INDEX shared_nonce ON @schema@.shared (sealing_key, key_version, nonce);
    CREATE INDEX shared_resealed ON @schema@.shared (resealed) WHERE resealed IS NOT NULL;

    CREATE TABLE @schema@.key (
      name text COLLATE "C" PRIMARY KEY CHECK (octet_length(name) BETWEEN 1 AND 512),
      wrapped bytea NOT NULL
    );

    CREATE TABLE @schema@.run (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at bigint NOT NULL,
      size bigint NOT NULL,
      head_key text COLLATE "C" NOT NULL, head_version bigint NOT NULL, head_nonce bytea NOT NULL, head bytea NOT NULL,
      file_key text COLLATE "C" NOT NULL, file_version bigint NOT NULL, file_nonce bytea NOT NULL, file bytea NOT NULL
    );
    ALTER TABLE @schema@.run ALTER COLUMN file SET STORAGE EXTERNAL;
    CREATE UNIQUE INDEX run_head ON @schema@.run (head_key, head_version, head_nonce);
    CREATE UNIQUE INDEX run_file ON @schema@.run (file_key, file_version, file_nonce);

    """

  /// The functions run with the rights of whoever made the schema, and are all that a member may change it by.
  private static let appending = """
    -- Nobody else writes until the end of the transaction.
    CREATE FUNCTION @schema@.hold() RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = @schema@, pg_temp AS $$
      SELECT last FROM counter FOR UPDATE
    $$;

    CREATE FUNCTION @schema@.append(
      keys text[], environments text[], removals boolean[], times bigint[], origins bigint[], restorings bigint[],
      expected bigint[], sealing_keys text[], key_versions bigint[], nonces bytea[], sealed bytea[]
    ) RETURNS TABLE (place bigint, made bigint, made_batch bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = @schema@, pg_temp AS $$
    DECLARE
      counted bigint;
      first_number bigint;
      its_batch bigint;
      before record;
    BEGIN
      counted := hold();
      -- The call is repeated because its response was lost: what it made is there.
      RETURN QUERY
        SELECT e.place, s.seq, s.batch
        FROM unnest(keys, environments, sealing_keys, key_versions, nonces, sealed) WITH ORDINALITY
          AS e (key, environment, sealing_key, key_version, nonce, value, place)
        JOIN shared s ON s.sealing_key = e.sealing_key AND s.key_version = e.key_version AND s.nonce = e.nonce
        WHERE s.key = e.key AND s.environment = e.environment AND s.value = e.value
        ORDER BY e.place;
      IF FOUND THEN RETURN; END IF;

      first_number := counted + 1;
      IF cardinality(keys) > 1 THEN its_batch := first_number; END IF;
      FOR i IN 1 .. cardinality(keys) LOOP
        SELECT s.seq, s.is_removal INTO before FROM shared s
        WHERE s.key = keys[i] AND s.environment = environments[i] ORDER BY s.seq DESC LIMIT 1;
        IF expected[i] IS NOT NULL AND expected[i] <> coalesce(before.seq, 0) THEN
          RAISE EXCEPTION USING ERRCODE = 'PY001', MESSAGE = 'conflict', DETAIL = i::text;
        END IF;
        CONTINUE WHEN removals[i] AND coalesce(before.is_removal, true);
        counted := counted + 1;
        UPDATE shared s SET is_current = false
        WHERE s.key = keys[i] AND s.environment = environments[i] AND s.is_current;
        INSERT INTO shared VALUES (
          counted, keys[i], environments[i], NOT removals[i], removals[i], times[i], origins[i], restorings[i],
          its_batch, sealing_keys[i], key_versions[i], nonces[i], sealed[i]);
        -- Older changes of a key than these are forgotten, now and then.
        IF counted % 256 = 0 THEN
          DELETE FROM shared s WHERE s.key = keys[i] AND s.environment = environments[i] AND s.seq <= (
            SELECT o.seq FROM shared o WHERE o.key = keys[i] AND o.environment = environments[i]
            ORDER BY o.seq DESC LIMIT 1 OFFSET 10000);
        END IF;
        place := i;
        made := counted;
        made_batch := its_batch;
        RETURN NEXT;
      END LOOP;
      IF counted < first_number THEN RETURN; END IF;
      UPDATE counter SET last = counted;
      PERFORM pg_notify('@channel', counted::text);
    END
    $$;

    CREATE FUNCTION @schema@.reseal(
      numbers bigint[], sealing_keys text[], key_versions bigint[], nonces bytea[], sealed bytea[]
    ) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = @schema@, pg_temp AS $$
    DECLARE
      its_generation bigint;
    BEGIN
      UPDATE counter SET generation = generation + 1 RETURNING generation INTO its_generation;
      UPDATE shared s
      SET sealing_key = e.sealing_key, key_version = e.key_version, nonce = e.nonce, value = e.value,
        resealed = its_generation
      FROM unnest(numbers, sealing_keys, key_versions, nonces, sealed) AS e (seq, sealing_key, key_version, nonce, value)
      WHERE s.seq = e.seq;
      PERFORM pg_notify('@channel', 'resealed');
    END
    $$;

    """

  private static let others = """
    CREATE FUNCTION @schema@.keep_key(its_name text, its_bytes bytea, expected bytea) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = @schema@, pg_temp AS $$
    DECLARE
      before bytea;
    BEGIN
      PERFORM hold();
      SELECT k.wrapped INTO before FROM key k WHERE k.name = its_name;
      IF before = its_bytes THEN RETURN true; END IF;
      IF before IS DISTINCT FROM expected THEN RETURN false; END IF;
      INSERT INTO key (name, wrapped) VALUES (its_name, its_bytes)
      ON CONFLICT (name) DO UPDATE SET wrapped = excluded.wrapped;
      RETURN true;
    END
    $$;

    CREATE FUNCTION @schema@.publish(
      its_time bigint, a_key text, a_version bigint, a_nonce bytea, its_head bytea,
      b_key text, b_version bigint, b_nonce bytea, its_file bytea
    ) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = @schema@, pg_temp AS $$
    DECLARE
      its_number bigint;
    BEGIN
      -- The call is repeated because its response was lost.
      SELECT r.number INTO its_number FROM run r
      WHERE r.head_key = a_key AND r.head_version = a_version AND r.head_nonce = a_nonce AND r.head = its_head;
      IF FOUND THEN RETURN its_number; END IF;
      INSERT INTO run (at, size, head_key, head_version, head_nonce, head, file_key, file_version, file_nonce, file)
      VALUES (
        its_time, octet_length(its_file), a_key, a_version, a_nonce, its_head, b_key, b_version, b_nonce, its_file)
      RETURNING number INTO its_number;
      RETURN its_number;
    END
    $$;

    CREATE FUNCTION @schema@.remove_run(its_number bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = @schema@, pg_temp AS $$
    BEGIN
      DELETE FROM run WHERE number = its_number;
      RETURN FOUND;
    END
    $$;

    """
}
