import ParleyFiles

/// The result of an export: a text, files that belong beside it, and notes on what could not be exported.
package struct ExportedFile: Sendable, Equatable {
  package var text: String
  /// By what their names are, from the path of the file.
  package var companions: [Companion] = []
  package var notes: [ExportNote] = []

  package init(_ text: String, companions: [Companion] = [], notes: [ExportNote] = []) {
    self.text = text
    self.companions = companions
    // A note is told once, however often its place was looked at.
    for note in notes where !self.notes.contains(note) { self.notes.append(note) }
  }

  /// A file beside the exported one.
  package struct Companion: Sendable, Equatable {
    package enum Name: Sendable, Equatable {
      /// In its folder.
      case fixed(String)
      /// With its name up to the first dot, and this behind it.
      case ending(String)
    }

    package let name: Name
    package let text: String

    /// The path of the file, for an export to this path.
    package func path(beside main: String) -> String {
      switch name {
      case .fixed(let name): return main.parentPath.appendingPath(name)
      case .ending(let ending):
        let stem =
          main.lastPathPart.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? ""
        return main.parentPath.appendingPath(stem + ending)
      }
    }
  }
}

/// Something that was left out, or is said in another way.
package struct ExportNote: Sendable, Hashable {
  /// The place in the workspace, as in `user/login`.
  package let place: String
  /// One sentence.
  package let text: String

  package init(_ place: String, _ text: String) {
    self.place = place
    self.text = text
  }
}
