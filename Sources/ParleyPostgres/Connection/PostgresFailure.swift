import ParleyEngine

/// A failure of a request to the server, or of the connection to it.
enum PostgresFailure: Error {
  /// There is no connection, or it broke: the statement may have been executed or not.
  case lost(Message)
  /// The server refused the statement.
  case refused(Message)

  /// A message of the server or of libpq.
  struct Message {
    /// SQLSTATE; empty where there is none.
    var state = ""
    /// One line, without control characters.
    var text: String
    /// The server's detail; never shown, since it may quote values.
    var detail = ""

    init(state: String = "", _ text: String, detail: String = "") {
      self.state = state
      self.text = Self.line(text)
      self.detail = detail
    }

    /// As libpq writes it when it is verbose: `FATAL:  28P01: password authentication failed …`.
    init(ofConnection text: String) {
      let line = Self.line(text)
      let parts = line.split(separator: ": ", maxSplits: 3).map { $0.trimmingPrefix { $0 == " " } }
      let place = parts.firstIndex(where: Self.isState)
      self.init(
        state: place.map { String(parts[$0]) } ?? "", place.map { parts[($0 + 1)...].joined(separator: ": ") } ?? line)
    }

    /// Five digits or capitals; a severity such as `FATAL` has no digit.
    private static func isState(_ word: Substring) -> Bool {
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      let isPlain = word.utf8.allSatisfy { digits.contains($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      return isPlain && word.utf8.count == 5 && word.utf8.contains(where: digits.contains)
    }

    private static func line(_ text: String) -> String {
      let first = text.split(whereSeparator: \.isNewline).first ?? ""
      return String(
        first.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }.map(Character.init)
          .prefix(300))
    }
  }

  var message: Message {
    switch self {
    case .lost(let message), .refused(let message): message
    }
  }

  var isLost: Bool {
    if case .lost = self { return true }
    return false
  }

  /// States with which a server ends a connection, or does not take one just now.
  private static let losses: Set<String> = ["57P01", "57P02", "57P03", "57P05", "25P03", "53300"]

  /// The failure of a server's message: a loss if the message means that the connection is gone.
  init(_ message: Message) {
    let isLoss = Self.losses.contains(message.state) || message.state.hasPrefix("08")
    self = isLoss ? .lost(message) : .refused(message)
  }
}
