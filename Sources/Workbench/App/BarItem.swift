import TerminalKit

/// Words in the first or the last line of the screen, which a click takes as the key does.
struct BarItem {
  var words: StyledText
  /// What a click does; nothing where there is nothing to do about it.
  var command: CommandID?
  /// Its first column.
  var x = 0

  init(_ words: StyledText, does command: CommandID? = nil) {
    self.words = words
    self.command = command
  }

  var columns: Range<Int> { x..<x + words.columns }
}

extension [BarItem] {
  /// One behind the other.
  func placed(from start: Int, apart gap: Int) -> [BarItem] {
    var x = start
    return map { item in
      var item = item
      item.x = x
      x += item.words.columns + gap
      return item
    }
  }

  func width(apart gap: Int) -> Int {
    reduce(0) { $0 + $1.words.columns } + gap * Swift.max(0, count - 1)
  }

  func item(at column: Int) -> BarItem? {
    first { $0.columns.contains(column) }
  }
}
