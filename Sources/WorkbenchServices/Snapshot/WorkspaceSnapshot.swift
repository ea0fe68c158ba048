package import ParleyEngine
package import ParleyModel
import TerminalKit

/// The state of the workspace at one moment, as the workbench knows it.
package struct WorkspaceSnapshot: Hashable, Sendable {
  package var name: String
  /// The folder, as a person would write it.
  package var folder: String
  /// Whether there is no workspace yet, only a request to play with.
  package var isScratch: Bool
  package var environments: [EnvironmentSummary]
  /// The name of the active environment.
  package var environment: String?
  /// Every folder under `requests/`, empty ones too.
  package var folders: [String]
  /// In the order of their ids.
  package var requests: [RequestSummary]
  /// The one that somebody worked on last, here on this machine.
  package var lastRequest: RequestID?
  /// In the order of their ids.
  package var groups: [GroupOutline] = []
  /// The mistakes in the files.
  package var mistakes: [FileMistake]
  package var trust: Trust
  /// How many requests may be in progress at once; 0 is no limit.
  package var poolSize: Int
  /// How many mocks its files have.
  package var mocks: Int
  /// Whether they answer in place of servers.
  package var isMocking: Bool
  /// How all requests of the session use cache and network.
  package var cacheMode = CacheMode.automatic
  /// The address at which its mocks are served to other programs.
  package var mockServer: String?
  /// Ciphers that hide what they keep, by name.
  package var ciphers: [String] = []
  /// Which shared keys have which of them.
  package var sharedRules = SharedRules()
  /// How it is with the team that shares some of its keys; nil without one.
  package var team: TeamSummary?
  /// Counts up when somebody publishes or removes one of the team's runs.
  package var teamRunNews = 0
  /// Of two, and of this and a request as it comes from disk, the one with the higher number is newer.
  package var taking = 0
  /// Whether changes of its files are noticed.
  package var isWatched = true
  /// Whether what is done is there in the next session.
  package var isKept = true
  /// Whether the request that is in no file has a draft from before, which is no row of the list.
  package var hasScratchDraft = false
  /// Of a scratch workspace: whether the folder one stands in is empty, so that a new workspace may well go there.
  package var standsInEmptyFolder = false
  /// Whether the certificates of servers are checked in the active environment.
  package var checksCertificates = true
  /// The servers that somebody has decided to trust, as `host:port`.
  package var trustedServers: [String] = []
  /// How much of the history is kept, in words.
  package var retention = ""
  /// The change that undoing in the lists of files would take back, such as `deleting user/login`; nil if there is nothing.
  package var undoable: String?
  /// The folders of the workspaces that were opened last on this machine, the last one first.
  package var recent: [String] = []

  package init(
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

/// How it is with the team of a workspace.
package enum TeamSummary: Hashable, Sendable {
  /// It is about to be reached for the first time.
  case connecting
  case connected
  /// The keys are shown as they were last known, if they ever were; nothing can be written.
  case offline(since: Timestamp, copiedAt: Timestamp?, Problem)
  /// It cannot be used as it is.
  case unavailable(Problem)

  /// The time at which the shown keys of the team were last up to date, if they are not any more; nil otherwise.
  package var age: Timestamp? {
    if case .offline(_, let copiedAt?, _) = self { copiedAt } else { nil }
  }
}

package struct RequestSummary: Hashable, Sendable, Identifiable {
  package var id: RequestID
  package var method: String
  /// As written, with its templates.
  package var url: String
  /// Whether edits are kept that its file does not have.
  package var hasDraft: Bool
  /// Whether its file cannot be used as it is.
  package var hasMistake: Bool

  package init(
    _ id: RequestID, method: String = "GET", url: String = "", hasDraft: Bool = false, hasMistake: Bool = false
  ) {
    self.id = id
    self.method = method
    self.url = url
    self.hasDraft = hasDraft
    self.hasMistake = hasMistake
  }
}

/// A mistake in a file, with its place.
package struct FileMistake: Hashable, Sendable {
  /// Relative to the workspace.
  package var file: String
  /// Counted from 1.
  package var line: Int
  package var column: Int
  package var message: String
  package var hint: String?
  /// A warning does not keep the file from being used.
  package var isWarning: Bool

  package init(
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
package enum Trust: Hashable, Sendable {
  /// It asks for nothing that needs trust.
  case unneeded
  case granted
  /// These were not allowed, or have changed since.
  case wanted([TrustItem])
}
