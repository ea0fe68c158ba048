package import ParleyModel

/// The workspace as a whole, and its files.
package protocol WorkspaceServices: Sendable {
  /// Reads the workspace, at the start and whenever `onChange` has called.
  func workspace() async throws -> WorkspaceSnapshot
  /// Makes another environment the active one, for this and later runs of the program.
  func select(environment: String) async throws -> WorkspaceSnapshot
  /// Calls, from any thread, as soon as a file of the workspace changes on disk; `onChange` calls when that is over. One listener.
  func onChanging(_ call: @escaping @Sendable () -> Void)
  /// Calls, from any thread, when a file of the workspace has changed on disk. One listener.
  func onChange(_ call: @escaping @Sendable () -> Void)
  /// Lets the workspace do these things from now on.
  func trust(_ items: [TrustItem]) async throws -> WorkspaceSnapshot
  /// What a person must allow before what failed with this error can be done; nil for any other error.
  func trustNeeded(by error: any Error) -> [TrustItem]?
  /// How many requests may be in progress at once; 0 is no limit. Those that are in progress go on.
  func limit(pool: Int) async throws -> WorkspaceSnapshot
  /// Turns the workspace's mocks on or off.
  func mock(_ isOn: Bool) async throws -> WorkspaceSnapshot
  /// Starts or stops the server of the mocks for other programs. Its requests stand in the log.
  func serveMocks(_ isOn: Bool) async throws -> WorkspaceSnapshot
  /// Makes a file. An id that is taken is an error.
  func create(_ draft: RequestDraft, as id: RequestID) async throws -> WorkspaceSnapshot
  /// The files besides its own that name a request, such as groups that send it, within the workspace.
  func filesNaming(_ id: RequestID) async throws -> [String]
  /// - Parameter everywhere: whether the files that name it name it again.
  func move(_ id: RequestID, to new: RequestID, everywhere: Bool) async throws -> WorkspaceSnapshot
  func duplicate(_ id: RequestID, as new: RequestID) async throws -> WorkspaceSnapshot
  func delete(_ id: RequestID) async throws -> WorkspaceSnapshot
  /// Makes a workspace of the scratch one in a folder, with the draft as its first request. Drafts move along.
  func keepScratch(_ draft: RequestDraft, as id: RequestID, in folder: String) async throws -> WorkspaceSnapshot
  /// The files in the workspace's folder, relative to it, those of the workspace itself left out.
  func files() async throws -> [String]
}
