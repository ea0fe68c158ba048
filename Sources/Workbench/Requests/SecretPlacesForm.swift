import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Asks for the places of secrets in a request that is about to be saved.
struct SecretPlacesForm: PopupForm {
  let secrets: [String]
  let draft: RequestDraft
  let request: RequestID

  var title: String { "Where should its secrets be stored?" }

  var note: String {
    """
    No secret is written to a file. “On this machine” keeps it encrypted here; Parley asks your colleagues for it. A shared \
    key has a name that other requests can use. Otherwise Parley asks for it in each environment, reads an \
    environment variable (API_TOKEN), or runs a program (pass show api). ← and → choose.
    """
  }

  /// Place, name, variable and program of each.
  var fields: [FormField] {
    secrets.enumerated().flatMap { place, secret in
      [
        FormField(secret.fitted(to: 28), choices: SecretPlaceKind.allCases.map(\.rawValue)),
        FormField(
          "  called", SecretPlaceKind.name(for: secret), onlyFor: SecretPlaceKind.named.map(\.rawValue), of: place * 4),
        FormField("  variable", onlyFor: [SecretPlaceKind.variable.rawValue], of: place * 4),
        FormField("  program", onlyFor: [SecretPlaceKind.program.rawValue], of: place * 4),
      ]
    }
  }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    var places: [SecretPlacement] = []
    for (index, secret) in secrets.enumerated() {
      let said = answers.texts[(index * 4)..<(index * 4 + 4)].map { $0.trimmed }
      let kind = SecretPlaceKind(rawValue: said[0]) ?? .machine
      let source = kind == .program ? 3 : 2
      do throws(FormMistake) {
        places.append(SecretPlacement(secret, at: try Self.place(kind, said[1], from: said[source])))
      } catch {
        throw FormMistake(error.sentence, field: index * 4 + (said[1].isEmpty ? 1 : source))
      }
    }
    return .request(.place(places, draft, of: request))
  }

  private static func place(
    _ kind: SecretPlaceKind, _ name: String, from source: String
  ) throws(FormMistake) -> SecretPlace {
    guard kind == .machine || !name.isEmpty else { throw FormMistake("Give the secret a name.") }
    switch kind {
    case .machine: return .machine
    case .sharedKey: return .sharedKey(name)
    case .asked: return .variable(name, .prompt)
    case .variable where source.isEmpty || source.contains(" "):
      throw FormMistake("Name the environment variable for “\(name)”, such as API_TOKEN.")
    case .variable: return .variable(name, .environment(source))
    case .program:
      guard let words = try? ShellWords.split(source), !words.isEmpty else {
        throw FormMistake("Name the program that prints “\(name)”, such as `pass show api`.")
      }
      return .variable(name, .command(words))
    }
  }
}

/// The places that are offered for a secret.
enum SecretPlaceKind: String, CaseIterable {
  case machine = "on this machine"
  case sharedKey = "a shared key"
  case asked = "ask, by environment"
  case variable = "an environment variable"
  case program = "a program"

  fileprivate static let named: [SecretPlaceKind] = [.sharedKey, .asked, .variable, .program]
}

extension SecretPlaceKind {
  /// The default name of a secret: `token` for `token at api.example.com`.
  static func name(for secret: String) -> String {
    let words = secret.prefix { $0 != " " }
    let name = words.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "_" }
    return name.first?.isLetter == true ? String(name) : "secret"
  }
}
