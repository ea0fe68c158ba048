import Glibc
import ParleyEngine
import ParleyStore
import ParleyWorkspace

/// Leads from a failed assertion back to its causes, over a filter that dropped most of its rows.
enum WhyWork {
  private static let rows = 300

  private static var group: String {
    """
    serial:
      - { local: rows, jq: '[range(\(rows)) | { id: ., discount: (. - \(rows - 30)) }]' }
      - { local: kept, jq: 'map(select(.discount >= 0)) | length' }
      - { local: check, assert: ['. == \(rows)'] }

    """
  }

  static let all: [String: CountedWork.Work] = [
    "why": { rounds, place in
      let folder = "\(place.folder)/why"
      for name in ["", "/w", "/w/groups"] { mkdir(folder + name, 0o755) }
      try write("parley: 1\nid: why\n", to: "\(folder)/w/parley.yaml")
      try write(group, to: "\(folder)/w/groups/g.yaml")
      let session = try await Session.open(at: "\(folder)/w", state: StateFolder(path: "\(folder)/state"))
      _ = try await session.run("g").result()
      try await session.flushEvents()
      let recording = try await session.recording(of: session.keptRun("last"))
      let failed = recording.nodes.first { $0.state == .failed }?.path ?? .root
      try await rounds.counting { count in
        for _ in 0..<count { _ = await session.why(WhyQuestion(failed), in: recording) }
      }
      await session.close()
    }
  ]

  private static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Unwritable(path: path) }
    fputs(text, file)
    fclose(file)
  }

  private struct Unwritable: Error { let path: String }
}
