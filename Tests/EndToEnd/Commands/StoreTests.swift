import Glibc
import TestSupport
import Testing

@Suite("A store that is damaged, or has no room", .timeLimit(.minutes(2)))
struct StoreTests {
  private let parley: ParleyProgram
  private let server: RawServer

  init() throws {
    server = try RawServer.answering(.text("{\"n\":1}"))
    parley = try ParleyProgram()
    try parley.home.write("parley: 1\nid: storetest\nservers: { api: '\(server.url)' }\n", to: "shop/parley.yaml")
    try parley.home.write("url: /items\ncache: { ttl: 60s }\n", to: "shop/requests/list.yaml")
  }

  private func run(_ arguments: String..., input: String = "") async throws -> FinishedProcess {
    try await parley.run(arguments + ["-w", parley.home.path("shop")], input: input)
  }

  private func shell(_ line: String) async throws -> FinishedProcess {
    try await FinishedProcess.run(
      "/bin/bash", ["-c", line],
      environment: parley.environment.merging(
        ["P": try Executables.built("parley"), "H": parley.home.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { $1 })
  }

  private static let damage =
    "for f in $H/state/parley/stores/*/%; do head -c 100 /dev/urandom | dd of=$f conv=notrunc; done"

  private func damage(_ file: String) async throws {
    let done = try await shell(Self.damage.replacing("%", with: file))
    try #require(done.status == 0, "\(done.errorText)")
  }

  @Test("A command that needs what was damaged ends with 3, says what was recovered, and works the next time")
  func damagedData() async throws {
    #expect(try await run("shared", "set", "k", input: "v\n").status == 0)
    try await damage("data.sqlite")
    let first = try await run("send", "list")
    #expect(first.status == 3 && first.output.isEmpty && server.requests.isEmpty)
    #expect(first.errorText.contains("data.sqlite: A damaged file of the store was replaced."))
    #expect(first.errorText.contains("Recovered: 1 change of shared data."))
    #expect(first.errorText.contains("data.sqlite.damaged-") && first.errorText.contains("Run the command again"))
    #expect(try await run("send", "list").status == 0)
    #expect(try await run("shared", "get", "k").outputText.hasPrefix("v"))
  }

  @Test("One that does not need it tells of it, and does its work")
  func damagedLog() async throws {
    #expect(try await run("send", "list").status == 0)
    try await damage("log.sqlite")
    let send = try await run("send", "list")
    #expect(send.status == 0 && send.outputText == "{\"n\":1}")
    #expect(
      send.errorText.contains("log.sqlite: A damaged file of the store was replaced")
        && send.errorText.contains("1 exchange"))
    try await damage("log.sqlite")
    let list = try await run("cache", "list", "--json")
    #expect(list.status == 3 && list.outputText.contains("store.damaged"))
  }

  @Test("parley store checks, repairs and measures")
  func tools() async throws {
    #expect(try await run("store", "check").outputText == "Nothing is stored yet.\n")
    #expect(try await run("send", "list").status == 0)
    let whole = try await run("store", "check")
    #expect(whole.status == 0 && whole.outputText.contains("Everything can be read: "))
    #expect(try await run("store", "size").outputText.contains("history"))
    #expect(try await run("store", "size", "--json").outputText.contains("\"history\""))
    try await damage("log.sqlite")
    let damaged = try await run("store", "check")
    #expect(damaged.status == 3 && damaged.outputText.contains("log.sqlite: damaged: "))
    let repair = try await run("store", "repair")
    #expect(repair.status == 0 && repair.outputText.contains("recovered: 1 exchange"))
    #expect(try await run("store", "check", "--json").outputText.contains("\"whole\": true"))
  }

  @Test("A full disk: commands work, keep nothing, and say so", .enabled(if: geteuid() == 0))
  func fullDisk() async throws {
    #expect(try await run("shared", "set", "k", input: "v\n").status == 0)
    let line = """
      cp -r $H/state $H/kept && mount -t tmpfs -o size=600k none $H/state && cp -r $H/kept/. $H/state/ \
      && { cat /dev/zero > $H/state/parley/filler; true; } && %
      """
    func full(_ command: String) async throws -> FinishedProcess {
      let command = line.replacing("%", with: "$P \(command) -w $H/shop").replacing("'", with: "'\\''")
      return try await shell("unshare -m bash -c '\(command)'")
    }
    for (command, output) in [("send list", "{\"n\":1}"), ("shared get k", "v"), ("cache list", "")] {
      let done = try await full(command)
      #expect(done.status == 0 && done.outputText.hasPrefix(output), "\(done.errorText)")
      #expect(done.errorText.contains("Nothing of this session is kept"), "\(done.errorText)")
    }
    for change in ["shared set k < $H/shop/parley.yaml", "shared remove k", "cache clear", "runs delete 1"] {
      let done = try await full(change)
      #expect(done.status == 3 && done.errorText.contains("Nothing was changed"), "\(change): \(done.errorText)")
    }
    #expect(try await run("shared", "get", "k").outputText.hasPrefix("v"))
  }
}
