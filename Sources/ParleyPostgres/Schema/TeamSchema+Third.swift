extension TeamSchema {
  /// Version 3: snapshots whose environment gets another name. They go on referring to the changes of the old one, `changes_of`, since
  /// these never change; it is null for a snapshot that was not moved.
  static let third = """
    ALTER TABLE @schema@.snapshot ADD COLUMN changes_of text COLLATE "C";

    CREATE OR REPLACE FUNCTION @schema@.keep_for_snapshots() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = @schema@, pg_temp AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM snapshot n
        WHERE n.seq >= OLD.seq
          AND (OLD.environment = '' OR coalesce(n.changes_of, n.environment) = OLD.environment)
          AND NOT EXISTS (
            SELECT FROM shared o
            WHERE o.key = OLD.key AND o.environment = OLD.environment AND o.seq > OLD.seq AND o.seq <= n.seq)
      ) THEN
        RETURN NULL;
      END IF;
      RETURN OLD;
    END
    $$;

    -- Where the call is repeated because its response was lost, there are none any more.
    CREATE FUNCTION @schema@.move_snapshots(
      its_environment text, new_environment text, names text[], times bigint[],
      head_keys text[], head_versions bigint[], head_nonces bytea[], heads bytea[]
    ) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = @schema@, pg_temp AS $$
    BEGIN
      PERFORM hold();
      UPDATE snapshot n
      SET environment = new_environment, changes_of = coalesce(n.changes_of, n.environment),
        head_key = e.head_key, head_version = e.head_version, head_nonce = e.head_nonce, head = e.head
      FROM unnest(names, times, head_keys, head_versions, head_nonces, heads)
        AS e (name, at, head_key, head_version, head_nonce, head)
      WHERE n.environment = its_environment AND n.name = e.name AND n.at = e.at;
    END
    $$;

    """
}
