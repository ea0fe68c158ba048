package import ParleyModel

/// The source of an import, and its target.
package struct ImportWish: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A document that was pasted.
    case text(String)
    /// A path, from the folder on that the program was started in, or a URL.
    case place(String)
  }

  package var source: Source
  /// The folder under `requests/`, or of the new workspace; nil is named after what is imported.
  package var into: String?

  package init(_ source: Source, into: String? = nil) {
    (self.source, self.into) = (source, into)
  }
}

/// A preview of an import.
package struct ImportOutline: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package enum State: Hashable, Sendable {
      case new
      /// The file is there, and gets what it lacks.
      case extended
      /// The file is there, and stays as it is.
      case kept
    }

    /// Within the workspace, without the ending: `requests/pets/list-pets`.
    package var path: String
    package var state: State
    /// Of a request.
    package var method: String?
    /// The paths of the entries that it needs: a group's requests.
    package var needs: [String] = []
    /// Whether the rest cannot do without it.
    package var isNeeded = false

    package init(_ path: String, _ state: State) {
      (self.path, self.state) = (path, state)
    }
  }

  /// As people call it: `OpenAPI 3.0.3`.
  package var format: String
  package var title: String
  /// The folder for the requests: `requests/pets`, or the folder of the new workspace.
  package var target: String
  /// Whether there is no workspace yet.
  package var makesWorkspace: Bool
  package var entries: [Entry]
  /// The parts that cannot be taken over, each with its location.
  package var notes: [String]

  package init(_ format: String, title: String, target: String, makesWorkspace: Bool, entries: [Entry], notes: [String])
  {
    (self.format, self.title, self.target, self.makesWorkspace) = (format, title, target, makesWorkspace)
    (self.entries, self.notes) = (entries, notes)
  }
}

/// The result of an import.
package struct ImportMade: Hashable, Sendable {
  package var snapshot: WorkspaceSnapshot
  /// In the order of the source.
  package var requests: [RequestID]
  /// As in ``ImportOutline/target``.
  package var target: String
  /// How many credentials are encrypted on this machine.
  package var credentials: Int
  /// The files by what became of them.
  package var counts: ImportCounts

  package init(
    _ snapshot: WorkspaceSnapshot, _ requests: [RequestID], in target: String, credentials: Int = 0,
    _ counts: ImportCounts = ImportCounts()
  ) {
    (self.snapshot, self.requests, self.target, self.credentials) = (snapshot, requests, target, credentials)
    self.counts = counts
  }
}
