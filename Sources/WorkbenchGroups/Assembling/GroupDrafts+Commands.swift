import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchState

// The keys by which a group is assembled.
extension GroupDrafts: GroupsPart {
  static var commands: [CommandRow] { adding + arranging + changingSteps + keeping }

  private static var adding: [CommandRow] {
    [
      CommandRow(
        .addStep, "groups.addStep", in: [.groupFile], hint: .init("add", rank: 5), does: .assemble(.askAdd),
        disabledReason: needsDraft),
      // Without a hint: there it stands behind the keys of the fields.
      CommandRow(
        .addStep, "groups.form.addStep", in: [.stepForm], does: .assemble(.askAdd), disabledReason: needsDraft),
      verb(
        "duplicateStep", "Duplicate", "Puts a copy below the step, or below each marked one.", ["p"],
        .verb(.duplicate)),
      verb(
        "renameStep", "Rename", "Renames the step, in the group's templates and filters too.", ["r"], .askRename),
      verb(
        "deleteStep", "Delete steps", "Deletes the step, or the marked ones. u brings them back.", ["D", "Delete"],
        .verb(.delete)),
      CommandRow(
        "groups.leaveList", "Out of the list", help: "Goes on below the list: the next step is added behind it.",
        keys: ["<"], in: [.stepChoice], hint: .init("out of the list", rank: 3), does: .assemble(.leaveList),
        disabledReason: { $0.groups.steps.isInList ? nil : "The next step goes into no list inside the group." }),
    ]
  }

  private static var arranging: [CommandRow] {
    [
      verb(
        "moveDown", "Move down", "Moves the step, or the marked ones, down in its list.", ["J", "Alt-Down"],
        .verb(.move(1)), hint: .init("move", rank: 12)),
      verb(
        "moveUp", "Move up", "Moves the step, or the marked ones, up in its list.", ["K", "Alt-Up"],
        .verb(.move(-1))),
      verb(
        "nest", "Nest", "Puts the step, or the marked ones, into the list above, or into a new one.", [">"],
        .verb(.nest), hint: .init("nest", rank: 16)),
      verb(
        "unnest", "Un-nest", "Takes the step, or the marked ones, out of the list.", ["<"], .verb(.unnest),
        hint: .init("un-nest", rank: 15), disabledReason: needsList),
      verb(
        "wrapConcurrent", "Wrap as concurrent", "Puts the marked steps into a list that runs them at the same time.",
        ["C"], .verb(.wrap(.concurrent)), hint: .init("concurrent", rank: 18)),
      verb(
        "wrapSerial", "Wrap as serial", "Puts the marked steps into a list that runs them one after the other.", ["W"],
        .verb(.wrap(.serial))),
      verb(
        "switchOrder", "Serial or concurrent",
        "Switches the list under the cursor, or the one around the step, between serial and concurrent.", ["T"],
        .verb(.switchOrder)),
    ]
  }

  private static var changingSteps: [CommandRow] {
    [
      verb(
        "mark", "Mark",
        "Marks the step (◆) or clears the mark, and goes to the next: the next change is about all marked steps.",
        ["m"],
        .mark, hint: .init("mark", rank: 22)),
      verb(
        "turnStep", "Off or on", "Switches the step, or the marked ones, off or on again. What is off is not run.",
        ["Space"], .verb(.turn), hint: .init("off/on", rank: 20)),
    ]
  }

  private static var keeping: [CommandRow] {
    [
      verb(
        "undo", "Undo", "Undoes the last change of the steps.", ["u"], .undo, hint: .init("undo", rank: 24),
        disabledReason: { $0.groups.drafts.canUndo($0.groups.steps.group) ? nil : "There is nothing to undo." }),
      CommandRow(
        .redo, "groups.redo", in: [.groupFile], does: .groups(.assemble(.redo)),
        disabledReason: { $0.groups.drafts.canRedo($0.groups.steps.group) ? nil : "There is nothing to redo." }),
      verb(
        "discard", "Discard the draft", "Goes back to what the group's file says, after asking. u brings it back.",
        ["X"], .askDiscard,
        disabledReason: { $0.groups.whyNotSave == nil ? nil : "There are no edits to discard." }),
      verb(
        "editStepOutside", "Edit in $EDITOR", "Opens the group in your editor, at this step.", ["e"], .editOutside,
        disabledReason: needsDraft),
    ]
  }

  private func canUndo(_ group: String?) -> Bool { isChanging || self[group]?.canUndo == true }
  private func canRedo(_ group: String?) -> Bool { isChanging || self[group]?.canRedo == true }

  private static let needsDraft: @Sendable (State) -> String? = { state in
    if state.groups.steps.group == nil { return "The cursor is not on a group." }
    return state.groups.draft == nil && !state.groups.isBusyAssembling ? "The group's file cannot be read." : nil
  }

  private static let needsFileStep: @Sendable (State) -> String? = { state in
    needsDraft(state) ?? (state.groups.steps.selected == nil ? "The group has no steps yet: a adds one." : nil)
  }

  /// A change of the steps that is under way may bring the step into a list.
  private static let needsList: @Sendable (State) -> String? = { state in
    if let reason = needsFileStep(state) { return reason }
    let isInList = state.groups.steps.targets.contains { $0.parent.map { $0 != .root } == true }
    return isInList || state.groups.isBusyAssembling ? nil : "The step is in no list inside the group."
  }

  private static func verb(
    _ id: String, _ title: String, _ help: String, _ keys: [String], _ action: AssemblingAction,
    hint: Command<State>.Hint? = nil,
    disabledReason: (@Sendable (State) -> String?)? = nil
  ) -> CommandRow {
    row(
      id, title, help, keys, .assemble(action), in: [.groupFile], hint: hint,
      disabledReason: disabledReason ?? needsFileStep)
  }
}
