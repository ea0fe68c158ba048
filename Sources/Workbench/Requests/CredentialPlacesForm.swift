import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The places that are offered for a credential that was typed, the safest first.
enum CredentialHomeKind: String, CaseIterable {
  case machine = "encrypted on this machine"
  case variable = "an environment variable"
  case program = "a command"
  case file = "in the file after all"

  fileprivate static let named = [variable.rawValue, program.rawValue]
}

/// Asks where credentials belong, all of one save together.
struct CredentialPlacesForm: PopupForm {
  let credentials: [UnplacedCredential]
  /// The effect that saves them then.
  let saving: any ServiceEffect

  var title: String {
    credentials.count == 1 ? "Where does this credential belong?" : "Where do these credentials belong?"
  }

  var note: String {
    """
    Typed in \(Set(credentials.map(\.place)).sorted().joined(separator: ", ")). Nothing is saved yet. On this machine, it is \
    encrypted, and colleagues are asked for theirs. An environment takes it from a variable (API_TOKEN) or a command (pass \
    show api). ← and → choose; Esc goes back to your edits.
    """
  }

  /// The place of each, then its name where it is no variable itself, then a variable and a command.
  var fields: [FormField] {
    credentials.reduce(into: []) { fields, credential in
      let choice = fields.count
      fields.append(FormField(credential.label.fitted(to: 28), choices: CredentialHomeKind.allCases.map(\.rawValue)))
      if !credential.isVariable {
        let name = SecretPlaceKind.name(for: credential.label)
        fields.append(FormField("  called", name, onlyFor: CredentialHomeKind.named, of: choice))
      }
      fields.append(FormField("  variable", onlyFor: [CredentialHomeKind.variable.rawValue], of: choice))
      fields.append(FormField("  command", onlyFor: [CredentialHomeKind.program.rawValue], of: choice))
    }
  }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    var (placements, field) = ([CredentialPlacement](), 0)
    for credential in credentials {
      let count = credential.isVariable ? 3 : 4
      let said = answers.texts[field..<field + count].map(\.trimmedBlanks)
      let source = said[0] == CredentialHomeKind.program.rawValue ? count - 1 : count - 2
      let name = credential.isVariable ? credential.label : said[1]
      do throws(FormMistake) {
        placements.append(
          CredentialPlacement(credential.id, at: try Self.home(said[0], named: name, from: said[source])))
      } catch {
        throw FormMistake(error.sentence, field: field + source)
      }
      field += count
    }
    return .workspace(.placeAndGoOn(placements, saving))
  }

  private static func home(
    _ choice: String, named name: String, from source: String
  ) throws(FormMistake) -> CredentialHome {
    switch CredentialHomeKind(rawValue: choice) ?? .machine {
    case .machine: return .machine
    case .file: return .file
    case .variable where !source.isVariableName:
      throw FormMistake("Name the environment variable for “\(name)”, such as API_TOKEN.")
    case .variable: return .variable(name, .environment(source))
    case .program:
      guard let words = try? ShellWords.split(source), !words.isEmpty else {
        throw FormMistake("Name the command that prints “\(name)”, such as `pass show api`.")
      }
      return .variable(name, .command(words))
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
