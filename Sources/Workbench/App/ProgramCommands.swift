import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

/// Commands that concern the program as a whole rather than one pane.
enum ProgramCommands {
  static var all: [CommandRow] {
    requests + OpeningHandling.commands + gettingAbout + PaneSizeHandling.commands + lookingUp
      + DescriptionHandling.commands + EditingHandling.commands
      + ReadingStyle.commands + MomentHandling.commands
      + EditorDraftHandling.commands
      + leaving
  }

  private static var requests: [CommandRow] {
    [SendingHandling.sendCommand, SendingHandling.askServerCommand] + RepeatedSendHandling.commands
      + CertificateHandling.commands + [
        CommandRow(
          "request.save", "Save to the file", help: "Saves the open request's edits to its file.",
          keys: ["Ctrl-S"], in: [.always], hint: .init("save", rank: 25), does: .request(.save),
          disabledReason: { state in
            state.screens[state.screen].whyNotSave
              ?? (state.screen == .requests && state.tabs.open != nil
                ? SeenRequest.whyUnseen(so: "Nothing is saved", in: state) : nil)
          }),
        CommandRow(
          "environment.pick", "Environment", help: "Chooses the environment whose variables requests and groups use.",
          keys: ["V"], in: [.browsing],
          hint: .init("environment", rank: 70),
          disabledReason: {
            $0.workspace?.environments.isEmpty == false ? nil : "The workspace has no environments: Alt-v creates one."
          }
        ) { state in
          state.ask(EnvironmentSwitch.picker(in: state))
        },
        CommandRow(
          "environment.edit", "Variables and environments",
          help: "Shows and edits the variables of all environments in a table.", keys: ["Alt-v"], in: [.always],
          does: .environments(.open),
          disabledReason: { $0.workspace == nil ? "The workspace is still being read." : nil }
        ),
        .importing,
      ]
  }

  private static var gettingAbout: [CommandRow] {
    ScreenID.all.map { screen in
      CommandRow(
        screen.command, "\(screen.type.title) screen", help: "Shows the screen \(screen.type.title).",
        keys: ["\(screen.number)"], in: [.browsing], does: .navigation(.show(screen)))
    } + [
      CommandRow("focus.next", "Next pane", help: "Moves to the next pane.", keys: ["Tab"], in: [.always]) { state in
        NavigationHandling.moveFocus(by: 1, in: &state)
      },
      CommandRow(
        "focus.previous", "Previous pane", help: "Moves to the previous pane.", keys: ["Shift-Tab"], in: [.always]
      ) { state in
        NavigationHandling.moveFocus(by: -1, in: &state)
      },
      CommandRow(
        "focus.jump", "Jump",
        help: "Shows a letter on every pane, tab and field of the request; press one to go there.",
        keys: ["Ctrl-O"], in: [.always], does: .navigation(.jump)),
      CommandRow(
        "bench.zoom", "Zoom the pane", help: "Zooms the pane to the whole screen, or back.", keys: ["Z"],
        in: [.browsing], does: .navigation(.zoom)),
      CommandRow(
        "strip.resize", "Log strip", help: "Resizes the log strip: 1, 5 or 12 lines.", keys: ["L"], in: [.browsing]
      ) { state in
        state.strip.grow()
        return PaneSizeHandling.keepStrip(in: &state)
      },
    ]
  }

