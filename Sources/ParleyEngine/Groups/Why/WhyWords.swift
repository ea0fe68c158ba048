// Sentences from the words that recordings have for origins and places.
extension NodeSource {
  /// The origin of a value outside of the run, as a sentence: `it was given at the start (--set)`.
  /// - Parameter words: as a recording has them, such as `given at the start (--set)` or `environments/local.yaml:3`.
  package static func sentence(ofOrigin words: String) -> String {
    if let sentence = fixedSentences[words] { return sentence }
    if let name = words.after("env ") { return "it is the environment variable \(name)" }
    if let name = words.after("command ") { return "it is the output of the command \(name)" }
    if let request = words.after("response of ") { return "it comes from the last response of \(request)" }
    if words.hasSuffix("()") { return "it is what `\(words)` gave" }
    if isPlace(words) { return "it is written in \(words)" }
    if let sign = words.firstRange(of: " #"), Int(words[sign.upperBound...]) != nil {
      return "it is element \(words[sign.upperBound...]) of \(words[..<sign.lowerBound])"
    }
    return "it comes from \(words)"
  }

  private static let fixedSentences = [
    "given at the start (--set)": "it was given at the start (--set)",
    // In older recordings.
    "given by --set": "it was given at the start (--set)",
    "asked when sent": "it was asked for and entered",
    "entered before, kept for this session": "it was entered before, and kept for this session",
    "kept encrypted on this machine": "it was entered before, and is kept encrypted on this machine",
    "here": "it is written in the template",
    "written in the filter": "it is written in the filter",
  ]

  /// Whether words are a file's line: `parley.yaml:6`.
  static func isPlace(_ words: String) -> Bool {
    guard let colon = words.lastIndex(of: ":"), words.contains(".") else { return false }
    return Int(words[words.index(after: colon)...]) != nil
  }

  /// A part of a request in a sentence: `the query parameter tag`.
  package static func words(ofPlace place: String) -> String {
    if place == "url" { return "the URL" }
    if place == "body" { return "the body" }
    if place == "server" { return "the server" }
    let kinds = [
      "header": "the header", "query": "the query parameter", "path": "the path variable", "form": "the form field",
      "part": "the part", "auth": "the auth", "graphql": "the GraphQL", "message": "the message",
    ]
    guard let blank = place.firstIndex(of: " "), let kind = kinds[String(place[..<blank])] else { return place }
    return kind + place[blank...]
  }
}

extension WhyLink.End {
  /// The end of a chain at a value that a template took from somewhere else.
  static func of(_ words: String) -> WhyLink.End {
    if NodeSource.isPlace(words) || words.contains(" #") || words == "here" { return .file }
    if ["asked", "given ", "entered", "kept", "env "].contains(where: words.hasPrefix) { return .person }
    if words.hasSuffix("()") { return .clock }
    return words.hasPrefix("response of") ? .earlier : .unknown
  }
}

extension String {
  /// The text behind a beginning; nil if it does not begin so.
  fileprivate func after(_ start: String) -> Substring? { hasPrefix(start) ? dropFirst(start.count) : nil }
}
