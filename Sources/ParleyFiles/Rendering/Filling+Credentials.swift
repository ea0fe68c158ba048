internal import ParleyEngine
import ParleyText

// Credentials that somebody typed are secrets wherever they stand, as those under `auth` are.
extension Filling {
  package mutating func rendered(_ text: String, _ kind: CredentialFinder.Kind) async throws -> RenderedText {
    hiding(try await renderer.render(text), typed: text, kind)
  }

  package mutating func rendered(json text: String) async throws -> RenderedText {
    hiding(try await renderer.render(json: text), typed: text, .json)
  }

  /// - Parameter text: the typed text, before its templates are resolved.
  mutating func hiding(_ rendered: RenderedText, typed text: String, _ kind: CredentialFinder.Kind) -> RenderedText {
    let found = CredentialFinder.find(in: text, kind)
    guard !found.isEmpty else { return rendered }
    for secret in found.flatMap(\.secrets) { renderer.note(secret: secret) }
    return rendered.hiding(found, typedIn: text)
  }
}

extension RenderedText {
  /// Marks what was typed as secret, beside what was filled in.
  fileprivate func hiding(_ found: [FoundCredential], typedIn text: String) -> RenderedText {
    let templates = TemplateText(text).templates.map(\.range)
    guard templates.count == fills.count else { return self }
    let typed = found.map { credential in
      let last = Array(zip(templates, fills)).last { $0.0.upperBound <= credential.range.lowerBound }
      let shift = last.map { $1.range.upperBound - $0.upperBound } ?? 0
      let range = credential.range.lowerBound + shift..<credential.range.upperBound + shift
      return Fill(range: range, template: credential.label, source: .template, isSecret: true)
    }
    return RenderedText(self.text, fills: (fills + typed).sorted { $0.range.lowerBound < $1.range.lowerBound })
  }
}

extension FoundCredential {
  /// All that must not be shown of it: a server may repeat a part.
  var secrets: [String] {
    switch label {
    case "Cookie": [value] + cookies
    case "Basic credentials": [value] + decoded
    default: [value]
    }
  }

  private var cookies: [String] {
    value.split(separator: ";").compactMap { $0.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init) }
  }

  /// The user's name with the password, and the password alone.
  private var decoded: [String] {
    guard let bytes = Base64Text(value)?.bytes, let pair = String(validating: bytes, as: UTF8.self) else { return [] }
    return [pair] + pair.split(separator: ":", maxSplits: 1).dropFirst().map(String.init)
  }
}
