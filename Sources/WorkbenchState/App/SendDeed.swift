package import ParleyModel
package import TerminalKit

/// The deed of the key that sends.
package enum SendDeed: Sendable {
  /// Sends the open request.
  case open
  /// Opens a request, and sends it.
  case request(RequestID)
  case command(CommandID)
  case effects([Effect])

  /// The word for sending the open request.
  static func word(in state: State, room: Int) -> String {
    guard let composer = state.tabs.current?.composer else { return "send" }
    let when = state.moment == nil ? "" : " with today's values"
    return "send \(composer.request.description.fitted(to: room))\(when)"
  }
}
