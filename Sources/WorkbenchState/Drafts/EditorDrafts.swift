import ParleyEngine
package import WorkbenchServices

/// The drafts of the open editors as they were kept last, and those that programs which have ended left behind.
package struct EditorDrafts: Sendable {
  /// By their editors, as they were kept last.
  package var kept: [EditorDraft.Place: EditorDraft] = [:]
  /// Not opened again, and not given up.
  package var left: [LeftDraft] = []
  /// The one whose editor is to be opened as soon as what it belongs to is on screen.
  package var opening: EditorDraft.Place?

  package subscript(id: LeftDraft.ID) -> LeftDraft? { left.first { $0.id == id } }

  func left(at place: EditorDraft.Place) -> LeftDraft? { left.first { $0.draft.place == place } }

  /// The effects that bring the drafts on disk up to date with the open editors.
  package mutating func follow(_ open: [EditorDraft]) -> [Effect] {
    let now = Dictionary(open.map { ($0.place, $0) }) { $1 }
    guard now != kept else { return [] }
    let gone = kept.keys.filter { now[$0] == nil }.map { EditorDraftEffect.drop($0) }
    let changed = open.filter { kept[$0.place] != $0 }.map { EditorDraftEffect.keep($0) }
    kept = now
    return (gone + changed).map { .perform($0) }
  }
}

package enum EditorDraftAction: Sendable {
  case found([LeftDraft])
  case show(LeftDraft.ID)
  case open(LeftDraft.ID)
  case discard(LeftDraft.ID)
}

extension Action {
  /// Whether what stands in an editor may be another text after it: time and progress touch none.
  package var mayChangeText: Bool {
    switch self {
    case .clock, .delivered, .transfer: false
    default: true
    }
  }
}
