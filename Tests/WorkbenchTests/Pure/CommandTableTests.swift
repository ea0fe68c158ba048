import Glibc
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchScreens
@testable import WorkbenchState

@Suite("The command table", .timeLimit(.minutes(2)))
struct CommandTableTests {
  @Test("no key has two meanings in one pane")
  func conflicts() throws {
    let keymap = try CommandSet().table.keymap
    for contexts in KeyContext.active {
      let conflicts = keymap.conflicts(among: contexts).filter { !isMeant($0) }
      #expect(conflicts.isEmpty, "\(contexts): \(conflicts)")
    }
  }

  /// Out of here and on to the next mean a field before they mean the pane, and in the editor of a value so do the keys
  /// that take it over; and a list dropped over a field takes its keys, as the messages of a WebSocket do in a response.
  private func isMeant(_ conflict: Keymap.Conflict) -> Bool {
    let keys: Set<Key> = [.escape, .tab, .backtab]
    let ways: Set<Key> = [.control("s"), .control("c"), Key(.enter, .alt)]
    let contexts: Set<KeyContext> = [conflict.first.context, conflict.second.context]
    let isEditor = !contexts.isDisjoint(with: [.groupEditor, .sharedEditor])
    return keys.contains(conflict.first.sequence.keys[0])
      || isEditor && ways.contains(conflict.first.sequence.keys[0])
      || !contexts.isDisjoint(with: [
        .composerCompletion, .eventsCompletion, .historyCompletion, .sharedCompletion, .cacheCompletion,
        .stepFormChoices, .responseWebSocket,
      ])
  }

  @Test("every command is reached in some pane, by its key or from the palette")
  func contexts() {
    let known = Set(KeyContext.active.flatMap(\.self))
    for row in [CommandRow].all {
      #expect(!Set(row.command.contexts).isDisjoint(with: known), "\(row.command.id)")
    }
  }

  @Test("every context of keys has a heading")
  func headings() {
    let known = Set(KeyContext.active.flatMap(\.self) + [CommandRow].all.flatMap(\.command.contexts))
    for context in known { #expect(KeyContext.headings[context] != nil, "\(context.name)") }
  }

  @Test("every command has a title, and says what it does in a sentence")
  func sentences() {
    for command in [CommandRow].all.map(\.command) {
      #expect(!command.title.isEmpty && !command.title.hasSuffix("."), "\(command.id)")
      #expect(command.help.hasSuffix(".") && command.help.first?.isLowercase == false, "\(command.id)")
    }
  }

  @Test("no two commands say the same, and what several panes have says the same in each")
  func once() throws {
    let commands = try CommandSet().table.reference().map(\.command)
    for (help, same) in Dictionary(grouping: commands, by: \.help) where same.count > 1 {
      Issue.record("“\(help)” is said by \(same.map(\.name.name)): make one SharedCommand of them")
    }
    for (name, same) in Dictionary(grouping: [CommandRow].all.map(\.command), by: \.name) {
      #expect(Set(same.map(\.help)).count == 1, "\(name)")
    }
  }

  @Test("docs/keys.md says what the table says")
  func reference() throws {
    let path = try Self.root() + "/docs/keys.md"
    #expect(try Self.read(path) == KeyReference.markdown(), "Write it anew: make docs")
  }

  /// The project's folder, also where the tests are reached through a link.
  private static func root() throws -> String {
    let file = try #require(realpath(#filePath, nil))
    defer { free(file) }
    return String(cString: file).split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
      .joined(separator: "/")
  }

  private static func read(_ path: String) throws -> String {
    let file = try #require(fopen(path, "r"), "\(path) is missing: make docs")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
