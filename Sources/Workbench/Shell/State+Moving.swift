import TerminalKit

/// Getting about, and out.
enum NavigationAction: Sendable {
  case show(Screen)
  case focus(Pane)
  case focusNext
  case focusPrevious
  case jump
  case zoom
  case resizeStrip
  case back
  case interrupt
  case suspend
  case quit
  /// Ends the program without a question.
  case end
}

extension State {
  mutating func navigate(_ action: NavigationAction) -> [Effect] {
    switch action {
    case .show(let screen): return show(screen)
    case .focus(let pane): return enter(pane)
    case .focusNext: return moveFocus(by: 1)
    case .focusPrevious: return moveFocus(by: -1)
    case .jump: popups.push(Popup(Jump(panes: focusable)))
    case .zoom: isZoomed.toggle()
    case .resizeStrip: strip.grow()
    case .back: return goBack()
    case .interrupt: return interrupt()
    case .suspend: return [.terminal(.suspend)]
    case .quit: return quit()
    case .end: isEnding = true
    }
    return []
  }

  /// The panes of this screen that there is something in.
  var focusable: [Pane] {
    screen.panes.filter { pane in
      switch pane {
      case .composer, .answer: desks.open != nil
      case .strip: strip.selected != nil
      case .sharedHistory: !shared.history.rows.isEmpty
      case .sharedUses: !shared.uses.places.isEmpty
      case .steps, .step: groups.steps.isShowing
      case .sidebar, .events, .cache, .sharedKeys, .sharedValue, .groups: true
      }
    }
  }

  private mutating func show(_ screen: Screen) -> [Effect] {
    self.screen = screen
    isZoomed = false
    switch screen {
    case .events: return [.then(.events(.refresh))]
    case .cache: return [.then(.strip(.refresh)), .then(.cache(.refresh))]
    case .requests, .shared: return [.then(.strip(.refresh))]
    case .groups: return [.then(.strip(.refresh)), .then(.groups(.refresh))]
    }
  }

  mutating func focus(_ pane: Pane) {
    if !screen.panes.contains(pane), let screen = Screen.allCases.first(where: { $0.panes.contains(pane) }) {
      self.screen = screen
    }
    focus = pane
  }

  private mutating func enter(_ pane: Pane) -> [Effect] {
    focus(pane)
    return pane == .composer || pane == .answer ? workOnOpen() : []
  }

  private mutating func moveFocus(by step: Int) -> [Effect] {
    let panes = focusable
    let place = panes.firstIndex(of: focus) ?? 0
    return enter(panes[(place + step + panes.count) % panes.count])
  }

  /// Esc: out of whatever was entered last.
  private mutating func goBack() -> [Effect] {
    if isZoomed {
      isZoomed = false
    } else if focus == .sidebar, sidebar.showsFilter {
      return [.then(.sidebar(.clearFilter))]
    } else if screen == .events, events.showsFilter {
      return [.then(.events(.clearFilter))]
    } else if screen == .cache, cache.showsFilter {
      return [.then(.cache(.clearFilter))]
    } else if screen == .shared, shared.isEditing {
      return [.then(.shared(.edit(.leave)))]
    } else if screen == .shared, focus != .sharedKeys {
      focus = .sharedKeys
    } else if screen == .shared, shared.list.showsFilter {
      return [.then(.shared(.clearFilter))]
    } else if screen == .groups, groups.isEditing {
      return [.then(.groups(.edit(.leave)))]
    } else if screen == .groups, focus != .groups {
      focus = focus == .step ? .steps : .groups
    } else if screen != .requests {
      return show(.requests)
    } else if focus == .answer, desks.current?.answer.filter != nil {
      return [.then(.answer(.dropFilter))]
    } else if focus == .answer, desks.current?.answer.isOlder == true {
      return [.then(.answer(.showCurrent))]
    } else if focus != .sidebar {
      focus = .sidebar
    }
    return []
  }

  /// Ctrl-C: cancels what runs; with nothing running it goes back, and at last out.
  private mutating func interrupt() -> [Effect] {
    if screen == .groups, let run = groups.stoppable { return [.steer(run, .stop)] }
    let running = transfers.last { $0.request == desks.open } ?? transfers.last
    if let running { return [.control(running.id, .cancel)] }
    return isAtRoot ? quit() : goBack()
  }

  private var isAtRoot: Bool {
    screen == .requests && focus == .sidebar && !sidebar.showsFilter && !isZoomed
  }

  /// `q`: back to the first screen, then out; asks when something would be cut off or lost.
  private mutating func quit() -> [Effect] {
    guard screen == .requests else { return show(.requests) }
    let losses = losses
    guard !losses.isEmpty else {
      isEnding = true
      return []
    }
    popups.push(
      Popup(
        Confirm(
          "Quit?", losses.map { StyledText($0) } + [""],
          choices: [.init("n", "stay"), .init("q", "quit", .navigation(.end))])))
    return []
  }

  /// What quitting would end or lose, in sentences.
  private var losses: [String] {
    var losses: [String] = []
    if !transfers.isEmpty {
      let verb = transfers.count == 1 ? "is" : "are"
      losses.append("\(transfers.count.counted("request")) \(verb) in flight and would be cancelled.")
    }
    let runs = groups.liveCount
    if runs > 0 { losses.append("\(runs.counted("run")) \(runs == 1 ? "is" : "are") under way and would be stopped.") }
    if desks[.scratch]?.composer.isDirty == true {
      losses.append("The scratch request has not been saved to a workspace.")
    }
    if let edit = shared.value.edit, edit.hasChanged {
      losses.append("What was typed for the shared key \(edit.name.fitted(to: 40)) has not been saved.")
    }
    if let edit = groups.step.edit, edit.hasChanged {
      losses.append("What was typed for \(edit.title) is not applied.")
    }
    guard !losses.isEmpty else { return [] }
    let drafts = sidebar.edited.filter { !$0.isScratch }.count
    if drafts > 0 { losses.append("Edits of \(drafts.counted("request")) are kept as drafts (✎).") }
    return losses
  }
}
