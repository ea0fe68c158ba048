internal import ParleyText

/// A mistake in a workspace file, as `parley check` prints it and the workbench shows it.
///
/// It never holds a secret: no secret is ever written to a workspace file, and messages quote only what stands there.
package struct Diagnostic: Sendable, Hashable, Error {
  package enum Severity: String, Sendable {
    /// The value in the file cannot be used.
    case error
    /// The value in the file is used, but is probably not what was meant.
    case warning
  }

  package let code: Code
  package let severity: Severity
  package let place: SourcePlace
  /// One sentence: what was found and what was expected. Safe to print.
  package let message: String
  /// The known name nearest to an unknown one.
  package let nearest: String?
  /// The suggested remedy; nil if there is none.
  package let hint: String?

  package init(
    _ code: Code, _ severity: Severity = .error, at place: SourcePlace, _ message: String, nearest: String? = nil,
    hint: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.place = place
    self.message = Printable.text(message)
    self.nearest = nearest.map(Printable.text)
    self.hint = hint.map(Printable.text)
  }
}

extension Diagnostic: CustomStringConvertible {
  /// One line: place, severity, message.
  package var description: String {
    "\(place.exact): \(severity.rawValue): \(sentence) [\(code)]"
  }

  /// The message, followed by the nearest name where there is one.
  package var sentence: String {
    nearest.map { "\(message); did you mean “\($0)”?" } ?? message
  }
}

extension Sequence<Diagnostic> {
  package var hasErrors: Bool { contains { $0.severity == .error } }
}
