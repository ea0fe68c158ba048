import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import ParleyFiles
@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchScreens
@testable import WorkbenchState

@Suite("Signs have a legend", .timeLimit(.minutes(1)))
struct SignTests {
  /// The contexts of the panes that a part of the sources draws, whose help explains its signs. The first part that fits counts.
  private static let parts: [(path: String, contexts: [KeyContext])] = [
    ("WorkbenchGroups/List/", [.groupList]),
    ("WorkbenchGroups/GroupList", [.groupList]),
    ("WorkbenchGroups/Past/RunBranch", [.groupList]),
    ("WorkbenchGroups/Comparing/", [.comparison, .groupList]),
    ("WorkbenchGroups/Why/", [.why]),
    ("WorkbenchGroups/Debugging/BreakpointSheet", [.breakpoints]),
    ("WorkbenchGroups/StepForm/", [.stepForm]),
    ("WorkbenchGroups/Assembling/", [.groupFile, .groupSteps]),
    ("WorkbenchGroups/", [.groupSteps, .groupRun]),
    ("WorkbenchState/Sidebar/", [.sidebar]),
    ("WorkbenchState/Composer/", [.composer]),
    ("WorkbenchState/Chains/", [.sidebar, .responseHistory, .history]),
    ("WorkbenchState/Response/", [.response, .responseHistory]),
    ("WorkbenchState/WebSocket/", [.response]),
    ("WorkbenchState/Comparing/", [.comparedResponses, .responseHistory]),
    ("WorkbenchState/Events/", [.events]),
    ("WorkbenchScreens/Events/", [.events]),
    ("WorkbenchScreens/Cache/", [.cache]),
    ("WorkbenchScreens/History/", [.history]),
    ("WorkbenchScreens/SharedData/SharedHistory", [.sharedHistory]),
    ("WorkbenchScreens/SharedData/SharedUses", [.sharedUses]),
    ("WorkbenchScreens/SharedData/", [.shared]),
    ("WorkbenchServices/History/", [.events]),
    ("WorkbenchParts/Markdown/", [.composer]),
    ("Workbench/App/HintLine", [.history]),
  ]

  private static let targets = [
    "Workbench", "WorkbenchGroups", "WorkbenchParts", "WorkbenchScreens", "WorkbenchServices", "WorkbenchState",
  ]

  /// Arrows, signs of mathematics and technology, geometric shapes, dingbats; no lines of boxes and no blocks.
  private static func isSign(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value else { return false }
    let blocks: [ClosedRange<UInt32>] = [0x2190...0x24FF, 0x25A0...0x27BF, 0x2900...0x2BFF]
    return character == "ƒ" || character != "−" && blocks.contains { $0.contains(scalar) }
  }

  /// The signs in the texts of a source, which stand between quotation marks; comments have none that are drawn.
  private static func signs(in source: String) -> Set<Character> {
    let lines = source.split(whereSeparator: \.isNewline).filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    let texts = lines.flatMap { line in
      line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { !$0.offset.isMultiple(of: 2) }
    }
    return Set(texts.flatMap(\.element).filter(isSign))
  }

  private static func explained(in contexts: [KeyContext]) -> Set<Character> {
    Set((contexts + [.browsing]).flatMap(\.signs).flatMap { Array($0.glyphs) })
  }

  @Test("every sign that a pane can show has a line in the pane's help, or in that of everywhere", arguments: targets)
  func everySign(target: String) async throws {
    let root = "\(Repository.root)/Sources"
    let found = try await FinishedProcess.run("/usr/bin/find", ["\(root)/\(target)", "-name", "*.swift"])
    let files = found.outputText.split(whereSeparator: \.isNewline).map(String.init)
    #expect(files.count > 10)
    for file in files {
      let path = String(file.dropFirst(root.count + 1))
      let contexts = Self.parts.first { path.hasPrefix($0.path) }?.contexts ?? []
      let source = String(decoding: try FileSystem.read(file, limit: 1 << 20), as: UTF8.self)
      // The legends themselves are no signs that are drawn.
      guard !source.contains("signs: [") else { continue }
      let missing = Self.signs(in: source).subtracting(Self.explained(in: contexts))
      #expect(missing.isEmpty, "\(path): \(missing.sorted()) has no line in the help of \(contexts.map(\.name))")
    }
  }

  @Test("no sign has two lines in the help of one pane")
  func once() {
    for (context, heading) in KeyContext.headings {
      let lines = heading.signs.map(\.glyphs)
      #expect(Set(lines).count == lines.count, "\(context.name)")
      #expect(heading.signs.allSatisfy { $0.meaning.hasSuffix(".") }, "\(context.name)")
    }
  }

  @Test("the help lists the signs of the pane behind its own keys, and finds them by their meaning")
  func help() async throws {
    let bench = try BenchUnderTest(120, 48)
    await bench.idle()
    try await bench.press("6", "?", "/")
    await bench.type("pinned")
    let text = await bench.idle()
    #expect(text.contains("▪") && text.contains("A pinned exchange: it is kept, whatever its age."), "\(text)")
    try await bench.press("Esc", "Esc", "2", "?", "/")
    await bench.type("imported")
    #expect(await bench.idle().contains("A run that was imported."), "\(bench.terminal.text)")
  }
}