  private static var lookingUp: [CommandRow] {
    [
      CommandRow(
        "bench.palette", "Commands",
        help:
          "Finds commands, requests (by name or URL), groups, environments and shared keys. `item/page @mirror` opens in an environment.",
        keys: [":"], in: [.browsing], hint: .init("commands", rank: 80), does: .overlay(.palette)),
      CommandRow(
        "bench.paletteAnywhere", "Commands",
        help: "Finds commands, requests, groups, environments and keys, even while typing.", keys: ["Ctrl-P"],
        in: [.always],
        does: .overlay(.palette)),
      CommandRow(
        "bench.help", "Help", help: "Shows the keys of the current pane.", keys: ["?"], in: [.browsing],
        hint: .init("help", rank: 90), does: .overlay(.help)),
      CommandRow(
        "bench.keys", "Change a key",
        help: "Shows the keys of the current pane: Enter on one gives its command another.",
        in: [.browsing], does: .overlay(.help)),
      CommandRow(
        "bench.problem", "Last failure", help: "Shows the last failure in full.", keys: ["!"], in: [.browsing],
        disabledReason: { $0.failure.problem == nil ? "There is no error to show." : nil }
      ) { state in
        OverlayHandling.showProblem(in: &state)
        return []
      },
      CommandRow(
        "files.mistakes", "Errors and warnings in the files",
        help: "Lists the errors and warnings in the workspace's files.", keys: ["F8"], in: [.always],
        disabledReason: { $0.workspace?.mistakes.isEmpty == false ? nil : "The files have no errors." }
      ) { state in
        state.ask(Picker(mistakes: state.workspace?.mistakes ?? []))
      },
      CommandRow(
        "pool.limit", "Requests at once",
        help: "Limits how many requests may be in flight at once (the connection pool).", in: [.browsing],
        does: .workspace(.askPool)),
      CommandRow(
        "mocks.turn", "Mocks on or off",
        help: "Turns mocks on or off.",
        keys: ["M"], in: [.browsing], does: .workspace(.turnMocks),
        disabledReason: {
          guard let workspace = $0.workspace, !workspace.isMocking else { return nil }
          return workspace.mocks == 0 ? "The workspace has no files under mocks/." : nil
        }),
      CommandRow(
        "mocks.serve", "Start or stop the mock server",
        help: "Serves the workspace's mocks to other programs, at an address that is shown; again to stop.",
        in: [.browsing],
        disabledReason: {
          guard let workspace = $0.workspace, workspace.mockServer == nil else { return nil }
          return workspace.mocks == 0 ? "The workspace has no files under mocks/." : nil
        }
      ) { state in
        [.perform(WorkspaceEffect.serveMocks(state.workspace?.mockServer == nil))]
      },
      CommandRow(
        "cookies.show", "Cookies", help: "Lists the cookies set by servers, to edit or delete.",
        in: [.browsing], does: .cookies(.list)),
      CommandRow(
        "answers.forget", "Forget stored answers and passwords",
        help: "Forgets the secrets and values you entered for this session or this machine; the next send asks again.",
        in: [.browsing]
      ) { state in
        [.perform(RequestEffect.forgetAnswers)]
      },
      ThemeHandling.command,
      CommandRow(
        "workspace.trust", "Trust this workspace", help: "Shows what the workspace needs, and allows it.",
        in: [.browsing], does: .workspace(.askTrust),
        disabledReason: {
          if case .wanted? = $0.workspace?.trust { nil } else { "The workspace needs no further permission." }
        }),
    ]
  }

  private static var leaving: [CommandRow] {
    [
      CommandRow(
        "bench.back", "Back",
        help:
          "Goes back: closes the filter, zoom, screen or pane you opened last; after a jump from another screen, "
          + "returns to it. Straight after Enter or Tab ended a field it stays in the pane, and straight after another Esc on the "
          + "screen: press it again to leave.",
        keys: ["Esc"], in: [.always]
      ) { state in
        NavigationHandling.goBack(in: &state)
      },
      // The same, with a hint: a comparison covers the run, and nothing else tells how to leave it.
      CommandRow(
        "groups.compare.leave", "Leave the comparison",
        help: "From the parts back to the steps; from there, or from the list, back to the run.", keys: ["Esc"],
        in: [.comparison], hint: .init("leave", rank: 0)
      ) { state in
        NavigationHandling.goBack(in: &state)
      },
      CommandRow(
        "bench.interrupt", "Cancel",
        help: "Cancels the request in flight (on screen 2, the run). If there is none, goes back, then quits.",
        keys: ["Ctrl-C"], in: [.always]
      ) { state in
        NavigationHandling.interrupt(in: &state)
      },
      CommandRow(
        "bench.suspend", "Suspend", help: "Suspends Parley until `fg`.", keys: ["Ctrl-Z"], in: [.always, .popup]
      ) { state in
        [.terminal(.suspend)]
      },
      CommandRow(
        "bench.quitAnywhere", "Quit while typing",
        help: "Quits even while typing, as q does elsewhere. Asks if something is running or would be lost.",
        keys: ["Ctrl-Q"], in: [.always]
      ) { state in
        NavigationHandling.quit(in: &state)
      },
      CommandRow(
        "bench.quit", "Quit", help: "Quits (exits). Asks if something is running or would be lost.", keys: ["q"],
        in: [.browsing]
      ) { state in
        NavigationHandling.quit(in: &state)
      },
    ]
  }
}
