package import ParleyEngine
package import ParleyFiles
internal import ParleyText

/// The reason why a change to a group's steps was not made. The text is unchanged.
package enum GroupEditError: Error, Sendable, Equatable {
  /// The text is not what YAML allows in a file of a workspace.
  case notReadable(Diagnostic)
  case noStep(NodePath)
  case inAnotherFile(group: String)
  /// The steps cannot be moved or wrapped this way.
  case refused(String)
  case badName(String)
  case nameIsTaken(String)
  /// The change cannot be made without touching something else.
  case cannotBeKept(String)
}

extension GroupEditError: ExplainedError {
  package var code: String {
    switch self {
    case .notReadable: "group.notReadable"
    case .noStep: "group.noStep"
    case .inAnotherFile: "group.inAnotherFile"
    case .refused: "group.refused"
    case .badName: "group.badName"
    case .nameIsTaken: "group.nameIsTaken"
    case .cannotBeKept: "group.cannotBeKept"
    }
  }

  package var summary: String {
    switch self {
    case .notReadable(let mistake): "The text has an error in line \(mistake.place.line): \(mistake.sentence)."
    case .noStep(let path): "There is no step \(path)."
    case .inAnotherFile(let group): "This step is in the group \(Printable.quoted(group))."
    case .refused(let reason): "\(reason)."
    case .badName(let name): "\(Printable.quoted(name)) cannot name a step."
    case .nameIsTaken(let name): "Another step is called \(Printable.quoted(name))."
    case .cannotBeKept(let reason): "The change cannot be made without rewriting more of the file: \(reason)."
    }
  }

  package var place: String? {
    if case .notReadable(let mistake) = self { mistake.place.exact } else { nil }
  }

  package var advice: String? {
    switch self {
    case .notReadable: "Correct it in $EDITOR."
    case .inAnotherFile: "Open that group to change it."
    case .badName: "A name has letters, digits and _, and begins with no digit."
    case .nameIsTaken: "Choose another name."
    case .cannotBeKept: "Make the change in $EDITOR."
    case .noStep, .refused: nil
    }
  }
}
