import ParleyEngine
import ParleyWorkspace
import WorkbenchServices

/// A request as it would be sent, as the composer edits it: its secrets are masked.
struct SentRequestText {
  private let masked: MaskedRequest
  /// As it is edited.
  let draft: RequestDraft

  init(_ sent: SentRequest, hiding secrets: Secrets) {
    masked = MaskedRequest(sent, hiding: secrets)
    draft = RequestDraft(
      method: masked.parts.method, url: masked.parts.url,
      headers: masked.parts.headers.map { DraftRow($0.name, $0.value) },
      body: Self.draft(of: masked.parts.body, type: masked.contentType))
  }

  private static func draft(of body: RequestParts.Body, type: String?) -> DraftBody {
    guard case .text(let text) = body else { return .none }
    return type?.contains("json") == true ? .json(text) : .text(text)
  }

  /// Changes what is other in a draft than it was; all else of the request stays, such as its authorization.
  func apply(_ edited: RequestDraft, to request: inout Request) throws {
    switch edited.body {
    case .multipart, .file, .graphql, .messages:
      throw Problem(
        code: "request.body", "A body of this kind cannot be made here.",
        advice: "Choose JSON, text or a form, or edit the step's input.")
    case .none, .json, .text, .form: try masked.apply(edited.parts, to: &request)
    }
  }
}
