import Dispatch
package import ParleyEngine
package import WorkbenchServices

/// A body of any size, as lines: what the effects of the response ask. It reads the source by windows and keeps only outlines.
///
/// Everything that reads runs on queues of its own, so that neither the screen nor the tasks of others wait for it. A search has
/// a queue to itself: one scrolls while it runs.
package final class BodyView: @unchecked Sendable {  // `outlines` only on `queue`, `matches` only on `searching`
  /// As it came.
  package let source: any ByteSource
  /// As UTF-8, whatever its charset.
  package let text: any ByteSource
  package let contentType: String?
  package let secrets: Secrets

  private let queue = DispatchQueue(label: "body")
  private let searching = DispatchQueue(label: "body.search")
  private var outlines: BodyOutlines
  private var matches: ByteSearch?
  /// The search that is wanted; an older one stops.
  private let wanted = Lock(0)

  package init(_ source: any ByteSource, contentType: String?, secrets: Secrets = Secrets()) {
    self.source = source
    self.contentType = contentType
    self.secrets = secrets
    text = TextBody.of(source, contentType: contentType)
    outlines = BodyOutlines(text, raw: source, contentType: contentType)
  }

  /// The lines ordered, after having looked at a piece of what has arrived since.
  package func page(_ query: BodyPage.Query) async throws -> BodyPage {
    try await read { [secrets] outlines in
      try outlines.extend(query.mode)
      let renderer = BodyRenderer(secrets: query.isRevealed ? Secrets() : secrets)
      return try outlines.page(query, renderer)
    }
  }

  /// The facts known of the body, without lines.
  package func emptyPage(_ query: BodyPage.Query) async throws -> BodyPage {
    var empty = query
    (empty.lines, empty.followsEnd) = (0..<0, false)
    return try await page(empty)
  }

  /// Events of a stream, as far as they have come.
  package func events(in range: Range<Int>, limit: Int) async throws -> [StreamEvent] {
    try await read { try $0.events(in: range, limit: limit) }
  }

  package func events(_ numbers: [Int], limit: Int) async throws -> [StreamEvent] {
    try await read { try $0.events(numbers, limit: limit) }
  }

  /// The table that is shown as CSV; nil where there is none.
  package func delimited(_ look: TableLook, isRevealed: Bool) async throws -> String? {
    try await read { [secrets] in try $0.delimited(look, hiding: isRevealed ? Secrets() : secrets) }
  }

  /// Folds or unfolds what a line opens; on any other line, what it lies in.
  /// - Returns: the line where it is now.
  package func toggleFold(_ line: Int) async throws -> Int {
    try await read { try $0.toggleFold(line) }
  }

  /// Folds everything inside the outermost container, or opens everything if something is folded.
  /// - Returns: the place of the line afterwards.
  package func toggleAllFolds(_ line: Int) async throws -> Int {
    try await read { try $0.toggleAllFolds(line) }
  }

  /// The way to the value on a line, such as `.items[3].id`; nil where there is none.
  /// - Parameter cell: of a table; its row is the line.
  package func path(_ line: Int, _ mode: BodyMode, _ cell: TableCell? = nil) async throws -> String? {
    if let cell {
      return try await read { try $0.pick(line, cell, of: nil, hiding: Secrets())?.path?.description }
    }
    guard mode == .pretty else { return nil }
    return try await read { try $0.path(line) }
  }

  /// The text of a line for the clipboard; nil if it is too large for one, or still arriving.
  package func value(_ line: Int, _ mode: BodyMode) async throws -> String? {
    try await read { try $0.value(line, mode) }
  }

  /// The value on a line, with the way to it and what is true of it; nil where there is none.
  /// - Parameters:
  ///   - filter: the filter that made the lines; nil for the body itself.
  ///   - cell: of a table; its row is the line.
  ///   - isRevealed: whether secrets are shown.
  package func pick(
    _ line: Int, _ mode: BodyMode, _ cell: TableCell? = nil, of filter: String?, isRevealed: Bool
  ) async throws -> PickedValue? {
    try await read { [secrets] in
      let found =
        if let cell { try $0.pick(line, cell, of: filter, hiding: secrets) } else {
          try $0.pick(line, mode, of: filter, hiding: secrets)
        }
      guard var picked = found else { return nil }
      if isRevealed { (picked.text, picked.isRevealed) = (picked.raw ?? picked.text, picked.isMasked) }
      return picked
    }
  }

  /// The line that shows the value at a path; nil where there is none.
  package func line(of path: ValuePath) async throws -> Int? {
    try await read { try $0.line(of: path) }
  }

  package var isTooLargeToCopy: Bool { text.count > BodyOutlines.copyLimit }

  /// The whole body as text; nil when it is too large for a clipboard.
  package func text() async throws -> String? {
    try await read { outlines in
      guard outlines.source.count <= BodyOutlines.copyLimit else { return nil }
      return String(decoding: try outlines.source.read(at: 0, count: outlines.source.count), as: UTF8.self)
    }
  }

  /// The text masked as on the screen, for the clipboard.
  package func masked(_ text: String?, _ isRevealed: Bool) -> String? {
    isRevealed ? text : text.map { secrets.maskingForeign($0) }
  }

  private func read<Result: Sendable>(
    _ body: @escaping @Sendable (inout BodyOutlines) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in
        continuation.resume(with: Swift.Result { try body(&outlines) })
      }
    }
  }
}

