import TerminalKit
import WorkbenchState

extension Exporting {
  /// On the screen of groups.
  static var ofGroups: [CommandRow] {
    [
      CommandRow(
        .exportGroup, "export.listedGroup", in: [.groupList], does: .exporting(.askGroup(isListed: true)),
        disabledReason: { $0.groups.list.selectedGroup == nil ? "The cursor is not on a group." : nil }),
      CommandRow(
        .exportGroup, "export.group", in: [.groupSteps], does: .exporting(.askGroup(isListed: false)),
        disabledReason: { $0.groups.group == nil ? "No group is shown." : nil }),
    ]
  }
}
