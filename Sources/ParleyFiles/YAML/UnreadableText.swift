internal import ParleyEngine
import ParleyText

/// Files that no YAML reader should be given: too large, not UTF-8, or with control characters.
enum UnreadableText {
  static func refusal(of source: SourceText, limits: YAMLLimits) -> Diagnostic? {
    if source.bytes.count > limits.size {
      return tooLarge(source, limit: limits.size)
    }
    if let range = firstInvalidUTF8(in: source.bytes) {
      return Diagnostic(
        .notUTF8, at: source.place(range),
        "the file is not UTF-8: found the byte \(hex(source.bytes[range.lowerBound]))",
        hint: "save it as UTF-8")
    }
    if let range = firstForbiddenCharacter(in: source.bytes, from: source.markLength) {
      return Diagnostic(
        .controlCharacter, at: source.place(range), "found the control character \(name(source.bytes[range]))",
        hint: "remove it, or write it as an escape in double quotes, as in \"\\e\"")
    }
    return nil
  }

  private static func tooLarge(_ source: SourceText, limit: Int) -> Diagnostic {
    Diagnostic(
      .tooLarge, at: .start(of: source.file),
      "the file has \(source.bytes.count) bytes; expected at most \(limit)",
      hint: "keep large bodies out of workspace files")
  }

  private static func firstInvalidUTF8(in bytes: [UInt8]) -> Range<Int>? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets
    }
  }

  /// YAML 1.1 allows tab, line breaks and printable characters; a byte order mark only at the front.
  private static func firstForbiddenCharacter(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    for index in start..<bytes.count {
      if let length = forbiddenLength(bytes, at: index) { return index..<index + length }
    }
    return nil
  }

  private static func forbiddenLength(_ bytes: [UInt8], at index: Int) -> Int? {
    switch bytes[index] {
    case .tab, .newline, .carriageReturn: nil
    case 0..<0x20, 0x7F: 1
    case 0xC2: (0x80..<0xA0).contains(bytes[index + 1]) && bytes[index + 1] != 0x85 ? 2 : nil
    case 0xEF: isForbiddenNonCharacter(bytes[index + 1], bytes[index + 2]) ? 3 : nil
    default: nil
    }
  }

  /// After `EF`: U+FEFF, U+FFFE and U+FFFF.
  private static func isForbiddenNonCharacter(_ second: UInt8, _ third: UInt8) -> Bool {
    (second == 0xBB && third == 0xBF) || (second == 0xBF && third >= 0xBE)
  }

  private static func hex(_ byte: UInt8) -> String {
    "0x" + byte.hexadecimal(digits: 2, uppercase: true)
  }

  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first
    return "U+" + (scalar?.value ?? 0).hexadecimal(digits: 4, uppercase: true)
  }
}
