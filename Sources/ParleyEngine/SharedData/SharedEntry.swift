/// One change of a shared key: what it holds since, who wrote it and when.
public struct SharedEntry: Sendable, Hashable, Identifiable {
  /// What a key holds since a change, as far as it may be seen.
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
  /// Whose change it is.
  public let key: SharedKey
  /// Nil for a removal.
  public let kind: SharedValue.Kind?
  /// The name of the cipher it is kept by; nil for none.
  public let cipher: String?
  /// Whether the value must be masked wherever it is shown, until somebody asks to see it.
  public let isSecret: Bool
  /// What it holds since.
  public let content: Content
  /// Who wrote it: a request's id, or whatever name the writer gave itself.
  public let writer: String?
  /// When it was written, by the writer's clock.
  public let at: Timestamp
  /// When it expires; nil for never. Then it counts as absent, although it is still shown.
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

  /// Why it cannot be read.
  public var problem: SharedDataError? {
    guard case .unreadable(let problem) = content else { return nil }
    return problem
  }
}

/// A change of shared data, as its observers hear of it.
public struct SharedChange: Sendable, Hashable {
  /// The change itself, with its value.
  public let entry: SharedEntry
  /// What a removed key held before.
  public let removed: SharedEntry.Content?
  /// Whether somebody else made it: another process, or another part of this one with a `SharedData` of its own.
  public let isForeign: Bool

  /// Whose change it is.
  public var key: SharedKey { entry.key }
}

/// Keys in their order, by windows.
public struct SharedPage: Sendable, Hashable {
  /// How many keys there are, whatever the window.
  public let total: Int
  /// Those in the window.
  public let entries: [SharedEntry]
}
