import ParleyEngine
package import ParleyText
import TerminalKit
package import WorkbenchParts
import WorkbenchState

/// A JSON document as rows, one for each value in it, to be changed one by one.
package struct SharedStructure: Sendable {
  struct Row: Hashable, Sendable {
    let path: ValuePath
    let depth: Int
    let value: JSONValue

    var isContainer: Bool {
      switch value {
      case .object, .array: true
      default: false
      }
    }
  }

  package enum Action: Sendable {
    case move(ListCursor.Step)
    case make(JSONChange)
  }

  /// A change until it is known whether it was made.
  struct Pending: Hashable, Sendable {
    enum Way: Sendable {
      case new, undo, redo

      var word: String { self == .redo ? "redo" : "undo" }
    }

    let key: SharedKey
    let inverse: JSONChange
    let isDecoded: Bool
    let way: Way
  }

  /// Stays as it is when the cursor goes to other keys.
  var isShown = false
  private(set) var document: JSONValue?
  private(set) var rows: [Row] = []
  private var folded: Set<ValuePath> = []
  var cursor = ListCursor()
  /// The text that is looked for in it, and the line that takes what is typed.
  var search = StructureSearch()
  /// The path that the cursor goes to with the next document.
  private var wanted: ValuePath?

  /// Larger ones are looked at as text.
  private static let mostRows = 50_000

  var selected: Row? { rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil }

  /// The cursor stays with its path.
  mutating func take(_ document: JSONValue?) {
    let path = wanted ?? selected?.path
    let isJump = wanted != nil
    if document != nil { wanted = nil }
    self.document = document
    search.find(in: document)
    layOut()
    guard let path else { return }
    let place = rows.firstIndex { $0.path == path } ?? rows.firstIndex { $0.path == path.parent }
    guard let place else { return }
    if isJump { cursor.jump(to: place) } else { cursor.select(place) }
  }

  /// Another key is shown.
  mutating func leave() {
    (folded, wanted, search) = ([], nil, StructureSearch())
    take(nil)
    cursor.move(.first)
  }

  mutating func goAfterwards(to path: ValuePath) { wanted = path }

  mutating func fold(_ action: PrefixTree.Fold) {
    guard let row = selected else { return }
    switch action {
    case .turn where row.isContainer:
      if folded.remove(row.path) == nil { folded.insert(row.path) }
    case .open: folded.remove(row.path)
    case .close where row.isContainer && !folded.contains(row.path) && row.path != .root: folded.insert(row.path)
    case .close: goTo(row.path.parent)
    case .all: foldAll()
    case .turn: break
    }
    let path = selected?.path
    layOut()
    if let path { goTo(path) }
  }

  private mutating func foldAll() {
    let top = rows.filter { $0.depth == 1 && $0.isContainer }.map(\.path)
    folded = folded.isEmpty ? Set(top) : []
  }

  /// Goes to a path, and shows what is around it.
  mutating func reveal(_ path: ValuePath) {
    var around = path
    while around != .root {
      around = around.parent
      folded.remove(around)
    }
    layOut()
    goTo(path)
  }

  private mutating func goTo(_ path: ValuePath) {
    if let place = rows.firstIndex(where: { $0.path == path }) { cursor.jump(to: place) }
  }

  func isFolded(_ path: ValuePath) -> Bool { folded.contains(path) }

  private mutating func layOut() {
    rows = []
    if let document { add(document, at: .root, depth: 0) }
    cursor.count = rows.count
  }

  private mutating func add(_ value: JSONValue, at path: ValuePath, depth: Int) {
    guard rows.count < Self.mostRows else { return }
    rows.append(Row(path: path, depth: depth, value: value))
    guard !folded.contains(path) else { return }
    switch value {
    case .object(let object):
      for member in object { add(member.value, at: path.appending(.key(member.key)), depth: depth + 1) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        add(element, at: path.appending(.index(index)), depth: depth + 1)
      }
    default: break
    }
  }
}

// Changes, as they are meant by a key on a row.
extension SharedStructure {
  /// The place for a new value: at the end of the container under the cursor, or behind the value under it.
  var addition: JSONChange.Place? {
    guard let row = selected else { return nil }
    switch row.value {
    case .object(let object): return JSONChange.Place(row.path, name: "", index: object.count)
    case .array(let elements): return JSONChange.Place(row.path, index: elements.count)
    default:
      guard let place = place(of: row.path) else { return nil }
      return JSONChange.Place(place.parent, name: place.name.map { _ in "" }, index: place.index + 1)
    }
  }

