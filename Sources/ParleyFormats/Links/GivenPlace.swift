package import ParleyEngine

/// The place of a value in a response.
package enum GivenPlace: Hashable, Sendable {
  /// In the result that later steps read.
  case result(ValuePath)
  case header(GivenHeader)

  /// The name that says what it is.
  package var lastKey: String {
    switch self {
    case .result(let path): path.segments.lastKey
    case .header(let header): header.lastKey
    }
  }

  var isHeader: Bool {
    if case .header = self { true } else { false }
  }

  /// The number of segments on the way to the value. A value that is nearer is better evidence.
  var depth: Int {
    switch self {
    case .result(let path): path.segments.count
    case .header(let header): header.part == .whole ? 1 : 2
    }
  }
}

extension GivenPlace: CustomStringConvertible {
  package var description: String {
    switch self {
    case .result(let path): "\(path)"
    case .header(let header): "header \(header)"
    }
  }
}

/// A header of a response, or a part of it that is a value of its own.
///
/// A step gives its body alone, so a step behind it hands on what its headers said:
///
///     - { local: create_headers, jq: '$response.headers | { location, x_request_id: .["x-request-id"] }' }
package struct GivenHeader: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case whole
    /// Of the path of a URL, counted from its end, the last is 1.
    case segment(Int)
    /// Of the query of a URL, or of its fragment.
    case parameter(String)
  }

  /// In lower case.
  package let name: String
  package let part: Part

  package init(_ name: String, _ part: Part = .whole) {
    (self.name, self.part) = (name.lowercased(), part)
  }

  /// By which later steps read it.
  package var key: String {
    switch part {
    case .whole: name.asKey
    case .segment(1): "\(name)_id".asKey
    case .segment(let number): "\(name)_part_\(number)".asKey
    case .parameter(let parameter): "\(name)_\(parameter)".asKey
    }
  }

  var lastKey: String {
    if case .parameter(let name) = part { name } else { name }
  }

  /// The member of an object that a filter makes of all headers.
  var member: String {
    let header = name.asKey == name ? ".\(name)" : ".[\"\(name)\"]"
    switch part {
    case .whole: return name.asKey == name ? name : "\(key): \(header)"
    case .segment(let number): return "\(key): (\(header) | split(\"?\")[0] | split(\"/\")[-\(number)])"
    case .parameter(let parameter): return "\(key): (\(header) | capture(\"[?&#]\(parameter)=(?<it>[^&#>]*)\").it)"
    }
  }
}

extension GivenHeader: CustomStringConvertible {
  package var description: String {
    switch part {
    case .whole: name
    case .segment(let number): "\(name), segment \(number) from the end"
    case .parameter(let parameter): "\(name), \(parameter)"
    }
  }
}

extension String {
  /// A name that a path needs no quotes for.
  fileprivate var asKey: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
