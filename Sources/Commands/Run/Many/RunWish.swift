import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace

/// Which groups run, how often, with which values, and how many at once.
package struct RunWish: Sendable {
  /// Ids of groups, and folders of them.
  package var names: [String]
  /// Every group of the workspace.
  package var isAll = false
  /// Groups that have one of these.
  package var tags: [String] = []
  /// A file of values: every group runs once for each of its rows.
  package var data: String?
  package var repeats = 1
  package var parallel = 1

  package init(_ names: [String]) { self.names = names }

  /// Returns the runs, in the order in which they are reported: a group after the other, its rows in the order of the
  /// file, and each again.
  func jobs(in workspace: Workspace, _ arguments: SessionArguments) throws -> [RunJob] {
    let rows = try data.map { try DataFile.rows(at: arguments.path(of: $0)) } ?? [[:]]
    guard !rows.isEmpty else { throw UsageError("\(Printable.text(data ?? "")) has no rows.") }
    let groups = try groups(in: workspace)
    return groups.flatMap { group in
      rows.enumerated().flatMap { index, row in
        (1...max(1, repeats)).map { round in
          RunJob(
            group: group, given: row, row: data == nil ? nil : "\(data?.lastPart ?? "") \(index + 1)",
            round: repeats > 1 ? round : nil)
        }
      }
    }
  }

  private func groups(in workspace: Workspace) throws -> [String] {
    var ids: [String] = isAll ? workspace.groups.map(\.id) : []
    for name in names { ids += try Self.groups(named: name, in: workspace) }
    for tag in tags {
      let tagged = workspace.groups.filter { $0.definition.tags.contains(tag) }.map(\.id)
      guard !tagged.isEmpty else {
        throw UsageError(
          "No group has the tag “\(Printable.text(tag))”.", advice: "A group has tags in its file: `tags: [smoke]`.")
      }
      ids += tagged
    }
    let unique = ids.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    guard !unique.isEmpty else { throw UsageError("The workspace has no groups.") }
    return unique
  }

  private static func groups(named name: String, in workspace: Workspace) throws -> [String] {
    if workspace.group(name) != nil { return [name] }
    let folder = name.hasSuffix("/") ? name : name + "/"
    let inside = workspace.groups.map(\.id).filter { $0.hasPrefix(folder) }
    guard inside.isEmpty else { return inside }
    throw WorkspaceError.unknownGroup(name, in: workspace)
  }
}

/// One run of a group.
struct RunJob: Sendable, Equatable {
  let group: String
  /// Values of a row, by name.
  let given: [String: String]
  /// Which row, as in `users.csv 3`; nil without a file.
  let row: String?
  /// Counted from 1; nil where it runs once.
  let round: Int?

  /// `checkout (users.csv 3, round 2)`
  var label: String {
    let facts = [row, round.map { "round \($0)" }].compactMap(\.self)
    return facts.isEmpty ? group : "\(group) (\(facts.joined(separator: ", ")))"
  }
}

/// A run that has ended, with its report.
struct RunOutcome: Sendable {
  let job: RunJob
  let report: RecordingReport
}

extension String {
  fileprivate var lastPart: String { split(separator: "/").last.map(String.init) ?? self }
}
