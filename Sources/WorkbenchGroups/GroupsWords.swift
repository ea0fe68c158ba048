import TerminalKit
import WorkbenchState

extension ScreenWords {
  static let groups = ScreenWords(
    headings: [
      .groups: "On the Groups screen",
      .groupRun: "In the steps of a run",
      .groupFile: "In the steps of a group",
      .groupList: Heading(
        "In the list of groups",
        purpose:
          "Groups run several requests and steps, one after the other or at the same time. Their runs are below them. "
          + "▃█▁▆ behind a group: how long its last runs took."),
      .groupListFilter: "While filtering groups",
      .groupSteps: Heading(
        "In the tree of steps",
        purpose:
          "The steps of the group, or of its run. A breakpoint pauses the run before a step. ▲ and ▼ behind a time: so much longer or "
          + "shorter than usual. ◂ marks the steps from which the one under the cursor takes values, ▸ those that take from it. "
          + "The time axis skips the times in which nothing was in flight, so it can be shorter than the run."),
      .groupStep: Heading(
        "In a step",
        purpose: "The step under the cursor: its parts, where its values come from, and its attempts."),
      .stepForm: "In the fields of a step",
      .stepFormField: "In a field of a step",
      .stepFormText: "In a text of a step",
      .stepFormChoices: "In a list of choices for a step",
      .stepOverrides: "In the rows over a step's request",
      .groupPart: "In a part of a step",
      .groupValue: "In a value of a step",
      .groupDefinition: "In the definition of a step",
      .groupPrompt: "While searching or filtering a part of a step",
      .groupEditor: "While editing a step",
      .groupFinder: "While filtering or finding steps",
      .groupFinderText: "While finding a step",
      .groupFinderCompletion: "In the list of fields to filter steps by",
      .breakpoints: "In the list of breakpoints",
      .why: "In the answer to Why?",
      .comparison: "In a comparison of runs",
      .comparedSteps: "In the steps of compared runs",
      .comparedStep: "In a step of compared runs",
    ],
    palette: [
      "screen.groups": "runs chains steps workflow",
      "groups.list.undo": "restore undelete put back bring back recover trash",
      "groups.past.now": "moment time travel present",
    ])
}
