import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyTeam
import ParleyText
import ParleyWorkspace

/// The output of `parley team`.
struct TeamReport: Sendable {
  let session: Session
  let console: any Console
  let printsJSON: Bool

  func initialized(_ status: TeamStatus, madeKey: Bool, members: [String]) {
    if printsJSON {
      var object = json(status)
      object["madeKey"] = .bool(madeKey)
      return console.print(object)
    }
    console.note("The database \(Printable.text(status.place)) is set up.")
    for member in members { console.note("\(Printable.text(member)) may use it.") }
    console.note(
      madeKey
        ? "The team's key is made. Give the others what opens it: without it nobody can read what the team shares."
        : "The team's key was there, and opens.")
    console.note("The team shares \(shared).")
  }

  /// Notes the keys of this machine that are hidden by the team's keys of the same names.
  func hidden(_ names: [String]) {
    guard !printsJSON, !names.isEmpty else { return }
    let shown = names.prefix(5).map { Printable.text($0) }.joined(separator: ", ")
    let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
    console.note(
      """
      This machine has \(names.count.counted("key")) of its own by names that are the team's now, not seen as long as the team is in \
      \(WorkspacePaths.workspaceFile): \(shown)\(rest). To share them, take the team out, export them with `parley shared export`, put it back and \
      import them.
      """)
  }

  func migrated(from before: Int, to after: Int) {
    if printsJSON {
      return console.print(["from": .number(JSONNumber(before)), "to": .number(JSONNumber(after))])
    }
    console.note(
      before == after
        ? "The database is as this version of Parley writes it (version \(after)). Nothing was changed."
        : "Migrated the database from version \(before) to \(after).")
  }

  func status(_ status: TeamStatus, key: KeySecret.Kind?) {
    if printsJSON {
      var object = json(status)
      object["key"] = key.map { .string($0.rawValue) }
      return console.print(object)
    }
    for (name, text) in lines(status, key) { console.print("\(name.padded(to: 10)) \(Printable.text(text))") }
    if let advice = advice(status) { console.note(advice) }
  }

  private func lines(_ status: TeamStatus, _ key: KeySecret.Kind?) -> [(String, String)] {
    var lines = [
      ("database", status.place), ("server", status.server), ("connection", status.protection), ("role", status.role),
      ("schema", schema(status)),
    ]
    if let content = status.content {
      lines.append(
        (
          "content",
          "\(content.keys.counted("key")), \(content.changes.counted("change")), \(content.runs.counted("run")), \(ByteCount.text(Int(content.size)))"
        ))
    }
    if status.isUsable { lines.append(("key", key.map(Self.words) ?? "not made yet")) }
    lines.append(("shared", shared))
    return lines
  }

  private func schema(_ status: TeamStatus) -> String {
    guard let version = status.version else { return status.isSetUp ? "set up, without access" : "not set up" }
    let access = status.isMember ? "" : ", without access"
    if version == status.programVersion { return "version \(version)\(access)" }
    return "version \(version); this Parley writes \(status.programVersion)\(access)"
  }

  private func advice(_ status: TeamStatus) -> String? {
    if status.isSetUp, status.version == nil { return Self.admission(of: status) }
    guard let version = status.version else { return "Set it up with: parley team init" }
    if version < status.programVersion {
      return "Bring it up to date with: parley team migrate. "
        + (status.isUsable ? missing(status) : "")
    }
    if version > status.programVersion { return "A newer Parley wrote it. Update Parley." }
    return status.isMember ? nil : Self.admission(of: status)
  }

  /// Advice for a role that is no member.
  private static func admission(of status: TeamStatus) -> String {
    "Whoever set it up lets you in with: parley team init --member \(Printable.text(status.role))"
  }

  /// Returns a sentence on the features that an older schema version lacks.
  private func missing(_ status: TeamStatus) -> String {
    status.hasSnapshots
      ? "Until then no environment with snapshots of the team's keys can be renamed."
      : "Until then there are no snapshots of the team's keys."
  }

  /// Which keys are the team's.
  private var shared: String {
    guard let team = session.workspace.definition.team else { return "nothing" }
    let keys = team.keys.isEmpty ? "all keys" : team.keys.map(\.value).joined(separator: ", ")
    let environments = team.environments.map(\.value).joined(separator: ", ")
    if team.keys.isEmpty, environments.isEmpty { return "nothing: parley.yaml names neither keys nor environments" }
    return environments.isEmpty ? "\(keys) of all environments" : "\(keys) of \(environments)"
  }

  private static func words(_ kind: KeySecret.Kind) -> String {
    switch kind {
    case .passphrase: "opens with a passphrase"
    case .keyFile: "opens with a key file"
    }
  }

  private func json(_ status: TeamStatus) -> JSONValue {
    var object: JSONValue = [
      "database": .string(status.place), "server": .string(status.server), "connection": .string(status.protection),
      "role": .string(status.role), "setUp": .bool(status.isSetUp), "member": .bool(status.isMember),
      "programVersion": .number(JSONNumber(status.programVersion)),
    ]
    object["version"] = status.version.map { .number(JSONNumber($0)) }
    if let content = status.content {
      object["keys"] = .number(JSONNumber(content.keys))
      object["changes"] = .number(JSONNumber(content.changes))
      object["runs"] = .number(JSONNumber(content.runs))
      object["bytes"] = .number(JSONNumber(content.size))
    }
    return object
  }
}
