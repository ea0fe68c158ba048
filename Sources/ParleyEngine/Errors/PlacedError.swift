/// An error together with the place it comes from, which it did not know itself.
public struct PlacedError: ExplainedError {
  /// What went wrong.
  public let error: any ExplainedError
  /// Where, as in `groups/checkout.yaml:14:11`.
  public let place: String?

  public var code: String { error.code }
  public var summary: String { error.summary }
  public var detail: String? { error.detail }
  public var advice: String? { error.advice }
}

extension ExplainedError {
  /// The same with its place; itself where it knows one, or there is none.
  public func placed(at place: String?) -> any ExplainedError {
    self.place == nil && place != nil ? PlacedError(error: self, place: place) : self
  }
}
