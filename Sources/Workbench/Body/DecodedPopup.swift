import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// The decoded form of a value, over the screen.
struct DecodedPopup: TextPopup {
  static let widest = 110

  let title: String
  private let text: [String]
  private let hasToken: Bool
  var top = 0

  init(_ decoded: DecodedValue, at now: Timestamp) {
    title = decoded.title(at: now).fitted(to: Self.widest - 4)
    hasToken = decoded.hasToken
    let shown = decoded.shown
    let text = shown.json.map { JSONPrinter.pretty.string(of: $0) } ?? SharedPreview.text(of: shown)
    self.text = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  func lines(columns: Int) -> [StyledText] {
    text.flatMap { line in
      var words = TemplateColours.json(line[...], uses: [])
      if hasToken, let moment = Self.moment(in: line) { words.append("   \(moment.localMoment) here", .muted) }
      return words.wrapped(to: columns, hanging: 4)
    }
  }

  /// The time that a line of claims says in seconds, such as `"exp": 1764100200,`.
  private static func moment(in line: String) -> Timestamp? {
    let parts = line.split(whereSeparator: { " :,".contains($0) })
    guard parts.count == 2, timeClaims.contains(parts[0]), let seconds = Double(parts[1]), abs(seconds) < 1e12 else {
      return nil
    }
    return Timestamp(microseconds: Int64(seconds * 1_000_000))
  }

  private static let timeClaims: Set<Substring> = ["\"exp\"", "\"iat\"", "\"nbf\"", "\"auth_time\""]

  var copied: String { text.joined(separator: "\n") }
}
