import ParleyEngine
import ParleyStore
import ParleyText
import ParleyWorkspace

// Runs that the team has together.
extension RunsTask {
  func publish(_ name: String, withSecrets: Bool) async throws {
    let run = try await keptRun(name)
    let (published, export) = try await session.teamRuns.publish(run, withSecrets: withSecrets, by: prompter)
    if printsJSON { return console.print(published.json) }
    console.note(
      "Published run \(run.sequence) with \(export.exchanges.counted("exchange")) as team:\(published.number), encrypted with the team's key."
    )
    console.note(withSecrets ? "Its secrets are in it." : "Secrets are masked. --with-secrets includes them.")
  }

  func listTeam(_ limit: Int) async throws {
    let runs = try await session.teamRuns.list(limit: limit, by: prompter)
    if printsJSON { return console.print(.array(runs.map(\.json))) }
    if runs.isEmpty { console.note("The team has no runs. `parley runs publish last` publishes one.") }
    ListTable(TeamRun.headings, runs.map(\.cells)).print(on: console)
  }

  func removeFromTeam(_ number: Int64) async throws {
    try await session.teamRuns.remove(number, by: prompter)
    console.note("Removed team:\(number) for the whole team. Whoever opened it keeps it.")
  }
}

extension TeamRun {
  fileprivate static let headings = ["RUN", "TIME", "GROUP", "STATE", "ENVIRONMENT", "PERSON", "SIZE", "REMARKS"]

  fileprivate var cells: [ListTable.Cell] {
    [
      .init("team:\(number)"), .init((startedAt ?? at).iso8601, .muted, .moment),
      group.map { .init($0) } ?? .init("cannot be decrypted", .odd),
      .init(state?.rawValue ?? "", state.map(ListTable.Look.state) ?? .plain), .init(environment ?? ""),
      .init(person.map { "by \($0)" } ?? "", .muted), .init(ByteCount.text(size), .muted),
      .init(hasSecrets ? "with secrets" : "", .muted, .remark),
    ]
  }

  fileprivate var json: JSONValue {
    var object: JSONValue = [
      "number": .number(JSONNumber(number)), "publishedAt": .string(at.iso8601), "size": .number(JSONNumber(size)),
      "secrets": .bool(hasSecrets),
    ]
    object["by"] = person.map(JSONValue.string)
    object["group"] = group.map(JSONValue.string)
    object["workspace"] = workspace.map(JSONValue.string)
    object["environment"] = environment.map(JSONValue.string)
    object["state"] = state.map { .string($0.rawValue) }
    object["startedAt"] = startedAt.map { .string($0.iso8601) }
    return object
  }
}
