public import ParleyEngine
import ParleyWorkspace
public import TerminalKit

/// What the workbench knows of the workspace at one moment.
public struct WorkspaceSnapshot: Hashable, Sendable {
  public var name: String
  /// The folder, as a person would write it.
  public var folder: String
  /// Whether there is no workspace yet, only a request to play with.
  public var isScratch: Bool
  public var environments: [EnvironmentSummary]
  /// The name of the active environment.
  public var environment: String?
  /// Every folder under `requests/`, empty ones too.
  public var folders: [String]
  /// In the order of their ids.
  public var requests: [RequestSummary]
  /// In the order of their ids.
  public var groups: [GroupOutline] = []
  /// What is wrong in the files.
  public var mistakes: [FileMistake]
  public var trust: Trust
  /// How many requests may be under way at once; 0 is no limit.
  public var poolSize: Int
  /// How many mocks its files have.
  public var mocks: Int
  /// Whether they answer in place of servers.
  public var isMocking: Bool
  /// Ciphers that hide what they keep, by name.
  public var ciphers: [String] = []
  /// Which shared keys have which of them.
  public var sharedRules = SharedRules()
  /// Whether what is done is there in the next session.
  public var isKept = true

  public init(
    name: String, folder: String = "", isScratch: Bool = false, environments: [EnvironmentSummary] = [],
    environment: String? = nil, folders: [String] = [], requests: [RequestSummary] = [],
    mistakes: [FileMistake] = [], trust: Trust = .unneeded, poolSize: Int = 0,
    mocks: Int = 0, isMocking: Bool = false
  ) {
    self.name = name
    self.folder = folder
    self.isScratch = isScratch
    self.environments = environments
    self.environment = environment
    self.folders = folders
    self.requests = requests
    self.mistakes = mistakes
    self.trust = trust
    self.poolSize = poolSize
    self.mocks = mocks
    self.isMocking = isMocking
  }
}

public struct EnvironmentSummary: Hashable, Sendable {
  public var name: String
  public var color: NamedColor?
  /// Whether anything but GET asks before it is sent.
  public var asksBeforeSending: Bool

  public init(_ name: String, color: NamedColor? = nil, asksBeforeSending: Bool = false) {
    self.name = name
    self.color = color
    self.asksBeforeSending = asksBeforeSending
  }
}

public struct RequestSummary: Hashable, Sendable, Identifiable {
  public var id: RequestID
  public var method: String
  /// Whether edits are kept that its file does not have.
  public var hasDraft: Bool
  /// Whether its file cannot be used as it is.
  public var hasMistake: Bool

  public init(_ id: RequestID, method: String = "GET", hasDraft: Bool = false, hasMistake: Bool = false) {
    self.id = id
    self.method = method
    self.hasDraft = hasDraft
    self.hasMistake = hasMistake
  }
}

/// A mistake in a file, with its place.
public struct FileMistake: Hashable, Sendable {
  /// Relative to the workspace.
  public var file: String
  /// Counted from 1.
  public var line: Int
  public var column: Int
  public var message: String
  public var hint: String?
  /// A warning does not keep the file from being used.
  public var isWarning: Bool

  public init(
    file: String, line: Int, column: Int, _ message: String, hint: String? = nil, isWarning: Bool = false
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
    self.isWarning = isWarning
  }
}

/// Whether a workspace may do what it asks for.
public enum Trust: Hashable, Sendable {
  /// It asks for nothing that needs trust.
  case unneeded
  case granted
  /// These were not allowed, or have changed since.
  case wanted([TrustItem])
}

/// One thing a workspace wants to do that needs a person's word.
public struct TrustItem: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case program, variable, file, socket
  }

  public var kind: Kind
  /// The program with its arguments, the variable's name, or the path.
  public var text: String
  /// Where the workspace asks for it, such as `environments/local.yaml:4`.
  public var place: String?

  /// What is allowed with a person's word; nil where nobody can allow it.
  var wanted: ParleyWorkspace.TrustItem?

  public init(_ kind: Kind, _ text: String, place: String? = nil) {
    self.kind = kind
    self.text = text
    self.place = place
  }
}
