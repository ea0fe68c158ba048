extension DatabaseSchema {
  /// The responses that may be used again. What a list shows comes first and is masked; in a sealed row `model` and `body` are
  /// NULL, and `content` holds everything.
  static let cache = """
    CREATE TABLE cache (
      id INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      resource BLOB NOT NULL,
      environment TEXT,
      grouping TEXT,
      method TEXT NOT NULL,
      name TEXT,
      url TEXT NOT NULL,
      server TEXT,
      endpoint TEXT NOT NULL,
      codec TEXT NOT NULL,
      model TEXT,
      status INTEGER NOT NULL,
      size INTEGER NOT NULL,
      received INTEGER NOT NULL,
      fresh_until INTEGER,
      has_validator INTEGER NOT NULL,
      hits INTEGER NOT NULL DEFAULT 0,
      used INTEGER NOT NULL,
      expired INTEGER NOT NULL DEFAULT 0,
      pinned INTEGER NOT NULL DEFAULT 0,
      key TEXT,
      file TEXT,
      content BLOB NOT NULL,
      body BLOB
    ) STRICT;
    CREATE INDEX cache_resource ON cache (resource);
    CREATE INDEX cache_name ON cache (name) WHERE name IS NOT NULL;
    CREATE INDEX cache_file ON cache (file) WHERE file IS NOT NULL;
    CREATE INDEX cache_used ON cache (used, id, pinned, size);
    """
}
