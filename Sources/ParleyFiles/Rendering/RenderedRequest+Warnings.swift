internal import ParleyEngine

extension RenderedRequest {
  /// Longer bodies are not read twice for the sake of a warning.
  private static let longestChecked = 1 << 20

  /// Probable mistakes, in a sentence each: a `null` that is sent as the word, and JSON that is none.
  package var warnings: [String] {
    let nulls = parts.flatMap { part in
      part.fills.filter(\.isNull).map { "{{\($0.template)}} is null, and \(part.name) is sent with the word null." }
    }
    return nulls + [brokenJSON].compactMap(\.self)
  }

  private var brokenJSON: String? {
    switch body {
    case .json(let text):
      guard type.map(Self.isJSON) != false else { return nil }
      return Self.mistake(in: text).map { "The body is not valid JSON, and is sent as it is. \($0)" }
    case .text(let text):
      guard type.map(Self.isJSON) == true || type == Self.form && Self.beginsAsJSON(text.text) else { return nil }
      let way = type == Self.form ? "a form" : "JSON"
      return Self.mistake(in: text).map { "The body is not valid JSON, and is sent as \(way). \($0)" }
    case .graphql(let query):
      return query.variables.flatMap(Self.mistake).map {
        "The variables are not valid JSON, and are sent as they are. \($0)"
      }
    case .form, .multipart, .file, nil: return nil
    }
  }

  private static let form = "application/x-www-form-urlencoded"

  /// Of the header Content-Type, in small letters and without parameters.
  private var type: String? {
    headers.last { $0.name.lowercased() == "content-type" }.map { row in
      String(row.value.text.lowercased().prefix { $0 != ";" && !$0.isWhitespace })
    }
  }

  private static func isJSON(_ type: String) -> Bool { type == "application/json" || type.hasSuffix("+json") }

  private static func beginsAsJSON(_ text: String) -> Bool {
    let start = text.drop(while: \.isWhitespace)
    return start.hasPrefix("{") || start.hasPrefix("[{") || start.hasPrefix("[\"")
  }

  /// The place of the mistake, in the text as it is written; what stands there only where that is no secret.
  private static func mistake(in text: RenderedText) -> String? {
    guard text.text.utf8.count <= longestChecked, text.text.contains(where: { !$0.isWhitespace }) else { return nil }
    do throws(JSONSyntaxError) {
      _ = try JSONValue(parsing: text.text)
      return nil
    } catch {
      let sent = "Line \(error.place.line), column \(error.place.column)"
      let place =
        text.writtenPlace(of: error.place.offset).map { "Line \($0.line), column \($0.column)" }
        ?? "\(sent) of what is sent"
      return text.isSecret ? "\(place)." : place + error.description.dropFirst(sent.count)
    }
  }
}
