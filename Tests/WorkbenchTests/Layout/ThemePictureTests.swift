import Foundation
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchState

/// The first screen in each theme, with and without colour, at three sizes. A picture is the text and the roles of its cells, in
/// `Pictures/SIZE.txt`; a theme gives each role its colours, in `Pictures/themes.txt`: so each combination is there, and none twice.
/// `make pictures` writes them anew.
@Suite("Pictures of the first screen", .timeLimit(.minutes(2)))
struct ThemePictureTests {
  private static let sizes = [(80, 24), (120, 36), (160, 48)]
  private static let depths = [ColorDepth.indexed, .eight, .none]
  private static var writes: Bool { ProcessInfo.processInfo.environment["PARLEY_WRITE_PICTURES"] != nil }

  private func frame(_ width: Int, _ height: Int) async throws -> Frame {
    let body = #"{"id": 7, "name": "Ada 漢字", "open": true, "price": 99.50, "note": null, "tags": ["e\u0301t\u0301"]}"#
    let services = FakeServices(transport: RecordingTransport(body: body, contentType: "application/json"))
    let bench = try BenchUnderTest(width, height, services: services)
    await bench.idle()
    try await bench.press("F5", "Tab", "Tab", "j", "/")
    await bench.type("ada")
    try await bench.press("Enter")
    return await bench.idleFrame()
  }

  private func compare(_ text: String, with name: String) throws {
    let file = "\(Repository.root)/Tests/WorkbenchTests/Layout/Pictures/\(name).txt"
    if Self.writes { return try text.write(toFile: file, atomically: true, encoding: .utf8) }
    let kept = try String(contentsOfFile: file, encoding: .utf8)
    let (now, before) = (text.split(separator: "\n"), kept.split(separator: "\n"))
    for (line, (one, other)) in zip(now, before).enumerated() where one != other {
      Issue.record("line \(line + 1) of \(name) is\n\(one)\nand was\n\(other)\n`make pictures` writes it anew")
      return
    }
    #expect(now.count == before.count, "`make pictures` writes \(name) anew")
  }

  @Test("show what they showed, cell by cell", arguments: sizes)
  func pictures(width: Int, height: Int) async throws {
    try compare(try await frame(width, height).picture, with: "\(width)x\(height)")
  }

  @Test("have the colours that they had, in every theme, with few colours and without")
  func themes() throws {
    let lines = Theme.shipped.flatMap { theme in
      Role.allCases.map { role in
        let looks = Self.depths.map { theme.resolve(Style(role), depth: $0).words }
        return "\(theme.name) \(role.fileName): \(looks.joined(separator: " | "))"
      }
    }
    try compare(lines.joined(separator: "\n") + "\n", with: "themes")
  }

  @Test("give a bar the same colour in the selected row, so that it is not taken for another")
  func bars() {
    // On the yellow of this one nothing but black can be read.
    for theme in Theme.shipped where theme.name != Theme.highContrast.name {
      for role in [Role.info, .accent, .warning, .success, .number, .muted, .failure] {
        let plain = theme.resolve(Style(role), depth: .indexed).foreground
        let selected = theme.resolve(Style(role, on: .selection), depth: .indexed).foreground
        #expect(selected == plain, "\(role) in \(theme.name)")
      }
    }
  }

  @Test("can be read in every theme at every depth and size", arguments: sizes)
  func readable(width: Int, height: Int) async throws {
    let styles = Set(try await frame(width, height).cells.filter { $0.grapheme != " " }.map(\.style))
    #expect(styles.count > 8)
    for theme in Theme.shipped {
      for depth in [ColorDepth.eight, .sixteen, .indexed] {
        for style in styles {
          let look = theme.resolve(style, depth: depth)
          #expect(look.foreground == nil || look.foreground != look.background, "\(style) in \(theme.name) at \(depth)")
        }
      }
      let selected = theme.resolve(Style(.text, on: .selection), depth: .none)
      #expect(selected.attributes.contains(.reverse), "the line of the cursor in \(theme.name) without colour")
    }
  }
}

extension ResolvedStyle {
  fileprivate var words: String {
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
    ]
    let colors = "\(foreground.map(String.init) ?? "-")/\(background.map(String.init) ?? "-")"
    return ([colors] + names.filter { attributes.contains($0.0) }.map(\.1)).joined(separator: " ")
  }
}

extension Frame {
  /// The lines, each with the roles of its runs below it. Clocks and times that depend on the machine are left out.
  fileprivate var picture: String {
    (0..<size.height).map { y in
      let text = line(y).replacing(#/\d\d:\d\d(:\d\d)?/#, with: "··:··").replacing(
        #/\d+(\.\d+)? (ms|s)\b/#, with: "· ms")
      let roles = runs(y).map { "\($0.text.count) \($0.style.words)" }.joined(separator: ", ")
      return "\(text)\n    \(roles)"
    }.joined(separator: "\n") + "\n"
  }
}

extension Style {
  fileprivate var words: String {
    role.fileName + (ground.map { "@\($0.fileName)" } ?? "") + (attributes.isEmpty ? "" : "+\(attributes.rawValue)")
  }
}
