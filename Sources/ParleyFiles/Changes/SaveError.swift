import ParleyEngine
import ParleyText

/// The reason why a request or a group was not saved. The file is unchanged.
package enum SaveError: Error, Sendable, Equatable {
  /// Somebody else changed the file since it was read: the person chooses.
  case changedOnDisk(file: String)
  /// The file was deleted since it was read.
  case deletedOnDisk(file: String)
  /// The file is not YAML, so that nothing in it can be found.
  case notReadable(file: String)
  /// The change cannot be made without touching something else.
  case cannotBePatched(String)
  /// The change cannot be expressed in this format.
  case cannotBeWritten(String)
  /// There is a file of this name already.
  case exists(file: String)
  case badName(String, reason: String)
  case file(FileError)
}

extension SaveError {
  /// Whether the whole file can be written again in place of the change.
  package var canBeRewritten: Bool {
    switch self {
    case .notReadable, .cannotBePatched: true
    default: false
    }
  }

  /// Whether another program was there first: what depends on the files can be worked out anew.
  package var isOfOthers: Bool {
    switch self {
    case .changedOnDisk, .deletedOnDisk, .exists: true
    default: false
    }
  }
}

extension SaveError: ExplainedError {
  package var code: String {
    switch self {
    case .changedOnDisk: "save.changedOnDisk"
    case .deletedOnDisk: "save.deletedOnDisk"
    case .notReadable: "save.notReadable"
    case .cannotBePatched: "save.cannotBePatched"
    case .cannotBeWritten: "save.cannotBeWritten"
    case .exists: "save.exists"
    case .badName: "save.badName"
    case .file: "save.file"
    }
  }

  package var summary: String {
    switch self {
    case .changedOnDisk(let file): "\(file) was changed by another program."
    case .deletedOnDisk(let file): "\(file) was deleted."
    case .notReadable(let file): "\(file) cannot be read as YAML, so its values cannot be changed one by one."
    case .cannotBePatched(let reason): "The change cannot be made without rewriting more of the file: \(reason)."
    case .cannotBeWritten(let reason): Printable.text("This cannot be written to a file: \(reason).")
    case .exists(let file): "\(file) already exists."
    case .badName(let name, let reason): "\(Printable.quoted(name)) cannot be used as a name: \(reason)."
    case .file(let error): error.summary
    }
  }

  package var advice: String? {
    switch self {
    case .changedOnDisk: "Load the file from disk, or overwrite it."
    case .deletedOnDisk: "Save it again under its old name, or discard it."
    case .notReadable: "Correct the file in $EDITOR, or have it rewritten. `parley check` shows where the error is."
    case .cannotBePatched: "Make the change in $EDITOR, or have the file rewritten."
    case .badName: "A name has letters, digits, - and _, with / between folders."
    case .cannotBeWritten, .exists, .file: nil
    }
  }
}