  /// Among its siblings.
  func place(of path: ValuePath) -> JSONChange.Place? { document.flatMap { JSONChange.Place(of: path, in: $0) } }

  /// - Returns: nil at the edge.
  func shifting(_ step: Int) -> JSONChange? {
    guard let row = selected, var place = place(of: row.path), let parent = document?[place.parent] else { return nil }
    let count = parent.object?.count ?? parent.array?.count ?? 0
    place.index += step
    return (0..<count).contains(place.index) ? .move(row.path, to: place, was: row.value) : nil
  }
}

// How it looks.
extension SharedStructure {
  func draw(into frame: inout Frame, _ area: Rect, isFocused: Bool, now: Timestamp) {
    guard area.height > 0 else { return }
    let list = area.inset(bottom: area.height > 1 ? 1 : 0)
    for line in cursor.visible where line - cursor.top < list.height {
      let place = list.row(line - cursor.top)
      let ground: Role? = line == cursor.selected ? (isFocused ? .selection : .selectionUnfocused) : nil
      if let ground { frame.fill(place, style: Style(ground)) }
      let shown = text(of: rows[line], now).highlighting(search.term)
      frame.put(shown, at: place.origin, maxWidth: place.width, on: ground)
    }
    guard area.height > 1 else { return }
    drawFoot(into: &frame, area.row(area.height - 1), isFocused: isFocused)
  }

  private func drawFoot(into frame: inout Frame, _ row: Rect, isFocused: Bool) {
    let right = search.words
    if let prompt = search.prompt { return prompt.draw(into: &frame, row, "/", isFocused: isFocused, right: right) }
    let room = max(0, row.width - right.columns - 2)
    if let path = selected?.path { frame.put("\(path)".fitted(to: room), at: row.origin, style: Style(.info)) }
    frame.put(right, atRightOf: row)
  }

  private func text(of row: Row, _ now: Timestamp) -> StyledText {
    let sign = row.isContainer ? (folded.contains(row.path) ? "▸ " : "▾ ") : "  "
    var text: StyledText = [Span(String(repeating: "  ", count: min(row.depth, 40)) + sign, .muted)]
    switch row.path.segments.last {
    case .key(let name)?: text.append("\(name.fitted(to: 60)): ", Style(.key))
    case .index(let index)?: text.append("[\(index)] ", .muted)
    case nil: break
    }
    switch row.value {
    case .object(let object): text.append("{ \(object.count) }", .muted)
    case .array(let elements): text.append("[ \(elements.count) ]", .muted)
    case .string(let string): text.append("\(JSONValue.string(String(string.prefix(200))))", Style(.string))
    case .number(let number): text.append(number.text.fitted(to: 60), Style(.number))
    case .bool, .null: text.append("\(row.value)", Style(.literal))
    }
    if let note = note(on: row.value, now) { text.append("   \(note)", .muted) }
    return text
  }

  /// The decoded meaning of a leaf, such as a time; nil if it has none.
  private func note(on value: JSONValue, _ now: Timestamp) -> String? {
    switch value {
    case .string(let string) where string.utf8.count <= 4096: DecodedValue(.text(string))?.title(at: now)
    case .number: DecodedValue(.json(value))?.title(at: now)
    default: nil
    }
  }
}

/// The changes made in a key place by place, the last at the end.
struct SharedLeafChanges: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    let change: JSONChange
    let isDecoded: Bool
  }

  private static let most = 200

  private(set) var undo: [Step] = []
  private(set) var redo: [Step] = []
  var isEmpty: Bool { undo.isEmpty && redo.isEmpty }

  mutating func made(_ pending: SharedStructure.Pending) {
    let step = Step(change: pending.inverse, isDecoded: pending.isDecoded)
    switch pending.way {
    case .new:
      undo = undo.suffix(Self.most - 1) + [step]
      redo = []
    case .undo:
      undo = undo.dropLast()
      redo.append(step)
    case .redo:
      redo = redo.dropLast()
      undo.append(step)
    }
  }

  /// The document has become another one, in which it cannot be done.
  mutating func dropLast(_ way: SharedStructure.Pending.Way) {
    if way == .undo { _ = undo.popLast() } else { _ = redo.popLast() }
  }
}
