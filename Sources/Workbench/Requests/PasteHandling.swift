import ParleyModel
import ParleyText
import WorkbenchServices
import WorkbenchState

/// A command or a URL that is pasted.
enum PasteHandling {
  static func handle(_ action: PasteAction, in state: inout State) -> [Effect] {
    switch action {
    case .text(let text, let id): return [.perform(PasteEffect.read(text, of: id))]
    case .read(let text, let read, let id): return take(read, from: text, id, in: &state)
    case .importAll(let text, let folder, let workspace):
      return [.perform(PasteEffect.importAll(text, into: folder, workspace: workspace))]
    case .imported(let imported): return show(imported)
    }
  }

  /// The use of a paste that is no text of a field; nil if a field takes it.
  static func paste(_ text: String, in state: State) -> PasteAction? {
    let composer = state.focus == .composer ? state.tabs.current?.composer : nil
    let isForURL = composer.map { $0.isForURL && !$0.isAddressFixed } == true
    let isTyping = state.isTyping(state.focus)
    if isForURL, let request = composer?.request {
      if DocumentText.isOne(text) { return .text(text, of: nil) }
      return CurlText.commandCount(in: text) > 1 || CurlText.hasMethodAndBody(text) ? .text(text, of: request) : nil
    }
    let isForBody = (composer ?? state.screens[state.screen].guestComposer)?.takesPastedText == true
    return isTyping || isForBody ? nil : .text(text, of: nil)
  }

  private static func take(_ read: PastedRequests?, from text: String, _ id: RequestID?, in state: inout State)
    -> [Effect]
  {
    switch read {
    case nil:
      return [
        .say(
          .refused(
            "The pasted text is not a URL, a request such as POST /users, a curl command, or a description of an API."))
      ]
    case .one(let imported):
      let parts = state.tabs[id ?? .scratch]?.composer.draft.partsBesideURL ?? ""
      return ValueHandling.open(
        id ?? .scratch,
        then: [
          .composer(.imported(imported, pasted: text), of: id ?? .scratch), imported.notice(replacing: parts),
        ], in: state)
    case .document: return [.then(.importing(.read(ImportWish(.text(text)))))]
    case .several(let names):
      return state.ask(CommandsForm(text: text, names: names, asksWorkspace: state.workspace?.isScratch == true))
    }
  }

  private static func show(_ imported: ImportedRequests) -> [Effect] {
    let count = imported.requests.count.counted("request")
    let kept =
      imported.kept.isEmpty
      ? "" : " Kept encrypted on this machine, in Shared data: \(imported.kept.joined(separator: ", "))."
    var effects: [Effect] = [.then(.workspace(.changed(imported.snapshot)))]
    if let first = imported.requests.first { effects.append(.then(.request(.open(first, focus: .composer)))) }
    if !imported.notes.isEmpty { effects.append(.then(.request(.tellImport(imported.notes)))) }
    return effects + [.say(.done("Wrote \(count).\(kept)").logged())]
  }
}

extension ImportedDraft {
  /// Which scheme was taken, which secrets are kept, and what was there before.
  fileprivate func notice(replacing parts: String) -> Action {
    let kept = kept.isEmpty ? nil : "Kept encrypted on this machine, in Shared data: \(kept.joined(separator: ", "))."
    let before = parts.isEmpty ? nil : "u brings back the request before (\(parts))."
    let words = [kept, hint, before, "F5 sends it."].compactMap(\.self).joined(separator: " ")
    return .notice(.done(words))
  }
}

/// Asks where the requests of several commands belong.
struct CommandsForm: PopupForm {
  let text: String
  let names: [String]
  let asksWorkspace: Bool

  var title: String { "Import \(names.count.counted("request"))" }

  var note: String {
    let shown = names.prefix(6).joined(separator: ", ") + (names.count > 6 ? ", …" : "")
    return "\(shown). Credentials in the commands are kept encrypted on this machine."
  }

  var fields: [FormField] {
    (asksWorkspace ? [FormField("workspace folder")] : []) + [FormField("folder of requests", "pasted")]
  }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    guard let folder = answers.texts.last, !folder.isEmpty, !folder.hasPrefix("/"), !folder.hasPrefix(".") else {
      throw FormMistake("Name the folder of the requests, such as shop.")
    }
    if asksWorkspace, answers[0].isEmpty { throw FormMistake("Name a folder for the workspace.") }
    return .paste(.importAll(text, into: folder, workspace: asksWorkspace ? answers[0] : nil))
  }
}
