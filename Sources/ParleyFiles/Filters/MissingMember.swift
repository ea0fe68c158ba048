package import ParleyEngine
internal import ParleyText

/// A name that a filter reads of what a step gave, and that is not in it: jq makes it `null` without a word.
package struct MissingMember: Sendable {
  /// The step, and the names up to the value that lacks one.
  package let place: [String]
  package let name: String
  /// Those that it has.
  private let others: [String]

  private static let mostNames = 6

  /// The first of the names; nil where all are there.
  package init?(_ paths: [JQFilter.StepPath], in steps: JSONObject) {
    for path in paths.map(\.names) {
      guard var value = steps[path[0]] else { continue }
      for (index, name) in path.enumerated().dropFirst() {
        guard let object = value.object else { break }
        guard let next = object[name] else {
          self.init(place: Array(path[..<index]), name: name, others: object.map(\.key))
          return
        }
        value = next
      }
    }
    return nil
  }

  private init(place: [String], name: String, others: [String]) {
    (self.place, self.name, self.others) = (place, name, others)
  }

  /// `$steps.one has no result`
  package var words: String { "$steps.\(place.joined(separator: ".")) has no \(name)" }

  /// The same with the names that it has.
  package var sentence: String {
    let names = others.prefix(Self.mostNames).joined(separator: ", ")
    let all = others.isEmpty ? "is an empty object" : "has \(names)\(others.count > Self.mostNames ? " …" : "")"
    return "\(words): it \(all)."
  }
}
