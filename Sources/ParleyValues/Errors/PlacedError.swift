/// An error together with the place it comes from, which it did not know itself.
package struct PlacedError: ExplainedError {
  /// The error itself.
  package let error: any ExplainedError
  /// The place of the error, as in `groups/checkout.yaml:14:11`.
  package let place: String?

  package var code: String { error.code }
  package var summary: String { error.summary }
  package var detail: String? { error.detail }
  package var advice: String? { error.advice }
  package var checked: [CheckedPart] { error.checked }
}

extension ExplainedError {
  /// The same with its place; itself where it knows one, or there is none.
  package func placed(at place: String?) -> any ExplainedError {
    self.place == nil && place != nil ? PlacedError(error: self, place: place) : self
  }
}
