internal import ParleyEngine

/// Builds the tree of one file out of libyaml's events.
///
/// Reading goes on after what can be skipped (an anchor, a second document, a key twice), so that one reading tells all
/// mistakes; it ends where the text is not YAML any more.
struct YAMLReader {
  private let source: SourceText
  private let limits: YAMLLimits
  private let offsets: ScalarOffsets
  private(set) var diagnostics: [Diagnostic] = []
  /// The nodes that aliases of a foreign file can repeat.
  private var anchors = YAMLAnchors()

  /// The reason why reading cannot go on.
  private enum Stop: Error {
    case syntax(YAMLEvents.Problem)
    case depth(YAMLEvents.Event)
  }

  init(source: SourceText, limits: YAMLLimits) {
    self.source = source
    self.limits = limits
    offsets = ScalarOffsets(source.bytes, from: source.markLength)
  }

  mutating func readDocument() -> YAMLNode? {
    source.bytes.withUnsafeBufferPointer { buffer in
      let events = YAMLEvents(UnsafeBufferPointer(rebasing: buffer[source.markLength...]))
      do throws(Stop) {
        return try readOnlyDocument(events)
      } catch {
        note(error)
        return nil
      }
    }
  }

  private mutating func readOnlyDocument(_ events: borrowing YAMLEvents) throws(Stop) -> YAMLNode? {
    var root: YAMLNode?
    var documents = 0
    while true {
      let event = try next(events)
      switch event.kind {
      case .streamEnd: return root
      case .documentStart:
        documents += 1
        if documents > 1 { refuseSecondDocument(event) }
      case .other: continue
      default:
        let node = try readNode(event, events, depth: 0)
        if documents == 1 { root = node.isAbsent ? nil : node }
      }
    }
  }

  private func next(_ events: borrowing YAMLEvents) throws(Stop) -> YAMLEvents.Event {
    do throws(YAMLEvents.Problem) { return try events.next() } catch { throw .syntax(error) }
  }

  // MARK: Nodes

  private mutating func readNode(
    _ event: YAMLEvents.Event, _ events: borrowing YAMLEvents, depth: Int
  ) throws(Stop) -> YAMLNode {
    guard depth <= limits.depth else { throw .depth(event) }
    guard limits.isForeign else {
      refuseProperties(event)
      return try readBareNode(event, events, depth: depth)
    }
    if case .alias(let name) = event.kind { return try repeated(name, event, depth: depth) }
    let node = try readBareNode(event, events, depth: depth)
    if let anchor = event.anchor { anchors.note(node, as: anchor) }
    return node
  }

  /// The node that an alias stands for.
  private mutating func repeated(_ name: String, _ event: YAMLEvents.Event, depth: Int) throws(Stop) -> YAMLNode {
    guard let node = anchors.repeated(name) else {
      diagnostics.append(
        Diagnostic(.alias, at: place(event), "found an alias (*) that repeats nothing above it, or too much"))
      return YAMLNode(content: .scalar("", .plain), place: place(event))
    }
    guard depth + anchors.depth(of: name) <= limits.depth else { throw .depth(event) }
    return node
  }

  private mutating func readBareNode(
    _ event: YAMLEvents.Event, _ events: borrowing YAMLEvents, depth: Int
  ) throws(Stop) -> YAMLNode {
    switch event.kind {
    case .scalar(let text, let style):
      return YAMLNode(content: .scalar(text, style), place: place(event))
    case .sequenceStart(let isFlow):
      return try readSequence(event, events, isFlow: isFlow, depth: depth)
    case .mappingStart(let isFlow):
      return try readMapping(event, events, isFlow: isFlow, depth: depth)
    default:
      return YAMLNode(
        content: .scalar(String(decoding: source.bytes[range(event)], as: UTF8.self), .plain), place: place(event))
    }
  }

  private mutating func readSequence(
    _ start: YAMLEvents.Event, _ events: borrowing YAMLEvents, isFlow: Bool, depth: Int
  ) throws(Stop) -> YAMLNode {
    var items: [YAMLNode] = []
    while true {
      let event = try next(events)
      if case .collectionEnd = event.kind {
        let end = end(of: event, isFlow: isFlow, lastChild: items.last)
        return YAMLNode(content: .sequence(items), isFlow: isFlow, place: place(from: start, to: end))
      }
      items.append(try readNode(event, events, depth: depth + 1))
    }
  }

