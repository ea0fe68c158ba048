import ParleyEngine
import ParleyModel
package import WorkbenchServices

/// Asks for the name of a file: of a new one, or of one that gets another.
package enum NameQuestion: PopupForm, Hashable {
  case new(ListedFile.Kind, in: String)
  case move(ListedFile)
  case duplicate(ListedFile)
  /// A request without a file is to have one.
  case keep(RequestDraft)

  var kind: ListedFile.Kind {
    switch self {
    case .new(let kind, _): kind
    case .move(let file), .duplicate(let file): file.kind
    case .keep: .request
    }
  }

  /// The file that it is about.
  package var subject: ListedFile? {
    switch self {
    case .move(let file), .duplicate(let file): file
    case .new, .keep: nil
    }
  }

  /// The name that may stay as it is.
  var unchanged: ListedFile? {
    if case .move(let file) = self { file } else { nil }
  }

  package var title: String {
    switch self {
    case .new(let kind, _): "New \(kind)"
    case .move(let file): "Rename or move \(file)"
    case .duplicate(let file): "Duplicate \(file)"
    case .keep: "Save as a request"
    }
  }

  /// The initial text of the field.
  var suggestion: String {
    switch self {
    case .new(_, let folder): folder.isEmpty ? "" : "\(folder)/"
    case .move(let file): file.name
    case .duplicate(let file): "\(file)-copy"
    case .keep(let draft): draft.suggestedName
    }
  }

  package var note: String { "A path such as \(kind.example); folders are created as needed." }
  package var fields: [FormField] { [FormField("name", suggestion)] }

  package func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    .tree(.name(self, try file(named: answers[0], in: state)))
  }

  /// A new group that is called like a kind of step: rather, the step was meant to come into a group.
  package func doubt(of answers: FormAnswers) -> String? {
    guard case .new(.group, _) = self else { return nil }
    let kinds = JobKind.allCases.map(\.title) + ListOrder.allCases.map(\.rawValue)
    guard let kind = kinds.first(where: { $0 == answers[0].lastPathPart }) else { return nil }
    return "“\(kind)” is a kind of step: a in the steps of a group adds one. Enter again makes a group of that name."
  }

  /// The file with a typed name, if it can have that.
  package func file(named text: String, in state: State) throws(FormMistake) -> ListedFile {
    guard let file = ListedFile(kind, typed: withoutRepeatedFolder(text, in: state)) else {
      throw FormMistake("A name looks like \(kind.example); no part is empty or starts with a dot, and none has {{.")
    }
    guard !file.exists(in: state.workspace) || file == unchanged else {
      throw FormMistake("The \(kind) “\(file)” already exists.")
    }
    if kind == .folder, let old = unchanged, file.name.hasPrefix(old.name + "/") {
      throw FormMistake("A folder cannot be moved into itself.")
    }
    return file
  }

  /// A whole path that was typed behind the folder which is there already: `tools/tools/tls` is `tools/tls`, unless there is
  /// such a folder.
  private func withoutRepeatedFolder(_ text: String, in state: State) -> String {
    guard case .new(_, let folder) = self, !folder.isEmpty, text.hasPrefix("\(folder)/\(folder)/") else { return text }
    let exists = state.workspace?.folders.contains { $0.isIdentical(to: "\(folder)/\(folder)") } == true
    return exists ? text : String(text.dropFirst(folder.count + 1))
  }
}
