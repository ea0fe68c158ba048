/// Walks through a filter and notes which variables it uses. What a filter binds itself hides a variable of that name.
struct UsageReader {
  private let text: [UInt8]
  private let given: Set<String>
  private(set) var members: [JQUsage.Member] = []

  init(_ syntax: Syntax, of text: [UInt8], variables: [String]) {
    self.text = text
    given = Set(variables)
    read(syntax, hidden: [])
  }

  private mutating func read(_ syntax: Syntax, hidden: Set<String>) {
    switch syntax.kind {
    case .variable(let name): note(name, nil, at: syntax.place, hidden)
    case .index(let target, let key):
      guard case .variable(let name) = target.kind, let member = key.plainText else { break }
      return note(name, member, at: key.place, hidden)
    case .bind(let source, let patterns, let body):
      read(source, hidden: hidden)
      return read(patterns, [body], hidden)
    case .reduce(let source, let patterns, let initial, let update):
      for part in [source, initial] { read(part, hidden: hidden) }
      return read(patterns, [update], hidden)
    case .foreach(let source, let patterns, let initial, let update, let extract):
      for part in [source, initial] { read(part, hidden: hidden) }
      return read(patterns, [update, extract].compactMap(\.self), hidden)
    case .define(let definition, let body):
      let own = definition.parameters.filter(\.isValue).map(\.name)
      read(definition.body, hidden: hidden.union(own))
      return read(body, hidden: hidden)
    default: break
    }
    for part in syntax.parts { read(part, hidden: hidden) }
  }

  private mutating func read(_ patterns: [Pattern], _ bodies: [Syntax], _ hidden: Set<String>) {
    let inner = hidden.union(patterns.flatMap(\.names))
    for part in patterns.flatMap(\.keys) + bodies { read(part, hidden: inner) }
  }

  private mutating func note(_ variable: String, _ member: String?, at place: Int, _ hidden: Set<String>) {
    guard given.contains(variable), !hidden.contains(variable) else { return }
    members.append(JQUsage.Member(variable: variable, name: member, range: nameRange(at: place)))
  }

  /// The name without the dot in front of it.
  private func nameRange(at place: Int) -> Range<Int> {
    let range = Lexer.token(at: place, in: text)
    let isField = text[range].first == UInt8(ascii: ".") && range.count > 1
    return isField ? range.lowerBound + 1..<range.upperBound : range
  }
}

extension Syntax {
  /// The text that it always gives.
  var plainText: String? {
    switch kind {
    case .constant(let value): return value.string
    case .string(nil, let parts):
      guard parts.count == 1, case .text(let text) = parts[0] else { return nil }
      return text
    default: return nil
    }
  }
}
