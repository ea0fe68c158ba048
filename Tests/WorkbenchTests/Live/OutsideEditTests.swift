import Glibc
import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchScreens

/// Other programs edit the files while the workbench is open, over a real session and real files.
@Suite("Edits from outside", .timeLimit(.minutes(2)))
struct OutsideEditTests {
  private let folder: TemporaryDirectory
  private let services: LiveServices
  private let bench: RunningBench<LiveServices>

  /// Besides the request that is on screen, a file of every kind.
  private static let files: [String: @Sendable (Int) -> String] = [
    "parley.yaml": { "parley: 1\nid: outside1\nservers: { api: \"http://127.0.0.1:\($0 + 1)\" }\n" },
    "environments/local.yaml": { "vars: { number: \"\($0)\" }\n" },
    "environments/other.yaml": { "vars: { number: \"other \($0)\" }\n" },
    "requests/r.yaml": { "method: POST\nurl: /status/\($0)\nbody: { file: files/body.txt }\n" },
    "requests/deep/x.yaml": { "url: /deep/\($0)\nexpect: { schema: schemas/s.json }\n" },
    "requests/deep/folder.yaml": { "headers: { X-Number: \"\($0)\" }\n" },
    "groups/g.yaml": { "serial:\n  - request: r\n    when: '\($0) > 0'\n" },
    "mocks/m.yaml": { "- match: GET /status/\($0)\n  reply: { status: 200 }\n" },
    "schemas/s.json": { "{ \"const\": \($0) }\n" },
    "files/body.txt": { "body \($0)\n" },
  ]

  init() async throws {
    folder = try TemporaryDirectory()
    for (file, text) in Self.files { try folder.write(text(0), to: "w/\(file)") }
    let (state, bus) = (StateFolder(path: folder.path("state")), EventBus())
    let watch = FileWatch(of: folder.path("w"))
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    services = LiveServices(session, isScratch: false, stateFolder: state, bus: bus, watch: watch)
    bench = try RunningBench(160, 30, running: services, now: Timestamp.now)
    await bench.shows("✓ files")
    try await bench.press("G")
    await bench.shows("/status/0")
  }

  @Test(
    "the request on screen stays there while its file is gone, is what is sent, is there again with its file, and can be written again"
  )
  func gone() async throws {
    let path = folder.path("w/requests/r.yaml")
    unlink(path)
    #expect(await bench.shows("The file of r is gone.").contains("/status/0"))
    try await bench.press("F5")
    #expect(await bench.shows("refused the connection").contains("/status/0"))
    try folder.write("url: /status/5\n", to: "w/requests/r.yaml")
    await bench.shows("/status/5")
    unlink(path)
    await bench.shows("The file of r is gone.")
    try await bench.press("Ctrl-S")
    await bench.shows("Saved to")
    #expect(String(decoding: try folder.read("w/requests/r.yaml"), as: UTF8.self).contains("/status/5"))
    await services.close()
  }

  /// The ways in which programs write.
  private enum Way: CaseIterable {
    case inPieces, overTheFile, byRenaming, byLink, byRemoval, keptOpen
  }

  private func write(_ text: String, to file: String, _ way: Way) throws {
    let path = folder.path("w/\(file)")
    switch way {
    case .overTheFile: try folder.write(text, to: "w/\(file)")
    case .inPieces, .keptOpen: try writeInPieces(text, path, closes: way == .inPieces)
    case .byRenaming:
      try folder.write(text, to: "w/\(file)~")
      try #require(rename(path + "~", path) == 0)
    case .byLink:
      let target = "store/\(file.replacing("/", with: "-"))"
      try folder.write(text, to: "w/\(target)")
      unlink(path)
      try #require(symlink(folder.path("w/\(target)"), path) == 0)
    case .byRemoval:
      unlink(path)
      try folder.write(text, to: "w/\(file)")
    }
  }