// Searching.
extension BodyView {
  /// The matches of a search, and the one that is shown.
  package struct Found: Hashable, Sendable {
    /// How many matches there are.
    package var total: Int
    /// Which of them is shown, from 0; nil when there is none.
    package var index: Int?
    /// The line it is on, unfolded if need be.
    package var line: Int
    /// Bytes before it on a raw line, which may be long.
    package var column = 0
  }

  /// Finds a term, and the first match from a line on. Lower-case letters find large ones too.
  ///
  /// - Parameter number: rises with every search; an older one that still runs gives up.
  /// - Returns: nil when a newer search has begun.
  package func find(_ term: String, number: Int, from line: Int, _ mode: BodyMode) async throws -> Found? {
    wanted.withLock { $0 = max($0, number) }
    let start = try await read { try $0.offset(ofLine: line, mode) }
    guard
      let (total, index, offset) = try await search(term, in: mode == .hex ? source : text, number: number, from: start)
    else { return nil }
    return try await found(total, index, offset, else: line, mode)
  }

  /// Goes to the match before or after the last one found, round at the ends.
  package func step(_ found: Found, by steps: Int, _ mode: BodyMode) async throws -> Found {
    let offsets = await matchOffsets()
    guard let index = found.index, !offsets.isEmpty else { return found }
    let next = ((index + steps) % offsets.count + offsets.count) % offsets.count
    return try await self.found(found.total, next, offsets[next], else: found.line, mode)
  }

  /// Makes a running search give up.
  package func stopSearching(number: Int) {
    wanted.withLock { $0 = max($0, number) }
  }

  private func search(
    _ term: String, in bytes: any ByteSource, number: Int, from start: Int
  ) async throws -> (total: Int, index: Int?, offset: Int?)? {
    try await withCheckedThrowingContinuation { continuation in
      searching.async { [self] in
        continuation.resume(with: Swift.Result { try run(term, in: bytes, number: number, from: start) })
      }
    }
  }

  /// On the queue for searching.
  private func run(
    _ term: String, in bytes: any ByteSource, number: Int, from start: Int
  ) throws -> (total: Int, index: Int?, offset: Int?)? {
    let isStale = { [wanted] in wanted.withLock { $0 } != number }
    var search = ByteSearch(term, ignoringCase: term == term.lowercased(), limit: Self.matchLimit)
    while !isStale(), try search.advance(in: AnyBytes(bytes)) {}
    guard !isStale() else { return nil }
    matches = search
    guard !search.offsets.isEmpty else { return (search.count, nil, nil) }
    let index = search.offsets.firstIndex { $0 >= start } ?? 0
    return (search.count, index, search.offsets[index])
  }

  private func matchOffsets() async -> [Int] {
    await withCheckedContinuation { continuation in
      searching.async { [self] in continuation.resume(returning: matches?.offsets ?? []) }
    }
  }

  private func found(_ total: Int, _ index: Int?, _ offset: Int?, else line: Int, _ mode: BodyMode) async throws
    -> Found
  {
    guard let offset else { return Found(total: total, index: nil, line: line) }
    let (line, column) = try await read { try $0.place(ofOffset: offset, mode) }
    return Found(total: total, index: index, line: line, column: column)
  }

  /// Beyond these, matches are counted, but not gone to.
  private static let matchLimit = 1_000_000
}

/// Gives a type to any source.
private struct AnyBytes: ByteSource {
  let base: any ByteSource

  init(_ base: any ByteSource) {
    self.base = base
  }

  var count: Int { base.count }
  var isComplete: Bool { base.isComplete }
  func read(at offset: Int, count: Int) throws -> [UInt8] { try base.read(at: offset, count: count) }
}
