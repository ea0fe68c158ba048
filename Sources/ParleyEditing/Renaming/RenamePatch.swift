internal import ParleyEngine
import ParleyFiles
internal import ParleyText

/// A name that files declare and use, and that gets another one.
protocol NameInFiles: Sendable {
  var old: String { get }
  var new: String { get }
  /// Keys and whole values that are the name.
  func keys(in workspace: Workspace) -> [RenamedKey]
  /// The uses of the name in templates of a text, in order.
  func places(inTemplatesOf text: String) -> [RenamedPlace]
  /// The uses of the name in a filter, in order.
  func places(inFilter text: String) -> [RenamedPlace]
}

extension NameInFiles {
  /// The new name in each of these files of the workspace.
  func change(in workspace: Workspace, of files: [String]) throws(SaveError) -> FilesChange {
    var items: [FilesChange.Item] = []
    for file in files {
      guard let source = workspace.sources[file] else { continue }
      var patch = try RenamePatch(source, rename: self)
      items.append(.init(file: file, before: source.bytes, after: try patch.bytes(in: workspace)))
    }
    return FilesChange(items)
  }
}

/// A scalar that is a name, and what it says afterwards.
package struct RenamedKey {
  let place: SourcePlace
  let text: String
}

/// A part of a text, and what stands there afterwards.
package struct RenamedPlace {
  let range: Range<Int>
  let text: String
}

/// The changes in one file.
struct RenamePatch {
  private let source: SourceText
  private let rename: any NameInFiles
  private let root: YAMLNode
  private var edits = TextEdits()
  /// The scalars expected after the change, by the offset of each one's first byte.
  private var expected: [Int: String] = [:]

  init(_ source: SourceText, rename: any NameInFiles) throws(SaveError) {
    guard let root = YAMLDocument.parse(source).root else { throw .notReadable(file: source.file) }
    (self.source, self.rename, self.root) = (source, rename, root)
  }

  mutating func bytes(in workspace: Workspace) throws(SaveError) -> [UInt8] {
    let rename = rename
    try renameKeys(in: workspace)
    for text in workspace.allTexts where text.value.contains(rename.old) {
      try change(at: text.place) { rename.places(inTemplatesOf: $0) }
    }
    for filter in workspace.allFilters where filter.value.text.contains(rename.old) {
      try change(at: filter.place) { rename.places(inFilter: $0) }
    }
    guard let bytes = edits.applied(to: source.bytes) else {
      throw .cannotBePatched("two changes touch one another in \(source.file)")
    }
    try check(bytes)
    return bytes
  }

  private mutating func renameKeys(in workspace: Workspace) throws(SaveError) {
    for key in rename.keys(in: workspace) where key.place.file.isIdentical(to: source.file) {
      let style = style(ofKeyAt: key.place)
      edits.replace(key.place.range, with: ScalarWriter(isFlow: true).key(key.text, like: style))
      expected[key.place.range.lowerBound] = key.text
    }
  }

  private func style(ofKeyAt place: SourcePlace) -> YAMLNode.ScalarStyle {
    switch source.bytes[place.range.lowerBound] {
    case UInt8(ascii: "'"): .singleQuoted
    case UInt8(ascii: "\""): .doubleQuoted
    default: .plain
    }
  }

  /// A text may be several values of the file, as JSON that is written as YAML is.
  private mutating func change(at place: SourcePlace?, _ places: (String) -> [RenamedPlace]) throws(SaveError) {
    guard let place, place.file.isIdentical(to: source.file) else { return }
    for node in root.scalars where place.range.contains(node.place.range) {
      guard let text = node.text, expected[node.place.range.lowerBound] == nil else { continue }
      let found = places(text)
      if !found.isEmpty { try change(node, text, found) }
    }
  }

  private mutating func change(_ node: YAMLNode, _ text: String, _ places: [RenamedPlace]) throws(SaveError) {
    var bytes = Array(text.utf8)
    for place in places.reversed() {
      guard let written = source.place(of: place.range, in: Located(text, at: node.place)),
        source.bytes[written.range].elementsEqual(bytes[place.range])
      else { throw .cannotBePatched("\(node.place.exact) uses the name in another way: change it by hand") }
      edits.replace(written.range, with: place.text)
      bytes.replaceSubrange(place.range, with: place.text.utf8)
    }
    expected[node.place.range.lowerBound] = String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the patched file again: nothing else may say anything else.
  private func check(_ bytes: [UInt8]) throws(SaveError) {
    let patched = YAMLDocument.parse(SourceText(file: source.file, bytes: bytes))
    let wanted = root.scalars.map { expected[$0.place.range.lowerBound] ?? $0.text ?? "" }
    guard patched.root?.scalars.map({ $0.text ?? "" }) == wanted else {
      throw .cannotBePatched("something else in \(source.file) would change")
    }
  }
}

extension [UInt8] {
  /// The names that stand in a template, with their dots.
  func names(in range: Range<Int>) -> [Range<Int>] {
    var names: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, self[end].isTemplateName { end += 1 }
      if end > start { names.append(start..<end) }
      start = Swift.max(end, start + 1)
    }
    return names
  }
}

extension UInt8 {
  fileprivate var isTemplateName: Bool {
    isLetterOrDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
      || self >= 0x80
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
