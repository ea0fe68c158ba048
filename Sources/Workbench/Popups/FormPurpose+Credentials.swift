import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices

/// The places that are offered for a credential that was typed, the safest first.
enum CredentialHomeKind: String, CaseIterable {
  case machine = "encrypted on this machine"
  case variable = "an environment variable"
  case program = "a command"
  case file = "in the file after all"

  fileprivate static let named = [variable.rawValue, program.rawValue]
}

extension FormSheet {
  /// Asks where credentials belong, all of one save together.
  init(placing credentials: [UnplacedCredential], before saving: any ServiceEffect) {
    var fields: [Field] = []
    for credential in credentials {
      let choice = fields.count
      fields.append(Field(credential.label.fitted(to: 28), choices: CredentialHomeKind.allCases.map(\.rawValue)))
      if !credential.isVariable {
        let name = SecretPlaceKind.name(for: credential.label)
        fields.append(Field("  called", name, onlyFor: CredentialHomeKind.named, of: choice))
      }
      fields.append(Field("  variable", onlyFor: [CredentialHomeKind.variable.rawValue], of: choice))
      fields.append(Field("  command", onlyFor: [CredentialHomeKind.program.rawValue], of: choice))
    }
    self.init(
      credentials.count == 1 ? "Where does this credential belong?" : "Where do these credentials belong?",
      note: """
        Typed in \(Set(credentials.map(\.place)).sorted().joined(separator: ", ")). Nothing is saved yet. On this machine, it is \
        encrypted, and colleagues are asked for theirs. An environment takes it from a variable (API_TOKEN) or a command (pass \
        show api). ← and → choose; Esc goes back to your edits.
        """, fields, for: .placeCredentials(credentials, before: saving))
  }
}

extension FormPurpose {
  /// - Parameter answers: the place of each, then its name where it is no variable itself, then a variable and a command.
  static func placements(
    of credentials: [UnplacedCredential], _ answers: [String]
  ) -> Result<[CredentialPlacement], Mistake> {
    var (placements, field) = ([CredentialPlacement](), 0)
    for credential in credentials {
      let count = credential.isVariable ? 3 : 4
      let said = answers[field..<field + count].map(\.trimmedBlanks)
      let source = said[0] == CredentialHomeKind.program.rawValue ? count - 1 : count - 2
      switch home(said[0], named: credential.isVariable ? credential.label : said[1], from: said[source]) {
      case .success(let home): placements.append(CredentialPlacement(credential.id, at: home))
      case .failure(var mistake):
        mistake.field = field + source
        return .failure(mistake)
      }
      field += count
    }
    return .success(placements)
  }

  private static func home(
    _ choice: String, named name: String, from source: String
  ) -> Result<CredentialHome, Mistake> {
    switch CredentialHomeKind(rawValue: choice) ?? .machine {
    case .machine: return .success(.machine)
    case .file: return .success(.file)
    case .variable where !source.isVariableName:
      return .failure(Mistake(sentence: "Name the environment variable for “\(name)”, such as API_TOKEN."))
    case .variable: return .success(.variable(name, .environment(source)))
    case .program:
      guard let words = try? ShellWords.split(source), !words.isEmpty else {
        return .failure(Mistake(sentence: "Name the command that prints “\(name)”, such as `pass show api`."))
      }
      return .success(.variable(name, .command(words)))
    }
  }
}

extension String {
  fileprivate var trimmedBlanks: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }

  fileprivate var isVariableName: Bool {
    guard let first = utf8.first, !first.isDigit else { return false }
    return utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }
}
