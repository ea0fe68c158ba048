extension DatabaseSchema {
  /// The signatures that searches of the history check before they read exchanges; see `SignatureTable`. `content` is
  /// NULL while the block is being signed by the program that has the token. `key` is the key, and the version, of the
  /// signature.
  static let signatures = """
    CREATE TABLE exchange_signature (
      block INTEGER PRIMARY KEY,
      key BLOB NOT NULL,
      token INTEGER NOT NULL,
      content BLOB
    ) STRICT;
    CREATE TRIGGER exchange_signature_inserted AFTER INSERT ON exchange BEGIN
      DELETE FROM exchange_signature WHERE block = NEW.seq >> 10;
    END;
    CREATE TRIGGER exchange_signature_deleted AFTER DELETE ON exchange BEGIN
      DELETE FROM exchange_signature WHERE block = OLD.seq >> 10;
    END;
    CREATE TRIGGER exchange_signature_updated
    AFTER UPDATE OF name, environment, method, url, status, error, key, content, request_body, response_body ON exchange
    BEGIN
      DELETE FROM exchange_signature WHERE block = NEW.seq >> 10;
    END;
    """

  /// Those who add exchanges do it themselves, once for all of a transaction: with a trigger SQLite adds each row by itself.
  static let signaturesByWriters = "DROP TRIGGER exchange_signature_inserted"
}
