package import ParleyModel

/// An export of a run to a file.
package struct RunExport: Hashable, Sendable {
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// To be opened in another workspace, without secrets.
    case masked
    /// The same with its secrets, sealed by a passphrase.
    case sealed
    /// A page to read and print.
    case report
  }

  package var run: KeptRun.ID
  /// The number of the run, as people see it.
  package var number: Int64
  package var group: String
  package var kind = Kind.masked
  /// From the folder on that the program was started in.
  package var path = ""
  /// The answers, in the order of the questions.
  package var answers: [String] = []
  /// Whether it takes the place of a file that is there.
  package var replaces = false

  package init(_ run: KeptRun.ID, number: Int64, group: String) {
    (self.run, self.number, self.group) = (run, number, group)
  }
}

package enum RunExportOutcome: Hashable, Sendable {
  /// The whole path; and how many of the run's exchanges the history does not have any more.
  case written(path: String, missing: Int)
  /// There is a file already.
  case exists(path: String)
  case asks([Question])
}

/// An import of a run from a file.
package struct RunImport: Hashable, Sendable {
  /// From the folder on that the program was started in.
  package var path: String
  /// The answers, in the order of the questions.
  package var answers: [String] = []

  package init(_ path: String) { self.path = path }
}

package enum RunImportOutcome: Hashable, Sendable {
  /// - Parameter isNew: false where the run was here before, and was left as it was.
  case imported(KeptRun, isNew: Bool)
  case asks([Question])
}
