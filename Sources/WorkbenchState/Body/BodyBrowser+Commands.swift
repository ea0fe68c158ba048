import ParleyEngine
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

extension BodyBrowser {
  /// A pane whose content is looked through: its commands are the same everywhere.
  package struct Place: Sendable {
    /// The prefix of the ids of its commands.
    package let id: String
    /// The contexts of its keys: those of the pane; those that only a body has; and those while a line of text is
    /// typed.
    let context, body, prompt: KeyContext
    /// The context of the menu on a value, where not all of what a body shows has one.
    let menu: KeyContext
    /// Keys that have another meaning in some of the panes: a page down, and folding everything.
    let pageDownKeys, foldAllKeys: [String]
    package let action: @Sendable (Action) -> WorkbenchState.Action
    /// The browser shown there now; nil if the pane shows lines.
    package let browser: @Sendable (State) -> BodyBrowser?
    /// The term that is searched for there.
    let term: @Sendable (State) -> String
    /// The reason why there is nothing to search.
    let whyEmpty: @Sendable (State) -> String?
    /// The same for a search, where that can begin before there is anything; nil where it cannot.
    var whyNoSearch: (@Sendable (State) -> String?)?
    /// The keys of the menu on a value, where Enter edits the value; nil where Enter opens the menu.
    var menuKeys: [String]?
    /// Whether a key there saves the body to a file.
    var canSave: Bool

    package init(
      id: String, context: KeyContext, body: KeyContext, menu: KeyContext? = nil, prompt: KeyContext,
      pageDownKeys: [String],
      foldAllKeys: [String], action: @escaping @Sendable (Action) -> WorkbenchState.Action,
      browser: @escaping @Sendable (State) -> BodyBrowser?, term: @escaping @Sendable (State) -> String,
      whyEmpty: @escaping @Sendable (State) -> String?, whyNoSearch: (@Sendable (State) -> String?)? = nil,
      menuKeys: [String]? = nil, canSave: Bool = false
    ) {
      self.id = id
      self.context = context
      self.body = body
      self.menu = menu ?? body
      self.prompt = prompt
      self.pageDownKeys = pageDownKeys
      self.foldAllKeys = foldAllKeys
      self.action = action
      self.browser = browser
      self.term = term
      self.whyEmpty = whyEmpty
      self.whyNoSearch = whyNoSearch
      self.menuKeys = menuKeys
      self.canSave = canSave
    }
  }

  package static func commands(at place: Place) -> [CommandRow] {
    place.moving + place.looking + place.searching + place.asTable + place.opening + place.typing
  }
}

extension BodyBrowser.Place {
  fileprivate var moving: [CommandRow] {
    .moving(id, in: context, pageDownKeys: pageDownKeys) { action(.move($0)) } + [
      CommandRow(.right, CommandID("\(id).right"), in: [context], does: action(.moveAcross(1))),
      CommandRow(.left, CommandID("\(id).left"), in: [context], does: action(.moveAcross(-1))),
    ]
  }

  private var ofMenu: [CommandRow] {
    if let menuKeys {
      return [
        CommandRow(
          CommandID("\(id).menu"), "Menu on the value",
          help: "Lists what can be done with the value besides editing it.",
          keys: menuKeys, in: [menu], hint: .init("menu", rank: 22), does: action(.pick(.menu, line: nil)),
          disabledReason: whyEmpty)
      ]
    }
    return [
      row(
        "menu", "Menu on the value",
        "Lists what can be done with the value under the cursor: copy it, decode it (JWT, base64), filter by it, follow it to its source.",
        ["Enter"], .pick(.menu, line: nil), in: menu, hint: .init("menu", rank: 15), disabledReason: whyEmpty)
    ]
  }

  fileprivate var looking: [CommandRow] {
    ofMenu + [
      row(
        "fold", "Fold or unfold", "Folds or unfolds the value or element on the line, or the one around it.", ["z"],
        .fold, in: body, hint: .init("fold", rank: 30), disabledReason: needsFolds),
      row(
        "foldAll", "Fold or unfold all",
        "Folds everything inside the outermost brackets or element, or unfolds everything.", ["Alt-z"], .foldAll,
        ownKeys: foldAllKeys, in: body, disabledReason: needsFolds),
      row(
        "mode", "Pretty, raw or hex",
        "Switches between pretty, raw and hex; of a list of objects also table, of a stream events.", ["m"], .turnMode,
        in: body,
        hint: .init("raw", rank: 35), disabledReason: needsBody),
      row(
        "copyValue", "Copy the value under the cursor", "Copies the value, header or line under the cursor.",
        ["y y", "y v"],
        .copy(.value), hint: .init("copy", rank: 20), disabledReason: whyEmpty),
      CommandRow(
        .copyPath, CommandID("\(id).copyPath"), in: [body], does: action(.copy(.path)), disabledReason: needsPretty),
      row(
        "copyBody", "Copy all that is shown",
        "Copies the whole body, or the filter's result, up to 1 MB. More than 75 KB needs wl-copy, xclip, xsel or tmux.",
        ["y b"], .copy(.body), disabledReason: { state in whyEmpty(state) ?? whyNotCopied(.body)(state) }),
      row(
        "copyWhole", "Copy the body without the filter", "Copies the whole body though a filter is on, up to 1 MB.",
        ["y B"], .copy(.whole), in: body,
        disabledReason: { state in needsResult(state) ?? whyNotCopied(.whole)(state) }),
    ]
  }