  private mutating func readMapping(
    _ start: YAMLEvents.Event, _ events: borrowing YAMLEvents, isFlow: Bool, depth: Int
  ) throws(Stop) -> YAMLNode {
    var entries: [YAMLEntry] = []
    var seen = SeenKeys()
    var hasMerged = false
    var last: YAMLNode?
    while true {
      let event = try next(events)
      if case .collectionEnd = event.kind {
        let end = end(of: event, isFlow: isFlow, lastChild: last)
        return YAMLNode(content: .mapping(entries), isFlow: isFlow, place: place(from: start, to: end))
      }
      let key = try readNode(event, events, depth: depth + 1)
      let value = try readNode(try next(events), events, depth: depth + 1)
      last = value
      if limits.isForeign, key.content == .scalar("<<", .plain), let merged = value.mergedEntries {
        entries = merged.filter { !seen.contains($0.key.value) } + entries
        hasMerged = true
        continue
      }
      if let key = accept(key, unless: &seen) {
        if hasMerged { entries.removeAll { $0.key.value.isIdentical(to: key.value) } }
        entries.append(YAMLEntry(key: key, value: value))
      }
    }
  }

  /// The key, unless it is no text or stands a second time.
  private mutating func accept(_ key: YAMLNode, unless seen: inout SeenKeys) -> Located<String>? {
    guard let text = key.text else {
      diagnostics.append(.keyIsNoText(key, in: source))
      return nil
    }
    if let line = seen.insert(text, on: key.place.line) {
      diagnostics.append(
        Diagnostic(.duplicateKey, at: key.place, "duplicate key “\(text)”; the first is in line \(line)"))
      return nil
    }
    return Located(text, at: key.place)
  }

  // MARK: Places

  private func range(_ event: YAMLEvents.Event) -> Range<Int> {
    let start = offsets.byteOffset(ofScalar: event.start)
    return start..<max(start, offsets.byteOffset(ofScalar: event.end))
  }

  private func place(_ event: YAMLEvents.Event) -> SourcePlace {
    source.place(range(event))
  }

  /// libyaml ends a block collection where the next token begins, which may be lines below; here it ends with its last child.
  private func end(of event: YAMLEvents.Event, isFlow: Bool, lastChild: YAMLNode?) -> Int {
    if isFlow { return range(event).upperBound }
    return lastChild?.place.range.upperBound ?? range(event).lowerBound
  }

  private func place(from start: YAMLEvents.Event, to end: Int) -> SourcePlace {
    let begin = range(start).lowerBound
    return source.place(begin..<max(begin, end))
  }
}

/// The keys of one map, with their lines. Most maps have few, which take longer to hash than to compare.
private struct SeenKeys {
  private static let few = 16
  private var first: [(key: ExactString, line: Int)] = []
  private var more: [ExactString: Int] = [:]

  /// - Returns: the line on which the same key stands already; nil the first time.
  mutating func insert(_ text: String, on line: Int) -> Int? {
    let key = ExactString(text)
    if let same = first.first(where: { $0.key == key }) { return same.line }
    guard first.count == Self.few else {
      first.append((key, line))
      return nil
    }
    if let known = more[key] { return known }
    more[key] = line
    return nil
  }

  func contains(_ text: String) -> Bool {
    let key = ExactString(text)
    return first.contains { $0.key == key } || more[key] != nil
  }
}

// MARK: Refusals

extension YAMLReader {
  private mutating func refuseProperties(_ event: YAMLEvents.Event) {
    guard event.isRefused else { return }
    let place = place(event)
    if case .alias = event.kind {
      diagnostics.append(
        Diagnostic(
          .alias, at: place, "found an alias (*), which workspace files cannot have",
          hint: "put quotes around a value that begins with *"))
    }
    if event.anchor != nil {
      diagnostics.append(
        Diagnostic(
          .anchor, at: place, "found an anchor (&), which workspace files cannot have",
          hint: "put quotes around a value that begins with &"))
    }
    if event.hasTag {
      diagnostics.append(
        Diagnostic(
          .tag, at: place, "found a tag (!), which workspace files cannot have",
          hint: "put quotes around a value that begins with !"))
    }
  }

  private mutating func refuseSecondDocument(_ event: YAMLEvents.Event) {
    diagnostics.append(
      Diagnostic(
        .severalDocuments, at: place(event), "found a second document (---); a file has one",
        hint: "move it to its own file"))
  }

  private mutating func note(_ stop: Stop) {
    switch stop {
    case .syntax(let problem):
      let diagnostic = YAMLSyntaxProblem(problem, source: source, offsets: offsets).diagnostic
      // A value that begins with {{ is both: the syntax problem says it better.
      diagnostics.removeAll { $0.code == .keyIsNoText && $0.place.line == diagnostic.place.line }
      diagnostics.append(diagnostic)
    case .depth(let event):
      diagnostics.append(
        Diagnostic(.tooDeep, at: place(event), "lists and maps are nested deeper than \(limits.depth) levels"))
    }
  }
}
