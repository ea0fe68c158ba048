import Testing

@testable import TerminalKit

@Suite("Themes turn roles into colours", .timeLimit(.minutes(2)))
struct ThemeTests {
  @Test("Every role of the shipped themes has a colour or is plain text", arguments: Theme.shipped)
  func complete(theme: Theme) {
    let plain = Role.allCases.filter { theme[$0] == Paint() }
    #expect(plain.allSatisfy { $0 == .text })
  }

  @Test(
    "No role vanishes on a selected line, at any depth", arguments: Theme.shipped,
    [ColorDepth.eight, .sixteen, .indexed])
  func readable(theme: Theme, depth: ColorDepth) {
    for role in Role.allCases {
      for ground in [Role.selection, .selectionUnfocused, .bar, nil] {
        let resolved = theme.resolve(Style(role, on: ground), depth: depth)
        #expect(
          resolved.foreground == nil || resolved.foreground != resolved.background,
          "\(role) on \(String(describing: ground))")
      }
    }
  }

  @Test("Every theme brings its ground along, but the one that is the terminal's", arguments: Theme.shipped)
  func ground(theme: Theme) {
    for depth in [ColorDepth.eight, .sixteen, .indexed] {
      let text = theme.resolve(.text, depth: depth)
      #expect((text.background != nil && text.foreground != nil) == (theme.name != "terminal"))
    }
    #expect(theme.resolve(.text, depth: .none).background == nil)
  }

  @Test(
    "Every role can be read on every ground of its theme", arguments: Theme.shipped.filter { $0.name != "terminal" })
  func contrast(theme: Theme) {
    for role in Role.allCases where role != .border {
      for ground in [nil, Role.selection, .selectionUnfocused, .bar] {
        let shown = theme.resolve(Style(role, on: ground), depth: .indexed)
        guard let text = shown.foreground, let behind = shown.background else { continue }
        let ratio = Color.contrast(text, behind)
        // As the guidelines for the web have it for large text; on the line of the cursor the ground says enough.
        #expect(ratio >= (ground == nil ? 3 : 2), "\(theme.name): \(role) on \(String(describing: ground)): \(ratio)")
      }
    }
  }

  @Test(
    "The border of a pane without the keys is weaker than that of the one with them",
    arguments: Theme.shipped.filter { $0.name != "terminal" })
  func borders(theme: Theme) {
    let ratios = [Role.border, .borderFocused].map { role in
      let shown = theme.resolve(Style(role), depth: .indexed)
      return Color.contrast(shown.foreground ?? 0, shown.background ?? 0)
    }
    #expect(ratios[0] < ratios[1], "\(theme.name)")
  }

  @Test("Black and white are as far apart as can be", arguments: [(16, 231, 21.0), (231, 16, 21.0), (100, 100, 1.0)])
  func ratio(left: UInt8, right: UInt8, ratio: Double) {
    #expect(abs(Color.contrast(left, right) - ratio) < 0.01)
  }

  @Test("Without colour, attributes alone tell state", arguments: Theme.shipped)
  func colorless(theme: Theme) {
    let selected = theme.resolve(Style(.success, .italic, on: .selection), depth: .none)
    #expect(selected == ResolvedStyle(foreground: nil, background: nil, attributes: [.reverse, .italic]))
    for role in [Role.failure, .title, .borderFocused, .match] {
      #expect(theme.resolve(Style(role), depth: .none).attributes.isEmpty == false)
    }
  }

  @Test(
    "The depth follows the terminal and the person's wish",
    arguments: [
      (256, "", ColorDepth.indexed), (16_777_216, "", .indexed), (88, "", .sixteen), (8, "", .eight), (-1, "", .none),
      (256, "1", .none),
    ])
  func depth(colors: Int, noColor: String, depth: ColorDepth) {
    #expect(ColorDepth(colors: colors, environment: ["NO_COLOR": noColor]) == depth)
  }
}
