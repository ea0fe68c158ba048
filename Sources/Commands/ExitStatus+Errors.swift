import ParleyEngine
import ParleyExports
import ParleyFiles
import ParleyFormats
import ParleyStore
import ParleyWorkspace

extension ExitStatus {
  /// The status with which a command ends because of an error.
  package init(_ error: any Error) {
    switch error {
    case let error as RequestError: self.init(error)
    case let error as RenderError: self.init(error)
    case let error as SharedDataError: self.init(error)
    case let error as RepositoryError: self.init(error.kind)
    case ImportError.file(let error) where error.isMissing: self = .usage
    case let error as FileError where error.isMissing && error.action == "read": self = .usage
    case is RequestLine.Mistake, is CurlCommandError: self = .usage
    case is WorkspaceError, is RecordingError, is RunFileError, is SharedFileError, is UsageError, is ExportError,
      is MockServerError:
      self = .usage
    default: self = .internal
    }
  }

  private init(_ error: RequestError) {
    switch error {
    case .transport(let error): self.init(error.kind)
    case .authorization(let error) where error.kind == .signIn: self = .usage
    case .authorization(let error): self = error.cause.map { ExitStatus($0) } ?? .internal
    case .cancelled: self = .interrupted
    case .invalid: self = .workspaceMistakes
    default: self = .internal
    }
  }

  private init(_ error: RenderError) {
    switch error {
    case .nobodyToAsk, .notAnswered, .environmentVariableNotSet, .noResponse, .noSharedKey: self = .usage
    default: self = .workspaceMistakes
    }
  }

  private init(_ error: SharedDataError) {
    switch error.kind {
    case .storage(let kind): self.init(kind)
    case .damaged, .cipher: self = .internal
    case .unknownCipher: self = .workspaceMistakes
    case .stopped: self = .interrupted
    default: self = .usage
    }
  }

  private init(_ kind: RepositoryError.Kind) {
    switch kind {
    case .unreachable: self = .network
    case .untrusted: self = .tls
    case .notPermitted, .notSetUp: self = .usage
    default: self = .internal
    }
  }

  private init(_ kind: TransportError.Kind) {
    switch kind {
    case .timedOut: self = .timedOut
    case .tls, .noTLS, .handshake: self = .tls
    case .cancelled: self = .interrupted
    case .bodyStorage: self = .internal
    case .invalidURL, .unsupportedScheme: self = .workspaceMistakes
    default: self = .network
    }
  }
}

/// The arguments of a command do not fit together.
package struct UsageError: ExplainedError, Hashable {
  package let code = "usage"
  package let summary: String
  /// The file and line, where one is to blame.
  package let place: String?
  package let advice: String?
  /// Further details, such as the text with a mark where it is wrong; nil if there are none.
  package let detail: String?

  package init(_ summary: String, place: String? = nil, advice: String? = nil, detail: String? = nil) {
    self.summary = summary
    self.place = place
    self.advice = advice
    self.detail = detail
  }
}
