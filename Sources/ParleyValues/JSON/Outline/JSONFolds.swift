/// Which containers are folded, and how lines and visible lines map to each other.
///
/// A *level* folds all containers of one depth without naming them, however many there are. *Exceptions* name single
/// containers: of the level's depth those that are open all the same, of other depths those that are folded.
///
/// Only the level's count of lines needs the document; it is handed in, here called *levelled* line numbers: how many
/// lines the level alone leaves before a line.
struct JSONFolds: Sendable {
  /// A container that is an exception.
  struct Exception: Sendable {
    let opener: Int
    /// Its last line, so far.
    var closer: Int
    let isFolded: Bool
    /// The levelled numbers of the line after the opener, and of the line after the closer.
    var start: Int
    var end: Int
    /// Whether its end has arrived.
    var isClosed: Bool

    var count: Int { closer - opener }
  }

  /// An exception that no other holds, as it counts among the visible lines.
  fileprivate struct Region: Sendable {
    let exception: Exception
    /// The visible number of the line after the opener.
    let visibleStart: Int
    /// The folded exceptions inside, if it is open itself.
    var folded: [(exception: Exception, hiddenBefore: Int)] = []

    var hidden: Int { folded.last.map { $0.hiddenBefore + $0.exception.count } ?? 0 }
    var visibleCount: Int { exception.isFolded ? 0 : exception.count - hidden }
    /// How much more is visible behind it than the level leaves.
    var shift: Int { visibleStart + visibleCount - exception.end }
  }

  private(set) var level: Int?
  private var exceptions: [Int: Exception] = [:]
  fileprivate var regions: [Region] = []

  /// Folds all containers at `level`, or none for nil.
  init(level: Int? = nil) {
    self.level = level
  }

  func isFolded(line: Int, depth: Int) -> Bool {
    exceptions[line]?.isFolded ?? (depth == level)
  }

  func hasException(at line: Int) -> Bool {
    exceptions[line] != nil
  }

  /// The exceptions whose end has not arrived.
  var open: [Exception] { exceptions.values.filter { !$0.isClosed } }

  mutating func set(_ changed: [Exception]) {
    for exception in changed { exceptions[exception.opener] = exception }
    rebuild()
  }

  mutating func remove(at line: Int) {
    exceptions[line] = nil
    rebuild()
  }

  /// Containers hold each other or lie apart, so sorted by their openers an outer one comes before what it holds.
  private mutating func rebuild() {
    regions = []
    for exception in exceptions.values.sorted(by: { $0.opener < $1.opener }) {
      if let last = regions.last, exception.opener <= last.exception.closer {
        regions[regions.count - 1].add(exception)
      } else {
        regions.append(Region(exception: exception, visibleStart: exception.start + (regions.last?.shift ?? 0)))
      }
    }
  }
}

extension JSONFolds.Region {
  fileprivate mutating func add(_ inner: JSONFolds.Exception) {
    guard !exception.isFolded, inner.isFolded, inner.opener > (folded.last?.exception.closer ?? -1) else { return }
    folded.append((inner, hidden))
  }

  /// The visible number of a line inside.
  fileprivate func visibleLine(of line: Int) -> Int {
    if exception.isFolded { return visibleStart - 1 }
    guard let index = lastIndex(in: folded, where: \.exception.opener, isAtMost: line - 1) else {
      return visibleStart + line - exception.opener - 1
    }
    let before = folded[index]
    let hidden = before.hiddenBefore + min(line - before.exception.opener, before.exception.count)
    return visibleStart + line - exception.opener - 1 - hidden
  }

  /// The line that is visible as number `visible`, inside.
  fileprivate func line(ofVisible visible: Int) -> Int {
    let line = exception.opener + 1 + visible - visibleStart
    let index = lastIndex(in: folded, where: { $0.exception.opener - $0.hiddenBefore }, isAtMost: line - 1)
    return line + (index.map { folded[$0].hiddenBefore + folded[$0].exception.count } ?? 0)
  }
}

extension JSONFolds {
  /// The result of looking up a line, or a visible line.
  enum Answer {
    case found(Int)
    /// The level alone decides: this levelled number, and this to be added to the visible one.
    case levelled(Int, shift: Int)
  }

  /// The visible number of `line`: that of the folded container's line if it is hidden by an exception.
  func visibleLine(of line: Int) -> Answer {
    guard let index = lastIndex(in: regions, where: \.exception.opener, isAtMost: line - 1) else {
      return .levelled(line, shift: 0)
    }
    let region = regions[index]
    return line <= region.exception.closer
      ? .found(region.visibleLine(of: line)) : .levelled(line, shift: region.shift)
  }

  /// The line that is visible as number `visible`.
  func line(ofVisible visible: Int) -> Answer {
    guard let index = lastIndex(in: regions, where: \.visibleStart, isAtMost: visible) else {
      return .levelled(visible, shift: 0)
    }
    let region = regions[index]
    return visible < region.visibleStart + region.visibleCount
      ? .found(region.line(ofVisible: visible)) : .levelled(visible - region.shift, shift: region.shift)
  }
}
