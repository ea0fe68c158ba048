package import WorkbenchServices

/// A template that is open where the cursor stands: which part of it is typed, and what of that.
package struct OpenTemplate: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    /// `{{tok`
    case name
    /// `{{base64(tok`
    case argument
    /// `{{response("user/lo`
    case request
    /// `{{response("user/login").tok`
    case path(of: String)
  }

  package let part: Part
  /// Of which a choice takes the place.
  package let typed: String

  /// - Parameter text: the text before the cursor on its line.
  /// - Returns: nil where no template is open, or where nothing can be completed in it.
  package init?(before text: String) {
    guard let open = text.ranges(of: "{{").last else { return nil }
    let inner = text[open.upperBound...].drop { $0 == " " }
    guard let (part, typed) = Self.read(inner) else { return nil }
    (self.part, self.typed) = (part, String(typed))
  }

  private static func read(_ text: Substring) -> (Part, Substring)? {
    if let rest = text.dropping(prefix: "response(\"") { return readResponse(rest) }
    if let rest = text.dropping(prefix: "base64(") { return isName(rest) ? (.argument, rest) : nil }
    return isName(text) ? (.name, text) : nil
  }

  private static func readResponse(_ text: Substring) -> (Part, Substring)? {
    guard let quote = text.firstIndex(of: "\"") else { return (.request, text) }
    guard let path = text[quote...].dropping(prefix: "\")"), isName(path), ".[".contains(path.first ?? " ")
    else { return nil }
    return (.path(of: String(text[..<quote])), path)
  }

  private static func isName(_ text: Substring) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isNumber || "_-.[]".contains($0) }
  }
}

extension Substring {
  fileprivate func dropping(prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}

/// The words that are valid between `{{` and `}}`.
package struct TemplateWords: Sendable {
  /// Variables, shared keys, functions; in a group the steps too.
  package var names: [TemplateName] = []
  /// Those whose responses can be named.
  package var requests: [Suggestion] = []
  /// The paths into the last responses that are known, by their requests.
  package var responses: [String: [TemplateName]] = [:]

  package init(
    names: [TemplateName] = [], requests: [Suggestion] = [], responses: [String: [TemplateName]] = [:]
  ) {
    (self.names, self.requests, self.responses) = (names, requests, responses)
  }

  package func suggestions(for part: OpenTemplate.Part) -> [Suggestion] {
    switch part {
    case .name: names.map { Suggestion($0) }
    case .argument: names.filter { !$0.name.contains("(") }.map { Suggestion($0) }
    case .request: requests
    case .path(let request): (responses[request] ?? []).map { Suggestion($0) }
    }
  }

  /// The request whose last response must be read to complete a text; nil when nothing is missing.
  package func missing(before text: String) -> String? {
    guard case .path(let request)? = OpenTemplate(before: text)?.part, responses[request] == nil else { return nil }
    return request
  }
}
