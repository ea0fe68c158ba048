import ParleyEngine
import ParleyWorkspace
import Testing

@Suite("What was exported is imported as the same requests", .timeLimit(.minutes(2)))
struct RoundTripTests {
  @Test("every request of the demo goes to Postman and back, but for what the page lists")
  func postman() async throws {
    let demo = try await ExportedDemo(as: .postman)
    let different = try await demo.different()
    for (id, texts) in different { print("DIFF", id, "\n", texts.before, "\n---\n", texts.after ?? "nil") }
    #expect(different.keys.sorted() == [])
    print(demo.notes, demo.exported.notes)
  }

  @Test("every request of the demo goes into a .http file and back, but for what the page lists")
  func http() async throws {
    let demo = try await ExportedDemo(as: .http)
    let different = try await demo.different()
    for (id, texts) in different { print("DIFF", id, "\n", texts.before, "\n---\n", texts.after ?? "nil") }
    #expect(different.keys.sorted() == [])
    print(demo.notes, demo.exported.notes)
  }
}
