import TerminalKit

/// The columns of the terminal that a column of a table would like to have.
struct ColumnWish: Sendable {
  let name: String
  let isNumeric: Bool
  /// That of its name, and of its longest cell.
  let head: Int, cell: Int
  let isSorted: Bool

  /// The sign of the order behind the name.
  private static let sign = 2
  /// A longer cell gives way to other columns.
  private static let usual = 40

  /// Nothing in it is cut.
  fileprivate var whole: Int { max(head + (isSorted ? Self.sign : 0), cell) }
  fileprivate var least: Int { min(whole, Self.usual) }

  /// So much that sorting by it moves no other column.
  fileprivate func steady(from width: Int) -> Int { max(width, min(head + Self.sign, Self.usual)) }
}

extension [ColumnWish] {
  /// Between two columns.
  private static let gap = 2

  /// The columns as they share the room: none is cut while there is any, and what is left keeps the signs of the order free. Where
  /// there is too little room even for cells of usual length, the rest is beyond the edge.
  func columns(in room: Int) -> [TableColumn] {
    var widths = map(\.least)
    if Self.taken(by: widths) <= room {
      Self.share(room, among: &widths, until: map(\.whole))
      // One stays free before the edge.
      Self.share(room - 1, among: &widths, until: zip(self, widths).map { $0.steady(from: $1) })
    } else {
      widths = zip(self, widths).map { $0.steady(from: $1) }
    }
    var left = 0
    return zip(self, widths).map { wish, width in
      defer { left += width + Self.gap }
      return TableColumn(name: wish.name, left: left, width: width, isNumeric: wish.isNumeric)
    }
  }

  private static func taken(by widths: [Int]) -> Int { widths.reduce(0, +) + gap * Swift.max(0, widths.count - 1) }

  /// Those that lack least come first, so that as many as possible are whole.
  private static func share(_ room: Int, among widths: inout [Int], until wished: [Int]) {
    var free = Swift.max(0, room - taken(by: widths))
    let lacks = zip(wished, widths).map { $0 - $1 }
    let places = widths.indices.filter { lacks[$0] > 0 }.sorted { (lacks[$0], $0) < (lacks[$1], $1) }
    for (done, place) in places.enumerated() {
      let more = Swift.min(lacks[place], free / (places.count - done))
      widths[place] += more
      free -= more
    }
  }
}
