import FoundationEssentials
import ParleyEngine
import ParleyText

@testable import ParleyFiles
@testable import ParleyWorkspace
@testable import WorkbenchParts
@testable import WorkbenchServices

// What is shown of bodies, and read for steps.
extension FuzzedReader {
  static let bodies = [
    FuzzedReader("pictures", pictures) { input, _ in
      guard let header = ImageHeader(input), let decoder = try? header.decoder(of: input),
        let grid = try? decoder.sampled(columns: 40, rows: 20)
      else { return nil }
      return grid.columns > 0 && grid.colors.count.isMultiple(of: grid.columns)
        ? nil : "\(grid.colors.count) places in \(grid.columns) columns"
    },
    FuzzedReader(
      "markup",
      texts: [
        "<?xml version=\"1.0\"?>\n<a b='c'><!-- d --><e/><![CDATA[<f>]]>&amp;<g>h</g></a>",
        "<!DOCTYPE html><html><head><script>if (a < b) {}</script><style>p{}</style></head><body><p>one<p>two<br><ul><li>x</ul>",
      ]
    ) { input, _ in
      for language in [MarkupLanguage.xml, .html] {
        let lines = MarkupOutline(input, language).lines
        if let line = lines.first(where: { $0.range.lowerBound < 0 || $0.range.upperBound > input.count }) {
          return "a line at \(line.range) of \(input.count) bytes"
        }
      }
      return nil
    },
    FuzzedReader(
      "tables",
      texts: ["a,b,c\r\n1,\"two \"\"quoted\"\"\",3\n4,\"5\n6\",7\n", "\u{FEFF}x\ty\n1\t2\n\n3\t4\n", "a;b\n1;2\n"]
    ) { input, _ in
      for separator in Array(",\t;".utf8) {
        let offsets = DelimitedText.rows(of: input, separator: separator).map(\.offset)
        if offsets != offsets.sorted() || offsets.last.map({ $0 > input.count }) == true { return "rows at \(offsets)" }
      }
      for format in [ElementFile.Format.csv, .tsv, .json, .jsonl] {
        _ = try? ElementRows.elements(in: input, as: format, named: "a")
      }
      return nil
    },
    FuzzedReader(
      "streams",
      texts: [
        "event: a\ndata: 1\ndata: 2\nid: 7\nretry: 100\n\n: hello\n\ndata:{\"a\":1}\r\n\r\n",
        "{\"a\":1}\n{\"b\":[2]}\r\n\n3\n",
      ]
    ) { input, trial in
      for format in [StreamFormat.serverSent, .lines]
      where events(in: [input], format)
        != events(
          in: pieces(of: input, trial), format)
      {
        return "other events where it comes in pieces"
      }
      _ = ServerSentEvent(String(decoding: input, as: UTF8.self))
      return nil
    },
  ]

  private static func events(in pieces: [[UInt8]], _ format: StreamFormat) -> [Range<Int>] {
    var (scanner, events) = (StreamScanner(format), [Range<Int>]())
    for piece in pieces { scanner.scan(piece) { event, _ in events.append(event) } }
    return events + [scanner.rest()].compactMap(\.self)
  }

  /// An input as it may come over a wire.
  static func pieces(of input: [UInt8], _ trial: Trial) -> [[UInt8]] {
    var (rest, pieces) = (input[...], [[UInt8]]())
    while !rest.isEmpty {
      let piece = rest.prefix(1 + trial.size(upTo: 300))
      pieces.append(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }

  /// Of one place each.
  private static let pictures = [
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
    "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
    "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBD"
      + "AP//////////////////////////////////////////////////////////////////////////////////////"
      + "wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  ].compactMap { Data(base64Encoded: $0).map { [UInt8]($0) } }
}
