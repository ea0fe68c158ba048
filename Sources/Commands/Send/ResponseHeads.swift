import HTTPTypes
import ParleyEngine
import ParleyText

/// Heads of requests and responses, as curl prints them.
struct ResponseHeads {
  let response: Response

  /// The status line and the headers, with an empty line behind them.
  var text: String {
    let reason = response.status.reasonPhrase.isEmpty ? "" : " \(response.status.reasonPhrase)"
    let lines = response.headers.map { "\($0.name.rawName): \($0.value)" }
    return (["\(response.version.rawValue) \(response.status.code)\(reason)"] + lines + ["", ""]).joined(
      separator: "\n")
  }

  /// The heads that went over the wire, each line with the direction before it.
  var exchange: [String] {
    (response.wire?.entries ?? []).flatMap { entry -> [String] in
      let mark: String
      switch entry.direction {
      case .sentHead: mark = ">"
      case .receivedHead: mark = "<"
      case .note: mark = "*"
      case .sentBody, .receivedBody: return []
      }
      let text = String(decoding: entry.bytes, as: UTF8.self)
      return text.split(whereSeparator: \.isNewline).map { "\(mark) \($0)" } + (mark == "*" ? [] : [mark])
    }
  }
}
