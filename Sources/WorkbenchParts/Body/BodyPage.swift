import ParleyEngine
package import TerminalKit
package import WorkbenchServices

/// Some lines of a body, as the pane holds them: those in view and a margin around them.
package struct BodyPage: Hashable, Sendable {
  /// Which lines are wanted.
  package struct Query: Hashable, Sendable {
    /// Nil lets the body's kind decide.
    package var mode: BodyMode?
    /// Counted from 0 among the lines that folding has left.
    package var lines: Range<Int>
    /// Bytes left out at the front of every raw line, for lines too long to hold.
    package var skipping = 0
    /// The most bytes of a raw line.
    package var longest = 4096
    /// Whether secrets are shown.
    package var isRevealed = false
    /// How a table is arranged.
    package var table = TableLook()
    /// Which events of a stream are shown, and whether the last ones are, wherever the end is by then.
    package var filter: StreamFilter?
    package var followsEnd = false
    /// How many bytes a line of the hexadecimal view has room for.
    var bytesPerLine = HexDump.widths[0]
    /// Columns there are for the lines of a table, with their numbers.
    var columns = 78
    /// How large a preview may be.
    package var room = Size(width: 78, height: 20)

    package init(mode: BodyMode? = nil, lines: Range<Int>, skipping: Int = 0, isRevealed: Bool = false) {
      (self.mode, self.lines, self.skipping, self.isRevealed) = (mode, lines, skipping, isRevealed)
    }
  }

  package var kind: BodyKind
  package var mode: BodyMode
  /// The remark on its charset, such as `charset latin-1`; nil for UTF-8.
  package var charset: String?
  /// The number of the first of `lines`.
  package var offset = 0
  package var lines: [BodyLine] = []
  package var skipping = 0
  /// How many lines there are, as far as is known.
  package var total = 0
  /// Whether all that has arrived was looked at.
  package var isUpToDate = true
  /// The reason, in words, why the body ends in the middle.
  package var problem: String?
  /// The reason why a picture has no preview.
  package var whyNoPreview: String?
  /// How many bytes stand in a line of the hexadecimal view.
  var bytesPerLine = HexDump.widths[0]
  /// The columns, of a table, and for how many of the terminal it was arranged.
  package var table: TableHead?
  var columns = 0
  /// For which room it was made, of a picture.
  package var room: Size?
  /// How many events there are, of a stream.
  package var events: Int?

  package subscript(line: Int) -> BodyLine? {
    lines.indices.contains(line - offset) ? lines[line - offset] : nil
  }

  /// The lines it holds.
  package var range: Range<Int> { offset..<offset + lines.count }
}

/// One line of a body, ready to be drawn.
package struct BodyLine: Hashable, Sendable {
  package enum Fold: Hashable, Sendable {
    case open, folded
  }

  /// A line number, or the address of bytes.
  package var number: String
  /// In columns.
  package var indentation = 0
  package var text: StyledText
  /// On the first line of what can be folded.
  package var fold: Fold?
}

extension BodyLine {
  /// Whether the source has more of it than is held.
  var isCut: Bool { text.spans.last == Span("…", .muted) }

  package var drawn: StyledText {
    indentation == 0 ? text : StyledText([Span(String(repeating: " ", count: indentation))] + text.spans)
  }
}
