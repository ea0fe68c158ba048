internal import ParleyEngine
internal import ParleyText

/// Gives a value another name in every file that declares or uses it, and leaves every other byte as it is.
package struct VariableRename: Sendable, Hashable {
  let old: String
  let new: String

  package init(_ old: String, to new: String) {
    (self.old, self.new) = (old, new)
  }

  func change(in workspace: Workspace) throws(SaveError) -> FilesChange {
    let files = Set(names: workspace.variableUses.lazy.filter { $0.name == old }.map(\.place.file))
      .union(workspace.homes(of: old).map { ExactString($0.file) })
    return try change(in: workspace, of: files.names)
  }

  func change(in workspace: Workspace, of files: [String]) throws(SaveError) -> FilesChange {
    var items: [FilesChange.Item] = []
    for file in files {
      guard let source = workspace.sources[file] else { continue }
      var patch = try VariableRenamePatch(source, rename: self)
      items.append(.init(file: file, before: source.bytes, after: try patch.bytes(in: workspace)))
    }
    return FilesChange(items)
  }
}

extension VariableHome {
  /// Within the workspace.
  package var file: String {
    switch self {
    case .workspace: Workspace.fileName
    case .environment(let name): WorkspacePaths.file(ofEnvironment: name)
    }
  }
}

/// The changes in one file.
private struct VariableRenamePatch {
  private let source: SourceText
  private let rename: VariableRename
  private let root: YAMLNode
  private var edits = TextEdits()
  /// What scalars are read as afterwards, by the first byte of each.
  private var expected: [Int: String] = [:]

  init(_ source: SourceText, rename: VariableRename) throws(SaveError) {
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
    let vars = workspace.definition.vars + workspace.environments.flatMap(\.definition.vars)
    for variable in vars where variable.name.value == rename.old {
      guard let place = variable.name.place, place.file.isIdentical(to: source.file) else { continue }
      let style = style(ofKeyAt: place)
      edits.replace(place.range, with: ScalarWriter(isFlow: true).key(rename.new, like: style))
      expected[place.range.lowerBound] = rename.new
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
  private mutating func change(at place: SourcePlace?, _ places: (String) -> [Range<Int>]) throws(SaveError) {
    guard let place, place.file.isIdentical(to: source.file) else { return }
    for node in root.scalars where place.range.contains(node.place.range) {
      guard let text = node.text, expected[node.place.range.lowerBound] == nil else { continue }
      let found = places(text)
      if !found.isEmpty { try change(node, text, found) }
    }
  }

  private mutating func change(_ node: YAMLNode, _ text: String, _ places: [Range<Int>]) throws(SaveError) {
    var bytes = Array(text.utf8)
    for place in places.reversed() {
      guard let written = source.place(of: place, in: Located(text, at: node.place)),
        source.bytes[written.range].elementsEqual(rename.old.utf8)
      else { throw .cannotBePatched("\(node.place.exact) uses the name in another way: change it by hand") }
      edits.replace(written.range, with: rename.new)
      bytes.replaceSubrange(place, with: rename.new.utf8)
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

extension VariableRename {
  /// Where templates of a text name the value, in order.
  func places(inTemplatesOf text: String) -> [Range<Int>] {
    guard text.hasTemplateMark else { return [] }
    let bytes = Array(text.utf8)
    return TemplateText(text).templates.filter { $0.expression.all.contains(.name(old)) }.flatMap { template in
      bytes.names(in: template.range).filter { range in
        bytes[range].elementsEqual(old.utf8)
          && bytes[range.upperBound..<template.range.upperBound].first { $0 != UInt8(ascii: " ") }
            != UInt8(ascii: "(")
      }
    }
  }

  /// Where a filter names it as `$vars.NAME`, in order.
  func places(inFilter text: String) -> [Range<Int>] {
    guard let filter = try? JQFilter(parsing: text) else { return [] }
    let bytes = Array(text.utf8)
    return filter.variableNames.filter { $0.name == old }.compactMap { _, range in
      let start = bytes[range].first == UInt8(ascii: "\"") ? range.lowerBound + 1 : range.lowerBound
      let place = start..<min(bytes.count, start + old.utf8.count)
      return bytes[place].elementsEqual(old.utf8) ? place : nil
    }
  }
}

extension [UInt8] {
  /// The names that stand in a template, with their dots.
  fileprivate func names(in range: Range<Int>) -> [Range<Int>] {
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
