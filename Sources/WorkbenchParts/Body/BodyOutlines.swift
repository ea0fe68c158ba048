import ParleyEngine
import WorkbenchServices

/// A body seen as JSON, as text and as bytes. Each outline is made when it is first looked at.
struct BodyOutlines {
  /// Larger values are not for a clipboard.
  static let copyLimit = 1 << 20
  /// How much is looked at between two pages.
  static let step = 8 << 20

  /// As UTF-8.
  let source: any ByteSource
  /// As it came.
  let raw: any ByteSource
  private let contentType: String?
  private var kind: BodyKind?
  var json: JSONOutline
  private var text: TextOutline
  private var hasFolds = false
  /// How many bytes stand in a line of the hexadecimal view.
  private var bytesPerLine = HexDump.widths[0]
  /// Made when they are looked at.
  var table: BodyTable?
  var arranged: TableArrangement?
  var markup: MarkupOutline?
  var stream: StreamOutline?
  var arrivals = ArrivalTimes()
  var picture: Picture?

  init(_ source: any ByteSource, raw: any ByteSource, contentType: String?) {
    (self.source, self.raw) = (source, raw)
    self.contentType = contentType
    json = JSONOutline(source)
    text = TextOutline(source)
  }

  /// Looks at what has arrived since the last time, or at a piece of it.
  mutating func extend(_ mode: BodyMode?) throws {
    let kind = try currentKind()
    switch try shownMode(mode) {
    case .pretty: try json.extend(limit: Self.step)
    case .raw: try text.extend(limit: Self.step)
    case .events: if case .stream(let format) = kind { try extendStream(format) }
    case .table, .markup, .picture, .hex: break
    }
    // What only looked like JSON is shown as the text it is.
    if mode == nil, kind == .json, json.problem != nil, json.lineCount == 0 {
      self.kind = .text
      try text.extend(limit: Self.step)
    }
  }

  /// The mode in which the body can be shown now. A body that must be complete before it is laid out is shown raw until
  /// then.
  private mutating func shownMode(_ mode: BodyMode?) throws -> BodyMode {
    let kind = try currentKind()
    let mode = mode.flatMap { kind.canBeShown(as: $0) ? $0 : nil } ?? kind.mode
    if mode == .markup, try markupOutline() == nil { return .raw }
    if mode == .picture, try decoder() == nil { return .hex }
    return mode == .table && !source.isComplete ? .raw : mode
  }

  mutating func currentKind() throws -> BodyKind {
    if let kind { return kind }
    var head = try source.read(at: 0, count: 4096)
    let length = BodyKind.headLength(head)
    if length > head.count { head = try source.read(at: 0, count: length) }
    let found = BodyKind(contentType: contentType, head: head)
    // A few bytes may yet turn out to be something else.
    if head.count >= 512 || source.isComplete { kind = found }
    return found
  }

  mutating func page(_ query: BodyPage.Query, _ renderer: BodyRenderer) throws -> BodyPage {
    let kind = try currentKind()
    let mode = try shownMode(query.mode)
    var page = BodyPage(kind: kind, mode: mode)
    if mode == .hex { bytesPerLine = query.bytesPerLine }
    page.bytesPerLine = bytesPerLine
    page.charset = TextBody.form(of: raw, contentType: contentType)?.words
    page.skipping = mode == .raw ? query.skipping : 0
    page.total = try lineCount(mode)
    page.offset = max(0, min(query.lines.lowerBound, page.total))
    let range = page.offset..<max(page.offset, min(query.lines.upperBound, page.total))
    switch mode {
    case .pretty:
      page.lines = try json.visibleLines(in: range).map(renderer.line)
      page.isUpToDate = json.isComplete || json.consumed >= source.count
      page.problem = json.problem.map { "Not valid JSON from here. \($0)" }
    case .raw:
      page.lines = try text.lines(in: range, skipping: query.skipping, limit: query.longest).map(renderer.line)
      page.isUpToDate = text.isComplete || text.consumed >= source.count
    case .hex:
      page.lines = try renderer.lines(HexDump(raw, bytesPerLine: bytesPerLine).lines(in: range), of: raw)
      page.whyNoPreview = picture?.problem?.sentence
    case .table: try fill(&page, query, renderer.secrets)
    case .markup: try fillMarkup(&page, query, renderer.secrets)
    case .events: try fillEvents(&page, query, renderer)
    case .picture: try fillPicture(&page, query)
    }
    return page
  }

  private func lineCount(_ mode: BodyMode) throws -> Int {
    switch mode {
    case .pretty: try json.visibleLineCount
    case .raw: text.lineCount
    case .hex: HexDump(raw, bytesPerLine: bytesPerLine).lineCount
    case .table, .markup, .events, .picture: 0
    }
  }
}

// Places in it.
extension BodyOutlines {
  mutating func toggleFold(_ visible: Int) throws -> Int {
    if var markup = try markupOutline() {
      defer { self.markup = markup }
      return markup.toggleFold(visible)
    }
    let line = try json.line(ofVisibleLine: visible)
    var target = line
    if try json.visibleLines(in: visible..<visible + 1).first.map({ $0.role == .value || $0.role == .closes }) == true {
      guard let around = try json.enclosingLine(ofLine: line) else { return visible }
      target = around
    }
    if try !json.fold(target) { try json.unfold(target) }
    hasFolds = true
    return try json.visibleLine(ofLine: target)
  }

