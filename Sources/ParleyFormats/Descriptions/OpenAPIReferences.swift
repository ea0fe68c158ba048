internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Follows `$ref` through a description and the files beside it (OpenAPI 3.1, §4.8.23; RFC 6901).
package struct OpenAPIReferences {
  /// A value, and the file whose references it uses.
  package struct Node {
    var value: JSONValue
    /// Empty for the description itself.
    var file = ""

    subscript(key: String) -> Node? { value[key].map { Node(value: $0, file: file) } }

    /// With these members in the place of its own; the first of a name wins.
    fileprivate func overriding(_ members: [(key: String, value: JSONValue)]) -> Node {
      guard var object = value.object else { return self }
      for (key, value) in members.reversed() { object[key] = value }
      return Node(value: .object(object), file: file)
    }

    var items: [Node] { (value.array ?? []).map { Node(value: $0, file: file) } }
    var members: [(key: String, value: Node)] {
      (value.object ?? [:]).map { ($0.key, Node(value: $0.value, file: file)) }
    }
  }

  private let source: ImportSource
  /// Shared by all copies: each file is read once.
  private let documents: Lock<[String: JSONValue?]>
  /// References that lead nowhere, each listed once.
  private(set) var missing: [String] = []
  private var told: Set<String> = []
  /// In version 3.0 and 2 the keys beside a `$ref` count for nothing; in 3.1 they override (§4.8.23.1).
  private let keepsSiblings: Bool
  private static let longestChain = 32

  init(_ document: JSONValue, _ source: ImportSource) {
    self.source = source
    keepsSiblings = document["openapi"]?.string.map { !$0.hasPrefix("3.0") } ?? false
    documents = Lock(["": document])
  }

  /// The node itself, or what it refers to; nil where that is not there, or refers to itself.
  /// - Parameter merging: whether the keys beside `$ref` count in every version, as those of a path item do.
  mutating func resolved(_ node: Node, merging: Bool = false) -> Node? {
    var node = node
    var siblings: [(key: String, value: JSONValue)] = []
    for _ in 0..<Self.longestChain {
      guard let reference = node.value["$ref"]?.string else {
        return siblings.isEmpty ? node : node.overriding(siblings)
      }
      if merging || keepsSiblings, let members = node.value.object, members.count > 1 {
        siblings += members.filter { $0.key != "$ref" }.map { ($0.key, $0.value) }
      }
      guard let target = target(of: reference, from: node.file) else {
        note(reference)
        return nil
      }
      node = target
    }
    note(node.value["$ref"]?.string ?? "")
    return nil
  }

  private mutating func note(_ reference: String) {
    if told.insert(reference).inserted { missing.append(reference) }
  }

  private mutating func target(of reference: String, from file: String) -> Node? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let target = Self.file(parts[0], from: file), let document = document(target) else { return nil }
    let pointer = parts.count > 1 ? PercentText.decoded(parts[1], plusIsBlank: false) : ""
    return document.value(at: pointer).map { Node(value: $0, file: target) }
  }

  /// Another host is never asked, and no file outside of the description's folder read.
  package static func file(_ path: String, from file: String) -> String? {
    SchemaReference(path).path(from: file)
  }

  private func document(_ file: String) -> JSONValue? {
    if let known = documents.withLock({ $0[file] }) { return known }
    let document = source.beside(file).flatMap { try? ImportSource.document(file, $0) }
    documents.withLock { $0[file] = .some(document) }
    return document
  }
}
