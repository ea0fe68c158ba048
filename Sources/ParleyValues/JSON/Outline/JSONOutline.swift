/// The lines of a pretty-printed document of any size, without printing it: what a view of a huge body needs.
///
///     var outline = JSONOutline(source)
///     try outline.extend()                        // again whenever bytes have arrived
///     try outline.visibleLines(in: top..<top + 60)
///
/// It reads the document once, in order, and keeps a checkpoint every 16 KB (1–2 MB for a document of 100 MB). Whatever
/// is asked then is answered by reading from the source again, a few windows of 16 KB. It needs not wait for the end of
/// the document, and is not lost at a mistake in it: all that came before stays, and `problem` says what is wrong where.
///
/// Line numbers count from 0. A *line* is one of the whole pretty-printed document; a *visible line* one of those that
/// folding has left.
package struct JSONOutline: Sendable {
  /// The document's bytes, which may still be arriving.
  package let source: any ByteSource

  var scanner = JSONScanner(requiresUTF8: false)
  var index = JSONLineIndex()
  var folds = JSONFolds()
  /// How many lines the folds' level leaves before each checkpoint.
  var levelled: [Int] = []

  /// The mistake that ends the document: it is malformed there, or breaks off; nil if there is none.
  package private(set) var problem: JSONSyntaxError?
  /// Whether there is nothing to come: the source has been read to its end, or to a mistake.
  package private(set) var isComplete = false

  /// An outline of nothing yet: `extend()` reads what is there.
  package init(_ source: any ByteSource) {
    self.source = source
  }

  /// How many bytes of the source have been read.
  package var consumed: Int { scanner.offset }

  /// How many lines the document has as far as it is known. A token that is still arriving counts.
  package var lineCount: Int {
    index.lineCount + (unfinishedToken != nil && !index.isAfterKey ? 1 : 0)
  }

  /// Reads what has arrived since the last time, at most `limit` bytes of it.
  ///
  /// Returns whether there was anything. Throws what the source throws; then what had been read is kept, and it may be
  /// tried again.
  @discardableResult
  package mutating func extend(limit: Int = .max) throws -> Bool {
    let sourceIsComplete = source.isComplete
    let end = min(source.count, limit > Int.max - consumed ? .max : consumed + limit)
    let start = consumed
    while !isComplete, consumed < end {
      let chunk = try source.read(at: consumed, count: min(end - consumed, 256 * 1024))
      if chunk.isEmpty { break }
      scan(chunk)
    }
    if sourceIsComplete, consumed >= source.count { finish() }
    if consumed > start { try refreshFolds() }
    return consumed > start
  }

  private mutating func scan(_ chunk: [UInt8]) {
    do {
      try scanner.scan(chunk, into: &index)
    } catch {
      stop(error)
    }
  }

  private mutating func finish() {
    guard !isComplete else { return }
    do {
      try scanner.finish(into: &index)
      isComplete = true
    } catch {
      stop(error)
    }
  }

  private mutating func stop(_ error: JSONSyntaxError) {
    problem = error
    isComplete = true
  }
}

extension JSONOutline {
  /// The token that has begun, but not ended.
  var unfinishedToken: Range<Int>? {
    scanner.unfinishedToken.map { $0..<consumed }
  }

  /// The start of a key whose colon has not arrived yet; nil if there is none.
  var loneKey: Int? { scanner.loneKey }

  /// There are tokens up to here; behind it is nothing but white space.
  var readableEnd: Int { unfinishedToken?.upperBound ?? index.tokenEnd }
}
