package import ParleyEngine
package import ParleyModel

/// One request: its file and its draft, what it would send, and sending it.
package protocol RequestServices: Sendable {
  // MARK: Its file and its draft

  /// A request as it stands in its file, and the draft on top of it if one was kept.
  func load(_ id: RequestID) async throws -> LoadedRequest
  /// Fills the templates of a draft without asking for secrets or running anything. Mistakes are part of the response.
  /// - Parameter moment: the moment whose shared keys it is filled with; nil for now.
  func preview(_ draft: RequestDraft, of id: RequestID, at moment: ShownMoment?) async -> Preview
  /// Writes a draft to its file, and drops it as a draft.
  /// - Parameter base: the content of the file it was made from; when the file says something else by now, nothing is written.
  func save(_ draft: RequestDraft, of id: RequestID, over base: RequestDraft) async throws -> SaveOutcome
  /// Writes a file as a person has seen it in `SaveOutcome.wantsRewrite`, and drops the draft.
  /// - Throws: if the file has changed since it was shown; then nothing is written.
  func rewrite(_ rewrite: FileRewrite, of id: RequestID) async throws -> SaveOutcome
  /// Keeps what was typed, so that it survives a crash. Safe on disk when it returns.
  /// - Parameter base: the content of the file it was made from.
  func keepDraft(_ draft: RequestDraft, of id: RequestID, over base: RequestDraft) async throws
  func dropDraft(of id: RequestID) async throws
  /// Reads a curl command, or a URL with a method, a body or items. Credentials in it are encrypted and kept on this machine;
  /// templates take their place.
  /// - Returns: nil when the text is none.
  func draft(typed text: String) async throws -> ImportedDraft?
  /// Puts secrets that a draft asks for where they belong from now on.
  /// - Returns: the draft with templates that take them from there.
  func place(_ secrets: [SecretPlacement], in draft: RequestDraft, of id: RequestID) async throws -> RequestDraft
  /// Forgets what was answered and kept, in memory and on this machine, so that it is asked again.
  /// - Returns: how many answers there were.
  func forgetAnswers() async throws -> Int
  /// Returns the path of a request's file, for an editor.
  func file(of id: RequestID) async throws -> String

  // MARK: Sending

  /// Explains the request that would be sent, or would have been sent at a moment. Nothing is asked, and nothing is sent.
  func explain(_ intent: SendIntent, at moment: ShownMoment?) async throws -> SendingExplained
  /// A draft as a curl command that sends the same. Sends nothing.
  func curl(_ intent: CurlExport) async throws -> CurlExportOutcome
  /// Sends a draft, or says what it needs first.
  func send(_ intent: SendIntent) async throws -> SendOutcome
  /// Applies a filter to a value.
  /// - Parameter response: the response whose body the value is; nil for any other value.
  func filter(_ text: String, _ body: JSONValue, of response: Response?) async -> FilterOutcome
  /// Applies a filter to each of several values, such as the events of a stream.
  func filter(_ text: String, each values: [JSONValue], of response: Response?) async -> FilterEachOutcome
  /// Adds a mock that gives a response again to the workspace's files, and switches nothing on.
  /// - Returns: its file, within the workspace.
  func keepAsMock(_ response: Response, method: String, of request: RequestID) async throws -> String
  /// The cookies of the session; nil where none are kept.
  var cookies: (any CookieStorage)? { get }

  // MARK: Values of responses, taken elsewhere

  /// The places of the workspace's requests that a value can stand in.
  func placesForValues() async throws -> [ValuePlace]
  /// The request that a link leads to. Sends nothing.
  func target(of link: FollowedLink) async throws -> LinkTarget

  // MARK: Completion while it is typed

  /// Returns the words in the files of the workspace's requests. Values that are known to be secret are left out.
  func vocabulary() async -> RequestVocabulary
  /// The paths into the last response of a request, with their values, secret ones masked. None where there is no response, or
  /// where it is not JSON.
  func responsePaths(of request: String) async -> [TemplateName]

  // MARK: Requests in flight

  /// A message as it is typed, with its templates filled in.
  func filledIn(message: String) async throws -> String
  /// The sign-ins that wait for the person.
  var signIns: SignIns { get }
  /// Opens a page in the person's browser.
  /// - Returns: whether there is one, and it took the page.
  func openBrowser(at address: String) async -> Bool
}

extension RequestServices {
  /// The preview as of now.
  package func preview(_ draft: RequestDraft, of id: RequestID) async -> Preview {
    await preview(draft, of: id, at: nil)
  }
}
