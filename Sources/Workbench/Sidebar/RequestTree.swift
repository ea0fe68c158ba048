import ParleyEngine

/// The requests as a tree of folders: at every level the folders first, all by name.
struct RequestTree: Hashable, Sendable {
  struct Row: Hashable, Sendable, Identifiable {
    enum Content: Hashable, Sendable {
      case folder(isFolded: Bool)
      case request(RequestSummary)
    }

    /// The folder's path, or the request's id.
    var id: String
    var depth: Int
    var content: Content

    var name: String {
      id.split(separator: "/").last.map(String.init) ?? id
    }

    var isFolder: Bool {
      if case .folder = content { true } else { false }
    }

    var request: RequestSummary? {
      if case .request(let request) = content { request } else { nil }
    }

    /// The folder a new request would go into from here.
    var folder: String {
      isFolder ? id : RequestID(rawValue: id).folder
    }
  }

  private var folders: [ExactString: [String]] = [:]
  private var requests: [ExactString: [RequestSummary]] = [:]

  init() {}

  init(folders paths: [String], requests: [RequestSummary]) {
    self.requests = Dictionary(grouping: requests) { ExactString($0.id.folder) }
    let all = Set(names: (paths + self.requests.keys.map(\.text)).flatMap(Self.withParents)).names
    folders = Dictionary(grouping: all) { ExactString(RequestID(rawValue: $0).folder) }
    for parent in self.requests.keys { self.requests[parent]?.sort { $0.id < $1.id } }
  }

  /// The rows to show.
  ///
  /// - Parameter words: all of which must stand in a request's id or method. With any, nothing is folded, and folders
  ///   without a match are left out.
  func rows(folded: Set<ExactString>, matching words: [String] = []) -> [Row] {
    var rows: [Row] = []
    append(to: &rows, below: "", depth: 0, folded: folded, words: words)
    return rows
  }

  private func append(
    to rows: inout [Row], below parent: String, depth: Int, folded: Set<ExactString>, words: [String]
  ) {
    for folder in folders[parent] ?? [] {
      let isFolded = words.isEmpty && folded.contains(folder)
      let place = rows.count
      rows.append(Row(id: folder, depth: depth, content: .folder(isFolded: isFolded)))
      if !isFolded { append(to: &rows, below: folder, depth: depth + 1, folded: folded, words: words) }
      if !words.isEmpty, rows.count == place + 1 { rows.removeLast() }
    }
    for request in requests[parent] ?? [] where request.matches(words) {
      rows.append(Row(id: request.id.rawValue, depth: depth, content: .request(request)))
    }
  }

  /// `a/b` → `a`, `a/b`.
  private static func withParents(_ path: String) -> [String] {
    let parts = path.split(separator: "/")
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }
}

extension RequestSummary {
  fileprivate func matches(_ words: [String]) -> Bool {
    guard !words.isEmpty else { return true }
    let text = "\(method) \(id)".lowercased()
    return words.allSatisfy { text.contains($0) }
  }
}
