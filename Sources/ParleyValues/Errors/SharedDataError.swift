/// An error in reading or writing shared data. Never holds a value.
public struct SharedDataError: ExplainedError, Hashable {
  /// The kind of an error. Its name is part of ``code``.
  @nonexhaustive public enum Kind: Sendable, Hashable {
    /// The name of the key cannot be one.
    case invalidKey
    /// Nobody registered a cipher of that name.
    case unknownCipher
    /// The cipher waits for its passphrase or key file.
    case locked
    /// The passphrase or the key file is not the one it was sealed with.
    case wrongKey
    /// The key file is missing, or not safe to use.
    case keyFile
    /// The stored value cannot be decrypted: it was changed since it was written.
    case damaged
    /// Somebody else wrote the key meanwhile.
    case conflict
    /// There is no snapshot of that name.
    case noSnapshot
    /// There is nothing to undo or to redo.
    case nothingToUndo
    /// Somebody has stopped it before anything was changed.
    case stopped
    /// The cipher could not do its work.
    case cipher
    /// The storage failed.
    case storage(RepositoryError.Kind)
  }

  /// The kind of the error.
  public let kind: Kind
  public let summary: String
  public let detail: String?
  public let place: String?
  public let advice: String?

  /// - Parameters:
  ///   - kind: the kind of the error.
  ///   - summary: one sentence, without a value.
  ///   - detail: further details, without a value.
  ///   - place: the name of a key or a cipher, or a path.
  ///   - advice: advice on what the person can do.
  public init(
    _ kind: Kind, _ summary: String, detail: String? = nil, place: String? = nil, advice: String? = nil
  ) {
    self.kind = kind
    self.summary = summary
    self.detail = detail
    self.place = place
    self.advice = advice
  }

  /// Creates the error for one of a storage.
  public init(_ error: RepositoryError) {
    let kind: Kind =
      switch error.kind {
      case .damaged: .damaged
      case .locked: .locked
      default: .storage(error.kind)
      }
    self.init(
      kind, error.summary, detail: error.detail, place: error.place,
      advice: error.advice)
  }

  public var code: String {
    switch kind {
    case .storage(let kind): "store.\(kind.rawValue)"
    default: "shared.\(kind)"
    }
  }
}

extension SharedDataError {
  package static func unknownCipher(_ name: String, known: [String]) -> SharedDataError {
    let nearest = NearestName.of(name, among: known).map { "Did you mean “\($0)”? " } ?? ""
    return SharedDataError(
      .unknownCipher, "There is no cipher “\(name)”.",
      advice: known.isEmpty
        ? "None is registered." : "\(nearest)The ciphers are \(known.sorted().joined(separator: ", ")).")
  }

  package static func conflict(_ name: String) -> SharedDataError {
    SharedDataError(
      .conflict, "“\(name)” was changed meanwhile.", place: name, advice: "Look at the new value, then choose.")
  }

  package static func unreadable(_ name: String) -> SharedDataError {
    SharedDataError(
      .damaged, "The value of “\(name)” is damaged.", place: name,
      advice: "Set it again, or undo to an earlier value in its history.")
  }
}
