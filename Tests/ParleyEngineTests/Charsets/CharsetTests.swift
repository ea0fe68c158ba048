import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyValues

@Suite("Charsets of bodies", .timeLimit(.minutes(2)))
struct CharsetTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let type: String?
    let bytes: [UInt8]
    let text: String
    let said: String?

    init(_ type: String?, _ bytes: [UInt8], _ text: String, _ said: String?) {
      (self.type, self.bytes, self.text, self.said) = (type, bytes, text, said)
    }

    var testDescription: String { "\(type ?? "no type"), \(said ?? "UTF-8")" }
  }

  private static func wide(_ text: String, _ isLittle: Bool, mark: Bool) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isLittle ? bytes.reversed() : bytes
    }
  }

  private static func widest(_ text: String, _ isLittle: Bool, mark: Bool) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).unicodeScalars.flatMap { scalar in
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
      return isLittle ? bytes.reversed() : bytes
    }
  }

  private static let json = #"{"n":"é✓😀"}"#
  private static let named: [Sample] = [
    Sample(
      "application/json; charset=ISO-8859-1", Array(#"{"n":"caf"#.utf8) + [0xE9] + Array(#""}"#.utf8), #"{"n":"café"}"#,
      "charset latin-1"),
    Sample("text/plain; charset=iso-8859-1", [0x93, 0x80, 0x94], "“€”", "charset latin-1"),
    Sample(
      "text/plain;charset=\"windows-1251\"", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет", "charset windows-1251"),
    Sample("text/plain; Charset=Windows-1252", [0x93, 0x81], "“\u{81}", "charset windows-1252"),
    Sample("text/plain; charset=Shift_JIS", [0x93, 0xFA, 0x96, 0x7B, 0x5C], "日本\\", "charset shift_jis"),
    Sample("text/html; charset=euc-kr", [0xC7, 0xD1, 0xB1, 0xDB], "한글", "charset euc-kr"),
    Sample("text/plain; charset=gbk", [0xD6, 0xD0, 0xCE, 0xC4], "中文", "charset gbk"),
    Sample("text/plain; charset='big5'", [0xA4, 0xA4, 0xA4, 0xE5], "中文", "charset big5"),
    Sample("text/plain; charset=euc-jp", [0xC6, 0xFC], "日", "charset euc-jp"),
    Sample(
      "text/plain; charset=iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x21], "日!",
      "charset iso-2022-jp"),
    Sample("text/plain; charset=koi8-r", [0xD0], "п", "charset koi8-r"),
    Sample("text/plain; charset=windows-1258", Array("hello".utf8), "hello", "charset windows-1258"),
    Sample("text/plain; charset=windows-1258", [0x61, 0xEC, 0x61], "áa", "charset windows-1258"),
    Sample("text/plain; charset=tcvn", Array("hello\n".utf8), "hello\n", "charset tcvn"),
    Sample("text/plain; charset=iso-8859-15", [0xA4], "€", "charset iso-8859-15"),
    Sample("text/plain; charset=utf-16le", wide("hé ✓", true, mark: false), "hé ✓", "charset utf-16le"),
    Sample("text/plain; charset=utf-16", wide("hé", true, mark: false), "hé", "charset utf-16"),
    Sample("text/plain; charset=utf-16", wide("hé", false, mark: false), "hé", "charset utf-16"),
    Sample("text/plain; charset=foo-99", Array("é".utf8), "é", "unknown charset foo-99"),
    Sample("text/plain; charset=utf-8", Array("é".utf8), "é", nil),
  ]
  private static let marked: [Sample] = [
    Sample("application/json", [0xEF, 0xBB, 0xBF] + Array(json.utf8), json, nil),
    Sample("application/json", wide(json, true, mark: true), json, "charset utf-16le"),
    Sample("application/json", wide(json, false, mark: true), json, "charset utf-16be"),
    Sample("application/json", widest(json, true, mark: true), json, "charset utf-32le"),
    Sample(nil, widest(json, false, mark: true), json, "charset utf-32be"),
    Sample("application/json", wide(json, true, mark: false), json, "charset utf-16le"),
    Sample("application/problem+json", widest(json, false, mark: false), json, "charset utf-32be"),
    // A mark says more than a header.
    Sample("text/plain; charset=iso-8859-1", [0xEF, 0xBB, 0xBF] + Array("é".utf8), "é", nil),
    Sample("text/csv", wide("a;b", false, mark: true), "a;b", "charset utf-16be"),
  ]
  private static let declared: [Sample] = [
    Sample(
      "application/xml", Array(#"<?xml version="1.0" encoding="ISO-8859-1"?><a>"#.utf8) + [0xE9] + Array("</a>".utf8),
      #"<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>"#, "charset latin-1"),
    Sample(
      "text/html", Array("<html><!-- <meta charset=big5> --><META CHARSET='windows-1251'><p>".utf8) + [0xCF],
      "<html><!-- <meta charset=big5> --><META CHARSET='windows-1251'><p>П", "charset windows-1251"),
    Sample(
      "text/html", Array(#"<meta http-equiv=Content-Type content="text/html; charset=koi8-r">"#.utf8) + [0xD0],
      #"<meta http-equiv=Content-Type content="text/html; charset=koi8-r">п"#, "charset koi8-r"),
    Sample(
      "text/css", Array("@charset \"iso-8859-15\"; /* ".utf8) + [0xA4], "@charset \"iso-8859-15\"; /* €",
      "charset iso-8859-15"),
    Sample("text/html", Array("<meta charset=utf-8>é".utf8), "<meta charset=utf-8>é", nil),
  ]

  private static func response(_ sample: Sample) -> Response {
    let headers: HTTPFields = sample.type.map { [.contentType: $0] } ?? [:]
    let head = ResponseHead(url: "http://h/", status: .ok, headers: headers)
    return Response(TransportResponse(head: head, body: InMemoryBytes(sample.bytes)), codec: AutomaticCodec())
  }

  @Test("A body is read in its charset, and it is said", arguments: named + marked + declared)
  func read(sample: Sample) throws {
    let response = Self.response(sample)
    #expect(try response.text() == sample.text)
    #expect(String(decoding: try response.textBytes(), as: UTF8.self) == sample.text)
    #expect(response.textForm.words == sample.said)
    // What is saved is as it came.
    #expect(try response.bytes() == sample.bytes)
  }

  @Test(
    "A text that arrives in pieces loses nothing, whatever a charset holds back for the character that follows",
    arguments: [
      "windows-1258", "tcvn", "big5-hkscs", "shift_jisx0213", "euc-jisx0213", "koi8-r", "shift_jis", "utf-16le",
      "gb18030",
    ])
  func pieces(label: String) throws {
    let converter = try #require(Charset(label: label).flatMap(TextConverter.init))
    var generator = SeededGenerator(seed: 1_258)
    let signs: [UInt8] = [0x61, 0x41, 0x0A, 0xEC, 0xCC, 0xD2, 0x88, 0x62, 0x66, 0xA4, 0xE0, 0x82, 0x00]
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...9, using: &generator)).map { _ in signs.randomElement(using: &generator)! }
      let whole = converter.text(of: bytes, isLast: true)
      #expect(whole.taken == bytes.count)
      for end in bytes.indices {
        let (front, taken) = converter.text(of: Array(bytes[..<end]), isLast: false)
        let rest = converter.text(of: Array(bytes[taken...]), isLast: true).text
        #expect(front + rest == whole.text, "\(bytes) at \(end)")
        // A piece that was read is read the same again.
        #expect(converter.text(of: Array(bytes[..<taken]), isLast: true).text == front)
      }
    }
  }

  @Test("JSON in a charset is JSON to codecs and models", arguments: named.prefix(1) + marked.prefix(7))
  func json(sample: Sample) throws {
    let response = Self.response(sample)
    let expected = try JSONValue(parsing: Array(sample.text.utf8))
    #expect(try response.json() == expected)
    #expect(try response.content() == .json(expected))
    #expect(response.bodyValue() == expected)
    struct Named: Decodable, Equatable { let n: String }
    #expect(try response.decode(Named.self).n == expected["n"]?.string)
  }

  @Test(
    "What is no text is left alone",
    arguments: ["image/png", "audio/mpeg", "application/octet-stream", "application/pdf"])
  func binary(type: String) throws {
    for bytes in [[0xFF, 0xFE, 0, 1], [0, 0, 0, 0x18, 0x66], [0xEF, 0xBB, 0xBF, 1]] as [[UInt8]] {
      let response = Self.response(Sample(type, bytes, "", nil))
      #expect(try response.textBytes() == bytes)
    }
    #expect(
      try Self.response(Sample(nil, [0, 0, 0, 0x18, 0x66, 0x74], "", nil)).textBytes() == [0, 0, 0, 0x18, 0x66, 0x74])
  }

  @Test("Bytes that are no text in their charset become a mark, and what follows them is read")
  func damaged() throws {
    #expect(
      try Self.response(Sample("text/plain; charset=shift_jis", [0x41, 0x81, 0xFF, 0x42], "", nil)).text()
        == "A\u{FFFD}\u{FFFD}B")
    let wide = Self.wide("a", true, mark: false) + [0x00, 0xDC] + Self.wide("b", true, mark: false) + [0x62]
    #expect(try Self.response(Sample("text/plain; charset=utf-16le", wide, "", nil)).text() == "a\u{FFFD}b\u{FFFD}")
  }

  @Test(
    "A text that arrives piece by piece is the same text, whatever window it is read by",
    arguments: TestSupport.Sample.of(
      ["utf-16le", "shift_jis", "iso-2022-jp", "iso-8859-1"].flatMap { charset in [1, 3, 1000].map { (charset, $0) } },
      5))
  func live(charset: String, size: Int) throws {
    let (unit, text) = try #require(Self.pieces[charset])
    let count = 30_000 / (1000 / size)
    let bytes = Array(repeatElement(unit, count: max(20, count)).joined())
    let expected = Array(String(repeating: text, count: max(20, count)).utf8)
    let buffer = BodyBuffer(storage: nil, memoryLimit: 1 << 20, sealed: false)
    let body = TextBody.of(buffer, contentType: "text/plain; charset=\(charset)")
    var known: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { try buffer.append($0) }
      #expect(body.count >= known.count && !body.isComplete)
      known = try body.read(at: 0, count: body.count)
      #expect(expected.starts(with: known))
    }
    try buffer.finish()
    let read = try body.read(at: 0, count: body.count)
    #expect(read == expected && body.isComplete)
    for offset in stride(from: 0, to: read.count, by: 997) {
      #expect(try body.read(at: offset, count: 50) == Array(read[offset..<min(offset + 50, read.count)]))
    }
  }

  private static let pieces: [String: ([UInt8], String)] = [
    "utf-16le": (wide("é😀\n", true, mark: false), "é😀\n"), "shift_jis": ([0x93, 0xFA, 0x41, 0x0A], "日A\n"),
    "iso-2022-jp": ([0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x0A], "日\n"),
    "iso-8859-1": ([0xE9, 0x0A], "é\n"),
  ]
}
