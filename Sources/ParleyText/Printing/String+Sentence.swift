extension String {
  /// Ended by a full stop, unless it is ended already: it may be a question.
  package var ended: String { hasSuffix(".") || hasSuffix("?") ? self : "\(self)." }

  /// Ended, and beginning with a capital letter.
  package var asSentence: String { "\(prefix(1).uppercased())\(dropFirst())".ended }
}
