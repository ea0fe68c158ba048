import TestSupport
import Testing

@testable import WorkbenchLive
@testable import WorkbenchServices

@Suite("Kept filters on disk", .timeLimit(.minutes(2)))
struct FilterFileTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test("are there again, by name, one for each")
  func keeps() throws {
    let file = FilterFile(folder: folder.path)
    #expect(try file.all().isEmpty)
    _ = try file.save(SavedFilter("slow", "ms>500"))
    _ = try file.save(SavedFilter("failures", "kind:fail"))
    #expect(try file.save(SavedFilter("slow", "ms>900")) == FilterFile(folder: folder.path).all())
    #expect(
      try file.all() == [SavedFilter("failures", "kind:fail"), SavedFilter("slow", "ms>900")])
    #expect(try file.remove("failures") == [SavedFilter("slow", "ms>900")])
  }

  @Test("a file that is none is a clear error, and stays as it is")
  func damaged() throws {
    try folder.write("no json", to: "filters.json")
    let error = #expect(throws: Problem.self) {
      try FilterFile(folder: folder.path).save(SavedFilter("a", "b"))
    }
    #expect(error?.code == "filters.unreadable")
  }
}
