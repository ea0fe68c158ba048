package import ParleyEngine
package import ParleyModel

/// The workspace as a whole: its files, its environments, and what comes into it and leaves it.
package protocol WorkspaceServices: Sendable {
  // MARK: The workspace

  /// Reads the workspace, at the start and whenever `onChange` has called.
  func read() async throws -> WorkspaceSnapshot
  /// Returns the folder of the workspace that a path, as a person types it, lies in.
  /// - Throws: where there is none.
  func folder(ofWorkspaceAt path: String) async throws -> String
  /// Makes another environment the active one, for this and later runs of the program.
  func select(environment: String) async throws -> WorkspaceSnapshot
  /// Calls, from any thread, as soon as a file of the workspace changes on disk; `onChange` calls when that is over. One listener.
  func onChanging(_ call: @escaping @Sendable () -> Void)
  /// Calls, from any thread, when a file of the workspace has changed on disk. One listener.
  func onChange(_ call: @escaping @Sendable () -> Void)
  /// Lets the workspace do these things from now on.
  func trust(_ items: [TrustItem]) async throws -> WorkspaceSnapshot
  /// Returns the text of a file of the workspace that a command would run.
  /// - Throws: where it is no text, or cannot be read.
  func script(_ path: String) async throws -> String
  /// Returns the permissions that the action which failed with this error needs; nil for any other error.
  func trustNeeded(by error: any Error) -> [TrustItem]?
  /// How many requests may be in progress at once; 0 is no limit. Those that are in progress go on.
  func limit(pool: Int) async throws -> WorkspaceSnapshot
  /// Turns the workspace's mocks on or off.
  func mock(_ isOn: Bool) async throws -> WorkspaceSnapshot
  /// Starts or stops the server of the mocks for other programs. Its requests stand in the log.
  func serveMocks(_ isOn: Bool) async throws -> WorkspaceSnapshot
  /// Makes a workspace of the scratch one in a folder, with the draft as its first request. Drafts move along.
  func keepScratch(_ draft: RequestDraft, as id: RequestID, in folder: String) async throws -> WorkspaceSnapshot

  // MARK: Certificates of servers

  /// Looks at the certificates of a server. Sends nothing.
  /// - Parameter options: the way there; that of a plain request when nil.
  func certificates(of url: String, _ options: TransferOptions?) async throws -> CertificateChain
  /// Trusts a certificate for a server on this machine; nil trusts the server no longer.
  func trust(certificate pem: String?, of server: String) async throws -> WorkspaceSnapshot
  /// The same for the authorities in a file, as a person names it.
  func trust(authoritiesIn file: String, of server: String) async throws -> WorkspaceSnapshot
  /// Whether certificates are checked in the active environment, as long as the program runs.
  func checkCertificates(_ isOn: Bool) async throws -> WorkspaceSnapshot

  // MARK: Its files

  /// Makes a file. An id that is taken is an error.
  func create(_ draft: RequestDraft, as id: RequestID) async throws -> WorkspaceSnapshot
  /// The files besides its own that name a request, such as groups that send it, within the workspace.
  func filesNaming(_ id: RequestID) async throws -> [String]
  /// The same of several; their own files are left out.
  func filesNaming(_ ids: [RequestID]) async throws -> [String]
  /// - Parameter everywhere: whether the files that name it name it again.
  func move(_ id: RequestID, to new: RequestID, everywhere: Bool) async throws -> WorkspaceSnapshot
  func duplicate(_ id: RequestID, as new: RequestID) async throws -> WorkspaceSnapshot
  func delete(_ id: RequestID) async throws -> WorkspaceSnapshot
  /// The files outside of a folder of requests that name requests in it, within the workspace.
  func filesNaming(folder: String) async throws -> [String]
  /// Moves a folder with all that is in it.
  /// - Parameter everywhere: whether the files that name its requests name them again.
  func move(folder: String, to new: String, everywhere: Bool) async throws -> WorkspaceSnapshot
  func delete(folder: String) async throws -> WorkspaceSnapshot
  /// Moves several requests into a folder, and names them again where they are named.
  /// - Parameter all: those of which these are a piece: whether all of them can be moved is checked before the first piece, and
  ///   they are undone together.
  func move(_ ids: [RequestID], of all: [RequestID], into folder: String) async throws -> WorkspaceSnapshot
  /// Deletes several requests, with their unsaved edits.
  /// - Parameter all: those of which these are a piece; they are undone together.
  func delete(_ ids: [RequestID], of all: [RequestID]) async throws -> WorkspaceSnapshot
  /// Takes back what was deleted, moved or renamed last: the files are as they were, byte for byte.
  /// - Throws: if there is nothing to undo, or if something else was written there since.
  func undoFiles() async throws -> FilesUndone
  /// The files in the workspace's folder, relative to it, those of the workspace itself left out.
  func files() async throws -> [String]

  // MARK: Environments and the values in them

  /// Every value of the workspace and its environments, as the files say it now.
  func variables() async throws -> VariableTable
  /// Writes a change into the files that it is about; of a value, if the file still says what the person has seen. Nil asks no more.
  /// - Throws: for a name that cannot be used, and for what would be a secret in clear.
  func change(_ edit: EnvironmentEdit, over seen: SeenCell?) async throws -> EnvironmentOutcome
  /// Takes back the last change, or makes it again.
  /// - Throws: if there is none, or if its files have changed since.
  func undoEnvironments(_ way: UndoWay) async throws -> EnvironmentOutcome
  /// Unsaved edits of a request with a new name in them.
  func renamed(_ draft: RequestDraft, by renaming: Renaming) async -> RequestDraft
  /// Unsaved edits of a group with a new name in them; as they are where they cannot be read.
  func renamed(_ text: String, ofGroup id: String, by renaming: Renaming) async -> String

  // MARK: Texts that become requests

  /// Reads a URL, `POST url body`, or curl commands. Credentials are encrypted and kept on this machine.
  /// - Returns: nil when the text is none of these.
  func requests(fromPasted text: String) async throws -> PastedRequests?
  /// Writes the requests of several curl commands into a folder of requests.
  /// - Parameter workspace: the folder that becomes a workspace, where there is none yet.
  func importCommands(_ text: String, into folder: String, workspace: String?) async throws -> ImportedRequests
  /// Makes a file of the request without one. What it has sent is its history.
  func createFromScratch(_ draft: RequestDraft, as id: RequestID) async throws -> WorkspaceSnapshot

  // MARK: Descriptions, collections and recordings of APIs, made into files

  /// Reads what is to be imported, and says what would be made. Nothing is written.
  func planImport(_ wish: ImportWish) async throws -> ImportOutline
  /// Makes it, but for what is left out. Nothing that is there is overwritten.
  /// - Parameter leftOut: paths of ``ImportOutline/Entry``.
  /// - Parameter progress: counts the files, and stops it: then nothing has been written.
  /// - Returns: nil where it was stopped.
  func makeImport(_ wish: ImportWish, leaving leftOut: Set<String>, _ progress: WritingProgress) async throws
    -> ImportMade?
  /// Ends what is being fetched for ``planImport(_:)``.
  func cancelImport() async
  /// Files and folders that go on what is typed of a path; a folder ends with a slash. In order.
  func paths(completing typed: String) async -> [String]

  // MARK: Forms that other programs read

  /// The text of an export, or the files that it was written to.
  func export(_ export: FormatExport) async throws -> FormatExportOutcome

  // MARK: Descriptions of APIs

  /// The documentation of the operation that a request sends.
  /// - Throws: `Problem` where no description has it.
  func describe(_ draft: RequestDraft, of id: RequestID) async throws -> SendingExplained
  /// Returns the words of a request's operation; empty if it has none.
  func operationWords(of draft: RequestDraft, _ id: RequestID) async -> OperationWords
  /// Which operations have requests and were sent, or how recorded responses differ from the description, in lines.
  func report(_ kind: DescriptionReport) async throws -> [String]

  // MARK: Credentials on their way to a file

  /// Returns the credentials to place before saving, if saving failed because of them; nil for any other error.
  func credentials(unplacedBy error: any Error) -> [UnplacedCredential]?
  /// Puts them where they belong. What is saved next has what stands for them.
  func place(_ placements: [CredentialPlacement]) async throws
}
