package import ParleyEngine

/// The parts of its input and its variables that a filter reads: found in its text, before it runs.
///
///     let usage = try JQProgram("$steps.cart.total + .fee", variables: ["steps"]).usage
///     usage.members.map(\.name)  // ["cart"]
///     usage.readsInput           // true
public struct JQUsage: Hashable, Sendable {
  /// A use of a variable that is passed in, or of a member of it whose name is written in the filter.
  public struct Member: Hashable, Sendable {
    /// The variable's name, without `$`.
    public let variable: String
    /// The member's name; nil where the variable is used as a whole, or the name is computed.
    public let name: String?
    /// The range of the name, or else of the variable, as offsets in the UTF-8 of the filter's text.
    public let range: Range<Int>
  }

  /// The uses of variables that are passed in, in the order of the text.
  public internal(set) var members: [Member] = []
  /// Whether the outputs depend on the input: false for `$steps.cart.total > 0`, in doubt true.
  public internal(set) var readsInput = false
  /// The kind of all that it gives, as far as its text alone tells: a number for `.items | length`.
  package internal(set) var givenKind: JSONValue.Kind?

  /// The names of the variables it uses.
  public var variables: Set<String> { Set(members.map(\.variable)) }
}
