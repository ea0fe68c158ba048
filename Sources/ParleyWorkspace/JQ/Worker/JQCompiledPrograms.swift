internal import CJq

/// The programs that a worker has compiled, for the next time.
struct JQCompiledPrograms {
  private var programs: [String: JQCompiledProgram] = [:]

  /// More are compiled again.
  private static let most = 64

  mutating func answer(to task: JQTask) -> JQReply {
    switch program(task.program) {
    case .success(let program): task.input.map { program.run(on: $0, task) } ?? .values([])
    case .failure(let refusal): .refused(refusal.messages)
    }
  }

  private mutating func program(_ text: String) -> Result<JQCompiledProgram, JQRefusal> {
    if let known = programs[text] { return .success(known) }
    return JQCompiledProgram.compile(text).map { program in
      if programs.count >= Self.most { programs.removeAll() }
      programs[text] = program
      return program
    }
  }
}

struct JQRefusal: Error {
  let messages: [String]
}

/// A program of libjq.
final class JQCompiledProgram {
  private let state: OpaquePointer

  private init(_ state: OpaquePointer) {
    self.state = state
  }

  deinit {
    var state: OpaquePointer? = state
    jq_teardown(&state)
  }

  static func compile(_ text: String) -> Result<JQCompiledProgram, JQRefusal> {
    guard let state = jq_init() else { return .failure(JQRefusal(messages: ["there is no memory for it"])) }
    let program = JQCompiledProgram(state)
    let messages = Messages()
    // The messages outlive the compilation, which alone writes to them.
    jq_set_error_cb(state, { Messages.take($1, in: $0) }, Unmanaged.passUnretained(messages).toOpaque())
    let isCompiled = withExtendedLifetime(messages) { jq_compile(state, text) != 0 }
    jq_set_error_cb(
      state,
      {
        jv_free($1); _ = $0
      }, nil)
    return isCompiled ? .success(program) : .failure(JQRefusal(messages: messages.texts))
  }

  private final class Messages {
    var texts: [String] = []

    static func take(_ message: jv, in place: UnsafeMutableRawPointer?) {
      let text = message.takenText
      guard let place else { return }
      Unmanaged<Messages>.fromOpaque(place).takeUnretainedValue().texts.append(text)
    }
  }

  func run(on input: ArraySlice<UInt8>, _ task: JQTask) -> JQReply {
    let value = input.withUnsafeBytes { bytes in
      jv_parse_sized(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    guard jv_is_valid(jv_copy(value)) != 0 else { return .failed(Self.message(of: value)) }
    jq_start(state, value, 0)
    var json: [UInt8] = [UInt8(ascii: "[")]
    var count = 0
    while true {
      let result = jq_next(state)
      guard jv_is_valid(jv_copy(result)) != 0 else { return end(with: result, json) }
      count += 1
      guard count <= task.values else { return stop(result, .tooMany) }
      if count > 1 { json.append(UInt8(ascii: ",")) }
      guard json.append(result, limit: task.output) else { return .tooLarge }
    }
  }

  private func stop(_ result: jv, _ answer: JQReply) -> JQReply {
    jv_free(result)
    return answer
  }

  /// An invalid value is the end, or why there is no more.
  private func end(with result: jv, _ json: [UInt8]) -> JQReply {
    guard jv_invalid_has_msg(jv_copy(result)) != 0 else {
      jv_free(result)
      return .values(json + [UInt8(ascii: "]")])
    }
    return .failed(Self.message(of: result))
  }

  private static func message(of invalid: jv) -> String {
    let message = jv_invalid_get_msg(invalid)
    guard jv_get_kind(message) != JV_KIND_STRING else { return message.takenText }
    return jv_dump_string(message, 0).takenText
  }
}

extension [UInt8] {
  /// - Returns: false when the limit is reached.
  fileprivate mutating func append(_ value: jv, limit: Int) -> Bool {
    let text = jv_dump_string(value, 0)
    defer { jv_free(text) }
    let length = Int(jv_string_length_bytes(jv_copy(text)))
    guard count + length <= limit, let bytes = jv_string_value(text) else { return false }
    append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: length))
    return true
  }
}

extension jv {
  /// The text of a string, which is let go of.
  fileprivate var takenText: String {
    defer { jv_free(self) }
    guard jv_get_kind(self) == JV_KIND_STRING, let bytes = jv_string_value(self) else { return "" }
    return String(cString: bytes)
  }
}
