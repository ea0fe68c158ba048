import TerminalKit

/// The names of tabs in a line, as far apart as there is room. If there is too little, the notes of the other tabs go
/// first, then their names are cut with a mark, then those furthest away are behind `‹` and `›`. The selected one is
/// always whole.
struct TabLine {
  struct Title: Hashable, ExpressibleByStringLiteral {
    var name: String
    /// How much is in it, behind its name.
    var count = ""

    init(_ name: String, count: String = "") {
      (self.name, self.count) = (name, count)
    }

    init(stringLiteral value: String) { self.init(value) }

    var whole: String { count.isEmpty ? name : "\(name) \(count)" }
  }

  /// Of a name that is cut.
  private static let shortest = 4

  private let titles: [Title]
  private let selected: Int
  private let width: Int
  /// Those in sight, by their places among all.
  private var shown: Range<Int>
  private var labels: [String]
  private var gap = 1

  /// - Parameters:
  ///   - reserved: columns at the right end to keep free for other content.
  init(_ titles: [Title], selected: Int, width: Int, reserved: Int = 0) {
    self.titles = titles
    self.selected = selected
    self.width = width
    shown = titles.indices
    labels = []
    labels = fittingLabels() ?? []
    if labels.isEmpty { takeWindow() }
    let words = labels.reduce(0) { $0 + Sanitizer.columns(of: $1) }
    guard labels.count == titles.count else { return }
    // Content that has no room beside the tabs needs none kept free.
    let kept = columns(of: labels) + reserved <= width ? reserved : 0
    gap = max(1, min(3, (width - kept - words) / max(1, labels.count - 1)))
  }

  /// The longest form in which all have room.
  private func fittingLabels() -> [String]? {
    let longest = titles.map { Sanitizer.columns(of: $0.name) }.max() ?? 0
    let cuts = stride(from: longest - 1, through: Self.shortest, by: -1).lazy
    for form in [\Title.whole, \.name] {
      let labels = titles.indices.map { label($0) { $0[keyPath: form] } }
      if columns(of: labels) <= width { return labels }
    }
    return cuts.map { cut in titles.indices.map { label($0) { $0.name.fitted(to: cut) } } }.first {
      columns(of: $0) <= width
    }
  }

  private func label(_ place: Int, _ short: (Title) -> String) -> String {
    place == selected ? "[\(titles[place].whole)]" : short(titles[place])
  }

  private func columns(of labels: [String]) -> Int {
    labels.reduce(labels.count - 1) { $0 + Sanitizer.columns(of: $1) }
  }

  /// As many around the one that is shown as there is room for, those before it only where none behind it is left.
  private mutating func takeWindow() {
    guard titles.indices.contains(selected) else { return }
    let all = titles.indices.map { label($0) { $0.name } }
    var window = selected..<selected + 1
    while window.upperBound < all.count, fits(window.lowerBound..<window.upperBound + 1, of: all) {
      window = window.lowerBound..<window.upperBound + 1
    }
    while window.lowerBound > 0, fits(window.lowerBound - 1..<window.upperBound, of: all) {
      window = window.lowerBound - 1..<window.upperBound
    }
    shown = window
    labels = window.map { $0 == selected && window.count == 1 ? all[$0].fitted(to: max(1, width - 4)) : all[$0] }
  }

  private func fits(_ window: Range<Int>, of all: [String]) -> Bool {
    let marks = (window.lowerBound > 0 ? 2 : 0) + (window.upperBound < all.count ? 2 : 0)
    return columns(of: Array(all[window])) + marks <= width
  }

  private var hasBefore: Bool { shown.lowerBound > 0 }
  private var hasBehind: Bool { shown.upperBound < titles.count }

  /// The columns of each tab. The marks stand for the nearest one out of sight; the others have none.
  var places: [Range<Int>] {
    var places = titles.map { _ in -1 ..< -1 }
    var start = hasBefore ? 2 : 0
    if hasBefore { places[shown.lowerBound - 1] = 0..<1 }
    for (place, label) in zip(shown, labels) {
      let end = start + Sanitizer.columns(of: label)
      places[place] = start..<end
      start = end + gap
    }
    if hasBehind { places[shown.upperBound] = start..<start + 1 }
    return places
  }

  /// The column behind the last tab.
  var end: Int { min(width, places.map(\.upperBound).max() ?? 0) }

  func draw(into frame: inout Frame, _ row: Rect, on ground: Role? = nil) {
    var line = StyledText()
    if hasBefore { line.append("‹ ", .muted) }
    for (index, (place, label)) in zip(shown, labels).enumerated() {
      if index > 0 { line.append(String(repeating: " ", count: gap)) }
      line.append(label, place == selected ? Style(.accent, .bold, on: ground) : .muted)
    }
    if hasBehind { line.append(" ›", .muted) }
    frame.put(line, at: row.origin, maxWidth: row.width)
  }
}
