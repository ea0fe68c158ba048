import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// Editing a value, in place or in $EDITOR. What was typed is given up only by a person's word.
extension SharedDataScreen {
  mutating func beginEditing(_ detail: SharedKeyDetail?) -> [Effect] {
    guard !isEditing else { return [.then(.navigation(.focus(.sharedValue)))] }
    guard let detail, current?.isIdentical(to: detail.name) == true else { return [] }
    let decoded = value.showsDecoded ? detail.decoded : nil
    if let reason = decoded?.whyReadOnly { return [.then(.failed(.readOnlyDecoded(reason)))] }
    guard let edit = SharedValueEdit(detail, decoded: decoded) else { return [.then(.failed(.bytesAreNotEdited))] }
    guard edit.text.utf8.count <= SharedValueEdit.longest else { return [.then(.failed(.tooLargeToEdit))] }
    value.begin(edit)
    return [.then(.navigation(.focus(.sharedValue)))]
  }

  private func askBeforeLeaving() -> [Effect] {
    guard let edit = value.edit, edit.hasChanged else { return [.then(.shared(.edit(.discard)))] }
    let what = "the value of \(edit.name.fitted(to: 40))"
    let save = Confirm.Choice("s", "save it", .shared(.edit(.keep)))
    return [.ask(Confirm.leaving(what, keeping: save, discarding: .shared(.edit(.discard))))]
  }

  /// Nothing is changed while the text is being kept.
  mutating func whileTyping(_ change: (inout SharedDataScreen) -> [Effect]) -> [Effect] {
    value.edit?.isKeeping == false ? change(&self) : []
  }

  mutating func edit(_ action: EditAction) -> [Effect] {
    guard value.edit?.isKeeping == false else { return [] }
    switch action {
    case .keep: return keep()
    case .leave: return askBeforeLeaving()
    case .discard:
      value.edit = nil
      isStale = true
    }
    return []
  }

  /// Keeps what was typed, where it is what it should be; a mistake is shown where it is.
  private mutating func keep() -> [Effect] {
    guard let edit = value.edit else { return [] }
    guard edit.hasChanged || edit.creation != nil else {
      value.edit = nil
      isStale = true
      return []
    }
    do throws(DraftMistake) {
      let intent = try edit.intent()
      value.edit?.isKeeping = true
      return [.perform(SharedDataEffect.intent(intent))]
    } catch {
      value.edit?.point(to: error)
      value.resize(to: value.size)
      return []
    }
  }

  mutating func type(_ event: InputEvent) {
    guard value.edit?.isKeeping == false else { return }
    let room = value.editorSize
    value.edit?.type(event, in: room)
  }

  /// Takes over the text from $EDITOR: into the editor that was open here before, otherwise by saving it.
  mutating func collected(_ text: String, _ edit: SharedValueEdit) -> [Effect] {
    guard let text = EditorText.changed(edit.text, into: text) else { return [] }
    if isEditing {
      changeEditor { $0.replaceAll(with: text) }
      return []
    }
    value.begin(edit, text: text)
    return [.then(.navigation(.focus(.sharedValue)))] + keep()
  }
}

extension Problem {
  fileprivate static let bytesAreNotEdited = Problem(
    code: "shared.bytes", "Bytes that are not text cannot be edited here.",
    advice: "Set them from a file: parley shared set KEY --type bytes < FILE")

  static func readOnlyDecoded(_ reason: String) -> Problem {
    Problem(code: "shared.decoded", reason, advice: "Press d to show the raw value.")
  }

  fileprivate static let tooLargeToEdit = Problem(
    code: "shared.tooLarge", "The value is too large to edit here.", advice: "Press e to open it in $EDITOR.")
}
