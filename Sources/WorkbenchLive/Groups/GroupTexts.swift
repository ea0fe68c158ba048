import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyWorkspace

/// The texts of groups that were read last, so that a change begins with the text as it was read after the one before, and an undo
/// reads nothing again: what a text says is found by reading all of it.
final class GroupTexts: Sendable {
  /// Enough for going back and forth between changes.
  private static let capacity = 8

  /// The newest last.
  private let known = Lock<[(id: String, text: String, read: GroupText)]>([])

  func read(_ text: String, ofGroup id: String) -> GroupText {
    let found = known.withLock { known in
      known.last { $0.id.isIdentical(to: id) && $0.text.isIdentical(to: text) }?.read
    }
    if let found { return found }
    let read = GroupText(text, ofGroup: id)
    keep(read, as: text, ofGroup: id)
    return read
  }

  /// - Parameter text: the text as it is asked for.
  func keep(_ read: GroupText, as text: String, ofGroup id: String) {
    known.withLock { known in
      known.removeAll { $0.id.isIdentical(to: id) && $0.text.isIdentical(to: text) }
      known.append((id, text, read))
      known.removeFirst(max(0, known.count - Self.capacity))
    }
  }
}
