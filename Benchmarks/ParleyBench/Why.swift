import Glibc
import ParleyEngine
import ParleyStore
import ParleyWorkspace

/// `why FOLDER rows|steps|elements`: leads from a failed step back to its causes, in a run with a filter over 10,000 rows, with 500 steps,
/// or with 2,000 elements. The folder gets a workspace, and the store of the run.
enum Why {
  private static let groups = [
    "rows": """
    serial:
      - { local: rows, jq: '[range(10000) | { id: ., discount: (. - 9000) }]' }
      - { local: kept, jq: 'map(select(.discount >= 0)) | length' }
      - { local: check, assert: ['. == 10000'] }

    """,
    "elements": """
    serial:
      - { local: twice, each: '[range(2000)]', jq: '. * 2' }
      - { local: sum, jq: 'add' }
      - { local: check, assert: ['. == 0'] }

    """,
    "steps": "serial:\n"
      + (0..<500).map { "  - { local: s\($0), jq: '\($0 == 0 ? "1" : ". + 1")' }\n" }.joined()
      + "  - { local: check, assert: ['. == 0'] }\n",
  ]

  static func run(_ arguments: [String]) async throws -> String {
    guard arguments.count == 2, let group = groups[arguments[1]] else { throw Usage() }
    let folder = "\(arguments[0])/\(arguments[1])"
    try write("parley: 1\nid: why\n", to: "\(folder)/w", "parley.yaml")
    try write(group, to: "\(folder)/w/groups", "g.yaml")
    let session = try await Session.open(at: "\(folder)/w", state: StateFolder(path: "\(folder)/state"))
    _ = try await session.groups.run("g").result()
    try await session.flushEvents()
    let recording = try await session.runs.recording(of: session.runs.kept("last"))
    guard let failed = recording.nodes.first(where: { $0.state == .failed }) else { throw Usage() }
    var links = 0
    let cost = await Measurement.of {
      links = await session.why.chain(WhyQuestion(failed.path), in: recording).links.count
    }
    await session.close()
    return cost.json(["links": links])
  }

  private static func write(_ text: String, to folder: String, _ name: String) throws {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o755)
    }
    guard let file = fopen("\(folder)/\(name)", "w") else { throw Usage() }
    fputs(text, file)
    fclose(file)
  }
}
