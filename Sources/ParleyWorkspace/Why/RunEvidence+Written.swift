internal import ParleyEngine
internal import ParleyFiles
internal import ParleyModel
internal import ParleyText

// The parts of a request that the files of its step write.
extension RunEvidence {
  func writtenParts(of record: NodeRecord) -> [WhyWrittenPart] {
    let step = step(record).definition
    if record.kind == .job, let step { return step.job.texts.filter(\.isOn).map(part) }
    // The step's file says something else today: nobody knows where this stood.
    if step?.with != nil, step?.place == nil { return [] }
    // A result that a replay took over was sent in another run.
    guard record.kind == .request, !record.attempts.isEmpty, let id = recording.step(at: record.path)?.request,
      let known = session.workspace.request(id)
    else { return [] }
    let definition = step?.with?.over(known.definition) ?? known.definition
    let effective = session.workspace.effective(definition, id: id, environment: environment)
    let isWhole = definition.url.value.isWholeURL
    let server = isWhole ? nil : effective.server?.value.url
    return urlParts(definition.url) + rows(definition.query, "query") + rows(definition.path, "path")
      + bodyParts(definition.body) + rows(effective.sentHeaders.map(\.value), "header")
      + [server.map { part("server", $0.value, .url, at: $0.place) }].compactMap(\.self)
  }

  /// The URL, and each parameter that stands in it.
  private func urlParts(_ url: Located<String>) -> [WhyWrittenPart] {
    let text = MarkedText(url.value)
    var whole = part("url", url.value, .url, at: url.place)
    whole.templatesOfURL = 0..<text.templates.count
    return [whole]
      + text.parameters.map { parameter in
        let (name, value) = (text.restored(parameter.name), text.restored(parameter.value))
        var part = part("query \(name)", value, .named(name), at: url.place)
        part.templatesOfURL = text.templates(in: parameter.value)
        return part
      }
  }

  private func bodyParts(_ body: BodyDefinition?) -> [WhyWrittenPart] {
    switch body {
    case nil: []
    case .json(let text): [part("body", text.value, .json, at: text.place, isJSON: true)]
    case .text(let text): [part("body", text.value, .body, at: text.place)]
    case .form(let rows): self.rows(rows, "form")
    case .multipart(let parts):
      parts.filter(\.isOn).map { part in
        let text =
          switch part.content {
          case .text(let text), .file(let text): text
          }
        return self.part("part \(part.name)", text, .named(part.name), at: part.place)
      }
    case .file(let file): [part("body", file.path.value, .text, at: file.path.place)]
    case .graphql(let graphql):
      [part("graphql query", graphql.query.value, .body, at: graphql.query.place)]
        + [graphql.variables.map { part("graphql variables", $0.value, .json, at: $0.place, isJSON: true) }]
        .compactMap(\.self)
    }
  }

  private func rows(_ rows: [Row], _ kind: String) -> [WhyWrittenPart] {
    rows.filter(\.isOn).map { row in
      part("\(kind) \(row.name)", row.value, kind == "header" ? .header(row.name) : .named(row.name), at: row.place)
    }
  }

  private func part(_ text: JobText) -> WhyWrittenPart {
    part(text.keys.joined(separator: " "), text.text.value, text.credential, at: text.text.place)
  }

  private func part(
    _ name: String, _ text: String, _ kind: CredentialFinder.Kind, at place: SourcePlace?, isJSON: Bool = false
  ) -> WhyWrittenPart {
    let parsed = TemplateText(text)
    return WhyWrittenPart(
      name, shown(text, kind), at: place?.description, hasLiteral: isJSON ? parsed.hasJSONLiteral : parsed.hasLiteral,
      isNewer: place.map { isNewer($0.file) } ?? true)
  }

  /// On one line, with a mask in place of each credential.
  private func shown(_ text: String, _ kind: CredentialFinder.Kind) -> String {
    var bytes = Array(text.utf8)
    for credential in CredentialFinder.find(in: text, kind).reversed() {
      bytes.replaceSubrange(credential.range, with: Array(Secrets.mask.utf8))
    }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let masked = secrets.maskingForeign(words)
    return masked.isEmpty ? "\"\"" : masked.count > Self.longest ? masked.prefix(Self.longest) + "…" : masked
  }

  private static let longest = 120

  /// Whether a file was written after the run began. Of a run of another machine nobody knows.
  func isNewer(_ file: String) -> Bool {
    guard recording.summary.imported == nil,
      let stamp = FileSystem.stamp(of: "\(session.workspace.root)/\(file)")
    else { return true }
    return stamp.time > recording.summary.startedAt
  }
}

extension FileStamp {
  /// The time at which the file was written.
  var time: Timestamp { Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(nanoseconds) / 1000) }
}

extension TemplateText {
  /// Whether something besides templates says what is meant; an empty text does.
  fileprivate var hasLiteral: Bool {
    guard !templates.isEmpty else { return true }
    return segments.contains { segment in
      if case .literal(let text) = segment { text.contains { $0.isLetter || $0.isNumber } } else { false }
    }
  }

  /// Whether a value stands in a JSON text that no template gives.
  fileprivate var hasJSONLiteral: Bool {
    let sample = segments.map { segment in
      switch segment {
      case .literal(let text): text
      case .template: Self.standIn
      }
    }
    // In quotes it is a text by itself; outside it needs some.
    var (text, quotes) = ("", JSONQuotes())
    for piece in sample {
      if piece == Self.standIn {
        text += quotes.isInString ? piece : "\"\(piece)\""
      } else {
        quotes.pass(piece)
        text += piece
      }
    }
    guard let value = try? JSONValue(parsing: Array(text.utf8)) else { return hasLiteral }
    return !value.places(limit: 1) { part in
      switch part {
      case .array(let elements): elements.isEmpty
      case .object(let members): members.isEmpty
      case .string(let text): text != Self.standIn
      case .null, .bool, .number: true
      }
    }.isEmpty
  }

  private static let standIn = "\u{F8FF}"
}

/// A text with a mark of one character in place of each template, so that it can be taken apart.
private struct MarkedText {
  let templates: [Template]
  private var text = ""

  init(_ written: String) {
    let parsed = TemplateText(written)
    templates = parsed.templates
    for segment in parsed.segments {
      switch segment {
      case .literal(let literal): text += literal
      case .template: text.append(Self.mark)
      }
    }
  }

  private static let mark: Character = "\u{F8FF}"

  /// Those of the query, as they are written.
  var parameters: [(name: Substring, value: Substring)] {
    guard let start = text.firstIndex(of: "?") else { return [] }
    return text[start...].dropFirst().prefix { $0 != "#" }.split(separator: "&").map { item in
      let name = item.prefix { $0 != "=" }
      return (name, item[name.endIndex...].dropFirst())
    }
  }

  /// The templates whose marks stand in a part of the text.
  func templates(in part: Substring) -> Range<Int> {
    let start = text[..<part.startIndex].count { $0 == Self.mark }
    return start..<start + part.count { $0 == Self.mark }
  }

  func restored(_ part: Substring) -> String {
    var next = templates(in: part).lowerBound
    return part.reduce(into: "") { text, character in
      guard character == Self.mark, templates.indices.contains(next) else { return text.append(character) }
      text += "{{\(templates[next].text)}}"
      next += 1
    }
  }
}
