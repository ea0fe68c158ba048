internal import ParleyFormats
package import ParleyModel
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

// What the descriptions of the workspace know of its requests.
extension LiveWorkspace {
  package func describe(_ draft: RequestDraft, of id: RequestID) async throws -> SendingExplained {
    let definition = try session.definition(draft, of: id.rawValue)
    guard let (api, operation) = session.descriptions.operation(of: definition) else {
      let known = session.schemas.names
      throw Problem(
        code: "operation.none", "No description in openapi/ has the operation of this request.",
        advice: known.isEmpty
          ? "`parley import openapi.yaml` keeps the description beside its requests."
          : "Name it in the request's file, such as operation: \(known[0])#listItems")
    }
    return SendingExplained(operation, of: api)
  }

  package func operationWords(of draft: RequestDraft, _ id: RequestID) async -> OperationWords {
    guard let definition = try? session.definition(draft, of: id.rawValue),
      let (api, operation) = session.descriptions.operation(of: definition)
    else { return OperationWords() }
    let parameters = api.parameters(of: operation)
    let words = { (place: String) in parameters.filter { $0.place == place }.map(OperationWords.Word.init) }
    let body = api.bodyProperties(of: operation).map { ($0.path, $0.properties.map(OperationWords.Word.init)) }
    return OperationWords(
      path: words("path"), query: words("query"), headers: words("header"),
      body: Dictionary(body) { first, _ in first })
  }

  package func report(_ kind: DescriptionReport) async throws -> [String] {
    switch kind {
    case .coverage: APIReport.lines(of: try await session.descriptions.coverage())
    case .drift: APIReport.lines(of: try await session.descriptions.drift())
    }
  }
}

extension OperationWords.Word {
  fileprivate init(_ parameter: DescribedParameter) {
    let docs = parameter.docs.withoutMarkdown.prefix { !$0.isNewline }
    let parts = [parameter.type, parameter.isRequired ? "required" : "", String(docs)]
    self.init(
      parameter.name, note: parts.filter { !$0.isEmpty }.joined(separator: ", "), values: parameter.choices)
  }
}

extension SendingExplained {
  fileprivate init(_ operation: DescribedOperation, of api: APIDescription) {
    let parameters = api.parameters(of: operation)
    let body = api.bodyProperties(of: operation).flatMap { path, properties in
      properties.map { Line((path == "." ? "" : path) + ".\($0.name)", $0.words) }
    }
    let stages = [
      Stage(operation.route, Self.head(of: operation, in: api)),
      Stage("Parameters", parameters.map { Line($0.name, $0.words, from: $0.place) }),
      Stage("Body \(api.bodyType(of: operation) ?? "")", body),
      Stage("Responses", api.responses(of: operation).map { Line($0.status, $0.words) }),
    ]
    self.init(stages.filter { !$0.lines.isEmpty })
  }

  private static func head(of operation: DescribedOperation, in api: APIDescription) -> [Line] {
    let lines = [
      Line("operation", operation.key, from: api.file), Line("summary", operation.summary),
      Line("docs", operation.docs.withoutMarkdown),
      Line("deprecated", operation.isDeprecated ? "do not use it any more" : ""),
    ]
    return lines.filter { !$0.value.isEmpty }
  }
}

extension DescribedParameter {
  fileprivate var words: String {
    let parts = [
      type, isRequired ? "required" : "", choices.isEmpty ? "" : "one of \(choices.joined(separator: ", "))",
      standard.map { "default: \($0)" } ?? "", docs.withoutMarkdown,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }
}
