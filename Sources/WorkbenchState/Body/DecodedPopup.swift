package import ParleyEngine
package import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// The decoded form of a value, over the screen.
package struct DecodedPopup: TextPopup {
  package static let widest = 110

  package let title: String
  private let text: [String]
  /// The moments of its tokens, whose claims have them as numbers, and that the signature says nothing about them.
  private let times: [StyledText]
  package var top = 0

  package init(_ decoded: DecodedValue, at now: Timestamp) {
    title = decoded.heading(at: now).fitted(to: Self.widest - 4)
    let shown = decoded.shown
    let text = shown.json.map { JSONPrinter.pretty.string(of: $0) } ?? SharedPreview.text(of: shown)
    let tokens = decoded.token.map { [("", $0)] } ?? decoded.tokens.map { ($0.place, $0.token) }
    let moments = tokens.flatMap { place, token in
      token.times.map { Self.line(of: place.isEmpty ? $0 : "\(place) \($0)", $1, at: now) }
    }
    times = moments + (decoded.hasToken ? [StyledText("The signature is not checked.", .muted)] : [])
    self.text = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func line(of claim: String, _ time: Timestamp, at now: Timestamp) -> StyledText {
    let span = SpanText.text(now.duration(to: time))
    let words = time > now ? "in \(span)" : "\(span) ago"
    return [Span("\(claim)  ", .key), Span("\(time.localMoment) local time, \(words)", .text)]
  }

  package func lines(columns: Int) -> [StyledText] {
    let lines = text.flatMap { TemplateColours.json($0[...], uses: []).wrapped(to: columns, hanging: 4) }
    return times.isEmpty ? lines : times + [""] + lines
  }

  package var copied: String { text.joined(separator: "\n") }
}
