import ParleyEngine
import Testing

/// What folding means, said plainly: every line is kept, and hidden or not.
private struct FoldModel {
  var lines: [JSONLine]
  var folded: Set<Int> = []

  init(_ outline: JSONOutline) throws {
    lines = try outline.lines(in: 0..<outline.lineCount)
  }

  func closer(of opener: Int) -> Int {
    lines[(opener + 1)...].firstIndex { $0.depth == lines[opener].depth } ?? lines.count - 1
  }

  /// The visible lines' numbers.
  var visible: [Int] {
    var numbers: [Int] = []
    var line = 0
    while line < lines.count {
      numbers.append(line)
      line = (folded.contains(line) ? closer(of: line) : line) + 1
    }
    return numbers
  }

  mutating func foldAll(atLevel level: Int) {
    folded = Set(openers.filter { lines[$0].depth == level })
  }

  var openers: [Int] { lines.indices.filter { lines[$0].role == .opens } }
}

@Suite("Whatever is folded, lines and visible lines map to each other", .timeLimit(.minutes(2)))
struct JSONOutlineFoldModelTests {
  @Test("after any folding and opening", arguments: 0..<12)
  func anyFolds(seed: Int) throws {
    let document =
      seed.isMultiple(of: 5)
      ? OutlineSamples.items(300).bytes
      : JSONPrinter.compact.bytes(of: OutlineSamples.document(seed: seed, members: seed * 6))
    var outline = try JSONOutline(reading: InMemoryBytes(document))
    var model = try FoldModel(outline)
    var random = SplitMix(state: UInt64(seed))
    for step in 0..<27 {
      try change(&outline, &model, step, &random)
      try check(outline, model)
    }
  }

  private func change(
    _ outline: inout JSONOutline, _ model: inout FoldModel, _ step: Int, _ random: inout SplitMix
  ) throws {
    let openers = model.openers
    if step % 13 == 12 {
      let level = Int.random(in: 0...4, using: &random)
      outline.foldAll(atLevel: level)
      model.foldAll(atLevel: level)
    } else if let line = openers.randomElement(using: &random) {
      if model.folded.remove(line) != nil {
        #expect(try outline.unfold(line))
      } else {
        model.folded.insert(line)
        #expect(try outline.fold(line))
      }
    }
  }

  private func check(_ outline: JSONOutline, _ model: FoldModel) throws {
    let visible = model.visible
    #expect(try outline.visibleLineCount == visible.count)
    let start = visible.count / 3
    let window = try outline.visibleLines(in: start..<start + 20)
    #expect(window.map(\.number) == Array(visible[start..<min(start + 20, visible.count)]))
    for index in stride(from: 0, to: visible.count, by: max(1, visible.count / 17)) {
      #expect(try outline.line(ofVisibleLine: index) == visible[index])
    }
    for line in stride(from: 0, to: model.lines.count, by: max(1, model.lines.count / 17)) {
      #expect(try outline.visibleLine(ofLine: line) == visible.lastIndex { $0 <= line })
    }
  }
}