  fileprivate var searching: [CommandRow] {
    [
      row(
        "filter", "Filter", "Applies a jq filter to the body as you type. Esc shows the whole body again.", ["f"],
        .startFilter, hint: .init("filter", rank: 25), disabledReason: needsJSON),
      row(
        "search", "Search", "Finds text in all of it as you type. Lower-case letters match both cases.", ["/"],
        .startSearch, hint: .init("search", rank: 10), disabledReason: whyNoSearch ?? whyEmpty),
      CommandRow(
        .nextMatch, CommandID("\(id).nextMatch"), in: [context], hint: .init("next match", rank: 12),
        does: action(.step(1)), disabledReason: needsTerm),
      CommandRow(
        .previousMatch, CommandID("\(id).previousMatch"), in: [context], does: action(.step(-1)),
        disabledReason: needsTerm),
    ]
  }

  fileprivate var typing: [CommandRow] {
    [
      row(
        "accept", "Accept", "Goes to the match, keeps the filter, or writes the file.", ["Enter"], .accept,
        in: prompt, hint: .init("accept", rank: 10)),
      row(
        "leave", "Leave the line", "Discards what was typed.", ["Esc"], .leave, in: prompt,
        hint: .init("leave", rank: 20)),
      row(
        "typingNext", "Next match while typing", "Moves to the next match as you type.", ["Down"], .step(1), in: prompt,
        disabledReason: needsTerm),
      row(
        "typingPrevious", "Previous match while typing", "Moves to the previous match as you type.", ["Up"], .step(-1),
        in: prompt, disabledReason: needsTerm),
    ]
  }

  func row(
    _ name: String, _ title: String, _ help: String, _ keys: [String], _ action: BodyBrowser.Action,
    ownKeys: [String] = [], in context: KeyContext? = nil, hint: Command<State>.Hint? = nil,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) -> CommandRow {
    CommandRow(
      CommandID("\(id).\(name)"), title, help: help, keys: keys + ownKeys,
      shared: .init(CommandID("body.\(name)"), ownKeys: ownKeys), in: [context ?? self.context], hint: hint,
      does: self.action(action), disabledReason: disabledReason)
  }
}

// Reasons why a command can do nothing now.
extension BodyBrowser.Place {
  private var needsBody: @Sendable (State) -> String? {
    { [browser] state in (browser(state)?.pane.page?.total ?? 0) == 0 ? "There is no body." : nil }
  }

  private var needsFolds: @Sendable (State) -> String? {
    { [browser] state in
      guard let pane = browser(state)?.pane, pane.page != nil else { return "There is no body." }
      return pane.mode.folds ? nil : "Only JSON, XML and HTML can be folded; m switches to pretty."
    }
  }

  private var needsPretty: @Sendable (State) -> String? {
    { [browser] state in
      guard let pane = browser(state)?.pane, pane.page != nil else { return "There is no body." }
      return pane.mode == .pretty ? nil : "Only values of pretty JSON have a path; m switches to pretty."
    }
  }

  private var needsJSON: @Sendable (State) -> String? {
    { [browser] state in
      guard let browser = browser(state) else { return "No body is shown here that could be filtered." }
      if browser.pane.view == nil { return "There is no body." }
      if browser.isStream { return nil }
      if browser.waitsForMore { return "The body is still arriving." }
      if browser.filter == nil, browser.pane.page?.kind != .json { return "The body is not JSON." }
      return browser.refusal?.sentence
    }
  }

  private func whyNotCopied(_ what: BodyBrowser.Copy) -> @Sendable (State) -> String? {
    { [browser, canSave] state in
      browser(state)?.isTooLarge(to: what) == true ? BodyBrowser.tooLarge(canSave: canSave) : nil
    }
  }

  private var needsResult: @Sendable (State) -> String? {
    { [browser] state in
      browser(state)?.showsResult == true ? nil : "No filter is on: all that is shown is the body."
    }
  }

  private var needsTerm: @Sendable (State) -> String? {
    { [term] state in term(state).isEmpty ? "No search yet; / searches." : nil }
  }
}

extension BodyBrowser {
  /// A filter is over the whole body, so that has to be there.
  fileprivate var waitsForMore: Bool { pane.view?.source.isComplete == false }
}
