import ParleyEngine
import ParleyModel
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The value of a shared key, by the change that wrote it.
struct SharedValueBody: BodyOwner {
  let sequence: Int64

  var lane: String { "shared \(sequence)" }
  var isResponse: Bool { false }

  func deliver(_ action: BodyBrowser.Action) -> Action { .shared(.body(action, of: sequence)) }
  func deliver(_ picked: PickedValue, for purpose: PickPurpose) -> Action { .notice(.refused(purpose.refusal)) }

  func browser(in state: State) -> BodyBrowser? { state.shared.value.browser }
  func isRevealedSecret(in state: State) -> Bool { state.shared.row?.isSecret == true }

  /// As `i` does it.
  func editing(_ value: PickedValue, in state: State) -> [ValueMenu.Item] {
    let reason = state.shared.row?.kind == .bytes ? "Bytes are set from a file, by `parley shared set`." : nil
    return [
      ValueMenu.Item(
        key: "i", label: "edit the value", action: .shared(.key(.perform(.edit))), disabledReason: reason)
    ]
  }
}
