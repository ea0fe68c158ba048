import TerminalKit

extension State {
  mutating func apply(_ action: ShellAction) -> [Effect] {
    switch action {
    case .show, .focus, .focusNext, .focusPrevious, .jump, .zoom, .resizeStrip, .back, .interrupt, .suspend, .quit,
      .end:
      move(action)
    case .palette, .run, .help, .rebound, .showProblem, .showMistakes: popUp(action)
    case .reload, .workspace, .pickEnvironment, .select, .askTrust, .trust, .trustBefore, .trustAndGoOn, .askPool,
      .limit,
      .turnMocks:
      workspace(action)
    case .open, .display, .loaded, .reloaded, .save, .saved, .rewrite, .askPlaces, .place, .placed,
      .forgetAnswers, .forgotAnswers, .keepMine, .keepTheirs, .keepScratch:
      request(action)
    case .tellImport(let notes): tellImport(notes)
    case .askName, .name, .askMove, .move, .askDelete, .delete, .changed: tree(action)
    case .send, .order, .trustAndSend, .answered, .refused, .explained, .pickFile, .turnPage, .askForCurl, .curl,
      .keptMock:
      send(action)
    case .openEntry, .opened, .askFilterName, .pickFilter: log(action)
    case .showCookies, .cookies, .askCookie, .setCookie, .removeCookie, .clearCookies: cookies(action)
    case .cache(let sheet): show(sheet)
    case .shared(let question): ask(question)
    case .groups(let question): ask(question)
    case .askCapture, .capture: capture(action)
    case .copy(let text, let name): [.terminal(.copy(text, of: name))]
    case .edit(let file, let line): [.terminal(.edit(file: file, line: line))]
    case .editStaged(let file, let then): [.terminal(.editStaged(file: file, then: then))]
    }
  }
}
