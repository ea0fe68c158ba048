/// One change of a key as a storage keeps it. Feed, history, undo and last writer are all read from these.
public struct SharedRecord: Sendable, Hashable {
  /// Counts up, in the order in which changes were made.
  package let sequence: Int64
  /// The key that was changed.
  package let key: SharedKey
  /// Nil for a removal.
  public let content: SharedContent?
  /// The writer, for people to read.
  package let writer: String?
  /// The time of the change, by the writer's clock.
  package let at: Timestamp
  /// Tells whoever wrote it from others who have the storage open.
  package let origin: Int64
  /// The change whose content this one brought back, 0 for the time before the first; nil for a change of its own.
  package let restored: Int64?
  /// The number of the first of the changes that were made together with this one; nil for a change made alone. Where some of
  /// them are a team's, the first is one of these.
  package let batch: Int64?

  /// A change as a storage keeps it.
  package init(
    sequence: Int64, key: SharedKey, content: SharedContent?, writer: String?, at: Timestamp, origin: Int64,
    restored: Int64?, batch: Int64? = nil
  ) {
    self.sequence = sequence
    self.key = key
    self.content = content
    self.writer = writer
    self.at = at
    self.origin = origin
    self.restored = restored
    self.batch = batch
  }
}

/// A value as it is kept: what a cipher made of it.
public struct SharedContent: Sendable, Hashable {
  /// As what the plain bytes are read.
  package var kind: SharedValue.Kind
  /// The name of the cipher; nil for none.
  package var cipher: String?
  /// The time from which it counts as absent; nil for never.
  package var expires: Timestamp?
  /// A storage that finds it damaged says so here, so that other values can still be read.
  public var kept: Result<Ciphertext, RepositoryError>
  /// Whether its kind is sealed along with it, and not known before that opens.
  package var isKindSealed = false

  /// Nil while that is sealed.
  package var knownKind: SharedValue.Kind? { isKindSealed ? nil : kind }

  /// A value as a storage keeps it.
  package init(
    kind: SharedValue.Kind, cipher: String?, expires: Timestamp? = nil, kept: Result<Ciphertext, RepositoryError>
  ) {
    self.kind = kind
    self.cipher = cipher
    self.expires = expires
    self.kept = kept
  }
}

/// A change that is to be made.
public struct SharedEdit: Sendable {
  /// The condition under which an edit is made.
  package enum Expectation: Sendable, Hashable {
    /// Whatever the key holds.
    case anything
    /// Only when the key's last change is still this one; 0 when it never had one.
    case lastChange(Int64)
  }

  /// The key that is set or removed.
  package var key: SharedKey
  /// Nil removes the key.
  public var content: SharedContent?
  /// The writer, for people to read.
  package var writer: String?
  /// The time of the edit, by the writer's clock.
  package var at: Timestamp
  /// Tells what one process wrote from what others did.
  package var origin: Int64
  /// The number of the change that it brings back, of an undo or redo.
  package var restored: Int64?
  /// The condition under which it is made.
  package var expectation: Expectation

  /// A change that is wanted.
  package init(
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
