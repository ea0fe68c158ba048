import ParleyEngine
import WorkbenchServices

/// XML or HTML as lines: a tag or a text each, moved in by its depth. A short element with nothing but text is one line.
///
/// Only places are held, 24 bytes a line; what is drawn is read from the source.
struct MarkupOutline {
  struct Line: Hashable, Sendable {
    let range: Range<Int>
    let depth: UInt16
    let kind: Kind
  }

  enum Kind: UInt8, Hashable, Sendable {
    case markup, text, code, comment
    /// The end of an element.
    case end
  }

  /// The size of the largest body that is laid out, in bytes; a larger one is shown raw.
  static let largest = 16 << 20
  private static let longestElement = 100

  private(set) var lines: [Line] = []
  var folds = MarkupFolds()
  private let language: MarkupLanguage
  /// The elements around what comes next.
  private var open: [[UInt8]] = []
  /// The start of an element, and the text in it, until it is known whether that is all of it.
  private var pending: (start: MarkupTokenizer.Token, text: MarkupTokenizer.Token?)?

  init(_ bytes: [UInt8], _ language: MarkupLanguage) {
    self.language = language
    var tokenizer = MarkupTokenizer(bytes, language)
    while let token = tokenizer.next() { take(token, bytes) }
    flush(bytes)
  }

  private mutating func take(_ token: MarkupTokenizer.Token, _ bytes: [UInt8]) {
    switch token.kind {
    case .text where pending != nil && pending?.text == nil: pending?.text = token
    case .end(let name): end(name, token, bytes)
    case .start(let name, let isClosed):
      flush(bytes)
      closeSibling(name)
      if isClosed { add(token.range, .markup) } else { pending = (token, nil) }
    case .text, .code, .comment, .declaration:
      flush(bytes)
      addLines(of: token, bytes)
    }
  }

  /// `<name>Ada</name>` is one line.
  private mutating func end(_ name: [UInt8], _ token: MarkupTokenizer.Token, _ bytes: [UInt8]) {
    if let pending, case .start(name, _) = pending.start.kind {
      let whole = pending.start.range.lowerBound..<token.range.upperBound
      let text = pending.text?.range ?? whole.upperBound..<whole.upperBound
      if whole.count <= Self.longestElement, !bytes[text].contains(.newline) {
        self.pending = nil
        return add(whole, .markup)
      }
    }
    flush(bytes)
    // An end without a start ends nothing.
    let place = open.lastIndex(of: name)
    if let place { open.removeSubrange(place...) }
    add(token.range, place == nil ? .markup : .end)
  }

  private mutating func closeSibling(_ name: [UInt8]) {
    guard language == .html, open.last == name, HTMLElements.selfEnding.contains(name) else { return }
    open.removeLast()
  }

  private mutating func flush(_ bytes: [UInt8]) {
    guard let held = pending else { return }
    pending = nil
    add(held.start.range, .markup)
    if case .start(let name, _) = held.start.kind { open.append(name) }
    if let text = held.text { addLines(of: text, bytes) }
  }

  /// Adds the lines of a token that spans several; blank lines are left out.
  private mutating func addLines(of token: MarkupTokenizer.Token, _ bytes: [UInt8]) {
    for line in bytes[token.range].split(separator: .newline) {
      guard let first = line.firstIndex(where: { !$0.isBlank }), let last = line.lastIndex(where: { !$0.isBlank })
      else { continue }
      // In code the way it is moved in says something.
      add((token.kind == .code ? line.startIndex : first)..<last + 1, token.kind.ofLine)
    }
  }

  private mutating func add(_ range: Range<Int>, _ kind: Kind) {
    guard !range.isEmpty else { return }
    lines.append(Line(range: range, depth: UInt16(clamping: open.count), kind: kind))
  }

  /// The line that a byte belongs to, or the one before it.
  func line(ofByte offset: Int) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}

extension MarkupTokenizer.Kind {
  fileprivate var ofLine: MarkupOutline.Kind {
    switch self {
    case .start, .end, .declaration: .markup
    case .text: .text
    case .code: .code
    case .comment: .comment
    }
  }
}
