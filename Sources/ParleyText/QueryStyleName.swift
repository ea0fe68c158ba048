/// How a name with several values stands in a query.
package enum QueryStyleName: String, Sendable, CaseIterable {
  /// `tag=a&tag=b`
  case repeated
  /// `tag[]=a&tag[]=b`
  case brackets
  /// `tag=a,b`
  case comma

  /// The description in the help.
  package static let summary =
    "How a parameter with several values is sent. `repeated` is `tag=a&tag=b`, `brackets` is `tag[]=a&tag[]=b`, `comma` is `tag=a,b`."
}
