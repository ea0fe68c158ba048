package import ParleyEngine
internal import ParleyFiles

/// The result of checking an earlier response against a request's present expectations.
package struct ExpectationCheck: Sendable, Hashable {
  /// How many expectations were looked at.
  package let count: Int
  /// Those that are not met, in order.
  package let failures: [ValidationFailure]
}

extension ResponseChecks {
  /// Checks a response against the expectations that a request's file has now. Nothing is sent and nobody is asked: a
  /// prompted value occurs only in the request, which is not checked.
  package func check(_ response: Response, against id: String) async throws -> ExpectationCheck {
    guard let request = open.workspace.request(id) else {
      throw WorkspaceError.unknownRequest(id, in: open.workspace)
    }
    if request.hasErrors { throw RenderError.mistakes(open.workspace.readingErrors(in: request.file)) }
    let rendered = try await sending.render(request.definition.expectingOnly, id: id, prompter: BlankPrompter())
    let filters = rendered.effective.expect.jq.value.map(\.value)
    var failures = rendered.request.validators.compactMap { validator in
      validator.reason(response).map { ValidationFailure(expectation: validator.expectation, reason: $0) }
    }
    let schema = schemaExpectation(of: rendered.effective)
    let captured = rendered.effective.capturedPaths
    if let schema, let failure = await schemaFailure(of: response, as: schema, capturing: captured) {
      failures.append(failure)
    }
    for filter in filters {
      if let failure = await examination(by: [filter], capturing: captured)?(response) {
        failures.append(failure)
      }
    }
    return ExpectationCheck(
      count: rendered.request.validators.count + filters.count + (schema == nil ? 0 : 1), failures: failures)
  }
}

extension RequestDefinition {
  /// The same expectations of a request that needs nothing to be made.
  fileprivate var expectingOnly: RequestDefinition {
    var copy = self
    copy.url.value = "http://localhost/"
    (copy.server, copy.body) = (nil, nil)
    (copy.path, copy.query, copy.headers) = ([], [], [])
    copy.auth = Located(.anonymous)
    return copy
  }
}

/// A prompter that answers every question with a blank.
private struct BlankPrompter: Prompter {
  package func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    questions.map { _ in PromptAnswer(" ") }
  }
}
