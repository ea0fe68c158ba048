import TerminalKit

/// The names of tabs in a line, as far apart as there is room. Where there is too little, the one that is shown stays in sight.
struct TabLine {
  private let labels: [String]
  private let selected: Int
  private let width: Int
  private let gap: Int

  /// - Parameters:
  ///   - reserved: columns at the right end that something else would like to have.
  init(_ titles: [String], selected: Int, width: Int, reserved: Int = 0) {
    labels = titles.enumerated().map { $0 == selected ? "[\($1)]" : $1 }
    self.selected = selected
    self.width = width
    let words = labels.reduce(0) { $0 + CellWidth.columns(of: $1) }
    gap = max(1, min(3, (width - reserved - words) / max(1, labels.count - 1)))
  }

  /// The columns of each tab; those of one out of sight begin before the line or end behind it.
  var places: [Range<Int>] {
    let places = unmoved
    return places.map { $0.lowerBound - left..<$0.upperBound - left }
  }

  /// Where the last one ends.
  var end: Int { min(width, (places.last?.upperBound ?? 0)) }

  func draw(into frame: inout Frame, _ row: Rect, on ground: Role? = nil) {
    var line = StyledText()
    for (place, label) in labels.enumerated() {
      if place > 0 { line.append(String(repeating: " ", count: gap)) }
      line.append(label, place == selected ? Style(.accent, .bold, on: ground) : .muted)
    }
    frame.put(line, at: row.origin, maxWidth: row.width, skipping: left)
  }

  private var unmoved: [Range<Int>] {
    var start = 0
    return labels.map { label in
      let columns = CellWidth.columns(of: label)
      defer { start += columns + gap }
      return start..<start + columns
    }
  }

  /// Columns out of sight on the left.
  private var left: Int {
    let places = unmoved
    return places.indices.contains(selected) ? max(0, places[selected].upperBound - width) : 0
  }
}
