import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The time left until a key expires, in seven columns, to the nearest: `59m 12s`, `3d 04h`, `expired`.
struct TimeLeft: Hashable {
  static let columns = 7
  private static let (minute, hour, day) = (60, 3600, 86_400)

  private let seconds: Int

  init(until moment: Timestamp, now: Timestamp) {
    seconds = Int(clamping: now.duration(to: moment).inMicroseconds.addingSaturated(999_999) / 1_000_000)
  }

  var isOver: Bool { seconds <= 0 }

  var text: String {
    switch seconds {
    case ...0: "expired"
    case ..<Self.minute: "\(seconds)s"
    case ..<Self.hour: "\(seconds / Self.minute)m \((seconds % Self.minute).decimal(digits: 2))s"
    case ..<(Self.day - Self.minute / 2): words(Self.hour, "h", Self.minute, "m")
    case ..<(1000 * Self.day - Self.hour / 2): words(Self.day, "d", Self.hour, "h")
    default: "\(min(99_999, rounded(to: Self.day)))d"
    }
  }

  /// Louder the less is left.
  var style: Style {
    if seconds <= 0 { return Style(.failure) }
    if seconds < Self.minute { return Style(.failure) }
    return seconds < Self.hour ? Style(.warning) : .muted
  }

  private func words(_ unit: Int, _ name: String, _ part: Int, _ partName: String) -> String {
    let parts = rounded(to: part)
    return "\(parts / (unit / part))\(name) \((parts % (unit / part)).decimal(digits: 2))\(partName)"
  }

  private func rounded(to unit: Int) -> Int { seconds / unit + (seconds % unit >= unit / 2 ? 1 : 0) }
}

extension SharedRow {
  func timeLeft(now: Timestamp) -> TimeLeft? { expires.map { TimeLeft(until: $0, now: now) } }

  /// In the list: a token in the value counts where the key has no expiry of its own.
  func listedTimeLeft(now: Timestamp) -> TimeLeft? {
    timeLeft(now: now) ?? tokenExpires.map { TimeLeft(until: $0, now: now) }
  }

  /// For the title of its value: `expires in 59m 12s`.
  func expiryWords(now: Timestamp) -> StyledText {
    guard let left = timeLeft(now: now) else { return "" }
    return [Span(left.isOver ? "expired" : "expires in \(left.text)", left.style), Span("  ", .muted)]
  }
}

/// Asks until when a key holds.
struct ExpiryForm: PopupForm {
  let row: SharedRow
  /// The time at which it was opened.
  let now: Timestamp

  var title: String { "Expiry of \(row.key.name.fitted(to: 40))" }
  var note: String {
    "Such as 30m, 12h or \(Self.example(after: now)), or the word “never”: it does not expire. Once it has expired the value is kept, but not used."
  }
  var fields: [FormField] { [FormField("expires", row.expires.map { $0 > now ? $0.iso8601 : "" } ?? "")] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    let end = try Self.moment(answers[0], from: state.now)
    return .shared(.key(.intent(SharedDataIntent(row.key.name, .expire(at: end, ifStill: row.sequence)))))
  }

  private static func moment(_ text: String, from now: Timestamp) throws(FormMistake) -> Timestamp? {
    let text = text.trimmingPrefix { $0 == " " }
    if text == "never" { return nil }
    if let duration = DurationText.parse(String(text)) { return now.advanced(by: duration) }
    if let moment = Timestamp(rfc3339: String(text)) { return moment }
    throw FormMistake("Write a duration such as 30m, a time such as \(example(after: now)), or “never”.")
  }

  /// Noon of the next day: an example that is over would be refused.
  private static func example(after now: Timestamp) -> String {
    "\(now.advanced(by: .seconds(86_400)).iso8601.prefix(10))T12:00:00Z"
  }
}
