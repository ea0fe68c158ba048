import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// The columns of the list: those without room are left out, the least important first; so are those that say nothing in any line.
struct SharedColumns {
  /// The columns that not all keys fill.
  struct Filled: Hashable {
    var ciphers = false
    var writers = false
    var expiries = false

    init(_ lines: [SharedLine] = []) {
      for case .key(let row, _) in lines {
        ciphers = ciphers || row.cipher != nil
        writers = writers || row.writer != nil
        expiries = expiries || row.expires != nil || row.tokenExpires != nil
      }
    }
  }

  /// The columns that the keys and the values of a list take, shown whole.
  struct Needs: Equatable {
    var key = 0
    var value = Int.max
  }

  /// A value is cut to no less than the name of its column.
  private static let leastValue = 6

  var row: Rect
  var mark: Rect, key: Rect, value: Rect, type: Rect, cipher: Rect, scope: Rect, writer: Rect, when: Rect
  /// The time left until a key expires; empty if no key does.
  var left = Rect.zero

  /// In place of the type.
  var showsSize = false

  /// - Parameter sort: a column that the keys are sorted by is there, whatever is in it.
  init(_ row: Rect, _ filled: Filled, by sort: SharedSort, needing needs: Needs = Needs()) {
    self.row = row
    showsSize = sort.field == .size
    let width = row.width
    let showsWriter = filled.writers || sort.field == .writer
    mark = Rect(x: row.x + 1, y: row.y, width: min(1, width), height: 1)
    let left = filled.expiries && width >= 70 ? TimeLeft.columns + 1 : 0
    let parts = row.inset(left: 3, right: 1 + left).columns(
      .weight(2), .weight(width >= 110 ? 4 : 3), .fixed(width >= 70 ? showsSize ? 8 : 5 : 0),
      .fixed(width >= 50 && filled.ciphers ? (width >= 110 ? 10 : 9) : 0), .fixed(width >= 110 ? 10 : 0),
      .fixed(width >= 60 && showsWriter ? (width >= 110 ? 22 : 13) : 0), .fixed(width >= 40 ? 8 : 0),
      gap: width >= 90 ? 2 : 1)
    (key, value, type, cipher) = (parts[0], parts[1], parts[2], parts[3])
    // Room that values leave empty shows more of the names.
    let spare = max(0, value.width - max(needs.value, Self.leastValue))
    let more = min(spare, max(0, needs.key - key.width))
    key.size = Size(width: key.width + more, height: key.height)
    value = value.inset(left: more)
    (scope, writer, when) = (parts[4], parts[5], parts[6])
    if left > 0 { self.left = Rect(x: row.maxX - left, y: row.y, width: left - 1, height: 1) }
  }

  func at(_ row: Rect) -> SharedColumns {
    var copy = self
    copy.row = row
    for path in Self.all { copy[keyPath: path].origin.y = row.y }
    return copy
  }

  /// The column that the keys are sorted by has an arrow.
  func drawHead(into frame: inout Frame, _ sort: SharedSort) {
    let names = [
      "", "key", "value", showsSize ? "size" : "type", "encrypted", "scope", "written by", "when", "expires",
    ]
    let sorted =
      switch sort.field {
      case .name: "key"
      case .time: "when"
      case .writer: "written by"
      case .size: "size"
      case .expiry: "expires"
      }
    for (name, path) in zip(names, Self.all) {
      let rect = self[keyPath: path]
      let isSorted = name == sorted && sort != SharedSort()
      let name = isSorted ? "\(name.fitted(to: max(1, rect.width - 2))) \(sort.isDescending ? "▼" : "▲")" : name
      frame.put(name.fitted(to: rect.width), at: rect.origin, style: .muted)
    }
  }

  /// The order by which the column there is sorted; nil for one that cannot be.
  func field(at x: Int) -> SharedSort.Field? {
    let fields: [(SharedSort.Field, Rect)] = [
      (.name, key), (.size, showsSize ? type : .zero), (.writer, writer), (.time, when), (.expiry, left),
    ]
    return fields.first { $0.1.x <= x && x < $0.1.maxX }?.0
  }

  private static var all: [WritableKeyPath<SharedColumns, Rect>] {
    [\.mark, \.key, \.value, \.type, \.cipher, \.scope, \.writer, \.when, \.left]
  }
}

extension SharedRow {
  /// The value as a list shows it.
  func shown(columns: Int) -> StyledText {
    if isRemoval { return StyledText("removed", .muted) }
    if isLocked { return StyledText("\(Secrets.mask) locked".fitted(to: columns), Style(.secret)) }
    if isSecret { return StyledText(Secrets.mask, Style(.secret)) }
    if let problem { return StyledText("✗ \(problem)".fitted(to: columns), Style(.failure)) }
    return StyledText((preview ?? "").fitted(to: columns), kind == .text ? Style(.string) : .text)
  }
}

extension SharedColumns.Needs {
  /// Longer values are cut anyway.
  private static let longestValue = 80

  init(_ window: SharedKeysWindow, isTree: Bool) {
    (key, value) = (0, 0)
    for line in window.lines {
      guard case .key(let row, let depth) = line else { continue }
      let name = isTree ? String(PrefixTree.shown(row.key.name, depth: depth)) : row.key.name
      key = max(key, 2 * depth + CellWidth.columns(of: name))
      value = max(value, row.shown(columns: Self.longestValue).columns)
    }
  }
}
