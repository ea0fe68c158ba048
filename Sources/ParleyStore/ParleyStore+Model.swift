// `HistoryEntry` and `KeptRun` are public nouns of the store, declared where the workbench can see them: they come with the store.
@_exported public import ParleyModel
