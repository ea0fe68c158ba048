/// A row of titles of which one is chosen: `Params  [Body]  Headers`.
package struct Tabs: Hashable, Sendable {
  package private(set) var titles: [String]
  package private(set) var selection: Int

  package init(_ titles: [String], selection: Int = 0) {
    self.titles = titles
    self.selection = 0
    select(selection)
  }

  package mutating func update(_ titles: [String]) {
    self.titles = titles
    select(selection)
  }

  package mutating func select(_ index: Int) {
    selection = max(0, min(index, titles.count - 1))
  }

  /// Goes round at the ends.
  package mutating func move(by steps: Int) {
    guard !titles.isEmpty else { return }
    selection = ((selection + steps) % titles.count + titles.count) % titles.count
  }

  package mutating func handle(_ key: Key) -> Outcome {
    switch key {
    case .left, .character("h"): move(by: -1)
    case .right, .character("l"): move(by: 1)
    default: return .ignored
    }
    return .handled
  }

  package mutating func handle(_ mouse: Mouse, in rect: Rect) -> Outcome {
    guard case .press(.left) = mouse.action, let index = index(at: mouse.point, in: rect) else { return .ignored }
    select(index)
    return .handled
  }

  /// The tab under a point.
  package func index(at point: Point, in rect: Rect) -> Int? {
    guard rect.contains(point) else { return nil }
    return places(width: rect.width).first { $0.columns.contains(point.x - rect.x) }?.index
  }

  package func draw(into frame: inout Frame, rect: Rect, isFocused: Bool) {
    guard !rect.isEmpty else { return }
    for (index, columns) in places(width: rect.width) {
      let isSelected = index == selection
      let style = isSelected ? Style(isFocused ? .accent : .title, .bold) : .muted
      frame.put(
        decorated(index), at: rect.origin.moved(right: columns.lowerBound), style: style,
        maxWidth: rect.width - columns.lowerBound)
    }
  }

  private func decorated(_ index: Int) -> String {
    index == selection ? "[\(titles[index])]" : " \(titles[index]) "
  }

  /// Where the titles stand. When they do not all fit, those before the chosen one leave first.
  private func places(width: Int) -> [(index: Int, columns: Range<Int>)] {
    let widths = titles.indices.map { Sanitizer.columns(of: decorated($0)) + 1 }
    var first = 0
    while first < selection, widths[first...selection].reduce(0, +) - 1 > width { first += 1 }
    var left = 0
    return titles.indices.dropFirst(first).map { index in
      defer { left += widths[index] }
      return (index, left..<left + widths[index] - 1)
    }
  }
}
