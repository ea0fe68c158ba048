package import ParleyEngine
package import ParleyFiles

/// The text of a group's file, and where its steps stand in it. A draft of a group is such a text.
///
/// Every change is made on the text, so that comments, order, quotes and blank lines stay where nothing was meant to change;
/// the result is read again, and when it would say anything else than was meant, there is none. Comments above a step and
/// behind its lines belong to it, and go where it goes.
///
/// ```swift
/// let text = GroupText(SourceText(file: "groups/buy.yaml", bytes: bytes))
/// let edit = try text.wrapping([.root.node(1), .root.node(2)], in: .concurrent)
/// let bytes = edit.text.source.bytes
/// ```
package struct GroupText: Sendable {
  let document: YAMLDocument
  let layout: FileLayout
  /// Its own steps; nil where it has no list that can be read.
  let list: WrittenList?
  /// Asked for by the reading of a change, by the form of a step, and by the next change.
  private let lazyDefinition: LazyValue<(value: GroupDefinition?, diagnostics: [Diagnostic])>
  private let lazyComments: LazyValue<[String]>

  package init(_ source: SourceText) {
    let document = YAMLDocument.parse(source)
    let layout = FileLayout(source, root: document.root)
    self.document = document
    self.layout = layout
    list = WrittenList(of: document.root, in: layout)
    lazyDefinition = LazyValue { document.read(GroupDefinition.form.read) }
    lazyComments = LazyValue { document.comments(in: layout) }
  }

  /// The text of a group that may differ from its file.
  package init(_ text: String, ofGroup id: String) {
    self.init(SourceText(file: WorkspacePaths.file(ofGroup: id), bytes: Array(text.utf8)))
  }

  package var source: SourceText { document.source }

  package var text: String { String(decoding: source.bytes, as: UTF8.self) }

  /// The mistake that kept the text from being read as YAML; nil if it was read, whatever other mistakes it has.
  package var syntaxMistake: Diagnostic? {
    document.root == nil ? document.diagnostics.first { $0.severity == .error } : nil
  }

  /// The group that the text defines, and the mistakes that can be found in the text alone.
  package var definition: (value: GroupDefinition?, diagnostics: [Diagnostic]) { lazyDefinition.read() }

  /// Of the whole text, in its order.
  var comments: [String] { lazyComments.read() }

  /// The error that keeps the text from being changed step by step; nil if there is none.
  private var obstacle: Diagnostic? { document.diagnostics.first { $0.severity == .error } }

  func checkChangeable() throws(GroupEditError) {
    if let obstacle { throw .notReadable(obstacle) }
    if let root = document.root, root.entries == nil { throw .cannotBeKept("the file is no map") }
  }
}

/// A group's text after a change.
package struct GroupEdit: Sendable {
  package let text: GroupText
  /// The new places of the steps that were changed, in order. After a deletion: the place of the step that took theirs,
  /// if there is one.
  package let paths: [NodePath]
}

// MARK: Finding

extension GroupText {
  /// The step at a place. The places are those of `WorkspaceGroup.outline(in:)`.
  /// - Throws: an error if there is none, or if it is in another group's file.
  func step(at path: NodePath) throws(GroupEditError) -> WrittenStep {
    var found: WrittenStep?
    var list = list
    for part in path.parts {
      if found?.node["group"] != nil { throw .inAnotherFile(group: found?.node["group"]?.text ?? "") }
      guard case .node(let index) = part, let step = list?.readable(index) else { throw .noStep(path) }
      (found, list) = (step, step.list)
    }
    guard let found else { throw .noStep(path) }
    return found
  }

  /// The line in which each step begins, counted from 1.
  package var lines: [NodePath: Int] {
    var lines: [NodePath: Int] = [:]
    note(list, at: .root, &lines)
    return lines
  }

  private func note(_ list: WrittenList?, at path: NodePath, _ lines: inout [NodePath: Int]) {
    for (index, step) in (list?.steps.filter(\.isReadable) ?? []).enumerated() {
      let inner = path.node(index)
      lines[inner] = step.node.place.line
      note(step.list, at: inner, &lines)
    }
  }

  /// The innermost step in which something stands; the group itself where it stands in none.
  package func path(around offset: Int) -> NodePath {
    var path = NodePath.root
    var list = list
    while let steps = list?.steps.filter(\.isReadable),
      let index = steps.firstIndex(where: { $0.node.place.range.contains(offset) || $0.range.contains(offset) })
    {
      (path, list) = (path.node(index), steps[index].list)
    }
    return path
  }
}

// MARK: Checking

extension GroupText {
  /// The text after these changes.
  /// - Parameter expected: the value that the changed text must have.
  func applying(_ edits: TextEdits, expected: YAMLValue) throws(GroupEditError) -> GroupText {
    guard let bytes = edits.applied(to: source.bytes) else {
      throw .cannotBeKept("two changes are in the same place")
    }
    let changed = GroupText(SourceText(file: source.file, bytes: bytes))
    if let obstacle = changed.obstacle { throw .cannotBeKept(obstacle.sentence) }
    guard let root = changed.document.root, expected.isSaid(by: root) else {
      throw .cannotBeKept("something else would change")
    }
    return changed
  }
}
