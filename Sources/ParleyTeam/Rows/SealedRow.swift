package import ParleyEngine

/// One change of a team's shared key as the server keeps it: it sees whose change it is, how large and when. What kind of value
/// it is, who wrote it and when it expires is inside of what is sealed.
package struct SealedRow: Sendable, Hashable {
  /// Counts up over all changes, in the order in which they became visible.
  package let sequence: Int64
  /// The key that was changed.
  package let key: SharedKey
  /// The sealed bytes. A removal has some too, because it has a writer.
  package let sealed: SealedBytes
  /// Whether the key is gone since.
  package let isRemoval: Bool
  /// The time of the change, by the writer's clock.
  package let at: Timestamp
  /// A number that distinguishes its writer from others.
  package let origin: Int64
  /// The change whose content this one brought back, 0 for the time before the first; nil for a change of its own.
  package let restored: Int64?
  /// The number of the first of the changes that were made together with this one; nil for a change made alone.
  package let batch: Int64?

  /// A change as the server keeps it.
  package init(
    sequence: Int64, key: SharedKey, sealed: SealedBytes, isRemoval: Bool, at: Timestamp, origin: Int64,
    restored: Int64?, batch: Int64?
  ) {
    self.sequence = sequence
    self.key = key
    self.sealed = sealed
    self.isRemoval = isRemoval
    self.at = at
    self.origin = origin
    self.restored = restored
    self.batch = batch
  }

  /// The change that an edit makes, once it has its number.
  package init(_ edit: SealedEdit, sequence: Int64, batch: Int64?) {
    self.init(
      sequence: sequence, key: edit.key, sealed: edit.sealed, isRemoval: edit.isRemoval, at: edit.at,
      origin: edit.origin, restored: edit.restored, batch: batch)
  }

  /// The same change, sealed anew.
  package func resealed(_ sealed: SealedBytes) -> SealedRow {
    SealedRow(
      sequence: sequence, key: key, sealed: sealed, isRemoval: isRemoval, at: at, origin: origin, restored: restored,
      batch: batch)
  }
}

/// Bytes that cannot be read without the team's key.
package struct SealedBytes: Sendable, Hashable {
  /// The seal: the key and the nonce. No nonce is used twice with the same key: a server refuses it.
  package var seal: Ciphertext.Seal
  /// The encrypted bytes.
  package var bytes: [UInt8]

  /// Bytes under their seal.
  package init(_ bytes: [UInt8], seal: Ciphertext.Seal) {
    self.seal = seal
    self.bytes = bytes
  }
}

/// A change that is to be made.
package struct SealedEdit: Sendable, Hashable {
  /// The key to set or remove.
  package var key: SharedKey
  /// Of a removal: who removed it.
  package var sealed: SealedBytes
  /// Whether it removes the key.
  package var isRemoval: Bool
  /// The time of the change.
  package var at: Timestamp
  /// A number that distinguishes the writes of one process from those of others.
  package var origin: Int64
  /// The number of the change that it brings back, of an undo or redo.
  package var restored: Int64?
  /// The condition under which the change is made.
  package var expectation: SharedEdit.Expectation

  /// A change that is wanted.
  package init(
    key: SharedKey, sealed: SealedBytes, isRemoval: Bool, at: Timestamp, origin: Int64, restored: Int64? = nil,
    expectation: SharedEdit.Expectation = .anything
  ) {
    self.key = key
    self.sealed = sealed
    self.isRemoval = isRemoval
    self.at = at
    self.origin = origin
    self.restored = restored
    self.expectation = expectation
  }
}

/// The outcome of edits that belong together.
package enum SealedBatch: Sendable, Hashable {
  /// The changes they made, in their order. Removals of keys that were not there made none.
  case made([SealedRow])
  /// The last change of this key is not the one that was expected; nothing was changed.
  case conflict(SharedKey)
}

/// A window of the keys.
package struct SealedPage: Sendable, Hashable {
  /// How many keys the query finds, whatever its window.
  package var total: Int
  /// The last changes of those in the window, by name.
  package var rows: [SealedRow]

  /// A window of these rows.
  package init(total: Int, rows: [SealedRow]) {
    self.total = total
    self.rows = rows
  }
}
