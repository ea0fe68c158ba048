import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Shared data is written on condition, undone and done again", .timeLimit(.minutes(2)))
struct SharedSettingTests {
  let folder = TemporaryFolder()

  @Test("A key is set only when it holds what was expected", arguments: SharedPlace.allCases)
  func compareAndSet(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let shared = test.shared
    #expect(try await shared.compareAndSet("a", expected: nil, to: "1"))
    #expect(try await !shared.compareAndSet("a", expected: nil, to: "2"))
    #expect(try await shared.compareAndSet("a", expected: "1", to: "2"))
    #expect(try await !shared.compareAndSet("a", expected: "1", to: "3"))
    #expect(try await !shared.compareAndSet("a", expected: .json("2"), to: "3"))
    #expect(try await shared.compareAndSet("a", expected: "2", to: nil))
    #expect(try await shared.get("a") == nil)
    await test.close()
  }

  @Test("An edit of an entry that somebody else wrote meanwhile is refused", arguments: SharedPlace.allCases)
  func conflict(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let first = try await test.shared.set("a", "1")
    try await test.shared.set("a", "2")
    #expect(await refusal { try await test.shared.set("a", "3", ifStill: first.sequence) } == .conflict)
    #expect(await refusal { try await test.shared.remove("a", ifStill: first.sequence) } == .conflict)
    #expect(await refusal { try await test.shared.set("a", "3", ifStill: 0) } == .conflict)
    #expect(try await test.shared.get("a") == "2")
    await test.close()
  }

  @Test("Of many that add one at the same time none is lost", arguments: SharedPlace.allCases)
  func concurrent(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    try await test.shared.set("n", .json(0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<25 { try await test.shared.addOne(to: "n") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await test.shared.get("n")?.text == "200")
    await test.close()
  }

  @Test("Undo goes back change by change, redo forward, and a new change begins again", arguments: SharedPlace.allCases)
  func undo(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    let shared = test.shared
    for value in ["1", "2", "3"] { try await shared.set("a", .text(value)) }
    #expect(try await shared.undo("a").value == "2")
    #expect(try await shared.undo("a").value == "1")
    #expect(try await shared.redo("a").value == "2")
    #expect(try await shared.redo("a").value == "3")
    #expect(await refusal { try await shared.redo("a") } == .nothingToUndo)
    try await shared.undo("a")
    try await shared.set("a", "new")
    #expect(await refusal { try await shared.redo("a") } == .nothingToUndo)
    #expect(try await shared.undo("a").value == "2")
    #expect(try await shared.redo("a").value == "new")
    await test.close()
  }

  @Test("Undo brings back what was removed, and takes away what was new", arguments: SharedPlace.allCases)
  func undoRemoval(place: SharedPlace) async throws {
    let test = try await place.shared(in: folder)
    try await test.shared.set("a", "1")
    try await test.shared.remove("a")
    #expect(try await test.shared.undo("a").value == "1")
    #expect(try await test.shared.undo("a").content == .removed)
    #expect(try await test.shared.get("a") == nil)
    #expect(await refusal { try await test.shared.undo("a") } == .nothingToUndo)
    #expect(try await test.shared.redo("a").value == "1")
    #expect(try await test.shared.redo("a").content == .removed)
    #expect(await refusal { try await test.shared.undo("never") } == .nothingToUndo)
    await test.close()
  }
}

extension SharedData {
  /// Tries until nobody else came first.
  func addOne(to name: String) async throws {
    var isDone = false
    while !isDone {
      let last = try await entry(name)
      let number = last?.value?.text.flatMap { Int($0) } ?? 0
      let next = SharedValue.json(.number(JSONNumber(number + 1)))
      isDone = await refusal { try await self.set(name, next, ifStill: last?.sequence ?? 0) } == nil
    }
  }
}
