package import ParleyEngine

/// A group as it comes from disk.
package struct LoadedGroup: Hashable, Sendable {
  package var id: String
  /// Within the workspace, as in `groups/checkout.yaml`.
  package var file: String
  /// The content of its file.
  package var saved: String
  /// The unsaved text; nil if there is none.
  package var draft: String?
  /// The text that the draft was made from, if the file has changed since; nil otherwise.
  package var base: String?
  package var isChangedOnDisk: Bool { base != nil }

  package init(_ id: String, file: String, saved: String, draft: String? = nil, base: String? = nil) {
    self.id = id
    self.file = file
    self.saved = saved
    self.draft = draft
    self.base = base
  }
}

/// The parsed text of a group.
package struct GroupReading: Hashable, Sendable {
  /// nil where the text is not YAML any more: `mistakes` says why, and what was shown before stays.
  package var outline: GroupOutline?
  /// In the order of the text.
  package var mistakes: [StepMistake]
  /// In which line of the text each step begins, counted from 1; not those of groups in other files.
  package var lines: [NodePath: Int]

  package init(outline: GroupOutline?, mistakes: [StepMistake] = [], lines: [NodePath: Int] = [:]) {
    self.outline = outline
    self.mistakes = mistakes
    self.lines = lines
  }
}

/// A mistake in a group's text, beside the step it is in.
package struct StepMistake: Hashable, Sendable {
  /// The innermost step that it stands in; the group itself where it stands in none.
  package var path: NodePath
  package var mistake: FileMistake

  package init(_ path: NodePath, _ mistake: FileMistake) {
    self.path = path
    self.mistake = mistake
  }
}

/// The result of a change of a group.
package struct ChangedGroup: Hashable, Sendable {
  package var text: String
  /// The current paths of the changed steps, in order; after a deletion that of the step in their place, if any.
  package var paths: [NodePath]
  package var reading: GroupReading

  package init(_ text: String, at paths: [NodePath], _ reading: GroupReading) {
    self.text = text
    self.paths = paths
    self.reading = reading
  }

  /// The step to move the cursor to.
  package var cursor: NodePath { paths.first ?? .root }
}

package indirect enum GroupSaveOutcome: Hashable, Sendable {
  case saved(LoadedGroup, WorkspaceSnapshot)
  /// The file says this by now, which is neither what the draft was made from nor the draft.
  case changedOnDisk(LoadedGroup)
}
