import WorkbenchState

/// A part of the screen of groups.
protocol GroupsPart: ScreenPart where Owner == GroupsScreen {}
