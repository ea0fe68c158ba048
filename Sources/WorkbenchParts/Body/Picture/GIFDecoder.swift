import ParleyEngine

/// Decodes the first picture of a GIF (GIF89a specification, W3C), which of an animation is its first frame.
struct GIFDecoder: PictureDecoder {
  private let width: Int
  private let height: Int
  private let frame: Frame

  /// A picture on the screen of the file.
  fileprivate struct Frame {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    let isInterlaced: Bool
    let colors: ArraySlice<UInt8>
    let transparent: UInt8?
    /// How many bits a color has before its compression.
    let depth: Int
    let compressed: [UInt8]
  }

  /// - Returns: nil for what has no picture.
  init?(_ bytes: [UInt8]) {
    var reader = GIFReader(bytes)
    guard reader.take(6)?.starts(with: "GIF8".utf8) == true, let width = reader.number(), let height = reader.number(),
      let flags = reader.byte(), reader.take(2) != nil
    else { return nil }
    let shared = reader.colors(flags)
    guard let frame = Self.firstFrame(&reader, shared) else { return nil }
    (self.width, self.height, self.frame) = (width, height, frame)
  }

  private static func firstFrame(_ reader: inout GIFReader, _ shared: ArraySlice<UInt8>) -> Frame? {
    var transparent: UInt8?
    while let kind = reader.byte() {
      switch kind {
      case GIFReader.extensionKind:
        let isControl = reader.byte() == GIFReader.control
        let data = reader.blocks()
        if isControl, data.count >= 4 { transparent = data[0] & 1 == 1 ? data[3] : nil }
      case GIFReader.imageKind:
        return image(&reader, shared, transparent)
      default: return nil
      }
    }
    return nil
  }

  private static func image(
    _ reader: inout GIFReader, _ shared: ArraySlice<UInt8>, _ transparent: UInt8?
  ) -> Frame? {
    guard let left = reader.number(), let top = reader.number(), let width = reader.number(),
      let height = reader.number(), let flags = reader.byte()
    else { return nil }
    let own = reader.colors(flags)
    guard let depth = reader.byte(), 1...11 ~= depth, width > 0, height > 0 else { return nil }
    return Frame(
      left: left, top: top, width: width, height: height, isInterlaced: flags & 0x40 != 0,
      colors: own.isEmpty ? shared : own, transparent: transparent, depth: Int(depth), compressed: reader.blocks())
  }

  func sampled(columns: Int, rows: Int) throws(PictureProblem) -> PictureGrid {
    try PictureLimit.check((frame.width, frame.height))
    let pixels = LZW.decoded(frame.compressed, depth: frame.depth, count: frame.width * frame.height)
    let rowsInFile = frame.rowsInFile
    var sampler = PictureSampler(width: width, height: height, columns: columns, rows: rows)
    for y in 0..<height {
      let row = rowsInFile.indices.contains(y - frame.top) ? rowsInFile[y - frame.top] : nil
      for x in 0..<width { sampler.add(pixel(x - frame.left, row, in: pixels), x: x) }
      sampler.endRow()
    }
    return sampler.grid
  }

  private func pixel(_ x: Int, _ row: Int?, in pixels: [UInt8]) -> PictureSampler.Pixel {
    guard let row, 0..<frame.width ~= x, row * frame.width + x < pixels.count else { return .clear }
    let color = pixels[row * frame.width + x]
    let start = frame.colors.startIndex + Int(color) * 3
    guard color != frame.transparent, start + 3 <= frame.colors.endIndex else { return .clear }
    return PictureSampler.Pixel(
      red: Int(frame.colors[start]), green: Int(frame.colors[start + 1]), blue: Int(frame.colors[start + 2]), alpha: 255
    )
  }
}

extension GIFDecoder.Frame {
  /// The place of each row of the picture in the file: in its order, or every eighth first.
  fileprivate var rowsInFile: [Int] {
    guard isInterlaced else { return Array(0..<height) }
    let order = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { stride(from: $0.0, to: height, by: $0.1) }
    var places = [Int](repeating: 0, count: height)
    for (place, row) in order.enumerated() { places[row] = place }
    return places
  }
}

