/// A body as UTF-8, whatever charset it is in, and without its byte order mark; also while it arrives.
///
/// Nothing of the text is held but the piece that was read last: pieces are converted again when they are read again.
package final class TextBody: ByteSource, @unchecked Sendable {  // everything mutable is in `state`
  private struct Piece {
    let source: Int
    let text: Int
  }

  private struct State {
    var form: TextForm?
    var converter: TextConverter?
    /// The beginnings of the pieces, in the body and in the text; the last one is where the next piece begins.
    var pieces = [Piece(source: 0, text: 0)]
    var held: (index: Int, text: [UInt8])?

    /// A stream comes in small pieces, which are put together.
    mutating func add(_ text: [UInt8], from length: Int, upTo most: Int) {
      let last = pieces[pieces.count - 1]
      let next = Piece(source: last.source + length, text: last.text + text.count)
      if pieces.count > 1, next.source - pieces[pieces.count - 2].source <= most {
        pieces[pieces.count - 1] = next
        if held?.index == pieces.count - 2 { held?.text += text }
      } else {
        pieces.append(next)
        held = (pieces.count - 2, text)
      }
    }
  }

  private let source: any ByteSource
  private let contentType: String?
  private let state = Lock(State())

  private static let pieceLength = 64 << 10

  private init(_ source: any ByteSource, contentType: String?) {
    (self.source, self.contentType) = (source, contentType)
  }

  /// The body itself where it is UTF-8 without a mark, or no text.
  package static func of(_ source: any ByteSource, contentType: String?) -> any ByteSource {
    if source is TextBody || !BodyType(contentType).isText { return source }
    return source.isComplete && form(of: source, contentType: contentType) == .plain
      ? source : TextBody(source, contentType: contentType)
  }

  /// Nil as long as it takes more bytes to tell.
  package static func form(of source: any ByteSource, contentType: String?) -> TextForm? {
    let isWhole = source.isComplete
    guard let head = try? source.read(at: 0, count: TextForm.headLength) else { return .plain }
    return TextForm.of(head, contentType: contentType, isWhole: isWhole)
  }

  package var count: Int {
    state.withLock { state in
      guard let form = advance(&state) else { return 0 }
      return form.charset == nil ? max(0, source.count - form.markLength) : state.pieces[state.pieces.count - 1].text
    }
  }

  package var isComplete: Bool {
    guard source.isComplete else { return false }
    return state.withLock { state in
      guard let form = advance(&state) else { return true }
      return form.charset == nil || state.pieces[state.pieces.count - 1].source >= source.count
    }
  }

  package func read(at offset: Int, count: Int) throws -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    let form = state.withLock { advance(&$0) }
    guard let form else { return [] }
    guard form.charset != nil else { return try source.read(at: offset + form.markLength, count: count) }
    var text: [UInt8] = []
    while text.count < count {
      let more = try piece(at: offset + text.count).prefix(count - text.count)
      if more.isEmpty { break }
      text += more
    }
    return text
  }

  /// The rest of the piece that a byte of the text is in.
  private func piece(at offset: Int) throws -> ArraySlice<UInt8> {
    try state.withLock { state in
      let pieces = state.pieces
      guard offset < pieces[pieces.count - 1].text else { return [] }
      var (low, high) = (0, pieces.count - 1)
      while low + 1 < high {
        let middle = (low + high) / 2
        if pieces[middle].text <= offset { low = middle } else { high = middle }
      }
      if state.held?.index != low {
        let bytes = try source.read(pieces[low].source..<pieces[low + 1].source)
        state.held = (low, state.converter?.text(of: bytes, isLast: true).text ?? [])
      }
      return (state.held?.text ?? []).dropFirst(offset - pieces[low].text)
    }
  }

  /// Finds the form, and converts what has arrived since.
  private func advance(_ state: inout State) -> TextForm? {
    if state.form == nil, let form = Self.form(of: source, contentType: contentType) {
      state.form = form
      state.converter = form.charset.flatMap(TextConverter.init)
      state.pieces = [Piece(source: form.markLength, text: 0)]
    }
    guard let form = state.form, let charset = form.charset, let converter = state.converter else { return state.form }
    while true {
      let (isWhole, last) = (source.isComplete, state.pieces[state.pieces.count - 1])
      guard source.count > last.source, var bytes = try? source.read(at: last.source, count: Self.pieceLength),
        !bytes.isEmpty
      else { return form }
      let isLast = isWhole && last.source + bytes.count >= source.count
      if charset.isStateful, !isLast {
        // Only there is it sure to be back in its first state.
        if let end = bytes.lastIndex(of: .lineFeed) {
          bytes.removeSubrange((end + 1)...)
        } else if bytes.count < Self.pieceLength {
          return form
        }
      }
      let (text, taken) = converter.text(of: bytes, isLast: isLast)
      guard taken > 0 else { return form }
      state.add(text, from: taken, upTo: Self.pieceLength)
    }
  }
}
