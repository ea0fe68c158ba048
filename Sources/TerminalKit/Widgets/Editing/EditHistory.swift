/// One replacement, with what is needed to take it back.
struct Edit: Hashable, Sendable {
  let start: TextPosition
  let removed: String
  let inserted: String
}

/// The edits of a text, in the steps that undo and redo take.
struct EditHistory: Hashable, Sendable {
  /// The kind of a change. Typing and deleting letter by letter join into one step.
  enum Kind: Hashable, Sendable {
    case typing, deleting, other
  }

  struct Step: Hashable, Sendable {
    let kind: Kind
    var edits: [Edit]
    let cursorBefore: TextPosition
    var cursorAfter: TextPosition
  }

  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  private var isOpen = false

  private static let limit = 1000

  mutating func record(_ edit: Edit, kind: Kind, from before: TextPosition, to after: TextPosition) {
    undone = []
    if isOpen, kind != .other, done.last?.kind == kind {
      done[done.count - 1].edits.append(edit)
      done[done.count - 1].cursorAfter = after
    } else {
      done.append(Step(kind: kind, edits: [edit], cursorBefore: before, cursorAfter: after))
      if done.count > Self.limit { done.removeFirst() }
    }
    isOpen = kind != .other
  }

  /// Makes one step of all behind a number of steps.
  mutating func join(from count: Int) {
    close()
    guard done.count > count + 1, count >= 0 else { return }
    let steps = done[count...]
    let joined = Step(
      kind: .other, edits: steps.flatMap(\.edits), cursorBefore: steps[count].cursorBefore,
      cursorAfter: done[done.count - 1].cursorAfter)
    done.removeSubrange(count...)
    done.append(joined)
  }

  /// Ends the current step: the next edit begins one of its own.
  mutating func close() { isOpen = false }

  mutating func undo() -> Step? {
    close()
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  mutating func redo() -> Step? {
    close()
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }
}
