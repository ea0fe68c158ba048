import ParleyEngine
import TerminalKit
import WorkbenchServices

/// Some lines of a body, as the pane holds them: those in view and a margin around them.
struct BodyPage: Hashable, Sendable {
  /// Which lines are wanted.
  struct Query: Hashable, Sendable {
    /// Nil lets the body's kind decide.
    var mode: BodyMode?
    /// Counted from 0 among the lines that folding has left.
    var lines: Range<Int>
    /// Bytes left out at the front of every raw line, for lines too long to hold.
    var skipping = 0
    /// The most bytes of a raw line.
    var longest = 4096
    /// Whether secrets are shown.
    var isRevealed = false
    /// How a table is arranged.
    var table = TableLook()
    /// Which events of a stream are shown, and whether the last ones are, wherever the end is by then.
    var filter: StreamFilter?
    var followsEnd = false
    /// How many bytes a line of the hexadecimal view has room for.
    var bytesPerLine = HexDump.widths[0]
    /// How large a preview may be.
    var room = Size(width: 78, height: 20)
  }

  var kind: BodyKind
  var mode: BodyMode
  /// The remark on its charset, such as `charset latin-1`; nil for UTF-8.
  var charset: String?
  /// The number of the first of `lines`.
  var offset = 0
  var lines: [BodyLine] = []
  var skipping = 0
  /// How many lines there are, as far as is known.
  var total = 0
  /// Whether all that has arrived was looked at.
  var isUpToDate = true
  /// The reason, in words, why the body ends in the middle.
  var problem: String?
  /// The reason why a picture has no preview.
  var whyNoPreview: String?
  /// How many bytes stand in a line of the hexadecimal view.
  var bytesPerLine = HexDump.widths[0]
  /// The columns, of a table.
  var table: TableHead?
  /// For which room it was made, of a picture.
  var room: Size?
  /// How many events there are, of a stream.
  var events: Int?

  subscript(line: Int) -> BodyLine? {
    lines.indices.contains(line - offset) ? lines[line - offset] : nil
  }

  /// The lines it holds.
  var range: Range<Int> { offset..<offset + lines.count }
}

/// One line of a body, ready to be drawn.
struct BodyLine: Hashable, Sendable {
  enum Fold: Hashable, Sendable {
    case open, folded
  }

  /// A line number, or the address of bytes.
  var number: String
  /// In columns.
  var indentation = 0
  var text: StyledText
  /// On the first line of what can be folded.
  var fold: Fold?
}
