/// A part of an expectation or assertion that failed, and what it was: `.state = "pending"`.
///
/// ```swift
/// for part in step.error?.checked ?? [] { print(part.sentence) }
/// ```
public struct CheckedPart: Sendable, Hashable, Codable {
  /// The part as it is written: `.state`, `status`, `header ETag`.
  public var text: String
  /// Its value or outcome, masked: `= "pending"`, `is untrue for 2 of 11`.
  public var outcome: String
  /// The path of its value in what was looked at; nil where it is not in there.
  public var path: String?
  /// The number of other parts that it stands in.
  public var depth: Int
  /// The value's source in the run; nil outside of one.
  package var origin: Provenance?

  /// A part that was looked at; `outcome` masked.
  public init(_ text: String, _ outcome: String, path: String? = nil, depth: Int = 0) {
    (self.text, self.outcome, self.path, self.depth) = (text, outcome, path, depth)
  }

  /// Both in one: `.state = "pending"`.
  public var sentence: String { "\(text) \(outcome)" }

  /// The same with its texts changed, for masking.
  package func mapped(_ mask: (String) -> String) -> CheckedPart {
    var part = self
    (part.text, part.outcome, part.path) = (mask(text), mask(outcome), path.map(mask))
    return part
  }
}
