import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchScreens
import WorkbenchServices
import WorkbenchState

/// Texts in open editors. Nothing that is typed is lost: each open editor is kept from its first key on, by one mechanism for all of them.
///
///     an editor is typed in → kept → taken over, or given up → dropped
///                               ↘ the program dies → found by the next one → opened, or given up
enum EditorDraftHandling {
  static func handle(_ action: EditorDraftAction, in state: inout State) -> [Effect] {
    switch action {
    case .found(let left): return found(left, in: &state)
    case .show(let id):
      if let left = state.editors[id] { state.popups.push(Popup(Confirm(offering: left, now: state.now))) }
    case .open(let id): return state.editors[id].map { open($0, in: &state) } ?? []
    case .discard(let id):
      state.editors.left.removeAll { $0.id == id }
      return [.perform(EditorDraftEffect.forget(id))]
    }
    return []
  }

  /// The drafts left are offered at once, unless the person has begun something else; and once: however the list is left, the next
  /// start begins without it, and the palette has it still.
  private static func found(_ left: [LeftDraft], in state: inout State) -> [Effect] {
    state.editors.left = left
    let new = left.filter { $0.draft.typedAt == nil }
    guard !new.isEmpty else { return [] }
    guard state.popups.isEmpty, !state.input.hasBegun else {
      state.notice = Notice.done(unsavedWords(in: state))
      return []
    }
    listLeft(in: &state)
    return [.perform(EditorDraftEffect.noteOffered(new))]
  }

  private static func unsavedWords(in state: State) -> String {
    "Not saved when Parley ended: \(state.editors.left.count.counted("text")). Texts left, in the palette, lists them."
  }

  /// Edits of requests and groups are no texts of this list: they are kept as drafts by themselves.
  fileprivate static func noneLeft(in state: State) -> String {
    let edited = state.sidebar.edited.count
    let drafts = edited == 0 ? "" : " \(edited.counted("request")) marked ✎ \(edited == 1 ? "has" : "have") a draft."
    return "No editor was left open with text in it.\(drafts)"
  }

  private static func listLeft(in state: inout State) {
    let items = state.editors.left.map { left in
      Picker.Item(
        text: left.draft.title, mark: "✎", note: left.draft.excerpt, action: .editors(.show(left.id)))
    }
    state.popups.push(
      Popup(Picker("Typed when Parley ended, and not saved", items, whenEmpty: noneLeft(in: state))))
  }

  private static func open(_ left: LeftDraft, in state: inout State) -> [Effect] {
    switch left.draft.place {
    case .sharedValue(let name, let environment):
      state.editors.opening = left.draft.place
      return [.then(.overlay(.go(.key(name), in: environment)))]
    case .newSharedValue(let key, _): return [.then(.shared(.key(.create(key))))]
    case .importSource: return [.then(.importing(.ask))]
    case .message(let request): return [.then(.request(.open(request, focus: .response)))]
    case .form:
      guard let form = left.draft.form else { return [cannotOpen(left)] }
      return [.then(form.action)]
    case .step, .stepRequest, .stepField, .overrides: return [cannotOpen(left)]
    }
  }

  /// The draft is restored when its editor is opened.
  private static func cannotOpen(_ left: LeftDraft) -> Effect {
    .say(.done("\(left.draft.title.capitalizedFirst): it stands there again as soon as you edit it."))
  }
}

// After everything that happens.
extension EditorDraftHandling {
  /// Fills editors that have just been opened with the drafts left for them, and keeps what is typed.
  static func follow(in state: inout State) -> [Effect] {
    state.editors.follow(typedDrafts(in: state)) + fillOpened(in: &state) + openWanted(in: &state)
  }

  /// The drafts of the open editors in which something was typed.
  private static func typedDrafts(in state: State) -> [EditorDraft] {
    let sheets = state.popups.layers.compactMap { ($0.sheet as? any DraftedSheet)?.editorDraft }
    let environment = state.workspace?.environment
    return sheets + ScreenID.all.flatMap { state.screens[$0].editorDrafts(in: environment) }
  }

  private static func fillOpened(in state: inout State) -> [Effect] {
    guard !state.editors.left.isEmpty else { return [] }
    var effects: [Effect] = []
    for left in state.editors.left where state.editors.kept[left.draft.place] == nil && fill(left.draft, in: &state) {
      state.editors.left.removeAll { $0.id == left.id }
      effects += [
        .perform(EditorDraftEffect.keep(left.draft)), .perform(EditorDraftEffect.forget(left.id)),
        .say(.done("\(left.draft.title.capitalizedFirst): what you had typed is here again. Esc gives it up.")),
      ]
      state.editors.kept[left.draft.place] = left.draft
    }
    return effects
  }

  private static func fill(_ draft: EditorDraft, in state: inout State) -> Bool {
    let isFilled = state.popups.fillTop(draft)
    if isFilled { return true }
    let environment = state.workspace?.environment
    for id in ScreenID.all where state.screens[id].fill(draft, in: environment) { return true }
    return false
  }

  /// The value of a key is edited once the key is on screen.
  private static func openWanted(in state: inout State) -> [Effect] {
    guard case .sharedValue(let name, _)? = state.editors.opening, state.shared.current?.isIdentical(to: name) == true,
      state.shared.value.row?.key.name.isIdentical(to: name) == true, !state.shared.isEditing
    else { return [] }
    state.editors.opening = nil
    return [.perform(SharedDataEffect.intent(SharedDataIntent(name, .edit)))]
  }
}

extension LayerStack where Element == Popup {
  /// - Returns: whether the topmost pop-up is what it was typed into.
  fileprivate mutating func fillTop(_ draft: EditorDraft) -> Bool {
    var isFilled = false
    updateTop { isFilled = $0.fill(draft) }
    return isFilled
  }
}

extension EditorDraft {
  private static let longestExcerpt = 60

  /// The beginning of what was typed, on one line.
  var excerpt: String {
    if isSecret { return Secrets.mask }
    let parts = texts.filter { !$0.text.isEmpty }.map { $0.label.isEmpty ? $0.text : "\($0.label) \($0.text)" }
    return parts.joined(separator: " · ").replacing("\n", with: " ").fitted(to: Self.longestExcerpt)
  }

  /// All of it.
  var wholeText: String {
    texts.map { $0.label.isEmpty ? $0.text : "\($0.label): \($0.text)" }.joined(separator: "\n")
  }
}

extension Confirm {
  fileprivate init(offering left: LeftDraft, now: Timestamp) {
    let draft = left.draft
    let text: [StyledText] =
      draft.isSecret
      ? [StyledText(Secrets.mask, Style(.secret))]
      : draft.wholeText.split(separator: "\n", omittingEmptySubsequences: false).map { StyledText(String($0)) }
    self.init(
      "Unsaved: \(draft.title.fitted(to: 60))",
      [StyledText("Typed \(left.savedAt.shortClock(now: now)), when Parley ended.", .muted), ""] + text + [""],
      choices: [
        .init("o", "open it", .editors(.open(left.id))), .init("l", "later"),
        .init("y", "copy it", .terminal(.copy(draft.wholeText, of: draft.title))),
        .init("d", "discard it", .editors(.discard(left.id)), isDangerous: true),
      ])
  }
}

extension EditorDraftHandling {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "drafts.left", "Texts left in open editors",
        help:
          "Lists unsaved texts, typed into editors that were open when Parley ended: open one, copy it, or discard it.",
        in: [.browsing], disabledReason: { $0.editors.left.isEmpty ? noneLeft(in: $0) : nil }
      ) { state in
        listLeft(in: &state)
        return []
      }
    ]
  }
}
