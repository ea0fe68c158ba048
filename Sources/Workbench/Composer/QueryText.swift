/// A URL as typed, cut at its query. Templates are never cut, whatever stands inside them.
struct QueryText: Hashable {
  /// What stands in front of the `?`.
  var base: String
  /// What stands between the `&`, as written; nothing for empty parts.
  var items: [String]
  /// From the `#` on.
  var fragment: String

  init(_ url: String) {
    let end = TemplateScanner.firstIndex(in: url[...], where: { $0 == "#" }) ?? url.endIndex
    let front = url[..<end]
    let mark = TemplateScanner.firstIndex(in: front, where: { $0 == "?" }) ?? end
    base = String(front[..<mark])
    items = mark == end ? [] : TemplateScanner.split(front[front.index(after: mark)...], at: "&")
    fragment = String(url[end...])
  }

  var text: String {
    items.isEmpty ? base + fragment : "\(base)?\(items.joined(separator: "&"))\(fragment)"
  }
}

/// Walks over text without looking into its templates.
enum TemplateScanner {
  static func firstIndex(in text: Substring, where matches: (Character) -> Bool) -> Substring.Index? {
    var index = text.startIndex
    while index < text.endIndex {
      if let end = templateEnd(in: text, at: index) {
        index = end
      } else if matches(text[index]) {
        return index
      } else {
        index = text.index(after: index)
      }
    }
    return nil
  }

  static func split(_ text: Substring, at separator: Character) -> [String] {
    var parts: [String] = []
    var rest = text
    while let mark = firstIndex(in: rest, where: { $0 == separator }) {
      parts.append(String(rest[..<mark]))
      rest = rest[rest.index(after: mark)...]
    }
    return (parts + [String(rest)]).filter { !$0.isEmpty }
  }

  /// The end of the template that begins here; nil when none does, or when it is not closed.
  static func templateEnd(in text: Substring, at start: Substring.Index) -> Substring.Index? {
    guard text[start...].hasPrefix("{{") else { return nil }
    var index = text.index(start, offsetBy: 2)
    var quote: Character?
    while index < text.endIndex {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if text[index...].hasPrefix("}}") {
        return text.index(index, offsetBy: 2)
      }
      index = text.index(after: index)
    }
    return nil
  }
}
