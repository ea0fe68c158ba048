import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

// What helps to fill in a request while it is typed.
extension LiveRequests {
  package func vocabulary() async -> RequestVocabulary {
    let known = secrets.all
    return RequestVocabulary(
      session.workspace.requests.map { request in
        RequestVocabulary.Entry(RequestID(rawValue: request.id), RequestDraft(request.definition))
          .keepingValues { known.maskingForeign($0) == $0 }
      })
  }

  package func responsePaths(of request: String) async -> [TemplateName] {
    guard let response = await session.history.lastResponse(of: request),
      let body = try? JSONValue(parsing: response.body)
    else { return [] }
    let source = ValueSource.response(request).description
    let shown = response.secretParts(of: body).masked(body)
    return ValuePaths(of: shown, prefix: "", source: source).names.map { name in
      TemplateName(name.name, value: name.value.map(secrets.masking), source: name.source)
    }
  }
}
