// Whoever uses a store sees what it lists: `HistoryEntry` and `KeptRun` are declared where the workbench can see them, too.
@_exported public import ParleyModel
