public import ParleyStore
import ParleyWorkspace

/// Which workspace a command works on, and how.
public struct SessionArguments: Sendable {
  /// The folder named with `-w`; otherwise the workspace is looked for upwards from `directory`.
  public var workspace: String?
  public var environment: String?
  /// `--set NAME=VALUE`
  public var given: [String: String]
  /// Whether the workspace's mocks answer.
  public var isMocking = false
  /// Where the command was called.
  public var directory: String
  public var state: StateFolder

  public init(
    workspace: String? = nil, environment: String? = nil, given: [String: String] = [:], directory: String,
    state: StateFolder
  ) {
    self.workspace = workspace
    self.environment = environment
    self.given = given
    self.directory = directory
    self.state = state
  }

  func folder() throws -> String {
    try workspace ?? Workspace.folder(above: directory)
  }

  func open() async throws -> Session {
    let session = try await Session.open(at: folder(), state: state, environment: environment, given: given)
    if isMocking { session.isMocking = true }
    return session
  }
}
