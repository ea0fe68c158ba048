import ParleyEngine
package import TerminalKit
import WorkbenchState

extension KeyContext {
  /// In both panes while two runs are compared.
  package static let comparison: KeyContext = "groups.comparison"
  package static let comparedSteps: KeyContext = "groups.compared"
  package static let comparedStep: KeyContext = "groups.comparedStep"
}

extension RunsComparing: GroupsPart {
  static var keyContextSets: [[KeyContext]] {
    [[.comparedSteps, .comparison, .groups], [.comparedStep, .comparison, .groups]]
  }

  static var commands: [CommandRow] { choosing + comparing + movingInComparison }

  private static var choosing: [CommandRow] {
    [
      row(
        "markRun", "Mark the run",
        "Marks or unmarks the run (◇) and goes to the next: two marked runs are compared with =. One of the team's is brought here first.",
        ["m"], in: [.groupList],
        disabledReason: { state in
          let row = state.groups.list.selected
          return row?.run == nil && row?.teamRun == nil ? "The cursor is not on a run." : nil
        }
      ) { screen, _ in
        screen.list.markRun()
      },
      row(
        "compare", "Compare runs",
        "Compares two marked runs; else the marked run with the one under the cursor, or the run with its parent, or the one before.",
        ["="], in: [.groupList, .groupRun], hint: .init("compare", rank: 47), disabledReason: whyNotCompare
      ) { screen, _ in
        screen.list.beginComparison(besides: screen.steps.run?.id)
      },
    ]
  }

  private static let whyNotCompare: @Sendable (State) -> String? = { state in
    if state.groups.isEditing { return Reasons.isStillTyped }
    if state.groups.list.chosenRuns(besides: state.groups.steps.run?.id) != nil { return nil }
    let hasRun = state.groups.list.selected?.run != nil || state.groups.steps.run != nil
    return hasRun
      ? "The group has no other run: mark a run of another group with m."
      : "The cursor is not on a run: runs stand below their group."
  }

  private static var comparing: [CommandRow] {
    [
      row(
        "compare.next", "Next difference", "Goes to the next step that differs.", ["n"], in: [.comparedSteps],
        hint: .init("next difference", rank: 1)
      ) { screen, _ in
        screen.comparing.goToDifference(1, inPart: false)
        return []
      },
      row(
        "compare.previous", "Previous difference", "Goes to the previous step that differs.", ["N"],
        in: [.comparedSteps], hint: .init("previous", rank: 2)
      ) { screen, _ in
        screen.comparing.goToDifference(-1, inPart: false)
        return []
      },
      row(
        "compare.nextLine", "Next difference",
        "Goes to the next difference of the part; after the last, to the next step.", ["n"], in: [.comparedStep],
        hint: .init("next difference", rank: 1)
      ) { screen, _ in
        screen.comparing.goToDifference(1, inPart: true)
        return []
      },
      row(
        "compare.previousLine", "Previous difference",
        "Goes to the previous difference of the part; before the first, to the previous step.", ["N"],
        in: [.comparedStep], hint: .init("previous", rank: 2)
      ) { screen, _ in
        screen.comparing.goToDifference(-1, inPart: true)
        return []
      },
      row(
        "compare.ignore", "Ignore this path",
        "Leaves the path under the cursor out of comparisons of this group's runs; again compares it.", ["i"],
        in: [.comparison], hint: .init("ignore this path", rank: 4), disabledReason: needsPath
      ) { screen, _ in
        screen.comparing.ignorePath()
      },
      row(
        "compare.paths", "Ignored paths", "Edits the paths that comparisons of this group's runs ignore.", ["I"],
        in: [.comparison], hint: .init("ignored paths", rank: 5)
      ) { screen, _ in
        screen.comparison.map {
          [.ask(IgnoredPathsForm(paths: $0.ignored) { .groups(.compare(.setPaths($0))) })]
        } ?? []
      },
      row(
        "compare.same", "Only differences", "Shows only the steps that differ, or all.", ["f"], in: [.comparison],
        hint: .init("only differences", rank: 6)
      ) { screen, _ in
        screen.comparing.turnSame()
        return []
      },
      row(
        "compare.open", "To the parts", "Moves to the parts of the step.", ["Enter"], .compare(.open),
        in: [.comparedSteps], hint: .init("to the parts", rank: 3)),
    ]
  }

  private static let needsPath: @Sendable (State) -> String? = { state in
    let path = state.groups.comparison?.pane.selected?.path
    return path == nil || path == .root ? "The line of the part stands for no single path." : nil
  }

  private static var movingInComparison: [CommandRow] {
    .moving("groups.compared", in: .comparedSteps) { .groups(.compare(.steps($0))) }
      + .moving("groups.comparedStep", in: .comparedStep) { .groups(.compare(.step($0))) }
      + [
        row(.nextTab, "groups.compare.nextTab", in: [.comparison], hint: .init("parts", rank: 8)) { screen, _ in
          screen.comparing.turnTab(1)
          return []
        },
        row(.previousTab, "groups.compare.previousTab", in: [.comparison]) { screen, _ in
          screen.comparing.turnTab(-1)
          return []
        },
        row(.tabRight, "groups.compare.tabRight", in: [.comparedSteps]) { screen, _ in
          screen.comparing.turnTab(1)
          return []
        },
        row(.tabLeft, "groups.compare.tabLeft", in: [.comparedSteps]) { screen, _ in
          screen.comparing.turnTab(-1)
          return []
        },
        row(.right, "groups.compare.right", in: [.comparedStep]) { screen, _ in
          screen.comparing.moveAcross(1)
          return []
        },
        row(.left, "groups.compare.left", in: [.comparedStep]) { screen, _ in
          screen.comparing.moveAcross(-1)
          return []
        },
      ]
  }
}
