public import ParleyEngine
public import TerminalKit

/// What the workbench asks of the world behind it: the open workspace, its client and its store.
///
/// Every call comes from a task of the runtime and may take its time; none is made while a frame is drawn. What is thrown
/// is shown as a card, so it should be an `ExplainedError`.
public protocol Services: CacheServices, SharedServices, GroupServices {
  /// What is known of secrets: no failure that is shown quotes one.
  var secrets: KnownSecrets { get }
  /// Reads the workspace, at the start and whenever `onChange` has called.
  func workspace() async throws -> WorkspaceSnapshot
  /// Makes another environment the active one, for this and later runs of the program.
  func select(environment: String) async throws -> WorkspaceSnapshot
  /// Calls, from any thread, when a file of the workspace has changed on disk. One listener.
  func onChange(_ call: @escaping @Sendable () -> Void)
  /// Calls, from any thread, for everything that the store has told and will tell, such as that a file of it was damaged. It
  /// stands in the log already. One listener.
  func onNotice(_ call: @escaping @Sendable (Problem) -> Void)
  /// Lets the workspace do these things from now on.
  func trust(_ items: [TrustItem]) async throws -> WorkspaceSnapshot
  /// How many requests may be under way at once; 0 is no limit. Those that are under way go on.
  func limit(pool: Int) async throws -> WorkspaceSnapshot
  /// Lets the workspace's mocks answer, or servers again.
  func mock(_ isOn: Bool) async throws -> WorkspaceSnapshot

  /// A request as it stands in its file, and the draft on top of it if one was kept.
  func load(_ id: RequestID) async throws -> LoadedRequest
  /// Fills the templates of a draft without asking for secrets or running anything. Mistakes are part of the answer.
  func preview(_ draft: RequestDraft, of id: RequestID) async -> Preview
  /// Writes a draft to its file, and drops it as a draft.
  /// - Parameter base: the content of the file it was made from; when the file says something else by now, nothing is written.
  func save(_ draft: RequestDraft, of id: RequestID, over base: RequestDraft) async throws -> SaveOutcome
  /// Writes a file as a person has seen it in `SaveOutcome.wantsRewrite`, and drops the draft.
  /// - Throws: when the file is not the one that was shown any more; then nothing is written.
  func rewrite(_ rewrite: FileRewrite, of id: RequestID) async throws -> SaveOutcome
  /// Keeps what was typed, so that it survives a crash. Safe on disk when it returns.
  func keepDraft(_ draft: RequestDraft, of id: RequestID) async throws
  func dropDraft(of id: RequestID) async throws

  /// Makes a file. An id that is taken is an error.
  func create(_ draft: RequestDraft, as id: RequestID) async throws -> WorkspaceSnapshot
  /// The files besides its own that name a request, such as groups that send it, within the workspace.
  func filesNaming(_ id: RequestID) async throws -> [String]
  /// - Parameter everywhere: whether the files that name it name it anew.
  func move(_ id: RequestID, to new: RequestID, everywhere: Bool) async throws -> WorkspaceSnapshot
  func duplicate(_ id: RequestID, as new: RequestID) async throws -> WorkspaceSnapshot
  func delete(_ id: RequestID) async throws -> WorkspaceSnapshot
  /// Makes a workspace of the scratch one in a folder, with the draft as its first request. Drafts move along.
  func keepScratch(_ draft: RequestDraft, as id: RequestID, in folder: String) async throws -> WorkspaceSnapshot
  /// Reads a pasted curl command. Credentials in it are encrypted and kept on this machine; templates take their place.
  /// - Returns: nil when the text is none.
  func draft(fromCurl text: String) async throws -> ImportedDraft?
  /// Puts secrets that a draft asks for where they belong from now on.
  /// - Returns: the draft with templates that take them from there.
  func place(_ secrets: [SecretPlacement], in draft: RequestDraft, of id: RequestID) async throws -> RequestDraft
  /// Forgets what was answered and kept, in memory and on this machine, so that it is asked again.
  /// - Returns: how many answers there were.
  func forgetAnswers() async throws -> Int

  /// What would be sent. Asks nobody, and sends nothing.
  func explain(_ order: SendIntent) async throws -> SendingExplained
  /// A draft as a curl command that sends the same. Sends nothing.
  func curl(_ order: CurlExport) async throws -> CurlExportOutcome
  /// The files in the workspace's folder, relative to it, those of the workspace itself left out.
  func files() async throws -> [String]

  /// Sends a draft, or says what it needs first.
  func send(_ order: SendIntent) async throws -> SendOutcome
  /// What a filter makes of the body of an answer.
  func filter(_ text: String, _ body: JSONValue, of response: Response) async -> FilterOutcome
  /// Adds a mock that gives an answer again to the workspace's files, and switches nothing on.
  /// - Returns: its file, within the workspace.
  func keepAsMock(_ response: Response, method: String, of request: RequestID) async throws -> String
  /// The cookies of the session; nil where none are kept.
  var cookies: (any CookieStorage)? { get }
  /// The exchanges of a request that history kept, the newest first.
  func history(of request: RequestID, limit: Int) async throws -> [PastExchange]
  /// An exchange that history kept: what an older line of the log speaks of.
  func exchange(_ id: ExchangeID) async throws -> KeptExchange

  /// Everything that happens from now on.
  func events() -> EventSubscription
  /// A window on the whole log, which holds at least what `events()` has delivered.
  func log(_ query: LogQuery) async throws -> LogWindow
  /// The newest lines of the log, the newest last. They hold what `events()` has delivered, and are safe on disk when they are
  /// returned.
  func newestLines(_ count: Int, of subject: LogSubject) async throws -> [LogEntry]
  /// What the newest lines of the log say, for completions.
  func logVocabulary() async throws -> LogVocabulary
  /// Filters of the log that were kept, by name.
  func savedFilters() async throws -> [SavedFilter]
  /// Keeps a filter in place of one of the same name.
  /// - Returns: all that are kept.
  func save(_ filter: SavedFilter) async throws -> [SavedFilter]
  func forgetFilter(_ name: String) async throws -> [SavedFilter]
  func mark(_ entry: LogEntry.ID, _ isMarked: Bool) async throws
  /// Puts a failure of the workbench itself into the log.
  /// - Parameter request: the one it is about, if it is about one.
  func report(_ problem: Problem, of request: RequestID?) async
  /// Puts what was done in the workbench into the log, as an event of the program's own.
  func log(_ event: String, _ parameters: JSONValue) async

  /// Puts text into the clipboard that is too long for the terminal's.
  /// - Returns: the name of the program that took it.
  func copy(_ text: String) async throws -> String

  /// Writes all keys of each command into the person's file of keys; what else stands there stays.
  func keep(keys: [CommandID: [KeySequence]]) async throws

  /// Where a request's file is, for an editor.
  func file(of id: RequestID) async throws -> String
  /// Puts text into a private file for an editor, with a suffix such as `.json`.
  /// - Parameter isSecret: the file must not reach a disk, where the system has memory for files.
  func stage(_ text: String, suffix: String, isSecret: Bool) async throws -> String
  /// Takes the edited text back, and the file away.
  func collect(_ path: String) async throws -> String
}