  private func writeInPieces(_ text: String, _ path: String, closes: Bool) throws {
    let file = try #require(fopen(path, "w"))
    let bytes = Array(text.utf8)
    for piece in [bytes[..<(bytes.count / 2)], bytes[(bytes.count / 2)...]] {
      fwrite(Array(piece), 1, piece.count, file)
      fflush(file)
    }
    if closes { fclose(file) } else { setvbuf(file, nil, _IONBF, 0) }
  }

  /// The last edits of a series are told after all others: when the bar tells of them, all that was written is shown.
  private func settle() async throws {
    try folder.write("metod: GET\nurl: /last\n", to: "w/requests/zz.yaml")
    await bench.shows("✗ 1 error")
    unlink(folder.path("w/requests/zz.yaml"))
    await bench.shows("✓ files")
  }

  /// What every file says, and what is wrong in them.
  private func content(of workspace: Workspace) -> [String] {
    let texts = workspace.sources.values.map { "\($0.file) \(String(decoding: $0.bytes, as: UTF8.self))" }
    return texts.sorted() + workspace.diagnostics.map { "\($0.place) \($0)" }
  }

  private func expectFresh(_ comment: String) throws {
    let fresh = try Workspace.load(at: folder.path("w"))
    #expect(content(of: services.session.workspace) == content(of: fresh), "\(comment)")
    let url = fresh.request("r")?.definition.url.value ?? ""
    #expect(bench.terminal.text.contains(url), "\(comment): \(url) is not in\n\(bench.terminal.text)")
  }

  @Test("a series of edits of any files, in any way, ends in what the files say", arguments: Sample.of([1, 2, 3], 1))
  func series(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var number = 0
    for round in 1...8 {
      var done: [String] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        number += 1
        let (file, text) = try #require(Self.files.sorted { $0.key < $1.key }.randomElement(using: &random))
        var way = try #require(Way.allCases.randomElement(using: &random))
        // The kernel tells of a file that is referred to, and of the workspace's own, when it is closed.
        if way == .keptOpen, !file.contains("/") || !file.hasSuffix(".yaml") { way = .inPieces }
        try write(text(number), to: file, way)
        done.append("\(file) \(way) \(number)")
      }
      number += 1
      try write(Self.files["requests/r.yaml"]?(number) ?? "", to: "requests/r.yaml", .overTheFile)
      try await settle()
      try expectFresh("round \(round): \(done)")
    }
    await services.close()
  }

  @Test("one edit after the other of the request on screen is shown, whatever the way of writing")
  func oneAfterTheOther() async throws {
    for (number, way) in (1...12).map({ ($0, Way.allCases[$0 % Way.allCases.count]) }) {
      try write(Self.files["requests/r.yaml"]?(number) ?? "", to: "requests/r.yaml", way)
      await bench.until { $0.contains("/status/\(number)") && $0.contains("✓ files") }
      try expectFresh("\(way)")
    }
    await services.close()
  }

  @Test("a checkout of a branch with a hundred other files, there and back, ends in what they say")
  func checkout() async throws {
    func git(_ words: String...) async throws {
      let done = try await FinishedProcess.run(
        "/usr/bin/git", ["-C", folder.path("w"), "-c", "user.name=a", "-c", "user.email=a@b"] + words)
      try #require(done.status == 0, "\(words) \(done.errorText)")
    }
    func writeAll(_ number: Int) throws {
      for index in 0..<100 { try folder.write("url: /many/\(index)/\(number)\n", to: "w/requests/many/\(index).yaml") }
      try folder.write("url: /status/\(number)\n", to: "w/requests/r.yaml")
    }
    try writeAll(1)
    try await git("init", "-q", "-b", "one")
    try await git("add", ".")
    try await git("commit", "-qm", "one")
    try await git("checkout", "-qb", "two")
    try writeAll(2)
    try await git("commit", "-qam", "two")
    for branch in ["one", "two", "one"] {
      try await git("checkout", "-q", branch)
      try await settle()
      try expectFresh(branch)
    }
    await services.close()
  }
}
