internal import Glibc
internal import ParleyEngine

// What goes between the program and a worker: a length in four bytes, and as many bytes. The first byte of an answer says
// what it is; a question is the limits, the program, and the input, if there is any.

/// A program, and its input; only compiled where there is none.
struct JQQuestion: Sendable, Equatable {
  let program: String
  let input: [UInt8]?

  func message(under limits: JQLimits) -> [UInt8] {
    var message: [UInt8] = []
    for number in [Int(limits.time / .seconds(1)) + 1, limits.output, limits.values, program.utf8.count] {
      message.append(number: number)
    }
    message += program.utf8
    message.append(input == nil ? 0 : 1)
    return message + (input ?? [])
  }

  init(program: String, input: [UInt8]?) {
    self.program = program
    self.input = input
  }
}

/// What a worker is asked, as it reads it.
struct JQTask {
  let seconds: UInt32
  let output: Int
  let values: Int
  let program: String
  let input: ArraySlice<UInt8>?

  init?(_ message: [UInt8]) {
    var rest = message[...]
    guard let seconds = rest.takeNumber(), let output = rest.takeNumber(), let values = rest.takeNumber(),
      let length = rest.takeNumber(), rest.count > length
    else { return nil }
    self.seconds = UInt32(seconds)
    self.output = output
    self.values = values
    program = String(decoding: rest.prefix(length), as: UTF8.self)
    rest = rest.dropFirst(length)
    input = rest.first == 1 ? rest.dropFirst() : nil
  }
}

enum JQReply: Sendable, Equatable {
  /// A list in JSON.
  case values([UInt8])
  case failed(String)
  case tooLarge
  case tooMany
  /// The messages of the compiler.
  case refused([String])

  var message: [UInt8] {
    switch self {
    case .values(let json): [0] + json
    case .failed(let text): [1] + text.utf8
    case .tooLarge: [2]
    case .tooMany: [3]
    case .refused(let messages): [4] + messages.joined(separator: "\u{0}").utf8
    }
  }

  init?(_ message: [UInt8]) {
    let rest = message.dropFirst()
    switch message.first {
    case 0: self = .values(Array(rest))
    case 1: self = .failed(String(decoding: rest, as: UTF8.self))
    case 2: self = .tooLarge
    case 3: self = .tooMany
    case 4: self = .refused(String(decoding: rest, as: UTF8.self).split(separator: "\u{0}").map(String.init))
    default: return nil
    }
  }
}

extension [UInt8] {
  mutating func append(number: Int) {
    for shift in [0, 8, 16, 24] { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}

extension ArraySlice<UInt8> {
  mutating func takeNumber() -> Int? {
    guard count >= 4 else { return nil }
    defer { removeFirst(4) }
    return prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
