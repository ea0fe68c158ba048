import Foundation
import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices

@Suite("Two workbenches on one workspace", .timeLimit(.minutes(2)))
struct LiveSavingTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: saving1\nservers: { api: \"http://127.0.0.1:1\" }\n", to: "shop/parley.yaml")
    try folder.write("url: /start # a note\n", to: "shop/requests/r.yaml")
  }

  /// Each with a state folder of its own, as of two people.
  private func open(_ name: String) async throws -> LiveServices {
    let (state, bus) = (StateFolder(path: folder.path(name)), EventBus())
    let session = try await Session.open(at: folder.path("shop"), state: state, events: bus, passphraseCost: 16)
    return LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
  }

  @Test("of two edits of one file that are saved at once, one is written and the other is asked with both shown")
  func saving() async throws {
    let (one, two) = (try await open("one"), try await open("two"))
    for round in 0..<15 {
      let (mine, theirs) = (try await one.requests.load("r").saved, try await two.requests.load("r").saved)
      async let first = one.requests.save(edit(mine, "/one/\(round)"), of: "r", over: mine)
      async let second = two.requests.save(edit(theirs, "/two/\(round)"), of: "r", over: theirs)
      let outcomes = [try await first, try await second]
      let (winner, loser) = outcomes[0].isSaved ? (outcomes[0], outcomes[1]) : (outcomes[1], outcomes[0])
      guard case .saved(let written, _) = winner, case .changedOnDisk(let onDisk) = loser else {
        return #expect(Bool(false), "\(outcomes)")
      }
      #expect(onDisk.saved == written.saved && onDisk.draft?.url != written.saved.url)
      let text = String(decoding: try folder.read("shop/requests/r.yaml"), as: UTF8.self)
      #expect(text == "url: \(written.saved.url) # a note\n")
      _ = try await [one.requests.load("r"), two.requests.load("r")]
    }
    await one.close()
    await two.close()
  }

  @Test("the folder of the last file that is moved out of it goes with it; one that holds anything else stays")
  func emptied() async throws {
    for file in ["groups/deep/er/last", "groups/kept/g", "requests/deep/er/last"] {
      let text = file.hasPrefix("groups") ? "serial:\n  - request: r\n" : "url: /x\n"
      try folder.write(text, to: "shop/\(file).yaml")
    }
    try folder.write("a note\n", to: "shop/groups/kept/notes.txt")
    let services = try await open("one")
    try await services.session.files.rename(group: "deep/er/last", to: "top", everywhere: false)
    try await services.session.files.rename(group: "kept/g", to: "kept-g", everywhere: true)
    try await services.session.files.rename(request: "deep/er/last", to: "top", everywhere: true)
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path("shop")).filter { !$0.hasPrefix(".") }
    #expect(!left.contains { $0.contains("deep") } && left.contains("groups/kept/notes.txt"), "\(left)")
    #expect(left.contains("groups/top.yaml") && left.contains("requests/top.yaml"))
    await services.close()
  }

  @Test("a permission that another program gives is noticed by a workbench that is open")
  func trust() async throws {
    try folder.write("serial:\n  - { local: sign, run: [./sign.sh] }\n", to: "shop/groups/g.yaml")
    try folder.write("#!/bin/sh\n", to: "shop/sign.sh")
    let services = try await open("one")
    let bench = try RunningBench(120, 30, running: services, now: Timestamp.now)
    await bench.shows("⚠ not trusted")
    let state = StateFolder(path: folder.path("one"))
    let other = try await Session.open(at: folder.path("shop"), state: state, events: EventBus(), passphraseCost: 16)
    try other.permissions.allow(other.permissions.missing())
    await bench.hides("⚠ not trusted")
    await other.close()
    await services.close()
  }

  @Test("a draft of an earlier session knows what its file said, and is merged with what it says now")
  func keptBase() async throws {
    let one = try await open("one")
    let saved = try await one.requests.load("r").saved
    try await one.requests.keepDraft(edit(saved, "/mine"), of: "r", over: saved)
    #expect(try await one.requests.load("r").base == nil)
    await one.close()
    try folder.write("url: /start # a note\ndocs: theirs\n", to: "shop/requests/r.yaml")
    let two = try await open("one")
    #expect(try await two.requests.load("r").base == saved)
    let bench = try RunningBench(120, 30, running: two, now: Timestamp.now)
    await bench.until { $0.contains("/mine") && $0.contains("your edits are kept") }
    try await bench.press("Ctrl-S")
    await bench.shows("Saved to requests/r.yaml")
    let text = String(decoding: try folder.read("shop/requests/r.yaml"), as: UTF8.self)
    #expect(text == "url: /mine # a note\ndocs: theirs\n")
    await two.close()
  }

  @Test("filters that both keep at once are all kept")
  func filters() async throws {
    let folder = folder
    await withTaskGroup { group in
      for name in ["a", "b", "c", "d"] {
        group.addTask {
          for number in 0..<10 {
            _ = try? FilterFile(folder: folder.path).save(SavedFilter("\(name)\(number)", "kind:fail"))
          }
        }
      }
    }
    #expect(try FilterFile(folder: folder.path).all().count == 40)
  }

  private func edit(_ draft: RequestDraft, _ url: String) -> RequestDraft {
    var draft = draft
    draft.url = url
    return draft
  }
}

extension SaveOutcome {
  fileprivate var isSaved: Bool {
    if case .saved = self { true } else { false }
  }
}
