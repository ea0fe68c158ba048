import ParleyEngine
import TerminalKit
import WorkbenchServices

/// The line below a WebSocket's messages in which one writes, again and again, with what was written before.
struct MessageLine: Hashable, Sendable {
  var editor = LineEditor("", placeholder: "a message; {{name}} is filled in")
  /// The messages sent from here, the oldest first.
  private var sent: [String] = []
  /// Which of them stands in the line; nil for one that is being written.
  private var place: Int?
  /// The text being written when an older message was called back.
  private var draft = ""
  /// Whether it has the keys.
  var isOpen = false

  /// Takes the message out of the line.
  mutating func take() -> String? {
    let text = editor.text
    guard !text.isEmpty else { return nil }
    if sent.last != text { sent.append(text) }
    (place, draft) = (nil, "")
    editor.replaceAll(with: "")
    return text
  }

  /// A message that could not be sent stands in the line again, unless another one is being written.
  mutating func giveBack(_ text: String) {
    if editor.isEmpty { editor.replaceAll(with: text) }
  }

  /// To the message before (-1), or after.
  mutating func recall(_ step: Int) {
    let wanted = (place ?? sent.count) + step
    guard sent.indices.contains(wanted) || wanted == sent.count else { return }
    if place == nil { draft = editor.text }
    place = wanted == sent.count ? nil : wanted
    editor.replaceAll(with: place.map { sent[$0] } ?? draft)
  }

  /// - Parameter channel: nil unless a WebSocket is open.
  mutating func update(_ action: WebSocketAction, over channel: WebSocketChannel?) -> [Effect] {
    switch action {
    case .write: isOpen = channel != nil
    case .leave: isOpen = false
    case .recall(let step): recall(step)
    case .send: return send(over: channel)
    case .giveBack(let text): giveBack(text)
    case .ping: channel?.postPing()
    case .close(let close):
      isOpen = false
      channel?.postClose(close)
    }
    return []
  }

  private mutating func send(over channel: WebSocketChannel?) -> [Effect] {
    guard let channel else {
      isOpen = false
      return [.say(.refused("The WebSocket is closed. F5 opens it again."))]
    }
    return take().map { [.perform(WebSocketEffect(message: $0, channel: channel))] } ?? []
  }

  func draw(into frame: inout Frame, _ row: Rect, isFocused: Bool) {
    guard !row.isEmpty else { return }
    let used = frame.put([Span("→ ", .accent)], at: row.origin, maxWidth: row.width)
    editor.draw(into: &frame, rect: row.inset(left: used), isFocused: isFocused)
  }
}
