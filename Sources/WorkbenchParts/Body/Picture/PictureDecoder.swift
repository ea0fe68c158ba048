import TerminalKit
import WorkbenchServices

/// A picture whose preview can be made.
protocol PictureDecoder: Sendable {
  /// In so many columns and rows at most, with square pixels; what is damaged as far as it goes.
  /// - Throws: the reason why there is no preview.
  func sampled(columns: Int, rows: Int) throws(PictureProblem) -> PictureGrid
}

/// The reason why a picture has no preview, in a sentence.
struct PictureProblem: Error, Hashable {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }

  static let damaged = PictureProblem("No preview: the picture is damaged or cut off.")
  static func missing(_ library: String) -> PictureProblem {
    PictureProblem("No preview: \(library) is not installed.")
  }
}

/// How large a picture may be that is decoded: what a file claims costs it nothing.
enum PictureLimit {
  /// In pixels, either way.
  static let longestSide = 20_000
  /// Some formats are decoded as a whole.
  static let mostPixels = 32 << 20

  static func check(_ size: (width: Int, height: Int)?, most: Int = mostPixels) throws(PictureProblem) {
    guard let size, size.width > 0, size.height > 0 else { throw .damaged }
    guard max(size.width, size.height) <= longestSide, size.width * size.height <= most else {
      throw PictureProblem("No preview: \(size.width) × \(size.height) pixels are too many.")
    }
  }
}

extension ImageHeader {
  /// The decoder that can make a preview of a file of this format.
  /// - Throws: the reason why there is none.
  func decoder(of bytes: [UInt8]) throws(PictureProblem) -> any PictureDecoder {
    switch format {
    case .png:
      try PictureLimit.check(size, most: .max)
      guard let decoder = PNGDecoder(bytes) else {
        throw PictureProblem("No preview: this kind of PNG is not decoded, or it is damaged.")
      }
      return decoder
    case .jpeg:
      try PictureLimit.check(size)
      guard let library = TurboJPEG.installed else { throw .missing("libturbojpeg") }
      return try JPEGDecoder(bytes: bytes, library: library).tried()
    case .webp:
      try PictureLimit.check(size)
      guard let library = LibWebP.installed else { throw .missing("libwebp") }
      return try WebPDecoder(bytes: bytes, library: library).tried()
    case .gif:
      try PictureLimit.check(size)
      guard let decoder = GIFDecoder(bytes) else { throw .damaged }
      return decoder
    }
  }
}

extension PictureDecoder {
  /// Whether a file can be decoded shows when it is.
  fileprivate func tried() throws(PictureProblem) -> Self {
    _ = try sampled(columns: 1, rows: 1)
    return self
  }
}

extension PictureSampler {
  /// Takes in rows of pixels that stand one after the other.
  /// - Parameter channels: three for RGB, four for RGBA.
  mutating func add(rowsOf pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int, channels: Int) {
    for row in 0..<height {
      for x in 0..<width {
        let place = (row * width + x) * channels
        let alpha = channels == 4 ? Int(pixels[place + 3]) : 255
        add(
          Pixel(red: Int(pixels[place]), green: Int(pixels[place + 1]), blue: Int(pixels[place + 2]), alpha: alpha),
          x: x)
      }
      endRow()
    }
  }
}
