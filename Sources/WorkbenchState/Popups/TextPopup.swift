package import TerminalKit
import WorkbenchParts

/// A pop-up that only shows lines, of which there may be more than there is room for.
package protocol TextPopup: Sheet {
  var title: String { get }
  /// Of its frame.
  var role: Role { get }
  /// In columns, as far as there is room.
  static var widest: Int { get }
  /// Lines scrolled out at the top.
  var top: Int { get set }

  func lines(columns: Int) -> [StyledText]
  /// The text for the clipboard.
  var copied: String { get }
}

extension TextPopup {
  package var role: Role { .borderFocused }
  package var acceptWord: String { "close" }
  package var copied: String { lines(columns: 200).map(\.plain).joined(separator: "\n") }

  package mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    let rect = state.arrangement.popups
    let page = max(1, rect.height - 2)
    switch action {
    case .close, .accept: return .close(nil)
    case .copy: return .act(.terminal(.copy(copied, of: "the text")))
    case .move(.lines(let count)): top += count
    case .move(.pages(let count)): top += count * page
    case .move(.first): top = 0
    case .move(.last): top = .max / 2
    case .next, .previous, .turnKeeping, .acceptAll, .confirm: break
    }
    top = max(0, min(lines(columns: Self.width(in: rect)).count - page, top))
    return .handled
  }

  package func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let width = Self.width(in: rect)
    frame.popup(lines(columns: width), from: top, width: width, over: rect, title: title, role: role)
  }

  private static func width(in rect: Rect) -> Int { max(10, min(widest, rect.width - 8)) }
}

extension Frame {
  /// A box in the middle of an area with as many lines as there is room for, and how many more there are.
  /// - Returns: the area inside.
  @discardableResult
  package mutating func popup(
    _ lines: [StyledText], from top: Int, width: Int, over rect: Rect, title: String, role: Role = .borderFocused
  ) -> Rect {
    let size = Size(width: width, height: max(1, min(lines.count, rect.height - 2)))
    let inside = popup(size, over: rect, title: title, role: role)
    for (row, line) in lines.dropFirst(top).prefix(inside.height).enumerated() {
      put(line, at: inside.row(row).origin, maxWidth: inside.width)
    }
    popupScrollBar(ScrollExtent(first: top, shown: inside.height, count: lines.count), beside: inside, role: role)
    let hidden = lines.count - top - inside.height
    if hidden > 0 {
      let more = " ↓ \(hidden) more "
      put(more, at: Point(x: inside.maxX - more.count, y: inside.maxY), style: .muted)
    }
    return inside
  }
}
