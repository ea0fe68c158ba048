internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyText

/// The address of a request in a description: a path with variables in braces, on the description's server or on its
/// own.
struct OpenAPIAddress {
  /// Such as `/pets/{id}`.
  let path: String
  /// The request's own server; nil if it is that of the description.
  let server: String?
  /// The places, and an example for each where one is known.
  private(set) var places: [(name: String, example: String?)] = []

  /// - Parameter base: the first server, as the files write it.
  init(_ request: ExportedRequest, base: String, _ values: KnownValues) {
    var rest = request.url
    var server: String?
    if !base.isEmpty, rest.hasPrefix(base) {
      rest = String(rest.dropFirst(base.count))
    } else {
      let whole = values.filled(rest)
      let start = whole.firstRange(of: "://")?.upperBound ?? whole.startIndex
      let end = whole[start...].firstIndex(of: "/") ?? whole.endIndex
      server = String(whole[..<end])
      rest = String(whole[end...])
    }
    self.server = server
    let variables = Set(PathTemplate(rest).names).subtracting(request.literalNames)
    var places: [(name: String, example: String?)] = []
    let segments = rest.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
      let text = String(segment)
      if text.hasPrefix(":"), variables.contains(String(text.dropFirst())) {
        let name = String(text.dropFirst())
        places.append((name, request.variables.first { $0.name == name }.flatMap { values.known($0.value) }))
        return "{\(name)}"
      }
      guard text.hasTemplateMark else { return text }
      let name = Self.name(for: text, taken: places.map(\.name))
      places.append((name, values.known(text)))
      return "{\(name)}"
    }
    self.places = places
    let path = segments.joined(separator: "/")
    self.path = path.hasPrefix("/") ? path : "/" + path
  }

  /// For a segment that is made of templates: the last word of the first one.
  private static func name(for segment: String, taken: [String]) -> String {
    let words = TemplateText(segment).templates.first?.text.split { !$0.isLetter && !$0.isNumber } ?? []
    var names = ImportNames(taken: taken)
    return names.free(Variable.name(from: words.last.map(String.init) ?? "id"))
  }
}

extension KnownValues {
  /// A text with all of its templates filled in; nil where one is not known.
  func known(_ text: String) -> String? {
    var isKnown = true
    let filled = filled(
      text,
      or: { _ in
        isKnown = false
        return ""
      })
    return isKnown ? filled : nil
  }
}
