/// A request with what it inherits, before anything is filled in: what the composer shows, and what will be rendered.
public struct EffectiveRequest: Sendable, Equatable {
  public let id: String
  public let definition: RequestDefinition
  /// The server its path is on; none when the URL is whole, or no server is declared.
  public let server: Inherited<ServerDefinition>?
  /// Inherited ones first, in the order they are sent, then the request's own, switched-off ones too.
  public let headers: [Inherited<Row>]
  /// `anonymous` from `standard` where nobody says anything; never `inherit`.
  public let auth: Inherited<AuthDefinition>
  public let queryStyle: Inherited<QueryStyleName>
  public let root: Inherited<String?>
  public let serialization: Inherited<SerializationName>
  public let expect: EffectiveExpect
  public let response: EffectiveResponse
  public let retry: Inherited<RetryDefinition?>
  public let cache: EffectiveCache
  public let duplicates: Inherited<DuplicatesDefinition>
  public let options: EffectiveOptions
  /// None where nobody says anything: nothing holds the person.
  public let hold: Inherited<Duration?>

  /// Those that are sent.
  public var sentHeaders: [Inherited<Row>] { headers.filter(\.value.isOn) }
}

/// What an answer must be, and who says so.
public struct EffectiveExpect: Sendable, Equatable {
  public let status: Inherited<StatusExpectation>
  /// Taken together by name, switched-off ones too.
  public let headers: [Inherited<Row>]
  public let within: Inherited<Duration?>
  public let jq: Inherited<[Located<JQFilter>]>
}

/// What is wished of the cache, and who says so.
public struct EffectiveCache: Sendable, Equatable {
  public let isOff: Inherited<Bool>
  public let ttl: Inherited<Duration?>
  public let update: Inherited<Bool?>
  public let group: Inherited<Located<String>?>
  public let ignoreQuery: Inherited<IgnoredQueryDefinition?>
  /// Ids of requests.
  public let invalidates: Inherited<[Located<String>]?>
}

/// How an answer is read, and who says so.
public struct EffectiveResponse: Sendable, Equatable {
  /// `unopened` where nobody says anything.
  public let envelope: Inherited<EnvelopeName>
  public let root: Inherited<String?>
  public let codec: Inherited<CodecName?>
}

/// How a request is sent, and who says so. Texts keep the place they stand at; `nil` is what the engine does by itself.
public struct EffectiveOptions: Sendable, Equatable {
  public let timeout: Inherited<Duration?>
  public let connectTimeout: Inherited<Duration?>
  public let redirects: Inherited<Int?>
  public let verify: Inherited<Bool?>
  public let ca: Inherited<Located<String>?>
  public let certificate: Inherited<CertificateDefinition?>
  /// `none` goes straight to the server.
  public let proxy: Inherited<Located<String>?>
  public let httpVersion: Inherited<OptionsDefinition.HTTPVersion?>
  public let unixSocket: Inherited<Located<String>?>
  public let gzip: Inherited<Bool?>
  public let decompress: Inherited<Bool?>
  public let maxBody: Inherited<Int?>
  public let download: Inherited<Located<String>?>
  public let cookies: Inherited<Bool?>
}

extension Workspace {
  /// What a request is together with the defaults of its folders, of an environment and of the workspace.
  /// - Parameters:
  ///   - definition: as it is being edited, or as its file has it.
  ///   - environment: the active one.
  public func effective(
    _ definition: RequestDefinition, id: String, environment: WorkspaceEnvironment? = nil
  ) -> EffectiveRequest {
    EffectiveRequest(
      definition, id: id, levels: defaults(for: id, in: environment), servers: self.definition.servers)
  }
}
