public import ParleyEngine

/// What the screen of shared data asks of the world behind it.
public protocol SharedDataServices: Sendable {
  /// Some keys of the active environment and of the workspace, in the order of their names.
  func sharedKeys(_ query: SharedKeysQuery) async throws -> SharedKeysWindow
  /// A key as it is now; nil when it is not there. A secret's value is left out.
  func sharedKey(_ name: String) async throws -> SharedKeyDetail?
  /// Does what was ordered, or says what it needs first.
  func perform(_ order: SharedDataIntent) async throws -> SharedDataOutcome
  /// The ciphers a key can be bound to.
  func ciphers() async throws -> [CipherSummary]
  /// The exchange whose answer brought a change; nil when it is not in the history.
  func exchange(of change: SharedRow) async throws -> ExchangeID?
}

/// Which keys are wanted. They are counted from 0.
public struct SharedKeysQuery: Hashable, Sendable {
  /// Text that the name holds, whatever its case.
  public var filter: String
  public var offset: Int
  /// Where this key is among them, if it is there; then `offset` does not count.
  public var around: String?
  public var count: Int

  public init(filter: String = "", offset: Int = 0, around: String? = nil, count: Int) {
    self.filter = filter
    self.offset = offset
    self.around = around
    self.count = count
  }
}

public struct SharedKeysWindow: Hashable, Sendable {
  /// How many keys there are, whatever the window.
  public var total: Int
  public var offset: Int
  public var rows: [SharedRow]

  public init(total: Int = 0, offset: Int = 0, rows: [SharedRow] = []) {
    self.total = total
    self.offset = offset
    self.rows = rows
  }
}

/// A change of a key in a line of a list. It holds no secret.
public struct SharedRow: Hashable, Sendable, Identifiable {
  public var key: SharedKey
  /// The number of the change.
  public var sequence: Int64
  /// Nil for a removal.
  public var kind: SharedValue.Kind?
  /// The beginning of the value on one line; nil for a secret, a removal, and what cannot be read.
  public var preview: String?
  public var isSecret: Bool
  /// Why it cannot be read.
  public var problem: String?
  public var cipher: String?
  public var writer: String?
  public var at: Timestamp
  /// Whether it brought back an earlier value.
  public var isRestored: Bool

  public var id: Int64 { sequence }
}

/// A key with all that is known of it.
public struct SharedKeyDetail: Hashable, Sendable {
  /// Its last change.
  public var row: SharedRow
  /// Nil where nobody asked to see a secret, and where it cannot be read.
  public var value: SharedValue?
  /// The newest changes first.
  public var history: [SharedRow]
  public var uses: [SharedPlace]

  public init(row: SharedRow, value: SharedValue?, history: [SharedRow], uses: [SharedPlace]) {
    self.row = row
    self.value = value
    self.history = history
    self.uses = uses
  }

  public var name: String { row.key.name }
}

/// Where a key is read or captured.
public struct SharedPlace: Hashable, Sendable {
  /// Nil for what stands in other files.
  public var request: RequestID?
  /// Relative to the workspace.
  public var file: String
  /// Counted from 1.
  public var line: Int
  public var captures: Bool

  public init(request: RequestID?, file: String, line: Int, captures: Bool = false) {
    self.request = request
    self.file = file
    self.line = line
    self.captures = captures
  }
}

/// A cipher as it is offered.
public struct CipherSummary: Hashable, Sendable {
  public var name: String
  /// Such as `passphrase, locked`.
  public var note: String

  public init(_ name: String, note: String = "") {
    self.name = name
    self.note = note
  }
}

/// The wish to see or to change a key, with what the person has answered so far.
public struct SharedDataIntent: Hashable, Sendable {
  public enum Job: Hashable, Sendable {
    /// Shows the value until one leaves it.
    case reveal
    /// Into the clipboard, shown nowhere.
    case copy
    case edit
    case editOutside
    /// - ifStill: only when the key's last change is still this one.
    case set(SharedValue, ifStill: Int64)
    case create(SharedValue, NewSharedKey)
    case remove(ifStill: Int64)
    case undo
    case redo
    case rename(to: String)
    /// Nil opens it.
    case bind(cipher: String?)
    /// Names a new cipher, whose key file is made, or whose passphrase is asked; then binds it.
    case declare(cipher: String, keyFile: String?)
  }

  public var key: String
  public var job: Job
  /// What was typed into the form, by the name of the question. Held in memory only.
  public var answers: [String: String]

  public init(_ key: String, _ job: Job, answers: [String: String] = [:]) {
    self.key = key
    self.job = job
    self.answers = answers
  }
}

/// A key that is to be made. What is nil is as the files say.
public struct NewSharedKey: Hashable, Sendable {
  public enum Cipher: Hashable, Sendable {
    case open
    case named(String)
  }

  public var name: String
  public var kind: SharedValue.Kind
  public var cipher: Cipher?
  public var scope: SharedRule.Scope?

  public init(_ name: String, kind: SharedValue.Kind, cipher: Cipher? = nil, scope: SharedRule.Scope? = nil) {
    self.name = name
    self.kind = kind
    self.cipher = cipher
    self.scope = scope
  }
}

public enum SharedDataOutcome: Hashable, Sendable {
  /// The key as it is now, with its value where the order was about that; nil when it is not there any more.
  case done(SharedKeyDetail?)
  case asks([Question])
  /// Somebody else wrote meanwhile: what is there now, with its value, and the number of that change; nil when it was removed.
  case conflict(SharedKeyDetail?, sequence: Int64)
}
