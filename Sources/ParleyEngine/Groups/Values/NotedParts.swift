/// Notes on a node that was made from something, or of which there is something to say. Most of them only begin and end.
struct NotedParts: Sendable, Hashable {
  var steps: [NodePath] = []
  var sharedReads: [SharedUse] = []
  var sharedWrites: [SharedUse] = []
  var sources: [NodeSource] = []
  var elements: Int?
  var sharedTransfers: [NodeTrace.SharedTransfer] = []
  var warnings: [String] = []
  var edits: [NodeEdit] = []
  var isEdited = false
  var secretOutput: SecretParts?
  var secretInput: SecretParts?
  var held: Duration?
  /// Notes that few nodes have, behind one reference; nil where there are none.
  private var rare: CopyOnWrite<RareNotes>?

  var rareNotes: RareNotes? {
    get { rare?.wrappedValue }
    set { rare = newValue == RareNotes() ? nil : newValue.map(CopyOnWrite.init) }
  }
}

extension NodeTrace.Notes {
  /// The steps whose results were looked up, each once, in the order of the first time.
  package var steps: [NodePath] {
    get { parts?.steps ?? [] }
    _modify { yield &changing.steps }
  }

  /// The keys that were read from shared data, each once.
  package var sharedReads: [SharedUse] {
    get { parts?.sharedReads ?? [] }
    _modify { yield &changing.sharedReads }
  }

  /// The keys that were written to shared data, in order.
  package var sharedWrites: [SharedUse] {
    get { parts?.sharedWrites ?? [] }
    _modify { yield &changing.sharedWrites }
  }

  /// The sources of values, as the request names them.
  package var sources: [NodeSource] {
    get { parts?.sources ?? [] }
    _modify { yield &changing.sources }
  }

  /// How many elements the list of a node has that runs for each of one; nil where it is not made, and in a recording that is
  /// older than this.
  package var elements: Int? {
    get { parts?.elements }
    _modify { yield &changing.elements }
  }

  /// Attempts whose request was not sent by itself.
  package var sharedTransfers: [NodeTrace.SharedTransfer] {
    get { parts?.sharedTransfers ?? [] }
    _modify { yield &changing.sharedTransfers }
  }

  /// Warnings of what is probably not intended, in a sentence each, masked.
  package var warnings: [String] {
    get { parts?.warnings ?? [] }
    _modify { yield &changing.warnings }
  }

  /// The changes that a person made at a pause, in order.
  package var edits: [NodeEdit] {
    get { parts?.edits ?? [] }
    _modify { yield &changing.edits }
  }

  /// Whether its response came from the cache with a body that somebody edited.
  package var isEdited: Bool {
    get { parts?.isEdited ?? false }
    _modify { yield &changing.isEdited }
  }

  /// The secret parts of its output; nil if they are unknown, as in an older recording.
  package var secretOutput: SecretParts? {
    get { parts?.secretOutput }
    _modify { yield &changing.secretOutput }
  }

  /// The secret parts of the value it worked on, if that is in the recording.
  package var secretInput: SecretParts? {
    get { parts?.secretInput }
    _modify { yield &changing.secretInput }
  }

  /// How long it waited for a person after it had begun: it, or all the steps in it that were in flight; nil where it did not.
  package var held: Duration? {
    get { parts?.held }
    _modify { yield &changing.held }
  }

  var rareNotes: RareNotes? {
    get { parts?.rareNotes }
    _modify { yield &changing.rareNotes }
  }
}
