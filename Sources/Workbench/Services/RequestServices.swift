package import ParleyModel

/// One request: its file, its draft, and the secrets it asks for.
package protocol RequestServices: Sendable {
  /// A request as it stands in its file, and the draft on top of it if one was kept.
  func load(_ id: RequestID) async throws -> LoadedRequest
  /// Fills the templates of a draft without asking for secrets or running anything. Mistakes are part of the response.
  func preview(_ draft: RequestDraft, of id: RequestID) async -> Preview
  /// Writes a draft to its file, and drops it as a draft.
  /// - Parameter base: the content of the file it was made from; when the file says something else by now, nothing is written.
  func save(_ draft: RequestDraft, of id: RequestID, over base: RequestDraft) async throws -> SaveOutcome
  /// Writes a file as a person has seen it in `SaveOutcome.wantsRewrite`, and drops the draft.
  /// - Throws: when the file is not the one that was shown any more; then nothing is written.
  func rewrite(_ rewrite: FileRewrite, of id: RequestID) async throws -> SaveOutcome
  /// Keeps what was typed, so that it survives a crash. Safe on disk when it returns.
  /// - Parameter base: the content of the file it was made from.
  func keepDraft(_ draft: RequestDraft, of id: RequestID, over base: RequestDraft) async throws
  func dropDraft(of id: RequestID) async throws
  /// Reads a pasted curl command. Credentials in it are encrypted and kept on this machine; templates take their place.
  /// - Returns: nil when the text is none.
  func draft(fromCurl text: String) async throws -> ImportedDraft?
  /// Puts secrets that a draft asks for where they belong from now on.
  /// - Returns: the draft with templates that take them from there.
  func place(_ secrets: [SecretPlacement], in draft: RequestDraft, of id: RequestID) async throws -> RequestDraft
  /// Forgets what was answered and kept, in memory and on this machine, so that it is asked again.
  /// - Returns: how many answers there were.
  func forgetAnswers() async throws -> Int
  /// Where a request's file is, for an editor.
  func file(of id: RequestID) async throws -> String
}
