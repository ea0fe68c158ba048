import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchState

/// A search among the names and values of a document, wherever they are folded away.
struct StructureSearch: Hashable, Sendable {
  private(set) var term = ""
  /// The places at which it was found, in the order of the document.
  private(set) var matches: [ValuePath] = []
  private(set) var index: Int?
  /// The line that takes the text, while it is typed.
  var prompt: BodyPrompt?

  private static let most = 10_000

  var selected: ValuePath? { index.map { matches[$0] } }

  mutating func begin() { prompt = BodyPrompt(purpose: .search, area: .opened(term)) }

  /// Gives it up.
  mutating func leave() { self = StructureSearch() }

  /// - Returns: whether another text is looked for now.
  mutating func type(_ event: InputEvent, in document: JSONValue?) -> Bool {
    guard var area = prompt?.area else { return false }
    _ = area.take(event)
    prompt?.area = area
    guard area.text != term else { return false }
    term = area.text
    find(in: document)
    index = matches.isEmpty ? nil : 0
    return true
  }

  /// After the document has changed.
  mutating func find(in document: JSONValue?) {
    matches = []
    if let document, !term.isEmpty {
      look(in: document, named: nil, at: .root, ignoringCase: term == term.lowercased())
    }
    index = index.flatMap { matches.isEmpty ? nil : min($0, matches.count - 1) }
  }

  /// Goes to a match before or after, round at the ends.
  mutating func step(_ steps: Int) {
    guard !matches.isEmpty else { return }
    let next = ((index ?? -1) + steps) % matches.count
    index = next < 0 ? next + matches.count : next
  }

  private mutating func look(in value: JSONValue, named name: String?, at path: ValuePath, ignoringCase: Bool) {
    guard matches.count < Self.most else { return }
    if holds(name, ignoringCase) || holds(value.leafText, ignoringCase) { matches.append(path) }
    switch value {
    case .object(let object):
      for member in object {
        look(in: member.value, named: member.key, at: path.appending(.key(member.key)), ignoringCase: ignoringCase)
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        look(in: element, named: nil, at: path.appending(.index(index)), ignoringCase: ignoringCase)
      }
    default: break
    }
  }

  private func holds(_ text: String?, _ ignoringCase: Bool) -> Bool {
    guard let text else { return false }
    return (ignoringCase ? text.lowercased() : text).contains(term)
  }

  /// `/token  3 of 17`
  var words: StyledText {
    guard !term.isEmpty else { return "" }
    let front = prompt == nil ? "/\(term.fitted(to: 20))  " : ""
    guard let index else { return [Span("\(front)not found", .warning)] }
    return [Span("\(front)\((index + 1).grouped) of \(matches.count.grouped)", .match)]
  }
}

extension JSONValue {
  /// As it stands on its row; nil for what has rows of its own.
  fileprivate var leafText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    case .bool, .null: "\(self)"
    case .object, .array: nil
    }
  }
}
