import ParleyWorkspace
import TerminalKit

/// The places that are offered for a secret.
enum SecretPlaceKind: String, CaseIterable {
  case machine = "on this machine"
  case sharedKey = "a shared key"
  case asked = "ask, by environment"
  case variable = "an environment variable"
  case program = "a program"
}

extension FormSheet {
  /// Where secrets belong that a request to be saved asks for.
  init(placing secrets: [String], of id: RequestID, in draft: RequestDraft) {
    let fields = secrets.flatMap { secret in
      [
        Field(secret.fitted(to: 28), choices: SecretPlaceKind.allCases.map(\.rawValue)),
        Field("  called", SecretPlaceKind.name(for: secret)), Field("  variable or program"),
      ]
    }
    self.init(
      "Where should its secrets be stored?",
      note: """
        No value is written to a file. “On this machine” stores it encrypted here; colleagues are asked for it. A shared key has a \
        name that other requests can use. An environment asks for it, or reads it from a variable (API_TOKEN) or a program \
        (pass show api). ← and → choose.
        """, fields, for: .placeSecrets(secrets, draft, of: id))
  }
}

extension SecretPlaceKind {
  /// What a secret is called unless the person says otherwise: `token` for `token at api.example.com`.
  static func name(for secret: String) -> String {
    let words = secret.prefix { $0 != " " }
    let name = words.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "_" }
    return name.first?.isLetter == true ? String(name) : "secret"
  }
}

extension FormPurpose {
  /// - Parameter answers: place, name and source of each.
  static func places(of secrets: [String], _ answers: [String]) -> Result<[SecretPlacement], Mistake> {
    var places: [SecretPlacement] = []
    for (index, secret) in secrets.enumerated() {
      let said = answers[(index * 3)..<(index * 3 + 3)].map { $0.trimmed }
      switch place(SecretPlaceKind(rawValue: said[0]) ?? .machine, said[1], from: said[2]) {
      case .success(let place): places.append(SecretPlacement(secret, at: place))
      case .failure(let mistake): return .failure(mistake)
      }
    }
    return .success(places)
  }

  private static func place(
    _ kind: SecretPlaceKind, _ name: String, from source: String
  ) -> Result<SecretPlace, Mistake> {
    guard kind == .machine || !name.isEmpty else { return .failure(Mistake(sentence: "Give the secret a name.")) }
    switch kind {
    case .machine: return .success(.machine)
    case .sharedKey: return .success(.sharedKey(name))
    case .asked: return .success(.variable(name, .prompt))
    case .variable where source.isEmpty || source.contains(" "):
      return .failure(Mistake(sentence: "Name the environment variable for “\(name)”, such as API_TOKEN."))
    case .variable: return .success(.variable(name, .environment(source)))
    case .program:
      guard let words = try? ShellWords.split(source), !words.isEmpty else {
        return .failure(Mistake(sentence: "Name the program that prints “\(name)”, such as `pass show api`."))
      }
      return .success(.variable(name, .command(words)))
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
