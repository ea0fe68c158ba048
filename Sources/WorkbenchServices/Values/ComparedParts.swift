package import ParleyEngine

/// The parts of a step in two runs.
package struct ComparedParts: Sendable, Hashable {
  package struct Pair: Sendable, Hashable {
    package var left, right: JSONValue?
    /// The secrets to mask. Whether they differ is shown.
    package var secrets: Secrets

    package init(_ left: JSONValue? = nil, _ right: JSONValue? = nil, hiding secrets: Secrets = Secrets()) {
      (self.left, self.right, self.secrets) = (left, right, secrets)
    }
  }

  package var request = Pair()
  package var status = Pair()
  package var headers = Pair()
  package var body = Pair()
  package var input = Pair()
  package var output = Pair()

  package init() {}
}
