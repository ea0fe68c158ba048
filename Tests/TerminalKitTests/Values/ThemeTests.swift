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
