/// A request as a person edits it: everything as typed, templates and mistakes included.
public struct RequestDraft: Hashable, Sendable, Codable {
  /// Empty means that the file names none, which is `GET`.
  public var method: String
  /// A path on the server, or a whole URL.
  public var url: String
  /// The key of the server; nil is the folder's or the workspace's default.
  public var server: String?
  public var query: [DraftRow]
  public var headers: [DraftRow]
  public var body: DraftBody
  /// What statuses are expected, such as `2xx, 304`; empty where nothing is said.
  public var expectedStatus: String
  /// With its unit, such as `30s`; empty where nothing is said.
  public var timeout: String
  /// How many redirects are followed; empty where nothing is said.
  public var redirects: String
  public var docs: String

  public init(
    method: String = "", url: String = "", server: String? = nil, query: [DraftRow] = [], headers: [DraftRow] = [],
    body: DraftBody = .none, expectedStatus: String = "", timeout: String = "", redirects: String = "",
    docs: String = ""
  ) {
    self.method = method
    self.url = url
    self.server = server
    self.query = query
    self.headers = headers
    self.body = body
    self.expectedStatus = expectedStatus
    self.timeout = timeout
    self.redirects = redirects
    self.docs = docs
  }
}

/// One line of headers, query or form.
public struct DraftRow: Hashable, Sendable, Codable {
  public var name: String
  public var value: String
  /// A row that is off is kept and not sent.
  public var isOn: Bool

  public init(_ name: String, _ value: String, isOn: Bool = true) {
    self.name = name
    self.value = value
    self.isOn = isOn
  }
}

public enum DraftBody: Hashable, Sendable, Codable {
  case none
  case json(String)
  case text(String)
  case form([DraftRow])
  /// Of a kind that is edited in its file, and stays what the file says; the name of the kind.
  case kept(String)
}

/// A request as it comes from disk.
public struct LoadedRequest: Hashable, Sendable {
  /// What its file says.
  public var saved: RequestDraft
  /// What was typed and not saved, if anything.
  public var draft: RequestDraft?
  /// The keys of the servers it can go to, the default first.
  public var servers: [String]
  /// Relative to the workspace.
  public var file: String

  public init(saved: RequestDraft, draft: RequestDraft? = nil, servers: [String] = [], file: String = "") {
    self.saved = saved
    self.draft = draft
    self.servers = servers
    self.file = file
  }
}

public enum SaveOutcome: Hashable, Sendable {
  case saved(LoadedRequest, WorkspaceSnapshot)
  /// The file says this by now, which is neither what the draft was made from nor the draft.
  case changedOnDisk(LoadedRequest)
}
