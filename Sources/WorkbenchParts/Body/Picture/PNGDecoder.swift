import ParleyEngine

/// Decodes a PNG row by row into a small picture: neither the file's pixels nor its rows are held together.
///
/// Pictures that are interlaced (Adam7) are not decoded.
struct PNGDecoder: PictureDecoder {
  private let width: Int
  private let height: Int
  private let depth: Int
  private let color: ColorKind
  private var palette: [UInt8] = []
  private var transparency: [UInt8] = []
  private var compressed: [UInt8] = []

  private enum ColorKind: UInt8 {
    case gray = 0
    case rgb = 2
    case indexed = 3
    case grayAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .gray, .indexed: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  /// - Returns: nil for what cannot be decoded.
  init?(_ bytes: [UInt8]) {
    let header = ChunkReader(bytes)
    guard let first = header.chunk(at: 8), first.name == "IHDR", first.data.count >= 13 else { return nil }
    let fields = Array(first.data)
    (width, height) = (ChunkReader.number(fields[0..<4]), ChunkReader.number(fields[4..<8]))
    depth = Int(fields[8])
    guard let color = ColorKind(rawValue: fields[9]), fields[12] == 0, [1, 2, 4, 8, 16].contains(depth),
      1...PictureLimit.longestSide ~= width, 1...PictureLimit.longestSide ~= height
    else { return nil }
    self.color = color
    readChunks(header, from: first.next)
  }

  private mutating func readChunks(_ reader: ChunkReader, from start: Int) {
    var place = start
    while let chunk = reader.chunk(at: place) {
      switch chunk.name {
      case "PLTE": palette = Array(chunk.data)
      case "tRNS": transparency = Array(chunk.data)
      case "IDAT": compressed += chunk.data
      default: break
      }
      place = chunk.next
    }
  }

  private var bitsPerPixel: Int { depth * color.channels }
  private var rowLength: Int { (width * bitsPerPixel + 7) / 8 }

  /// At most this many columns and rows, with square pixels. A damaged picture is shown as far as it can be decoded.
  func sampled(columns: Int, rows: Int) -> PictureGrid {
    var sampler = PictureSampler(width: width, height: height, columns: columns, rows: rows)
    var row = [UInt8]()
    var before = [UInt8](repeating: 0, count: rowLength)
    var filter: UInt8?
    Inflate.pieces(of: compressed) { piece in
      for byte in piece {
        guard let kind = filter else {
          filter = byte
          continue
        }
        row.append(byte)
        guard row.count == rowLength else { continue }
        unfilter(&row, kind, before)
        add(row, to: &sampler)
        (before, filter) = (row, nil)
        row.removeAll(keepingCapacity: true)
        if sampler.isDone { return false }
      }
      return true
    }
    return sampler.grid
  }

  private func unfilter(_ row: inout [UInt8], _ kind: UInt8, _ above: [UInt8]) {
    let step = max(1, bitsPerPixel / 8)
    for place in row.indices {
      let left = place >= step ? row[place - step] : 0
      let up = above[place]
      let corner = place >= step ? above[place - step] : 0
      switch kind {
      case 1: row[place] &+= left
      case 2: row[place] &+= up
      case 3: row[place] &+= UInt8((Int(left) + Int(up)) / 2)
      case 4: row[place] &+= Self.paeth(left, up, corner)
      default: return
      }
    }
  }

  private static func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
    let estimate = Int(left) + Int(up) - Int(corner)
    let (a, b, c) = (abs(estimate - Int(left)), abs(estimate - Int(up)), abs(estimate - Int(corner)))
    if a <= b, a <= c { return left }
    return b <= c ? up : corner
  }
}

// From rows to colours.
extension PNGDecoder {
  private func add(_ row: [UInt8], to sampler: inout PictureSampler) {
    for x in 0..<width { sampler.add(pixel(x, in: row), x: x) }
    sampler.endRow()
  }

  private func pixel(_ x: Int, in row: [UInt8]) -> PictureSampler.Pixel {
    let first = x * color.channels
    switch color {
    case .gray:
      let level = sample(first, in: row)
      return PictureSampler.Pixel(red: level, green: level, blue: level, alpha: 255)
    case .grayAlpha:
      let level = sample(first, in: row)
      return PictureSampler.Pixel(red: level, green: level, blue: level, alpha: sample(first + 1, in: row))
    case .rgb, .rgba:
      let alpha = color == .rgba ? sample(first + 3, in: row) : 255
      return PictureSampler.Pixel(
        red: sample(first, in: row), green: sample(first + 1, in: row), blue: sample(first + 2, in: row), alpha: alpha)
    case .indexed: return color(ofEntry: bits(first, in: row))
    }
  }

  private func color(ofEntry entry: Int) -> PictureSampler.Pixel {
    guard entry * 3 + 2 < palette.count else { return PictureSampler.Pixel(red: 0, green: 0, blue: 0, alpha: 255) }
    let alpha = entry < transparency.count ? Int(transparency[entry]) : 255
    return PictureSampler.Pixel(
      red: Int(palette[entry * 3]), green: Int(palette[entry * 3 + 1]), blue: Int(palette[entry * 3 + 2]), alpha: alpha)
  }

  /// From 0 to 255, whatever the depth.
  private func sample(_ index: Int, in row: [UInt8]) -> Int {
    depth == 16 ? Int(row[index * 2]) : bits(index, in: row) * 255 / ((1 << depth) - 1)
  }

  private func bits(_ index: Int, in row: [UInt8]) -> Int {
    guard depth < 8 else { return Int(row[index]) }
    let bit = index * depth
    return Int(row[bit / 8]) >> (8 - depth - bit % 8) & ((1 << depth) - 1)
  }
}

/// The chunks of a PNG: length, name, data, checksum.
private struct ChunkReader {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Nil at the end, and for one that is cut off.
  func chunk(at place: Int) -> (name: String, data: ArraySlice<UInt8>, next: Int)? {
    guard place + 8 <= bytes.count else { return nil }
    let length = Self.number(bytes[place..<place + 4])
    let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
    let end = min(bytes.count, place + 8 + length)
    return name == "IEND" ? nil : (name, bytes[place + 8..<end], end + 4)
  }

  static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
