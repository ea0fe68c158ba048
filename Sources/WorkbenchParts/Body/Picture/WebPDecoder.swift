import Glibc

/// A WebP picture, decoded by libwebp.
struct WebPDecoder: PictureDecoder {
  let bytes: [UInt8]
  let library: LibWebP

  func sampled(columns: Int, rows: Int) throws(PictureProblem) -> PictureGrid {
    try PictureLimit.check(library.size(of: bytes))
    guard let grid = library.grid(of: bytes, columns: columns, rows: rows) else { throw .damaged }
    return grid
  }
}

/// libwebp, where it is installed.
struct LibWebP: Sendable {
  private typealias Pixels = UnsafeMutablePointer<UInt8>
  private typealias ReadInfo =
    @convention(c) (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Int32
  private typealias Decode =
    @convention(c) (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Pixels?
  private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void

  static let installed = LibWebP()

  private let readInfo: ReadInfo
  private let decode: Decode
  private let free: Free

  private init?() {
    guard let library = SharedLibrary("libwebp.so.7"),
      let readInfo = library.function("WebPGetInfo", as: ReadInfo.self),
      let decode = library.function("WebPDecodeRGBA", as: Decode.self),
      let free = library.function("WebPFree", as: Free.self)
    else { return nil }
    (self.readInfo, self.decode, self.free) = (readInfo, decode, free)
  }

  /// In pixels; nil for what is no WebP that it reads.
  func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard readInfo(bytes, bytes.count, &width, &height) != 0 else { return nil }
    return (Int(width), Int(height))
  }

  /// - Returns: nil for one that is damaged, or moves.
  func grid(of bytes: [UInt8], columns: Int, rows: Int) -> PictureGrid? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard let pixels = decode(bytes, bytes.count, &width, &height) else { return nil }
    defer { free(pixels) }
    let size = (width: Int(width), height: Int(height))
    var sampler = PictureSampler(width: size.width, height: size.height, columns: columns, rows: rows)
    sampler.add(
      rowsOf: UnsafeBufferPointer(start: pixels, count: size.width * size.height * 4), width: size.width,
      height: size.height, channels: 4)
    return sampler.grid
  }
}
