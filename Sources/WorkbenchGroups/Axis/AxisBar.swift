import ParleyEngine
import TerminalKit

/// A bar on an axis as cells, to an eighth of one: a left edge is drawn by exchanging ground and colour.
struct AxisBar: Hashable, Sendable {
  struct Piece: Hashable, Sendable {
    let phase: AttemptPhases.Phase
    /// In eighths of a cell.
    let span: Range<Int>
  }

  struct Cell: Hashable, Sendable {
    let column: Int
    let sign: String
    var isReversed = false
    var phase: AttemptPhases.Phase?
  }

  /// In eighths of a cell.
  let span: Range<Int>
  /// The pieces of the bar, if they are known and there is room.
  var pieces: [Piece] = []
  /// Whether it is the bar of a request whose phases are not known.
  var isUnknown = false

  /// Half as high as a phase, so that it is taken for none.
  static let unknown = "▄"
  private static let blocks = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  var columns: Range<Int> { span.lowerBound / 8..<(span.upperBound + 7) / 8 }

  var cells: [Cell] { columns.map(cell) }

  private func cell(at column: Int) -> Cell {
    let from = max(span.lowerBound, column * 8) - column * 8
    let to = min(span.upperBound, column * 8 + 8) - column * 8
    let phase = phase(at: column * 8 + (from + to) / 2)
    if from == 0, to == 8 {
      return Cell(column: column, sign: phase?.shade ?? (isUnknown ? Self.unknown : "█"), phase: phase)
    }
    // An edge within the cell on both sides: the nearer side of the cell is drawn.
    if from == 0 || (to < 8 && from < 4) { return Cell(column: column, sign: Self.blocks[to - 1], phase: phase) }
    return Cell(column: column, sign: Self.blocks[from - 1], isReversed: true, phase: phase)
  }

  private func phase(at eighth: Int) -> AttemptPhases.Phase? { pieces.first { $0.span.contains(eighth) }?.phase }
}

extension AttemptPhases.Phase {
  /// The denser, the nearer the response. Tells them apart without colour.
  var shade: String {
    switch self {
    case .queued: "░"
    case .connect: "▒"
    case .waiting: "▓"
    case .transfer: "█"
    }
  }

  static let legend = allCases.map { "\($0.shade) \($0.word)" }.joined(separator: ", ")
}
