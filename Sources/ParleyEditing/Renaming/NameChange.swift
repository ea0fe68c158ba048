package import ParleyEngine
package import ParleyFiles
internal import ParleyText

/// Gives a request or a group another id in the files that name it, and leaves every other byte as it is.
///
/// A step keeps the name by which others find what it gave: where that was taken from the id and is used, or the new one is
/// another step's already, it is written beside it (`as:`).
package struct NameChange {
  private let names: [ExactString: String]
  private let uses: [NameUse]

  package init(ofRequest old: String, to new: String, in workspace: Workspace) {
    self.init([(old, new)], NameUses(in: workspace).ofRequests)
  }

  /// The same of several requests at once.
  package init(ofRequests names: [(old: String, new: String)], in workspace: Workspace) {
    self.init(names, NameUses(in: workspace).ofRequests)
  }

  package init(ofGroup old: String, to new: String, in workspace: Workspace) {
    self.init([(old, new)], NameUses(in: workspace).ofGroups)
  }

  private init(_ names: [(old: String, new: String)], _ uses: [NameUse]) {
    let byOld = Dictionary(names.map { (ExactString($0.old), $0.new) }) { first, _ in first }
    self.names = byOld
    self.uses = uses.filter { byOld[ExactString($0.id)] != nil }
  }

  /// The id that takes the place of another one.
  fileprivate func new(of old: String) -> String { names[ExactString(old)] ?? old }

  /// The bytes of each file that changes, by its path within the workspace.
  /// - Throws: `SaveError` when a file cannot be changed so; then none should be written.
  package func patches(in workspace: Workspace) throws(SaveError) -> [ExactString: [UInt8]] {
    var patches: [ExactString: [UInt8]] = [:]
    for (file, uses) in Dictionary(grouping: uses, by: { ExactString($0.place.file) }) {
      guard let source = workspace.sources[file] else { continue }
      patches[file] = try FilePatch(of: source, rename: self, in: workspace).bytes(at: uses)
    }
    return patches
  }
}

/// The changes in one file.
private struct FilePatch {
  private let source: SourceText
  private let rename: NameChange
  private let document: YAMLDocument
  private let layout: FileLayout
  private let group: WorkspaceGroup?
  private var edits = TextEdits()
  /// The values expected after the change, by the offset of each one's first byte.
  private var expected: [Int: [String]] = [:]

  init(of source: SourceText, rename: NameChange, in workspace: Workspace) {
    self.source = source
    self.rename = rename
    document = YAMLDocument.parse(source)
    layout = FileLayout(source, root: document.root)
    group = workspace.groups.first { $0.file.isIdentical(to: source.file) }
  }

  func bytes(at uses: [NameUse]) throws(SaveError) -> [UInt8] {
    guard let root = document.root else { throw .notReadable(file: source.file) }
    var patch = self
    var seen: Set<Range<Int>> = []
    for use in uses where seen.insert(use.place.range).inserted { try patch.change(use, root) }
    guard let bytes = patch.edits.applied(to: source.bytes) else {
      throw .cannotBePatched("two changes touch one another in \(source.file)")
    }
    try patch.check(bytes, root)
    return bytes
  }

  private mutating func change(_ use: NameUse, _ root: YAMLNode) throws(SaveError) {
    guard let node = root.scalar(around: use.place.range), case .scalar(let text, let style) = node.content else {
      throw .cannotBePatched("\(use.place.exact) is not where it was")
    }
    let start = node.place.range.lowerBound
    switch use.kind {
    case .template: try changeTemplate(use, in: text, at: start)
    case .value, .step:
      let new = rename.new(of: use.id)
      edits.replace(node.place.range, with: ScalarWriter(isFlow: true).line(new, like: style))
      expected[start] = [new]
    }
    if case .step(let step) = use.kind, let name = nameToKeep(of: step, now: rename.new(of: use.id)) {
      keep(name, of: step, behind: node)
    }
  }

  /// The id stands in it as it is: what would need quotes there is left to the person.
  private mutating func changeTemplate(_ use: NameUse, in text: String, at start: Int) throws(SaveError) {
    let (range, new) = (use.place.range, rename.new(of: use.id))
    let (bytes, old) = (source.bytes, Array(use.id.utf8))
    let starts = range.dropLast(max(0, old.count - 1)).filter { bytes[$0..<$0 + old.count].elementsEqual(old) }
    guard !starts.isEmpty, NameChange.isPlain(use.id + new) else {
      throw .cannotBePatched("\(source.place(range).exact) uses the name in a template: change it by hand")
    }
    for place in starts { edits.replace(place..<place + old.count, with: new) }
    expected[start] = [NameChange.inTemplates(of: expected[start]?.first ?? text, use.id, new)]
  }

