import CCurl
import HTTPTypes

/// The header fields of one request as the list libcurl reads, in memory that is used again for the next request.
///
/// libcurl adds `Accept`, `Content-Type` and `Expect` by itself unless the list has them or says `Name:`, which leaves
/// them out; so an empty value has to be written `Name;`.
final class HeaderList {
  private let text = Memory<CChar>()
  private let nodes = Memory<curl_slist>()
  private var starts: [Int] = []
  /// The content of the list as it is.
  private var content: Content?

  private struct Content {
    let fields: HTTPFields
    let omitted: Set<HTTPField.Name>
    let codings: String?
    let hasBody: Bool

    /// Whether both are written in the same way: in the same order and casing.
    func isWritten(as other: Content) -> Bool {
      hasBody == other.hasBody && codings == other.codings && omitted == other.omitted
        && fields.count == other.fields.count
        && fields.indices.allSatisfy { index in
          fields[index].name.rawName == other.fields[index].name.rawName && fields[index] == other.fields[index]
        }
    }
  }

  /// The list of these fields, valid until the next call.
  /// - Parameters:
  ///   - omitted: those that libcurl would add and must not.
  ///   - codings: for `Accept-Encoding`, unless the fields have it. Here rather than as an option of libcurl, which puts it together
  ///     a character at a time, and twice.
  func list(
    of fields: HTTPFields, without omitted: Set<HTTPField.Name> = [], accepting codings: String? = nil, hasBody: Bool
  ) -> UnsafeMutablePointer<curl_slist>? {
    let wanted = Content(fields: fields, omitted: omitted, codings: codings, hasBody: hasBody)
    if content?.isWritten(as: wanted) != true { write(wanted) }
    return starts.isEmpty ? nil : nodes.start
  }

  private func write(_ content: Content) {
    self.content = content
    let (fields, omitted, hasBody) = (content.fields, content.omitted, content.hasBody)
    text.count = 0
    starts.removeAll(keepingCapacity: true)
    if let codings = content.codings, !fields.contains(.acceptEncoding), !omitted.contains(.acceptEncoding) {
      append(HTTPField(name: .acceptEncoding, value: codings))
    }
    for field in fields { append(field) }
    if !fields.contains(.accept) { leaveOut("Accept:") }
    if hasBody, !fields.contains(.contentType) { leaveOut("Content-Type:") }
    if hasBody, !fields.contains(.expect) { leaveOut("Expect:") }
    for name in omitted where !fields.contains(name) { leaveOut(name) }
    link()
  }

  private func leaveOut(_ name: HTTPField.Name) {
    starts.append(text.count)
    append(name.rawName)
    append(":")
    text.append(0)
  }

  private func append(_ field: HTTPField) {
    field.withUnsafeBytesOfValue { value in
      starts.append(text.count)
      append(field.name.rawName)
      append(value.isEmpty ? ";" : ": ")
      value.withMemoryRebound(to: CChar.self) { text.append($0) }
      text.append(0)
    }
  }

  private func leaveOut(_ line: StaticString) {
    starts.append(text.count)
    line.withUTF8Buffer { $0.withMemoryRebound(to: CChar.self) { text.append($0) } }
    text.append(0)
  }

  private func append(_ part: String) {
    var part = part
    part.withUTF8 { $0.withMemoryRebound(to: CChar.self) { text.append($0) } }
  }

  private func link() {
    nodes.count = 0
    nodes.reserve(starts.count)
    for (index, start) in starts.enumerated() {
      let isLast = index == starts.count - 1
      nodes.append(curl_slist(data: text.start + start, next: isLast ? nil : nodes.start + index + 1))
    }
  }
}

/// Memory at a fixed place that grows when asked to, and then moves. `Element` is a plain C type.
private final class Memory<Element: BitwiseCopyable> {
  private(set) var start: UnsafeMutablePointer<Element>
  private var capacity = 16
  var count = 0

  init() {
    start = .allocate(capacity: capacity)
  }

  deinit {
    start.deallocate()
  }

  func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: wanted * 2)
    grown.update(from: start, count: count)
    start.deallocate()
    (start, capacity) = (grown, wanted * 2)
  }

  func append(_ element: Element) {
    reserve(count + 1)
    start[count] = element
    count += 1
  }

  func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let first = elements.baseAddress else { return }
    reserve(count + elements.count)
    (start + count).update(from: first, count: elements.count)
    count += elements.count
  }
}
