import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

// The words of a row for an attempt or a hop, in the tree and in the part Attempts.
extension AttemptRow {
  /// The status, or how it ended.
  var outcome: StyledText {
    if let status { return [Span("\(status)", StatusStyle.style(status, isMissed: state == .failed))] }
    return [Span(state == .running ? "▶" : state == .failed ? "✗" : state.rawValue, Style(state.role))]
  }

  /// `9 ms`
  var time: String { span.map { $0.lowerBound.duration(to: $0.upperBound).short } ?? "" }

  /// `after 97 ms   → https://other.example/   Authorization dropped   1.2 KB`
  var remark: String { remarks.joined(separator: "   ") }

  private var remarks: [String] {
    guard let send else { return [failure].compactMap(\.self) }
    let why: String? =
      switch send.reason {
      case .first, .redirect: nil
      case .retry: send.wait > .zero ? "after \(send.wait.short)" : nil
      case .renewal: "with a new token"
      case .challenge: "with credentials"
      case .resent: "sent again"
      }
    let location = send.location.map { "→ \($0)" }
    let dropped = send.droppedHeaders.isEmpty ? nil : "\(send.droppedHeaders.joined(separator: ", ")) dropped"
    let size = send.responseBytes.flatMap { $0 > 0 ? ByteCount.text($0) : nil }
    let failure = location == nil ? failure : nil
    return [why, dropped, location, failure, size].compactMap(\.self)
  }

  /// `not as expected`, `failed: network`; nil where nothing went wrong.
  var failure: String? { errorCode.map { Problem(code: $0, "").heading } }
}
