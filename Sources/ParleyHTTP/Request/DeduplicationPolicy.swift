package import HTTPTypes

/// Decides what happens when a request is sent while the same one is in flight: of one client, with the same method, URL,
/// headers and body.
///
/// ```swift
/// configuration.duplicates = Duplicates(data: .keepFirst, upload: .cancelFirst, download: .keepAll)
/// configuration.duplicates.data = DeduplicationPolicy { duplicate in
///   duplicate.current.method == .get ? .keepAll : .cancelFirst
/// }
/// ```
public struct DeduplicationPolicy: Sendable {
  package let decide: @Sendable (Duplicate) -> DuplicateDecision

  /// - Parameter decide: asked for every request that is in flight already; it must not block.
  public init(_ decide: @escaping @Sendable (Duplicate) -> DuplicateDecision) {
    self.decide = decide
  }

  /// The first ends as cancelled, and the current one is sent.
  public static let cancelFirst = DeduplicationPolicy { _ in .cancelFirst }
  /// One is sent for all, and only the first is told its response; the others end as cancelled.
  public static let keepFirst = DeduplicationPolicy { _ in .keepFirst }
  /// One is sent for all, and only the latest is told its response; the others end as cancelled.
  public static let keepLatest = DeduplicationPolicy { _ in .keepLatest }
  /// One is sent for all, and all are told its response.
  public static let keepAll = DeduplicationPolicy { _ in .keepAll }
  /// Each is sent by itself.
  public static let sendAll = DeduplicationPolicy { _ in .sendAll }
  /// The default: `keepAll` where the method is safe (RFC 9110 §9.2.1) and neither request is a step of a group; else
  /// `sendAll`, because three requests to create something mean three of it.
  public static let standard = DeduplicationPolicy { $0.mayShare ? .keepAll : .sendAll }
}

extension Duplicate {
  fileprivate var mayShare: Bool {
    current.isSafe && first.groupID == nil && current.groupID == nil
  }
}

extension Request {
  /// As it is sent where nobody names a method.
  package var usualMethod: HTTPRequest.Method { method ?? (body == nil && model == nil ? .get : .post) }

  /// Whether its method asks for nothing to be changed (RFC 9110 §9.2.1).
  fileprivate var isSafe: Bool { [.get, .head, .options, .trace].contains(usualMethod) }
}

/// A request that is in flight, and the same one again.
public struct Duplicate: Sendable {
  /// The one in flight.
  public let first: Request
  /// The same again.
  public let current: Request
  /// The kind of transfer.
  public let kind: TransferKind

  package init(first: Request, current: Request, kind: TransferKind) {
    (self.first, self.current, self.kind) = (first, current, kind)
  }
}

/// The kinds of transfer, by their files.
public enum TransferKind: String, Sendable, Hashable, CaseIterable {
  /// Anything that neither reads nor writes a file.
  case data
  /// Its body comes out of a file.
  case upload
  /// Its response goes into a file.
  case download
}

/// The decision about two requests of which one would do.
@nonexhaustive public enum DuplicateDecision: Sendable {
  /// Called once, when the transfer ends.
  public typealias Completion = @Sendable (CallResult) -> Void

  /// The first ends as cancelled, and the current one is sent.
  case cancelFirst
  /// The first ends as cancelled, and the request is sent again for this completion; the current one ends as cancelled.
  case cancelFirstAndTell(Completion)
  /// One is sent for both, and only the first is told its response; the other ends as cancelled.
  case keepFirst
  /// One is sent for both, and only the current is told its response; the first ends as cancelled.
  case keepLatest
  /// One is sent for both, and both are told its response.
  case keepAll
  /// Each is sent by itself.
  case sendAll
  /// The transfer in flight goes on for this completion instead; first and current end as cancelled.
  case tell(Completion)
  /// One is sent for both, and this closure says what each of them is told: it gets the result and the completions of both, which
  /// it may call at once, later, or never, and then that one ends as cancelled. The first one's goes to all who waited before.
  ///
  /// ```swift
  /// DeduplicationPolicy { _ in
  ///   .tellBoth { result, first, current in
  ///     first(result)
  ///     if result.isAccepted { current(result) }
  ///   }
  /// }
  /// ```
  case tellBoth(
    @Sendable (_ result: CallResult, _ first: @escaping Completion, _ current: @escaping Completion) -> Void)
}

/// The duplicate control of a client, for each kind of transfer; nil sends every request by itself.
///
/// ```swift
/// configuration.duplicates = Duplicates(data: .keepAll, upload: .cancelFirst, download: .keepFirst)
/// ```
public struct Duplicates: Sendable {
  /// For requests that neither read nor write a file.
  public var data: DeduplicationPolicy?
  /// For requests whose body comes out of a file.
  public var upload: DeduplicationPolicy?
  /// For requests whose response goes into a file.
  public var download: DeduplicationPolicy?

  /// A control for each kind; nil sends every request by itself.
  public init(data: DeduplicationPolicy?, upload: DeduplicationPolicy?, download: DeduplicationPolicy?) {
    self.data = data
    self.upload = upload
    self.download = download
  }

  /// The same for all kinds; ``DeduplicationPolicy/standard`` by default.
  public init(_ control: DeduplicationPolicy? = .standard) {
    self.init(data: control, upload: control, download: control)
  }

  /// Every request is sent by itself.
  package static let unchecked = Duplicates(nil)

  /// The control of that kind.
  public subscript(kind: TransferKind) -> DeduplicationPolicy? {
    switch kind {
    case .data: data
    case .upload: upload
    case .download: download
    }
  }
}