extension PictureSampler.Pixel {
  fileprivate static let clear = PictureSampler.Pixel(red: 0, green: 0, blue: 0, alpha: 0)
}

/// Goes along the bytes of a GIF; whatever is behind its end is nil.
private struct GIFReader {
  static let extensionKind: UInt8 = 0x21
  static let control: UInt8 = 0xF9
  static let imageKind: UInt8 = 0x2C

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func byte() -> UInt8? { take(1)?.first }

  mutating func number() -> Int? { take(2).map { Int($0[$0.startIndex]) | Int($0[$0.startIndex + 1]) << 8 } }

  /// The table of colors that the flags announce; empty where there is none, or it is cut off.
  mutating func colors(_ flags: UInt8) -> ArraySlice<UInt8> {
    flags & 0x80 == 0 ? [] : take(3 << (Int(flags & 7) + 1)) ?? []
  }

  /// The bytes of blocks up to the empty one; of a file that is cut off as far as it goes.
  mutating func blocks() -> [UInt8] {
    var bytes: [UInt8] = []
    while let length = byte(), length > 0 { bytes += take(Int(length)) ?? take(rest.count) ?? [] }
    return bytes
  }
}

/// The compression of GIF: codes of growing width, each for a run of colors that is an earlier run and one color more.
private struct LZW {
  private static let widest = 12

  /// - Returns: at most `count` colors; fewer where the codes end or make no sense.
  static func decoded(_ bytes: [UInt8], depth: Int, count: Int) -> [UInt8] {
    var decoder = LZW(depth: depth, count: count)
    var (bits, held) = (0, 0)
    for byte in bytes {
      bits |= Int(byte) << held
      held += 8
      while held >= decoder.width {
        let code = bits & (1 << decoder.width - 1)
        (bits, held) = (bits >> decoder.width, held - decoder.width)
        guard decoder.take(code) else { return decoder.colors }
      }
    }
    return decoder.colors
  }

  private let depth: Int
  private let count: Int
  private var clear: Int { 1 << depth }
  private var width: Int
  private var colors: [UInt8] = []
  /// Each run as the place in `colors` where it stands, and its length.
  private var runs: [(start: Int, length: Int)] = []
  /// The run before, which with the next color becomes a new one.
  private var last: (start: Int, length: Int)?

  private init(depth: Int, count: Int) {
    (self.depth, self.count, width) = (depth, count, depth + 1)
    colors.reserveCapacity(count)
  }

  /// - Returns: whether there is more.
  private mutating func take(_ code: Int) -> Bool {
    if code == clear {
      (width, last) = (depth + 1, nil)
      runs.removeAll(keepingCapacity: true)
      return true
    }
    guard code != clear + 1, colors.count < count, let run = write(code) else { return false }
    // The run before and the first color of this one stand beside each other already.
    if let last, clear + 2 + runs.count < 1 << Self.widest { runs.append((last.start, last.length + 1)) }
    if clear + 2 + runs.count == 1 << width, width < Self.widest { width += 1 }
    last = run
    return colors.count < count
  }

  /// - Returns: the place of the code's colors; nil for a code that has no meaning yet.
  private mutating func write(_ code: Int) -> (start: Int, length: Int)? {
    let start = colors.count
    if code < clear {
      colors.append(UInt8(code))
      return (start, 1)
    }
    guard let run = run(code - clear - 2) else { return nil }
    // A run may reach into itself, and so is copied color by color.
    for offset in 0..<min(run.length, count - start) { colors.append(colors[run.start + offset]) }
    return (start, run.length)
  }

  /// The run of a place in the table; the one that is about to be entered is the last one with its first color again.
  private func run(_ place: Int) -> (start: Int, length: Int)? {
    guard place == runs.count else { return runs.indices.contains(place) ? runs[place] : nil }
    return last.map { (start: $0.start, length: $0.length + 1) }
  }
}
