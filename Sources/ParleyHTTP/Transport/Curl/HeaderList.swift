import CCurl
import HTTPTypes

/// The header fields of one request as the list libcurl reads, in memory that is used again for the next request.
///
/// libcurl adds `Accept`, `Content-Type` and `Expect` by itself unless the list has them or says `Name:`, which leaves
/// them out; so an empty value has to be written `Name;`.
final class HeaderList {
  private var text = Memory<CChar>()
  private var nodes = Memory<curl_slist>()
  private var starts: [Int] = []

  /// The list of these fields, valid until the next call.
  /// - Parameter omitted: those that libcurl would add and must not.
  func list(
    of fields: HTTPFields, without omitted: Set<HTTPField.Name> = [], hasBody: Bool
  ) -> UnsafeMutablePointer<curl_slist>? {
    text.count = 0
    starts.removeAll(keepingCapacity: true)
    for field in fields { append(field) }
    if !fields.contains(.accept) { leaveOut("Accept:") }
    if hasBody, !fields.contains(.contentType) { leaveOut("Content-Type:") }
    if hasBody, !fields.contains(.expect) { leaveOut("Expect:") }
    for name in omitted where !fields.contains(name) { leaveOut(name) }
    return linked()
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

  private func linked() -> UnsafeMutablePointer<curl_slist>? {
    nodes.count = 0
    nodes.reserve(starts.count)
    for (index, start) in starts.enumerated() {
      let isLast = index == starts.count - 1
      nodes.append(curl_slist(data: text.start + start, next: isLast ? nil : nodes.start + index + 1))
    }
    return starts.isEmpty ? nil : nodes.start
  }
}

/// Memory at a fixed place that grows when asked to, and then moves. `Element` is a plain C type.
private struct Memory<Element: BitwiseCopyable>: ~Copyable {
  private(set) var start: UnsafeMutablePointer<Element>
  private var capacity = 16
  var count = 0

  init() {
    start = .allocate(capacity: capacity)
  }

  deinit {
    start.deallocate()
  }

  mutating func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: wanted * 2)
    grown.update(from: start, count: count)
    start.deallocate()
    (start, capacity) = (grown, wanted * 2)
  }

  mutating func append(_ element: Element) {
    reserve(count + 1)
    start[count] = element
    count += 1
  }

  mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let first = elements.baseAddress else { return }
    reserve(count + elements.count)
    (start + count).update(from: first, count: elements.count)
    count += elements.count
  }
}
