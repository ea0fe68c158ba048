/// One change of a shared key: what it holds since, who wrote it and when.
public struct SharedEntry: Sendable, Hashable, Identifiable {
  /// The content of a key since a change, as far as it may be seen.
  @nonexhaustive public enum Content: Sendable, Hashable {
    /// A value that is open.
    case value(SharedValue)
    /// The key was removed.
    case removed
    /// A secret that nobody asked to see.
    case hidden
    /// It does not open: `.locked`, `.wrongKey`, `.damaged`, `.unknownCipher`.
    case unreadable(SharedDataError)
  }

  /// Counts up over all changes of all keys.
  public let sequence: Int64
  /// The key that was changed.
  public let key: SharedKey
  /// Nil for a removal.
  public let kind: SharedValue.Kind?
  /// The name of the cipher it is kept by; nil for none.
  public let cipher: String?
  /// Whether the value must be masked wherever it is shown, until somebody asks to see it.
  public let isSecret: Bool
  /// The key's content since the change.
  public let content: Content
  /// The writer: a request's id, or whatever name the writer gave itself.
  public let writer: String?
  /// The time of the change, by the writer's clock.
  public let at: Timestamp
  /// The time at which it expires; nil for never. It then counts as absent, although it is still shown.
  public let expires: Timestamp?
  /// Whether it brought back an earlier value: an undo or a redo.
  package let isRestored: Bool
  /// As many bytes as the value is kept in; 0 for a removal.
  package internal(set) var size = 0
  /// Whether its cipher is locked: there is a value, which nobody can see before that is unlocked.
  package internal(set) var isLocked = false
  /// Whether it is the change that removed the key. What is locked has no kind either, and is not removed.
  package var isRemoval: Bool { content == .removed }

  public var id: Int64 { sequence }

  /// The numbers of a team's changes begin here: larger than any number of a change on one machine, and so small that programs in other
  /// languages read them exactly.
  package static let teamBase: Int64 = 1 << 52
  /// Whether it is a change of a key that a team shares.
  package var isTeams: Bool { sequence > Self.teamBase }

  /// The value, where it was read and is one.
  public var value: SharedValue? {
    guard case .value(let value) = content else { return nil }
    return value
  }

  /// The reason why its value cannot be read; nil if it can.
  public var problem: SharedDataError? {
    guard case .unreadable(let problem) = content else { return nil }
    return problem
  }
}

/// A change of shared data, as its observers hear of it.
public struct SharedChange: Sendable, Hashable {
  /// The change itself, with its value.
  public let entry: SharedEntry
  /// The content of a removed key before its removal.
  public let removed: SharedEntry.Content?
  /// Whether somebody else made it: another process, or another part of this one with a `SharedData` of its own.
  public let isForeign: Bool

  /// The key that was changed.
  public var key: SharedKey { entry.key }
}

/// Keys in their order, by windows.
public struct SharedPage: Sendable, Hashable {
  /// How many keys there are, whatever the window.
  public let total: Int
  /// Those in the window.
  public let entries: [SharedEntry]
}
