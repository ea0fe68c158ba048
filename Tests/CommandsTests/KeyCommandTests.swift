import Commands
import Foundation
import TestSupport
import Testing

@Suite("parley key new", .timeLimit(.minutes(1)))
struct KeyCommandTests {
  @Test("makes a file that only its owner may read, and never writes over one")
  func make() throws {
    let folder = try TemporaryDirectory()
    let (path, console) = (folder.path("team.key"), RecordingConsole())
    #expect(KeyCommand.make(path, on: console) == .good)
    let made = try folder.read("team.key")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(KeyCommand.make(path, on: console) != .good)
    #expect(try folder.read("team.key") == made && !made.isEmpty)
  }
}
