import ParleyEngine

/// An event as a record, and the other way round:
///
///     version, kind, sequence, time, subject?, what the kind adds
struct EventRecord {
  /// Version 1 knew nothing of groups. Only version 3 tells of many keys at once: older programs read version 2, so that is what all
  /// others are.
  private static let (version, newest) = (2, 3)
  /// Of a batch so many keys are kept.
  static let mostKeys = 100

  let kind: EventFilter.Kind
  let content: [UInt8]

  init(_ event: Event) {
    kind = EventFilter.Kind(event.kind)
    var writer = RecordWriter(capacity: 256)
    writer.write(event.kind.batch == nil ? Self.version : Self.newest)
    writer.write(kind.rawValue)
    writer.write(event.sequence)
    writer.write(UInt64(bitPattern: event.time.microseconds))
    if let subject = event.subject { writer.write(subject) }
    writer.write(additionOf: event.kind)
    if let batch = event.kind.batch { writer.write(batch) }
    content = writer.bytes
  }

  static func read(_ content: [UInt8]) throws(RepositoryError) -> Event {
    var reader = RecordReader(content)
    let version = try reader.int()
    guard (1...Self.newest).contains(version), let kind = EventFilter.Kind(rawValue: try reader.text()) else {
      throw RecordReader.damage
    }
    let sequence = try reader.number()
    let time = Timestamp(microseconds: Int64(bitPattern: try reader.number()))
    var event = Event(sequence: sequence, time: time, kind: try reader.eventKind(kind, hasGroups: version > 1))
    if version > Self.version { event.kind.batch = try reader.batch() }
    return event
  }
}

extension EventFilter.Kind {
  init(_ kind: Event.Kind) {
    switch kind {
    case .sent: self = .sent
    case .redirected: self = .redirected
    case .retrying: self = .retrying
    case .duplicate: self = .duplicate
    case .requestProgress: self = .requestProgress
    case .responseProgress: self = .responseProgress
    case .loadRemote: self = .loadRemote
    case .loadSkip: self = .loadSkip
    case .failed: self = .failed
    case .cancelled: self = .cancelled
    case .updateSharedData: self = .updateSharedData
    case .removeSharedData: self = .removeSharedData
    case .groupDone: self = .groupDone
    case .updateCache: self = .updateCache
    case .removeCache: self = .removeCache
    case .custom: self = .custom
    }
  }
}

extension Event.Kind {
  fileprivate var batch: Event.SharedData.Batch? {
    get {
      switch self {
      case .updateSharedData(let change), .removeSharedData(let change): change.batch
      default: nil
      }
    }
    set {
      switch self {
      case .updateSharedData(var change):
        change.batch = newValue
        self = .updateSharedData(change)
      case .removeSharedData(var change):
        change.batch = newValue
        self = .removeSharedData(change)
      default: break
      }
    }
  }
}
