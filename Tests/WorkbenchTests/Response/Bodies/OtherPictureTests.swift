import FoundationEssentials
import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

/// Formats that are decoded by libraries of the system, where those are installed.
@Suite("A preview of other pictures", .timeLimit(.minutes(1))) struct OtherPictureTests {
  /// 32 by 16, the left half red, the right half blue.
  private static let jpeg = bytes(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWG"
      + "kJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk"
      + "pKSkpKSkpKSkpKSkpKT/wAARCAAQACADAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAA"
      + "AgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6"
      + "Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG"
      + "x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREA"
      + "AgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5"
      + "OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPE"
      + "xcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwChXGfSBQBRr7A+VCgC9Xx59UFAFGvsD5UK"
      + "AP/Z")
  private static let webp = bytes(
    "UklGRkoAAABXRUJQVlA4ID4AAACQAgCdASogABAAAsBMJaACdMoRwN6B+Kv4AARGMAD+7kMf7CE1TZ3/7Z05o/1tv81XFHf9"
      + "63+HplnfwwAAAA==")

  private static let gif = bytes(
    "R0lGODdhIAAQAIEAAP8AAAAA/wAAAAAAACwAAAAAIAAQAAAISAABCBxIsCCAAAgTKlwYwKDDgQwjJnz4UKJEig4tRsRoUCND"
      + "jgU9LgRJUKRCkhBNIkQpUOVKli4bwnTJ8iDNmSprxtR5E2XMgAA7")

  private static func bytes(_ base64: String) -> [UInt8] { [UInt8](Data(base64Encoded: base64) ?? Data()) }

  /// The colours of the left and the right half.
  private func halves(_ grid: PictureGrid) -> [UInt8?] { [grid.colors[2], grid.colors[grid.columns - 3]] }

  @Test("JPEG", .enabled(if: TurboJPEG.installed != nil)) func jpeg() throws {
    let decoder = try #require(ImageHeader(Self.jpeg)).decoder(of: Self.jpeg)
    let grid = try decoder.sampled(columns: 16, rows: 16)
    #expect(grid.columns == 16 && grid.lines.count == 4)
    let colors = try halves(decoder.sampled(columns: 32, rows: 32)).map { try #require($0) }
    #expect((160...203).contains(colors[0]) && (17...21).contains(colors[1]))
  }

  @Test("WebP", .enabled(if: LibWebP.installed != nil)) func webp() throws {
    let decoder = try #require(ImageHeader(Self.webp)).decoder(of: Self.webp)
    let colors = try halves(decoder.sampled(columns: 32, rows: 32)).map { try #require($0) }
    #expect((160...203).contains(colors[0]) && (17...21).contains(colors[1]))
  }

  @Test("GIF") func gif() throws {
    let decoder = try #require(ImageHeader(Self.gif)).decoder(of: Self.gif)
    #expect(try halves(decoder.sampled(columns: 32, rows: 32)) == [196, 21])
  }

  /// 24 by 20, the grey of a place being `(x² + 31 y) mod 256`, and black transparent.
  @Test("an interlaced GIF, whose codes grow, with transparency") func grownGIF() throws {
    let ramp = (0...255).flatMap { [UInt8]([$0, $0, $0]) }
    let file =
      Array("GIF89a".utf8) + [24, 0, 20, 0, 135, 0, 0] + ramp
      + Self.bytes(
        "IfkEAQAAAAAsAAAAABgAFABACP8AAQQgkABCBhIxgEQhkwdSKmLhAIQgkgZSLnIR8OXjFwBBBA4pcCThEgdRKF7Z8GXgEQZR"
          + "LG4J4MWjlw9AAgohYAShkgZQJlrR4EWgkQVQKmoB+PQBVIhRJVCteDUDV49BCSBd+HQCVo5BDTCN6NTB04dQI0ylaBXD1o5A"
          + "BxxV6FTC1Y1ACyyFfPwQcsTJFTFv/DwSdcvZOQEffHwRdMrZPRFPdO3yNUzZNG/r9C3wMEPJGD+bdG3zN0LJHE/LbNzQ8cPI"
          + "Ey1n7BzS9MrYN30XbFzR88nYOw1HZM2ytUvYMmvj5A2wsELIFjuTZE2zt0HIGkvDXLyQccPHESlf3Pz/kXTK1zV5D1w8kXPJ"
          + "1zkJPz6AGIHiBY4hUL7AGYTpFbJxAHwAxBiIvILNADB04UUYZrRhRyCOdOJKMNa0Y0AIPnThRyjGtGNBEG5swsknpKxCyy/M"
          + "bMPOPxSsQMQXfGzCyzcErEDFH6xko0034qQjTz8KZKBCD1KkIUgnumSjTwdCpCFJL+pcgMEGIJwAww5IXIHGHpCcAsw2+FyA"
          + "wxaAnALNPihUYUUWXpThRh6GVGJKLs6U408GNlRhRya+lONADmZMQsklnIzCyi3ETEPOPQyMwMMVdExCyzX8jMDEHaREI001"
          + "2oSjTj0CRCBCDUqEoUclskQjTwU6hKFILeI8PQDBBBh8gMIMQDwBxhyIfILLNPA8AMMUeHyCzDwgNOFEFFZ0YUYcfjTiSSzG"
          + "dGNPBC404UYktnRjQAxeBAQAOw==")
    let grid = try #require(GIFDecoder(file)).sampled(columns: 99, rows: 99)
    let greys = (0..<20).flatMap { y in (0..<24).map { x in (x * x + y * 31) % 256 } }
    #expect(grid.colors == greys.map { $0 == 0 ? nil : PaletteColor(red: $0, green: $0, blue: $0).index })
    for length in stride(from: 0, to: file.count, by: 7) {
      _ = try? GIFDecoder(Array(file.prefix(length)))?.sampled(columns: 9, rows: 9)
    }
  }

  @Test("the response pane shows it", .enabled(if: TurboJPEG.installed != nil)) func pane() async throws {
    let test = try await ResponsePaneUnderTest(InMemoryBytes(Self.jpeg), type: "image/jpeg", width: 90)
    #expect(test.picture.contains("▀▀▀") && test.picture.contains("JPEG image, 32 × 16  preview"))
  }

  @Test("one that claims to be huge is not decoded, and says so in a sentence, above its bytes")
  func huge() async throws {
    var file = Self.jpeg
    let frame = try #require(file.firstRange(of: [0xFF, 0xC0])).lowerBound
    file.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let test = try await ResponsePaneUnderTest(InMemoryBytes(file), type: "image/jpeg")
    #expect(test.pane.body.mode == .hex && test.picture.contains("ff d8 ff"))
    #expect(test.picture.contains("No preview: 65535 × 65535 pixels are too many."))
  }

  @Test("one that is cut off is shown as far as it goes, or says why not", arguments: [20, 200, 500, 620])
  func cut(length: Int) async throws {
    let file = Array(Self.jpeg.prefix(length))
    let test = try await ResponsePaneUnderTest(InMemoryBytes(file), type: "image/jpeg")
    #expect(test.picture.contains("▀▀▀") || test.picture.contains("No preview: "))
    let noise = try await ResponsePaneUnderTest(
      InMemoryBytes(Self.webp.prefix(30) + [UInt8](repeating: 0xA5, count: length)), type: "image/webp")
    #expect(noise.picture.contains("▀") || noise.picture.contains("No preview: "))
  }
}
