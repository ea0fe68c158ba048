import WorkbenchState

/// A part of the screen of shared data.
protocol SharedDataPart: ScreenPart where Owner == SharedDataScreen {}
