import ParleyEngine
import TerminalKit
import WorkbenchServices

/// A picture in places of the palette's colours; nil where one sees through it.
struct PictureGrid: Hashable, Sendable {
  let columns: Int
  let colors: [UInt8?]

  /// Two rows of places are a line: the upper half of each cell, and its ground.
  var lines: [StyledText] {
    let rows = colors.count / columns
    return stride(from: 0, to: rows, by: 2).map { row in
      var line = StyledText()
      for column in 0..<columns { line = line.adding(cell(column, row, rows)) }
      return line
    }
  }

  private func cell(_ column: Int, _ row: Int, _ rows: Int) -> Span {
    let upper = colors[row * columns + column]
    let lower = row + 1 < rows ? colors[(row + 1) * columns + column] : nil
    switch (upper, lower) {
    case (let upper?, let lower?): return Span("▀", Style(.palette(upper), on: .palette(lower)))
    case (let upper?, nil): return Span("▀", Style(.palette(upper)))
    case (nil, let lower?): return Span("▄", Style(.palette(lower)))
    case (nil, nil): return Span(" ")
    }
  }
}

extension StyledText {
  /// With a span more, in one with the last where they look alike.
  fileprivate func adding(_ span: Span) -> StyledText {
    var copy = self
    if let last = copy.spans.last, last.style == span.style {
      copy.spans[copy.spans.count - 1].text += span.text
    } else {
      copy.spans.append(span)
    }
    return copy
  }
}

// A preview of a picture.
extension BodyOutlines {
  private static let largestPicture = 32 << 20

  /// Nil for one that is not here as a whole, too large, or cannot be decoded.
  mutating func decoder() throws -> (any PictureDecoder)? {
    if let picture { return picture.decoder }
    guard raw.isComplete else { return nil }
    do throws(PictureProblem) {
      picture = Picture(decoder: try makeDecoder())
    } catch {
      picture = Picture(problem: error)
    }
    return picture?.decoder
  }

  private func makeDecoder() throws(PictureProblem) -> any PictureDecoder {
    guard raw.count <= Self.largestPicture else {
      throw PictureProblem("No preview: the file is larger than \(Self.largestPicture >> 20) MB.")
    }
    guard let bytes = try? raw.read(at: 0, count: raw.count), let header = ImageHeader(bytes) else {
      throw .damaged
    }
    return try header.decoder(of: bytes)
  }

  mutating func fillPicture(_ page: inout BodyPage, _ query: BodyPage.Query) throws {
    guard let decoder = try decoder() else { return }
    let room = query.room
    if picture?.room != room {
      picture?.room = room
      picture?.lines = try decoder.sampled(columns: room.width, rows: room.height * 2).lines
    }
    let lines = picture?.lines ?? []
    page.total = lines.count
    page.offset = 0
    page.room = room
    page.lines = lines.map { BodyLine(number: "", text: $0) }
  }

  /// A preview, and for which room it was made.
  struct Picture: Sendable {
    var decoder: (any PictureDecoder)?
    var problem: PictureProblem?
    var room = Size.zero
    var lines: [StyledText] = []
  }
}
