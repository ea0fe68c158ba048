package import ParleyEngine
package import ParleyText

/// A request with what it inherits, before anything is filled in: what the composer shows, and what will be rendered.
package struct EffectiveRequest: Sendable, Equatable {
  package let id: String
  @CopyOnWrite package private(set) var definition: RequestDefinition
  /// The server its path is on; none when the URL is whole, or no server is declared.
  package let server: Inherited<ServerDefinition>?
  /// Inherited ones first, in the order they are sent, then the request's own, switched-off ones too.
  package let headers: [Inherited<Row>]
  /// `anonymous` from `standard` where nobody says anything; never `inherit`.
  package let auth: Inherited<AuthDefinition>
  package let queryStyle: Inherited<QueryStyleName>
  package let root: Inherited<String?>
  package let serialization: Inherited<SerializationName>
  @CopyOnWrite package private(set) var expect: EffectiveExpect
  @CopyOnWrite package private(set) var response: EffectiveResponse
  package let retry: Inherited<RetryDefinition?>
  @CopyOnWrite package private(set) var cache: EffectiveCache
  package let duplicates: Inherited<DuplicatesDefinition>
  @CopyOnWrite package private(set) var options: EffectiveOptions
  /// None where nobody says anything: nothing holds the person.
  package let hold: Inherited<Duration?>

  /// Those that are sent.
  package var sentHeaders: [Inherited<Row>] { headers.filter(\.value.isOn) }
}

/// The effective expectations of a response, and their origins.
package struct EffectiveExpect: Sendable, Equatable {
  package let status: Inherited<StatusExpectation>
  /// Taken together by name, switched-off ones too.
  package let headers: [Inherited<Row>]
  package let within: Inherited<Duration?>
  package let jq: Inherited<[Located<JQFilter>]>
  package let schema: Inherited<SchemaExpectation?>
}

/// The effective cache settings, and their origins.
package struct EffectiveCache: Sendable, Equatable {
  package let isOff: Inherited<Bool>
  package let ttl: Inherited<Duration?>
  package let update: Inherited<Bool?>
  package let group: Inherited<Located<String>?>
  package let ignoreQuery: Inherited<IgnoredQueryDefinition?>
  /// Ids of requests.
  package let invalidates: Inherited<[Located<String>]?>
}

/// How a response is read, and who says so.
package struct EffectiveResponse: Sendable, Equatable {
  /// `unopened` where nobody says anything.
  package let envelope: Inherited<EnvelopeName>
  package let root: Inherited<String?>
  package let codec: Inherited<CodecName?>
}

/// How a request is sent, and who says so; `nil` is what the engine does by itself.
package typealias EffectiveOptions = Effective<OptionsDefinition>

extension Workspace {
  /// Combines a request with the defaults of its folders, of an environment and of the workspace.
  /// - Parameters:
  ///   - definition: as it is being edited, or as its file has it.
  ///   - environment: the active one.
  package func effective(
    _ definition: RequestDefinition, id: String, environment: WorkspaceEnvironment? = nil
  ) -> EffectiveRequest {
    EffectiveRequest(
      definition, id: id, levels: defaults(for: id, in: environment), servers: self.definition.servers)
  }

  /// The authentication of a request, as `effective` has it, without everything else.
  func auth(of definition: RequestDefinition, id: String, environment: WorkspaceEnvironment?) -> AuthDefinition {
    if let own = definition.auth?.value, own != .inherit { return own }
    return defaults(for: id, in: environment).lazy.compactMap { $0.defaults.auth?.value }.first { $0 != .inherit }
      ?? .anonymous
  }
}
