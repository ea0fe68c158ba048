package import ParleyEngine
package import ParleyModel
internal import ParleyText

/// The reason why a request's templates cannot be resolved. Nothing has been sent.
package enum RenderError: Error, Sendable, Equatable {
  /// Mistakes in the files it is made of.
  case mistakes([Diagnostic])
  /// It wants what the workspace was not allowed.
  case notTrusted([TrustItem])
  /// Values would have to be asked, and there is nobody to ask.
  case nobodyToAsk([PromptQuestion])
  /// The person would not answer.
  case notAnswered
  case environmentVariableNotSet(String)
  case command([String], CommandError)
  /// A request whose response is wanted has none yet.
  case noResponse(request: String)
  /// The response has no such value.
  case noValue(request: String, reason: String)
  /// The document that a template reads from, such as the result of a step, has no such value.
  case noDocumentValue(String, reason: String)
  /// A shared key holds nothing; these requests would capture it.
  case noSharedKey(String, capturedBy: [String])
  /// A shared key has expired; these requests would renew it.
  case expiredSharedKey(String, since: Timestamp, renewedBy: [String])
  /// A value cannot stand where it was put.
  case unfit(field: String, reason: String)
  /// Values that are made of one another came to more than can be sent.
  case tooLarge(limit: Int)
}

extension RenderError: ExplainedError {
  package var code: String {
    switch self {
    case .mistakes: "render.mistakes"
    case .notTrusted: "render.notTrusted"
    case .nobodyToAsk: "render.nobodyToAsk"
    case .notAnswered: "render.notAnswered"
    case .environmentVariableNotSet: "render.environmentVariable"
    case .command: "render.command"
    case .noResponse: "render.noResponse"
    case .noValue: "render.noValue"
    case .noDocumentValue: "render.noDocumentValue"
    case .noSharedKey: "render.noSharedKey"
    case .expiredSharedKey: "render.expiredSharedKey"
    case .unfit: "render.unfit"
    case .tooLarge: "render.tooLarge"
    }
  }

  package var summary: String {
    switch self {
    case .mistakes(let diagnostics): (diagnostics.first?.sentence ?? "the request has mistakes").asSentence
    case .notTrusted(let items): "This workspace may not \(items.first?.description ?? "do that")."
    case .nobodyToAsk(let questions): UnaskedQuestions(questions).summary
    case .notAnswered: "The question was not answered."
    case .environmentVariableNotSet(let name): Printable.text("The environment variable \(name) is not set.")
    case .command(let arguments, let error): Printable.text("The program \(arguments.first ?? "") \(error.summary).")
    case .noResponse(let request): "\(request) has no response yet."
    case .noValue(let request, let reason):
      Printable.text("The last response of \(request) has no such value: \(reason)")
    case .noDocumentValue(let name, let reason): Printable.text("There is no \(name): \(reason)")
    case .noSharedKey(let name, _): Printable.text("The shared key \(name) has no value yet.")
    case .expiredSharedKey(let name, let time, _):
      Printable.text("The shared key \(name) expired at \(time.localMoment).")
    case .unfit(let field, let reason): Printable.text("\(field) cannot be sent: \(reason).")
    case .tooLarge(let limit): "The values are larger than \(limit >> 20) MB in total."
    }
  }

  package var detail: String? {
    switch self {
    case .mistakes(let diagnostics) where diagnostics.count > 1:
      diagnostics.dropFirst().map(\.description).joined(separator: "\n")
    case .notTrusted(let items) where items.count > 1: items.dropFirst().map(\.description).joined(separator: "\n")
    case .command(_, let error): error.detail
    default: nil
    }
  }

  package var place: String? {
    guard case .mistakes(let diagnostics) = self, let place = diagnostics.first?.place else { return nil }
    // The scratch request is in no file.
    return place.file == WorkspacePaths.file(ofRequest: RequestID.scratch.rawValue) ? nil : place.exact
  }

  package var advice: String? {
    switch self {
    case .mistakes(let diagnostics): diagnostics.first?.hint.map(\.asSentence)
    case .notTrusted:
      "Review and allow it with `parley trust`, or “Trust this workspace” in the workbench."
    case .nobodyToAsk(let questions): UnaskedQuestions(questions).advice
    case .noResponse(let request): "Send \(request) first."
    case .noSharedKey(let name, let requests):
      requests.isEmpty
        ? "Set it by hand: parley shared set \(name)"
        : "Send \(requests.joined(separator: " or ")) first. Its response is captured into the key."
    case .expiredSharedKey(let name, _, let requests):
      requests.isEmpty
        ? "Set it again by hand: parley shared set \(name)"
        : "Send \(requests.joined(separator: " or ")) to renew it, or run: parley shared renew \(name)"
    default: nil
    }
  }
}
