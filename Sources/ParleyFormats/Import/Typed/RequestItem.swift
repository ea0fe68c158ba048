internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// One item of HTTPie's: `name=text`, `name:=json`, `name==query`, `Name:header`, `name@file`, `name=@file`, `name:=@file`.
struct RequestItem {
  enum Kind: String, CaseIterable {
    case textOfFile = "=@"
    case jsonOfFile = ":=@"
    case json = ":="
    case query = "=="
    case text = "="
    case file = "@"
    case header = ":"
    case emptyHeader = ";"
  }

  let kind: Kind
  let name: String
  let value: String

  /// Whether a word is a JSON body rather than an item.
  static func isBody(_ word: String) -> Bool {
    word.hasPrefix("[") || word.hasPrefix("{") && !word.hasPrefix("{{")
  }

  /// The separator that stands first counts, and of those that begin there the longest. A backslash takes its meaning away.
  init(_ word: String) throws(RequestLine.Mistake) {
    var (name, rest) = ("", word[...])
    while let first = rest.first {
      if first == "\\", let next = rest.dropFirst().first, "=:@;\\".contains(next) {
        name.append(next)
        rest = rest.dropFirst(2)
        continue
      }
      if let kind = Self.kind(at: rest), !name.isEmpty {
        (self.kind, self.name, value) = (kind, name, String(rest.dropFirst(kind.rawValue.count)))
        return
      }
      name.append(first)
      rest = rest.dropFirst()
    }
    throw RequestLine.Mistake(
      "\(Printable.quoted(word)) is not expected here.",
      advice: "Behind the URL stand items: name=text, name:=json, name==query, Name:header, name@file.")
  }

  private static func kind(at rest: Substring) -> Kind? {
    let found = Kind.allCases.filter { rest.hasPrefix($0.rawValue) && ($0 != .emptyHeader || rest.count == 1) }
    return found.max { $0.rawValue.count < $1.rawValue.count }
  }
}

extension RequestItem {
  /// As curl's options.
  static func arguments(of items: [RequestItem], json: String?) throws(RequestLine.Mistake) -> [String] {
    var arguments: [String] = []
    for item in items {
      switch item.kind {
      case .header: arguments += ["-H", "\(item.name):\(item.value.isEmpty ? "" : " ")\(item.value)"]
      case .emptyHeader: arguments += ["-H", "\(item.name);"]
      default: break
      }
    }
    let fields = items.filter { [.text, .json, .textOfFile, .jsonOfFile, .file].contains($0.kind) }
    if fields.contains(where: { $0.kind == .file }) {
      arguments += fields.flatMap(\.formArguments)
    } else if !fields.isEmpty {
      guard json == nil else { throw RequestLine.Mistake("A JSON body and items for another one do not go together.") }
      arguments += ["--json", try Self.object(of: fields)]
    }
    return arguments + (json.map { ["--json", $0] } ?? [])
  }

  private var formArguments: [String] {
    switch kind {
    case .file: ["-F", "\(name)=@\(value)"]
    case .text, .json: ["--form-string", "\(name)=\(value)"]
    default: ["-F", "\(name)=<\(value)"]
    }
  }

  private static func object(of fields: [RequestItem]) throws(RequestLine.Mistake) -> String {
    var object = JSONValue.object([:])
    for field in fields { object = try field.putting(try field.json, into: object) }
    return object.description
  }

  private var json: JSONValue {
    get throws(RequestLine.Mistake) {
      switch kind {
      case .json: return try Self.parsed(value, of: name)
      case .jsonOfFile: return try Self.parsed(try Self.contents(of: value), of: name)
      case .textOfFile: return .string(try Self.contents(of: value))
      default: return .string(value)
      }
    }
  }

  private static func parsed(_ text: String, of name: String) throws(RequestLine.Mistake) -> JSONValue {
    guard let value = try? JSONValue(parsing: text) else {
      throw RequestLine.Mistake(
        "The value of \(Printable.quoted(name)) is not JSON.",
        advice: "Behind := stands JSON; a text stands behind a plain =.")
    }
    return value
  }

  private static func contents(of path: String) throws(RequestLine.Mistake) -> String {
    guard let bytes = try? FileSystem.read(path, limit: 64 << 20), let text = String(validating: bytes, as: UTF8.self)
    else {
      throw RequestLine.Mistake("The file \(Printable.quoted(path)) cannot be read as text.")
    }
    return text
  }
}

// Names with brackets, as HTTPie nests them: `user[name]=ada`, `tags[]=new`, `rows[0][id]:=1`.
extension RequestItem {
  private func putting(_ value: JSONValue, into whole: JSONValue) throws(RequestLine.Mistake) -> JSONValue {
    try put(value, into: whole, at: try steps[...])
  }

  /// A step: a name, a place in a list, or its end.
  private var steps: [String] {
    get throws(RequestLine.Mistake) {
      guard let open = name.firstIndex(of: "["), open > name.startIndex else { return [name] }
      guard name.hasSuffix("]") else { throw mistake("a bracket is not closed") }
      let inner = name[name.index(after: open)...].dropLast()
      return [String(name[..<open])]
        + inner.replacing("][", with: "\u{0}").split(separator: "\u{0}", omittingEmptySubsequences: false)
        .map(String.init)
    }
  }

  private func put(_ value: JSONValue, into old: JSONValue?, at steps: ArraySlice<String>) throws(RequestLine.Mistake)
    -> JSONValue
  {
    guard let step = steps.first else { return value }
    let isFirst = steps.startIndex == 0
    if !isFirst, step.isEmpty || Int(step) != nil {
      guard var list = old == nil ? [] : old?.array else { throw mistake("it is a list and a map") }
      let place = Int(step) ?? list.count
      guard (0...10_000).contains(place) else { throw mistake("the place \(step) is too far") }
      while list.count <= place { list.append(.null) }
      let before = list[place] == .null ? nil : list[place]
      list[place] = try put(value, into: before, at: steps.dropFirst())
      return .array(list)
    }
    guard var object = old == nil ? JSONObject() : old?.object else { throw mistake("it is a list and a map") }
    object[step] = try put(value, into: object[step], at: steps.dropFirst())
    return .object(object)
  }

  private func mistake(_ reason: String) -> RequestLine.Mistake {
    RequestLine.Mistake("The name \(Printable.quoted(name)) cannot be used: \(reason).")
  }
}
