import ParleyEngine
import ParleyText

extension WorkspaceDefinition {
  func knows(_ envelope: EnvelopeName) -> Bool {
    guard case .declared(let name) = envelope else { return true }
    return envelopes.contains { $0.name.value == name }
  }
}

extension Diagnostic {
  static func unknownEnvelope(
    _ name: String, at place: SourcePlace, in definition: WorkspaceDefinition
  ) -> Diagnostic {
    let known = definition.envelopes.map(\.name.value) + EnvelopeName.ready
    let nearest = NearestName.of(name, among: known)
    return Diagnostic(
      .unknownName, at: place, "unknown envelope \(Printable.quoted(name))", nearest: nearest,
      hint: nearest == nil ? "known envelopes: \(known.someNames)" : nil)
  }

  static func unknownCipher(_ name: String, at place: SourcePlace, known: [String]) -> Diagnostic {
    let nearest = NearestName.of(name, among: known)
    return Diagnostic(
      .unknownName, at: place, "unknown cipher \(Printable.quoted(name))", nearest: nearest,
      hint: nearest == nil ? "known ciphers: \(known.someNames)" : nil)
  }

  static func unknownServer(_ name: String, at place: SourcePlace, known: [String]) -> Diagnostic {
    let nearest = NearestName.of(name, among: known)
    let list = known.isEmpty ? "parley.yaml names no servers" : "known servers: \(known.someNames)"
    return Diagnostic(
      .unknownServer, at: place, "unknown server \(Printable.quoted(name))", nearest: nearest,
      hint: nearest == nil ? list : nil)
  }
}

extension [String] {
  /// The names, as far as anybody reads them.
  fileprivate var someNames: String { prefix(20).joined(separator: ", ") + (count > 20 ? ", …" : "") }
}

// The things that a request cannot be sent without.
extension Diagnostic {
  static func noServer(at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .noServer, at: place, "the path has no server",
      hint: "write a whole URL, or name a server under servers in \(WorkspacePaths.workspaceFile)")
  }

  static func noValue(of name: String, at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .missingKey, at: place, "“:\(name)” in the path has no value",
      hint: "give it one under path (Params in the workbench), or write \\:\(name) for a plain colon")
  }
}
