import ParleyEngine
import TerminalKit
import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

/// A group while it is assembled: the text of its file, with what was changed in it and not saved yet.
package struct GroupDraft: Sendable {
  /// A version that undo goes back to: the text, and the cursor and the marks in it.
  package struct Version: Hashable, Sendable {
    var text: String
    var cursor: NodePath?
    var marked: Set<NodePath>
  }

  package private(set) var onDisk: LoadedGroup { didSet { compare() } }
  package private(set) var text: String { didSet { compare() } }
  /// Asked for at every key, and texts are long: so they are compared only when one of them changes.
  package private(set) var isDirty: Bool
  private(set) var mistakes: [StepMistake]
  /// In which line each step begins that the text has itself.
  private(set) var lines: [NodePath: Int]
  /// As the text was when it could be read last.
  private(set) var outline: GroupOutline?
  /// Whether the file has changed since, and the person has not chosen between it and the draft.
  private(set) var isBehind: Bool
  private var history = UndoHistory<Version>()

  init(_ loaded: LoadedGroup, _ reading: GroupReading) {
    onDisk = loaded
    text = loaded.draft ?? loaded.saved
    isDirty = !text.isIdentical(to: loaded.saved)
    isBehind = false
    (mistakes, lines, outline) = (reading.mistakes, reading.lines, reading.outline)
  }

  package var group: String { onDisk.id }
  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }

  private mutating func compare() { isDirty = !text.isIdentical(to: onDisk.saved) }

  /// Whether a step stands in this text, and not in that of a group it runs.
  func owns(_ path: NodePath) -> Bool { lines[path] != nil }
}

// How it changes.
extension GroupDraft {
  /// - Parameters:
  ///   - before: the version that undo goes back to.
  ///   - group: changes in a row with the same one are undone together, as the letters typed into one field.
  package mutating func change(to text: String, _ reading: GroupReading, from before: Version, group: String? = nil) {
    guard !text.isIdentical(to: self.text) else { return take(reading) }
    history.willChange(before, group: group)
    self.text = text
    take(reading)
  }

  /// Takes over the meaning of the text, read with the rest of the workspace as it is now.
  mutating func take(_ reading: GroupReading) {
    (mistakes, lines) = (reading.mistakes, reading.lines)
    if let outline = reading.outline { self.outline = outline }
  }

  mutating func undo(_ now: Version) -> Version? { history.undo(now) }
  mutating func redo(_ now: Version) -> Version? { history.redo(now) }

  mutating func restore(_ text: String, _ reading: GroupReading) {
    self.text = text
    take(reading)
  }

  /// Makes the next change a step of its own for undo.
  mutating func seal() { history.seal() }

  /// Takes over the file as it is now; the draft continues from it.
  package mutating func settle(on loaded: LoadedGroup) {
    onDisk = loaded
    isBehind = false
  }

  /// Its file has another name now.
  mutating func move(to id: String) {
    (onDisk.id, onDisk.file) = (id, ListedFile.group(id).path)
    outline?.id = id
    outline?.file = onDisk.file
  }

  /// Notes that the file is different from the one the draft was made from.
  mutating func fallBehind() { isBehind = true }
}

/// The drafts of the groups that were shown, and what waits for one of them.
package struct GroupDrafts: Sendable {
  /// How many without edits are held besides the one that is shown.
  static let capacity = 16

  private var held: [ExactString: GroupDraft] = [:]
  private var order: [ExactString] = []
  /// Groups that were asked for, and have not come.
  private var asked: Set<ExactString> = []
  /// Groups that cannot be read; asked for again when the files have changed.
  private var failed: Set<ExactString> = []
  /// Whether a change is being made; until it has come what is done to the steps waits.
  private(set) var isChanging = false
  /// The actions that came meanwhile, in order.
  private var waiting: [GroupsScreen.Action] = []

  package var all: [GroupDraft] { order.compactMap { held[$0] } }
  package var dirty: [String] { all.filter(\.isDirty).map(\.group) }

  package subscript(group: String?) -> GroupDraft? { group.flatMap { held[$0] } }

  @discardableResult
  package mutating func change<Result>(_ group: String, _ body: (inout GroupDraft) -> Result) -> Result? {
    guard var draft = held[group] else { return nil }
    defer { held[ExactString(group)] = draft }
    return body(&draft)
  }

  mutating func hold(_ draft: GroupDraft) {
    let id = ExactString(draft.group)
    asked.remove(id)
    held[id] = draft
    order.removeAll { $0 == id }
    order.append(id)
    for old in order.dropLast(Self.capacity) where held[old]?.isDirty == false {
      held[old] = nil
      order.removeAll { $0 == old }
    }
  }

  mutating func drop(_ group: String) {
    let id = ExactString(group)
    held[id] = nil
    order.removeAll { $0 == id }
    asked.remove(id)
    failed.remove(id)
  }

  /// It cannot be read.
  mutating func fail(_ group: String) {
    asked.remove(group)
    failed.insert(group)
  }

  /// - Returns: whether it must be asked for.
  mutating func ask(for group: String) -> Bool {
    held[group] == nil && !failed.contains(group) && asked.insert(group)
  }

  /// The files may be others now: what could not be read is asked for again.
  mutating func forgetFailures() { failed = [] }
}

// One change after the other.
extension GroupDrafts {
  mutating func begin() { isChanging = true }

  mutating func wait(with action: GroupsScreen.Action) { waiting.append(action) }

  /// - Returns: the actions that came meanwhile.
  mutating func end() -> [GroupsScreen.Action] {
    defer { (isChanging, waiting) = (false, []) }
    return waiting
  }
}

extension GroupDrafts {
  /// Whether it was asked for, and has not come.
  func isAsked(for group: String?) -> Bool { group.map { asked.contains($0) } ?? false }
}

extension GroupDrafts {
  /// Keeps what was done, and what can be undone, of a group that has another name now.
  mutating func move(_ group: String, to id: String) {
    guard var draft = self[group] else { return }
    drop(group)
    draft.move(to: id)
    hold(draft)
  }

  /// The groups with edits that their files do not have, those too whose draft has not been read yet.
  func edited(in groups: [GroupOutline]) -> Set<ExactString> {
    Set(names: groups.filter { self[$0.id]?.isDirty ?? $0.hasDraft }.map(\.id))
  }

  package func hasEdits(of group: String, in workspace: WorkspaceSnapshot?) -> Bool {
    self[group]?.isDirty ?? (workspace?.groups.contains { $0.id.isIdentical(to: group) && $0.hasDraft } == true)
  }
}
