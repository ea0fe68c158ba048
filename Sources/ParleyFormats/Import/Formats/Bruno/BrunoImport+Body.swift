internal import ParleyEngine
internal import ParleyFiles
import ParleyText

// Bodies and captures.
extension BrunoImport {
  private static let types = ["text": "text/plain", "xml": "application/xml", "sparql": "application/sparql-query"]

  mutating func body(_ body: BrunoItem.Body?, _ headers: inout [Row], at id: String) -> BodyDefinition? {
    switch body {
    case nil: return nil
    case .text("json", let text):
      if text.isEmpty { return nil }
      let body = texts.jsonBody(text)
      if body.impliedContentType != "application/json" { headers.setContentType("application/json") }
      return body
    case .text(let mode, let text):
      if let type = Self.types[mode] { headers.setContentType(type) }
      return .text(Located(texts.body(text)))
    case .form(let entries):
      return .form(
        entries.map { Row(texts.templates.text($0.name), texts.value($0.value, named: $0.name), isOn: $0.isOn) })
    case .multipart(let entries): return .multipart(entries.flatMap { parts($0) })
    case .file(let entry):
      guard let path = entry.files?.first, !path.isEmpty else {
        api.notes.append(ImportNote(id, "Its body is a file: choose one in place of choose-a-file."))
        return .file(FileDefinition(path: "choose-a-file"))
      }
      return .file(
        FileDefinition(
          path: Located(texts.templates.text(path)), type: entry.contentType.map { Located(texts.templates.text($0)) }))
    case .graphQL(let query, let variables):
      return texts.graphQLBody(query, variables: variables, &headers)
    }
  }

  /// A part for each of several files.
  private mutating func parts(_ entry: BrunoItem.Entry) -> [PartDefinition] {
    let (name, type) = (texts.templates.text(entry.name), entry.contentType.map { texts.templates.text($0) })
    guard let files = entry.files else {
      return [
        PartDefinition(name, .text(texts.value(entry.value, named: entry.name)), type: type, isOn: entry.isOn)
      ]
    }
    return files.map { PartDefinition(name, .file(texts.templates.text($0)), type: type, isOn: entry.isOn) }
  }

  mutating func addCaptures(_ item: BrunoItem, to request: inout RequestDefinition, at id: String) {
    for entry in item.captures {
      guard let path = BrunoAssertion.path(entry.value), let value = try? ValuePath(parsing: path) else {
        if entry.isOn {
          api.notes.append(
            ImportNote(
              id,
              "\(Printable.quoted(entry.name)) is not captured: \(Printable.quoted(entry.value)) is no path in the body."
            ))
        }
        continue
      }
      let name = entry.name.hasPrefix("@") ? String(entry.name.dropFirst()) : entry.name
      request.capture.append(
        CaptureDefinition(key: Located(Variable.name(from: name)), path: Located(value), isOn: entry.isOn))
    }
  }
}
