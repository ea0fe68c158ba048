internal import CYaml

/// libyaml's event stream over a buffer that outlives it.
struct YAMLEvents: ~Copyable {
  /// A syntax error of libyaml. Indices count Unicode scalars.
  struct Problem: Error {
    let text: String
    let index: Int
    let contextIndex: Int?

    package init(text: String, index: Int, contextIndex: Int?) {
      self.text = text
      self.index = index
      self.contextIndex = contextIndex
    }
  }

  struct Event {
    enum Kind {
      case scalar(String, YAMLNode.ScalarStyle)
      case alias(String)
      case sequenceStart(isFlow: Bool)
      case mappingStart(isFlow: Bool)
      case collectionEnd
      case documentStart
      case streamEnd
      case other
    }

    let kind: Kind
    let start: Int
    let end: Int
    let anchor: String?
    let hasTag: Bool

    /// Whether it has something that workspace files cannot have.
    var isRefused: Bool {
      if case .alias = kind { true } else { anchor != nil || hasTag }
    }
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>

  init(_ text: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  func next() throws(Problem) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) != 0 else { throw problem() }
    defer { yaml_event_delete(&event) }
    return Event(event)
  }

  private func problem() -> Problem {
    let state = parser.pointee
    return Problem(
      text: state.problem.map { String(cString: $0) } ?? "the text is not YAML",
      index: Int(state.problem_mark.index),
      contextIndex: state.context == nil ? nil : Int(state.context_mark.index))
  }
}

extension YAMLEvents.Event {
  fileprivate init(_ event: yaml_event_t) {
    start = Int(event.start_mark.index)
    end = Int(event.end_mark.index)
    kind = Kind(event)
    anchor = Self.anchor(event).map { String(cString: $0) }
    hasTag = Self.hasTag(event)
  }

  private static func anchor(_ event: yaml_event_t) -> UnsafeMutablePointer<yaml_char_t>? {
    switch event.type {
    case YAML_SCALAR_EVENT: event.data.scalar.anchor
    case YAML_SEQUENCE_START_EVENT: event.data.sequence_start.anchor
    case YAML_MAPPING_START_EVENT: event.data.mapping_start.anchor
    default: nil
    }
  }

  private static func hasTag(_ event: yaml_event_t) -> Bool {
    switch event.type {
    case YAML_SCALAR_EVENT: event.data.scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT: event.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT: event.data.mapping_start.tag != nil
    default: false
    }
  }
}

extension YAMLEvents.Event.Kind {
  fileprivate init(_ event: yaml_event_t) {
    switch event.type {
    case YAML_SCALAR_EVENT: self = .scalar(Self.text(event), Self.style(event))
    case YAML_ALIAS_EVENT: self = .alias(event.data.alias.anchor.map { String(cString: $0) } ?? "")
    case YAML_SEQUENCE_START_EVENT:
      self = .sequenceStart(isFlow: event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
    case YAML_MAPPING_START_EVENT:
      self = .mappingStart(isFlow: event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: self = .collectionEnd
    case YAML_DOCUMENT_START_EVENT: self = .documentStart
    case YAML_STREAM_END_EVENT: self = .streamEnd
    default: self = .other
    }
  }

  private static func text(_ event: yaml_event_t) -> String {
    let scalar = event.data.scalar
    return String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
  }

  private static func style(_ event: yaml_event_t) -> YAMLNode.ScalarStyle {
    switch event.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }
}
