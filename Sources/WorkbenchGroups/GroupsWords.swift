import ParleyEngine
import TerminalKit
import WorkbenchState

extension ScreenWords {
  static let groups = ScreenWords(
    headings: [
      .groups: "On the Groups screen",
      .groupRun: Heading(
        "In the steps of a run",
        signs: [
          "▲ 7 ▼ 2": "Behind a time: the step took so much longer, or so much less time, than usual.",
          "◂": "The step under the cursor takes a value from this one.",
          "▸": "This step takes a value from the one under the cursor.",
          "5 in, 1 used": "The elements of the list that went into the step, and how many of them it used.",
          "11 in, 9 out": "The elements that went into the step, and how many came out.",
          "3/8 ✗1": "So many of the list's elements are done, and how many of them failed.",
          "▮▮": "The step is paused; in the time axis, the time of the pause.",
          "↻": "The time until the next attempt.",
          "≠": "The step has changed in the file since the run.",
          "⇄": "The step used the same as the one under the cursor, at the same time; or it shared another transfer.",
          "◆": "The step decided how long the run took.",
          "░ ▒ ▓ █": "In the time axis: \(AttemptPhases.Phase.legend).",
          "━ ─": "In the time axis: a list; a group, or the wait for another attempt.",
          "┊": "In the time axis: a time without a request in flight was cut out.",
          "✓ → .[2]  ✗": "In the rows of a list: kept by the filter, at this place of the output; dropped.",
        ]),
      .groupFile: Heading(
        "In the steps of a group",
        signs: ["◆": "A step that you marked.", "⛓": "In a list to choose from: a group that runs as a step."]),
      .groupList: Heading(
        "In the list of groups",
        purpose:
          "Groups run several requests and steps, one after the other or at the same time. Their runs are below them.",
        signs: [
          "●": "The group or run beside the list.",
          "▃█▁▆": "How long the last runs of the group took.",
          "↳ 14": "A replay or a fork of an earlier run.",
          "◇": "A run that you marked to compare it.",
          "◆": "A pinned run.",
          "⇄": "A run of the team, or shared with it; the team cannot be reached.",
          "⇣": "A run that was imported.",
        ]),
      .groupListFilter: "While filtering groups",
      .groupSteps: Heading(
        "In the tree of steps",
        purpose:
          "The steps of the group, or of its run. A breakpoint pauses the run before a step. "
          + "The time axis skips the times in which nothing was in flight, so it can be shorter than the run.",
        signs: [
          "ƒ": "A step that computes, or waits, or checks: it sends nothing.",
          "⇶ ∥": "Steps one after the other; steps at the same time.",
          "● ○": "A breakpoint before the step; one after it.",
          "◐ ◌": "A breakpoint that waits for something; one that is off.",
        ]),
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
      .stepChoice: "While steps are added",
      .breakpoints: Heading(
        "In the list of breakpoints",
        signs: [
          "✓ ~": "The breakpoint is on; it is off.",
          "● ○": "Before the step; after it.",
          "◐ ◌": "It waits for something; it is off.",
          "✗": "The group has no such step.",
        ]),
      .why: Heading(
        "In the answer to Why?",
        signs: [
          "▲ ?": "A cause; one that is not certain.",
          "≠": "A difference from the other run.",
          "→": "What would follow from the value that you try.",
        ]),
      .comparison: Heading(
        "In a comparison of runs",
        signs: [
          "~ + -": "Different; only in the right run; only in the left one.",
          "≈": "Different, and ignored.",
          "–": "The group did not have the step then.",
          "ƒ ⇶ ∥": "A step that sends nothing; steps one after the other; steps at the same time.",
        ]),
      .comparedSteps: "In the steps of compared runs",
      .comparedStep: "In a step of compared runs",
    ],
    palette: [
      "screen.groups": "runs chains steps workflow",
      "groups.list.undo": "restore undelete put back bring back recover trash",
      "groups.past.now": "moment time travel present",
    ])
}
