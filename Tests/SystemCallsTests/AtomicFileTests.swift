import Glibc
import TestSupport
import Testing

@testable import SystemCalls

@Suite("A file that is written as a whole", .timeLimit(.minutes(1)))
struct AtomicFileTests {
  private typealias File = AtomicFile<SystemError>

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var names: [String] {
    guard let stream = opendir(folder.path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }
  }

  private func permissions(of name: String) -> mode_t {
    var status = stat()
    return stat(folder.path(name), &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test("has its content and permissions, and nothing is left beside it", arguments: [mode_t(0o600), 0o666, 0o400])
  func new(permissions: mode_t) throws {
    try File.write([1, 2], to: folder.path("a"), permissions: permissions, existing: .replaced)
    #expect(try folder.read("a") == [1, 2])
    #expect(self.permissions(of: "a") == permissions)
    #expect(names == ["a"])
  }

  @Test(
    "replaces what is there, leaves it, or is refused",
    arguments: [(ExistingFile.replaced, "new"), (.kept, "old"), (.refused, "old")])
  func existing(_ existing: ExistingFile, content: String) throws {
    try folder.write("old", to: "a")
    do throws(SystemError) {
      try File.write(Array("new".utf8), to: folder.path("a"), permissions: nil, existing: existing)
      #expect(existing != .refused)
    } catch {
      #expect(error == SystemError(.make, folder.path("a"), number: EEXIST))
      #expect(existing == .refused)
    }
    #expect(try folder.read("a") == Array(content.utf8))
    #expect(names == ["a"])
  }

  @Test("is made where nothing is, however what is there would be treated", arguments: [ExistingFile.kept, .refused])
  func made(_ existing: ExistingFile) throws {
    try File.write([7], to: folder.path("a"), permissions: nil, existing: existing)
    #expect(try folder.read("a") == [7])
    #expect(names == ["a"])
  }

  @Test("leaves nothing beside it when it cannot take its place")
  func failure() throws {
    try folder.write("x", to: "a/b")
    let error = #expect(throws: SystemError.self) {
      try File.write([1], to: folder.path("a"), permissions: nil, existing: .replaced)
    }
    #expect(error == SystemError(.write, folder.path("a"), number: EISDIR))
    #expect(names == ["a"])
  }

  @Test("in a folder that is not there is refused")
  func missingFolder() throws {
    let error = #expect(throws: SystemError.self) {
      try File.write([1], to: folder.path("missing/a"), permissions: nil, existing: .replaced)
    }
    #expect(error?.attempt == .open(.writing))
    #expect(error?.number == ENOENT)
  }

  @Test("is not there before it takes its place, and goes away when it never does")
  func prepared() throws {
    do {
      let prepared = try PreparedFile<SystemError>([1], at: folder.path("a"), permissions: nil)
      #expect(names.count == 1)
      #expect(names.allSatisfy { $0.hasPrefix(".a.") })
      _ = consume prepared
    }
    #expect(names == [])
  }
}