  // MARK: Names of steps

  private func nameToKeep(of step: NodeDefinition, now new: String) -> String? {
    guard step.name == nil, let name = step.stepName, let group = group?.definition else { return nil }
    let derived = new.lastPathPart.asStepName
    guard derived != name else { return nil }
    return group.speaks(ofStep: name) || group.allNodes.contains { $0.stepName == derived } ? name : nil
  }

  private mutating func keep(_ name: String, of step: NodeDefinition, behind node: YAMLNode) {
    guard let place = step.place else { return }
    expected[node.place.range.lowerBound, default: []] += ["as", name]
    if source.bytes[place.range.lowerBound] == UInt8(ascii: "{") {
      return edits.insert(", as: \(name)", at: node.place.range.upperBound)
    }
    let indentation = String(repeating: " ", count: layout.indentation(at: place.range.lowerBound))
    let end = layout.lineEnd(of: node.place.range.upperBound)
    let isClosed = layout.isAtLineStart(end)
    edits.insert(
      (isClosed ? "" : layout.lineBreak) + "\(indentation)as: \(name)" + (isClosed ? layout.lineBreak : ""), at: end)
  }

  // MARK: Checking

  /// Reads the patched file again: nothing else may say anything else.
  private func check(_ bytes: [UInt8], _ root: YAMLNode) throws(SaveError) {
    let patched = YAMLDocument.parse(SourceText(file: source.file, bytes: bytes))
    let wanted = root.scalars.flatMap { expected[$0.place.range.lowerBound] ?? [$0.text ?? ""] }
    guard patched.root?.scalars.map({ $0.text ?? "" }) == wanted else {
      throw .cannotBePatched("something else in \(source.file) would change")
    }
  }
}

extension NameChange {
  /// Whether both ids stand in quotes, of any kind, as they are.
  fileprivate static func isPlain(_ ids: String) -> Bool {
    ids.utf8.allSatisfy { $0.isLetterOrDigit || "/_-. ".utf8.contains($0) }
  }

  fileprivate static func inTemplates(of text: String, _ old: String, _ new: String) -> String {
    var result = text
    for template in TemplateText(text).templates.reversed()
    where template.expression.all.contains(where: { isUse($0, of: old) }) {
      var bytes = Array(result.utf8)
      let inner = String(decoding: bytes[template.range], as: UTF8.self).replacing(old, with: new)
      bytes.replaceSubrange(template.range, with: inner.utf8)
      result = String(decoding: bytes, as: UTF8.self)
    }
    return result
  }

  private static func isUse(_ expression: Template.Expression, of old: String) -> Bool {
    if case .call(.response, let arguments, _) = expression { arguments.first == .literal(old) } else { false }
  }
}

extension GroupDefinition {
  /// Whether a filter or template of it reads the step of this name.
  fileprivate func speaks(ofStep name: String) -> Bool {
    allNodes.contains { node in
      node.filters.contains { $0.value.readsAllSteps || $0.value.stepNames.contains { $0.name == name } }
        || node.texts.contains {
          TemplateText($0.value).templates.flatMap(\.expression.all).contains { $0.reads(step: name) }
        }
    }
  }
}

extension Template.Expression {
  fileprivate func reads(step name: String) -> Bool {
    guard case .document(.steps, let path) = self else { return false }
    return path.segments.isEmpty || path.segments.first == .key(name)
  }
}

extension YAMLNode {
  /// Of all keys and values, in the order of the file.
  var scalars: [YAMLNode] {
    switch content {
    case .scalar: [self]
    case .sequence(let items): items.flatMap(\.scalars)
    case .mapping(let entries):
      entries.flatMap { entry in
        let key = entry.key.place.map { YAMLNode(content: .scalar(entry.key.value, .plain), place: $0) }
        return [key].compactMap(\.self) + entry.value.scalars
      }
    }
  }

  /// The value in which a range stands.
  fileprivate func scalar(around range: Range<Int>) -> YAMLNode? {
    scalars.first { $0.place.range.lowerBound <= range.lowerBound && range.upperBound <= $0.place.range.upperBound }
  }
}