  mutating func toggleAllFolds(_ visible: Int) throws -> Int {
    if var markup = try markupOutline() {
      defer { self.markup = markup }
      return markup.toggleAllFolds(visible)
    }
    let line = try json.line(ofVisibleLine: visible)
    if hasFolds { json.unfoldAll() } else { json.foldAll(atLevel: 1) }
    hasFolds.toggle()
    return try json.visibleLine(ofLine: line)
  }

  func path(_ visible: Int) throws -> String? {
    guard visible < (try json.visibleLineCount) else { return nil }
    return try json.path(ofLine: json.line(ofVisibleLine: visible))?.description
  }

  /// The way to the value on a line, and the value itself unless it is too large for a clipboard; nil where there is none.
  func pick(_ visible: Int) throws -> (path: ValuePath, value: String?, isScalar: Bool)? {
    guard visible < (try json.visibleLineCount) else { return nil }
    let line = try json.line(ofVisibleLine: visible)
    guard let path = try json.path(ofLine: line), let range = try json.valueRange(atLine: line) else { return nil }
    let first = try source.read(at: range.lowerBound, count: 1).first
    return (path, try jsonValue(line), first != UInt8(ascii: "{") && first != UInt8(ascii: "["))
  }

  /// The line of the value at a path, unfolded if need be.
  mutating func line(of path: ValuePath) throws -> Int? {
    while !json.isComplete, try json.extend(limit: Self.step) {}
    guard let line = try json.line(ofPath: path) else { return nil }
    try json.reveal(line)
    return try json.visibleLine(ofLine: line)
  }

  func expectation(_ visible: Int, of filter: String?, hiding secrets: Secrets) throws -> String? {
    guard visible < (try json.visibleLineCount) else { return nil }
    let line = try json.line(ofVisibleLine: visible)
    guard let path = try json.path(ofLine: line), let range = try json.valueRange(atLine: line) else { return nil }
    let written = range.count <= Expectation.longestValue ? try source.read(range) : nil
    return Expectation(path, of: filter, written, startsWith: try source.read(at: range.lowerBound, count: 1).first)
      .text(hiding: secrets)
  }

  /// The line that shows a byte, unfolded if need be, and the bytes before it on a raw line.
  mutating func place(ofOffset offset: Int, _ mode: BodyMode) throws -> (line: Int, column: Int) {
    switch mode {
    case .pretty:
      let line = try json.line(ofByte: offset)
      try json.reveal(line)
      return (try json.visibleLine(ofLine: line), 0)
    case .raw:
      let line = try text.line(ofByte: offset)
      return (line, offset - (try text.bytes(ofLine: line)?.lowerBound ?? offset))
    case .hex: return (offset / bytesPerLine, 0)
    case .markup: return (try revealMarkup(ofByte: offset), 0)
    case .events: return (try stream?.event(ofByte: offset) ?? 0, 0)
    case .table: return (try tableLine(ofOffset: offset, arranged?.look ?? TableLook()), 0)
    case .picture: return (0, 0)
    }
  }

  func offset(ofLine visible: Int, _ mode: BodyMode) throws -> Int {
    switch mode {
    case .pretty: try json.visibleLines(in: visible..<visible + 1).first?.bytes.lowerBound ?? 0
    case .raw: try text.bytes(ofLine: visible)?.lowerBound ?? 0
    case .hex: visible * bytesPerLine
    case .markup: markup?.visibleLine(visible)?.range.lowerBound ?? 0
    case .events: try stream?.ranges(of: visible..<visible + 1).first?.lowerBound ?? 0
    case .table: arranged?.row(ofLine: visible).flatMap { row in offset(ofRow: row) } ?? 0
    case .picture: 0
    }
  }

  private func offset(ofRow row: Int) -> Int? {
    guard let table, table.offsets.indices.contains(row) else { return nil }
    return table.offsets[row]
  }

  func value(_ visible: Int, _ mode: BodyMode) throws -> String? {
    switch mode {
    case .pretty: try jsonValue(json.line(ofVisibleLine: visible))
    case .raw: try text.bytes(ofLine: visible).flatMap { try string($0) }
    case .hex: try HexDump(raw, bytesPerLine: bytesPerLine).lines(in: visible..<visible + 1).first?.hexadecimal
    case .markup: try markup?.elementRange(visible).flatMap { try string($0) }
    case .events: try events(in: visible..<visible + 1, limit: Self.copyLimit).first?.text
    case .table, .picture: nil
    }
  }

  /// A string without its quotes; anything else as it is written.
  private func jsonValue(_ line: Int) throws -> String? {
    guard let range = try json.valueRange(atLine: line), range.count <= Self.copyLimit else { return nil }
    if case .string(let text)? = try? JSONValue(parsing: source.read(range)) { return text }
    return try string(range)?.withoutOuterIndentation
  }

  private func string(_ range: Range<Int>) throws -> String? {
    guard range.count <= Self.copyLimit else { return nil }
    return String(decoding: try source.read(range), as: UTF8.self)
  }
}

extension String {
  /// Of JSON that was cut out of a larger text: without the indentation that its last line has, which is that of its place.
  fileprivate var withoutOuterIndentation: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, let last = lines.last else { return self }
    let outer = last.prefix { $0 == " " || $0 == "\t" }
    return lines.enumerated().map { line, text in
      line > 0 && text.hasPrefix(outer) ? text.dropFirst(outer.count) : text
    }.joined(separator: "\n")
  }
}
