/// One change of a key as a storage keeps it. Feed, history, undo and last writer are all read from these.
public struct SharedRecord: Sendable, Hashable {
  /// Counts up, in the order in which changes were made.
  public let sequence: Int64
  public let key: SharedKey
  /// Nil for a removal.
  public let content: SharedContent?
  public let writer: String?
  public let at: Timestamp
  /// Tells whoever wrote it from others who have the storage open.
  public let origin: Int64
  /// The change whose content this one brought back, 0 for the time before the first; nil for a change of its own.
  public let restored: Int64?

  public init(
    sequence: Int64, key: SharedKey, content: SharedContent?, writer: String?, at: Timestamp, origin: Int64,
    restored: Int64?
  ) {
    self.sequence = sequence
    self.key = key
    self.content = content
    self.writer = writer
    self.at = at
    self.origin = origin
    self.restored = restored
  }
}

/// A value as it is kept: what a cipher made of it.
public struct SharedContent: Sendable, Hashable {
  public var kind: SharedValue.Kind
  /// The name of the cipher; nil for none.
  public var cipher: String?
  /// A storage that finds it damaged says so here, so that other values can still be read.
  public var kept: Result<Ciphertext, RepositoryError>

  public init(kind: SharedValue.Kind, cipher: String?, kept: Result<Ciphertext, RepositoryError>) {
    self.kind = kind
    self.cipher = cipher
    self.kept = kept
  }
}

/// A change that is to be made.
public struct SharedEdit: Sendable {
  public enum Expectation: Sendable, Hashable {
    /// Whatever the key holds.
    case anything
    /// Only when the key's last change is still this one; 0 when it never had one.
    case lastChange(Int64)
  }

  public var key: SharedKey
  /// Nil removes the key.
  public var content: SharedContent?
  public var writer: String?
  public var at: Timestamp
  public var origin: Int64
  public var restored: Int64?
  public var expectation: Expectation

  public init(
    key: SharedKey, content: SharedContent?, writer: String?, at: Timestamp, origin: Int64, restored: Int64? = nil,
    expectation: Expectation = .anything
  ) {
    self.key = key
    self.content = content
    self.writer = writer
    self.at = at
    self.origin = origin
    self.restored = restored
    self.expectation = expectation
  }
}
