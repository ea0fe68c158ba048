import Glibc
import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Where a workspace's store is", .timeLimit(.minutes(2)))
struct LocationTests {
  let folder = TemporaryFolder()
  var state: StateFolder { StateFolder(path: folder("state")) }

  private func workspace(_ name: String) -> String {
    mkdir(folder(name), 0o755)
    return folder(name)
  }

  @Test("The state folder follows the XDG specification")
  func stateFolder() throws {
    #expect(try StateFolder(environment: ["XDG_STATE_HOME": "/x", "HOME": "/h"]).path == "/x/parley")
    #expect(try StateFolder(environment: ["HOME": "/h"]).path == "/h/.local/state/parley")
    #expect(
      try StateFolder(environment: ["XDG_STATE_HOME": "relative", "HOME": "/h"]).path == "/h/.local/state/parley")
    #expect(try StateFolder(environment: ["XDG_STATE_HOME": "", "HOME": "/h"]).path == "/h/.local/state/parley")
    #expect(try StateFolder(environment: ["HOME": "/h"]).machineKey == "/h/.local/state/parley/keys/machine.key")
    let error = #expect(throws: RepositoryError.self) { try StateFolder(environment: [:]) }
    #expect(error?.kind == .unusablePath)
  }

  @Test("A store belongs to the id and the real path together")
  func belongsToBoth() throws {
    let (one, two) = (workspace("one"), workspace("two"))
    symlink(one, folder("link"))
    let location = try state.location(ofWorkspace: "id", at: one)
    #expect(try state.location(ofWorkspace: "id", at: folder("link")) == location)
    #expect(try state.location(ofWorkspace: "id", at: one + "/../one/") == location)
    #expect(try state.location(ofWorkspace: "id", at: two).folder != location.folder)
    #expect(try state.location(ofWorkspace: "other", at: one).folder != location.folder)
    #expect(!location.exists)
  }

  @Test("No id leads out of the folder of stores", arguments: ["../../etc", "/etc", "", "a\0b", "..", "\u{1B}[2J"])
  func staysInside(id: String) throws {
    let location = try state.location(ofWorkspace: id, at: workspace("w"))
    #expect(location.folder.hasPrefix("\(state.path)/stores/"))
    let name = location.folder.dropFirst("\(state.path)/stores/".count)
    #expect(name.count == 32)
    #expect(!name.contains("/"))
  }

  @Test("A workspace folder that is not there is a typed error")
  func missingWorkspace() {
    let error = #expect(throws: RepositoryError.self) {
      try state.location(ofWorkspace: "id", at: folder("nowhere"))
    }
    #expect(error?.kind == .unusablePath)
  }

  @Test("A copy of a workspace gets an empty store and can tell where its id is known")
  func copies() async throws {
    let original = try state.location(ofWorkspace: "id", at: workspace("original"))
    let store = Store(at: original)
    try await store.open()
    try await store.keep(.answered("a"))

    let copy = try state.location(ofWorkspace: "id", at: workspace("copy"))
    #expect(original.exists)
    #expect(!copy.exists)
    #expect(copy.others() == [original])
    #expect(try state.location(ofWorkspace: "stranger", at: workspace("copy")).others().isEmpty)
    let second = Store(at: copy)
    try await second.open()
    #expect(try await second.history.count() == 0)
    #expect(original.others() == [copy])
    await store.close()
    await second.close()
  }

  @Test("A workspace that was moved takes its store along, sealed rows included")
  func moves() async throws {
    let old = try state.location(ofWorkspace: "id", at: workspace("old"))
    let store = Store(at: old)
    try await store.open()
    let exchange = Exchange.answered("a", body: InMemoryBytes(noise(1_200_000)), secrets: Secrets(["s"]))
    try await store.keep(exchange)
    try await store.drafts.save("d", content: [7])
    await store.close()

    let new = try state.location(ofWorkspace: "id", at: workspace("new"))
    try new.adopt(from: old)
    #expect(new.exists)
    #expect(!old.exists)
    #expect(new.others().isEmpty)
    let moved = Store(at: new)
    try await moved.open()
    #expect(try await moved.history.exchange(exchange.id)?.exchange.response?.body.all() == noise(1_200_000))
    #expect(try await moved.drafts.load("d")?.content == [7])
    await moved.close()
  }

  @Test("An adoption that the power cut short is finished at the next start")
  func halfAdopted() async throws {
    let old = try state.location(ofWorkspace: "id", at: workspace("old"))
    let new = try state.location(ofWorkspace: "id", at: workspace("new"))
    let store = Store(at: old)
    try await store.open()
    try await store.drafts.save("d", content: [7])
    await store.close()
    rename(old.folder, new.folder)
    let moved = Store(at: new)
    try await moved.open()
    #expect(new.exists)
    #expect(try await moved.drafts.load("d")?.content == [7])
    await moved.close()
  }

  @Test("A store that is in use, or a place that has one, is not adopted")
  func refusesToAdopt() async throws {
    let old = try state.location(ofWorkspace: "id", at: workspace("old"))
    let new = try state.location(ofWorkspace: "id", at: workspace("new"))
    let store = Store(at: old)
    try await store.open()
    #expect(throws: RepositoryError.self) { try new.adopt(from: old) }
    #expect(old.exists && !new.exists)
    await store.close()
    let other = Store(at: new)
    try await other.open()
    await other.close()
    #expect(throws: RepositoryError.self) { try new.adopt(from: old) }
    #expect(old.exists && new.exists)
  }

  @Test("A store that was put in another's place is left alone")
  func foreignStore() async throws {
    let mine = try state.location(ofWorkspace: "mine", at: workspace("mine"))
    let other = try state.location(ofWorkspace: "other", at: workspace("other"))
    let store = Store(at: other)
    try await store.open()
    await store.close()
    rename(other.folder, mine.folder)
    let error = await #expect(throws: RepositoryError.self) { try await Store(at: mine).open() }
    #expect(error?.kind == .unusablePath)
    #expect(error?.detail?.contains(folder("other")) == true)
  }
}
