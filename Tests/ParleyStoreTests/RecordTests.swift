import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Records", .timeLimit(.minutes(2)))
struct RecordTests {
  @Test(
    "Numbers of every size come back",
    arguments: [0, 1, 127, 128, 16_383, 16_384, .max, UInt64(UInt32.max)] as [UInt64])
  func numbers(number: UInt64) throws {
    var writer = RecordWriter(capacity: 0)
    writer.write(number)
    writer.write(Int(Int64(bitPattern: number)))
    writer.write(-Int(Int64(bitPattern: number >> 1)))
    var reader = RecordReader(writer.bytes)
    #expect(try reader.number() == number)
    #expect(try reader.int() == Int(Int64(bitPattern: number)))
    #expect(try reader.int() == -Int(Int64(bitPattern: number >> 1)))
  }

  @Test("Texts, flags, lists and what is optional come back")
  func values() throws {
    var writer = RecordWriter(capacity: 0)
    writer.write("héllo\0")
    writer.write(nil as String?)
    writer.write("" as String?)
    writer.write(true)
    writer.write(["a", "b"]) { $0.write($1) }
    writer.write(Duration.microseconds(-5))
    var reader = RecordReader(writer.bytes)
    #expect(try reader.text() == "héllo\0")
    #expect(try reader.optionalText() == nil)
    #expect(try reader.optionalText() == "")
    #expect(try reader.flag())
    #expect(try reader.list { reader throws(RepositoryError) in try reader.text() } == ["a", "b"])
    #expect(try reader.duration() == .microseconds(-5))
    #expect(throws: RecordReader.damage) { try reader.flag() }
  }

  @Test("Whatever stands in a row, reading it ends with a value or an error")
  func hostileBytes() throws {
    let exchange = Exchange.answered("a", body: InMemoryBytes([1, 2, 3]))
    let good = ExchangeContent.write(exchange, request: .none, response: .row([1, 2, 3]), whole: true)
    let columns = ExchangeContent.Columns(url: "", method: "GET") { _, count in InMemoryBytes([]) }
    #expect(throws: Never.self) { try ExchangeContent.read(good, columns) }
    for length in good.indices {
      #expect(throws: RepositoryError.self) { try ExchangeContent.read(Array(good[..<length]), columns) }
    }
    for index in good.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var bad = good
        bad[index] = value
        _ = try? ExchangeContent.read(bad, columns)
        _ = try? EventRecord.read(bad)
      }
    }
    for value: UInt64 in [.max, 1 << 63, (1 << 63) - 1] {
      var writer = RecordWriter(capacity: 10)
      writer.write(value)
      #expect(throws: RepositoryError.self) { try RecordReader.reading(writer.bytes) { try $0.optionalText() } }
      #expect(throws: RepositoryError.self) { try RecordReader.reading(writer.bytes) { try $0.bytes() } }
      #expect(throws: RepositoryError.self) { try RecordReader.reading(writer.bytes) { try $0.hop() } }
    }
    #expect(throws: RepositoryError.self) { try EventRecord.read(Array(repeating: 0xFF, count: 50)) }
  }
}

extension RecordReader {
  fileprivate static func reading<Value>(_ bytes: [UInt8], _ read: (inout RecordReader) throws -> Value) throws -> Value
  {
    var reader = RecordReader(bytes)
    return try read(&reader)
  }
}
