import Foundation
import TestSupport
import Testing

/// Another workspace is opened from inside, in a real terminal.
@Suite("The journey to another workspace", .serialized, .timeLimit(.minutes(2)))
struct OpeningJourneyTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
    for name in ["shop", "bank"] {
      try parley.home.write(
        "parley: 1\nid: \(name)0000\nservers: { api: 'http://127.0.0.1:1' }\n", to: "\(name)/parley.yaml")
      try parley.home.write("url: /of/\(name)\n", to: "\(name)/requests/\(name)-item.yaml")
    }
  }

  @Test("by its folder, and back again from the list of the last ones; what was edited is kept")
  func there() async throws {
    let terminal = try await parley.open(["-w", parley.home.path("shop")])
    try await terminal.wait(for: "/of/shop")
    try await terminal.press("M-w")
    try await terminal.wait(for: "Another folder")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Open a workspace")
    try await terminal.type(parley.home.path("bank"))
    try await terminal.press("Enter")
    try await terminal.wait(for: "/of/bank")
    try await terminal.press("M-w")
    try await terminal.wait(for: "Another folder")
    try await terminal.type("shop")
    try await terminal.press("Enter")
    try await terminal.wait(for: "/of/shop")
    try await terminal.press("q")
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test("A folder without a workspace opens on the invitation when it is named, as it does from inside")
  func nothingThere() async throws {
    let empty = parley.home.path("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let terminal = try await parley.open([empty])
    try await terminal.wait(for: "Type or paste a URL")
    try await terminal.press("C-q")
    #expect(try await terminal.waitForEnd() == 0)
  }
}
