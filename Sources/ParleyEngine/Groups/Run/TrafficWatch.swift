/// Watches what the steps of a run use that run at the same time, and finds those that change what another uses meanwhile.
final class TrafficWatch: Sendable {
  /// The use of a thing by a step.
  struct Use: Sendable {
    let kind: StepOverlap.Kind
    let name: String
    let span: Range<Timestamp>
    /// Whether it changed the thing.
    let changes: Bool
  }

  private struct Thing: Hashable {
    let kind: StepOverlap.Kind
    let name: String
  }

  private struct Entry {
    let path: NodePath
    let span: Range<Timestamp>
    let changes: Bool
  }

  /// The latest uses of one thing.
  private struct Uses {
    private static let most = 64

    private var entries: [Entry] = []
    /// The place of the oldest, which the next one takes, once there are as many as are remembered.
    private var oldest = 0
    private var changes = 0

    /// Whether one of them changed it.
    var haveChanges: Bool { changes > 0 }

    /// From the oldest to the latest.
    var inOrder: [Entry] { Array(entries[oldest...] + entries[..<oldest]) }

    mutating func add(_ entry: Entry) {
      if entry.changes { changes += 1 }
      guard entries.count == Self.most else { return entries.append(entry) }
      if entries[oldest].changes { changes -= 1 }
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.most
    }
  }

  private let entries = Lock<[Thing: Uses]>([:])
  /// So many things are remembered.
  private static let mostThings = 10_000
  /// More overlaps of one step say nothing more.
  private static let mostOverlaps = 8

  /// Takes in what a step used, and returns the steps that used the same at the same time, where one of both changed it.
  func take(_ uses: [Use], of path: NodePath) -> [StepOverlap] {
    guard !uses.isEmpty else { return [] }
    return entries.withLock { entries in
      var found: [StepOverlap] = []
      for use in uses {
        let thing = Thing(kind: use.kind, name: use.name)
        guard entries.count < Self.mostThings || entries[thing] != nil else { continue }
        Self.take(use, of: path, among: &entries[thing, default: Uses()], into: &found)
      }
      return found
    }
  }

  private static func take(
    _ use: Use, of path: NodePath, among uses: inout Uses, into found: inout [StepOverlap]
  ) {
    defer { uses.add(Entry(path: path, span: use.span, changes: use.changes)) }
    guard use.changes || uses.haveChanges else { return }
    for entry in uses.inOrder where (entry.changes || use.changes) && entry.path != path {
      guard entry.span.overlaps(use.span), found.count < mostOverlaps else { continue }
      let overlap = StepOverlap(step: entry.path, kind: use.kind, name: use.name)
      if !found.contains(overlap) { found.append(overlap) }
    }
  }
}

extension TrafficWatch.Use {
  /// The things that a request used when it was sent: its address, and cookies.
  static func all(of log: SendLog?, _ response: Response) -> [TrafficWatch.Use] {
    guard let (request, span) = log?.whole else { return [] }
    let address = address(in: request.url)
    let isRead = ["GET", "HEAD", "OPTIONS", "TRACE"].contains(request.methodName)
    let addresses = [TrafficWatch.Use(kind: .address, name: address, span: span, changes: !isRead)]
    guard let wire = response.wire, wire.holdsCookies else { return addresses }
    let rounds = wire.rounds
    let (sent, set) = (Set(rounds.flatMap(\.cookiesSent)), Set(rounds.flatMap(\.cookiesSet)))
    return addresses + cookies(sent.subtracting(set), of: address, in: span, changes: false)
      + cookies(set, of: address, in: span, changes: true)
  }

  /// Without query and fragment.
  private static func address(in url: String) -> String {
    var url = url
    let isWhole = url.withUTF8 { !$0.contains(where: endsAddress) }
    return isWhole ? url : String(url.utf8.prefix { !endsAddress($0) }) ?? url
  }

  private static func endsAddress(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }

  private static func cookies(
    _ names: Set<String>, of address: String, in span: Range<Timestamp>, changes: Bool
  ) -> [TrafficWatch.Use] {
    guard !names.isEmpty else { return [] }
    let host = address.split(separator: "/").dropFirst().first ?? ""
    return names.sorted().map { .init(kind: .cookie, name: "\($0) of \(host)", span: span, changes: changes) }
  }

  /// The shared keys that a node used.
  static func all(of notes: NodeTrace.Notes, in span: Range<Timestamp>) -> [TrafficWatch.Use] {
    guard !notes.sharedWrites.isEmpty || !notes.sharedReads.isEmpty else { return [] }
    let written = Set(notes.sharedWrites.map(\.key))
    let read = Set(notes.sharedReads.map(\.key)).subtracting(written)
    return written.sorted().map { TrafficWatch.Use(kind: .shared, name: $0, span: span, changes: true) }
      + read.sorted().map { TrafficWatch.Use(kind: .shared, name: $0, span: span, changes: false) }
  }
}

extension WireLog.Round {
  fileprivate var cookiesSent: [String] {
    requestHead.values(of: "cookie").flatMap { value in
      value.split(separator: ";").map { $0.drop { $0 == " " }.prefix { $0 != "=" }.description }
    }
  }

  fileprivate var cookiesSet: [String] {
    (responseHead?.values(of: "set-cookie") ?? []).map { $0.prefix { $0 != "=" }.description }
  }
}
