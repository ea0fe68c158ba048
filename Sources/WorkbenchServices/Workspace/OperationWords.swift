import ParleyModel

package enum DescriptionReport: String, Hashable, Sendable {
  case coverage, drift
}

/// The words of a request's operation: its parameters, and the properties of its body.
package struct OperationWords: Hashable, Sendable {
  package struct Word: Hashable, Sendable {
    package var name: String
    /// Its type, and what it is for.
    package var note: String
    /// Of an enumeration.
    package var values: [String]

    package init(_ name: String, note: String, values: [String] = []) {
      self.name = name
      self.note = note
      self.values = values
    }
  }

  package var path: [Word]
  package var query: [Word]
  package var headers: [Word]
  /// The properties of the body by the path of their object: `.`, `.items[]`.
  package var body: [String: [Word]]

  package init(path: [Word] = [], query: [Word] = [], headers: [Word] = [], body: [String: [Word]] = [:]) {
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }
}
