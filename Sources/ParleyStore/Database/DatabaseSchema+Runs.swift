extension DatabaseSchema {
  /// The runs of groups, and what their nodes did. `owner` is the program that runs one; where it has died before the run
  /// ended, the run was interrupted. In a row with a `key` the content is sealed.
  static let runs = """
    CREATE TABLE run (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT,
      is_concurrent INTEGER NOT NULL,
      call_id TEXT,
      environment TEXT,
      started INTEGER NOT NULL,
      ended INTEGER,
      state TEXT NOT NULL,
      origin_run TEXT,
      origin_step TEXT,
      is_fork INTEGER NOT NULL DEFAULT 0,
      owner TEXT NOT NULL,
      pinned INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX run_name ON run (name) WHERE name IS NOT NULL;
    CREATE INDEX run_owner ON run (owner) WHERE state = 'running';
    CREATE TABLE run_node (
      run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
      path TEXT NOT NULL,
      key TEXT,
      content BLOB NOT NULL,
      PRIMARY KEY (run, path)
    ) STRICT, WITHOUT ROWID;
    """

  /// Nodes that have begun and have no rows of their own yet, as `BegunNodes` writes them: many in one row, until their run has ended.
  static let begunNodes = """
    CREATE TABLE run_begun (
      seq INTEGER PRIMARY KEY,
      run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
      content BLOB NOT NULL
    ) STRICT;
    CREATE INDEX run_begun_run ON run_begun (run);
    """
}
