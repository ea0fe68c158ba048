/// A JPEG, decoded by libturbojpeg, which makes it smaller while it decodes.
struct JPEGDecoder: PictureDecoder {
  let bytes: [UInt8]
  let library: TurboJPEG

  func sampled(columns: Int, rows: Int) throws(PictureProblem) -> PictureGrid {
    guard let size = library.size(of: bytes) else { throw .damaged }
    try PictureLimit.check(size)
    let part = [8, 4, 2].first { size.width / $0 >= columns && size.height / $0 >= rows } ?? 1
    let (width, height) = ((size.width + part - 1) / part, (size.height + part - 1) / part)
    guard let pixels = library.pixels(of: bytes, width: width, height: height) else { throw .damaged }
    var sampler = PictureSampler(width: width, height: height, columns: columns, rows: rows)
    pixels.withUnsafeBufferPointer {
      sampler.add(rowsOf: $0, width: width, height: height, channels: TurboJPEG.channels)
    }
    return sampler.grid
  }
}

/// libturbojpeg, where it is installed.
struct TurboJPEG: Sendable {
  private typealias Handle = UnsafeMutableRawPointer
  private typealias Make = @convention(c) () -> Handle?
  private typealias ReadHeader =
    @convention(c) (
      Handle, UnsafePointer<UInt8>, UInt, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Int32
  private typealias Decompress =
    @convention(c) (
      Handle, UnsafePointer<UInt8>, UInt, UnsafeMutablePointer<UInt8>, Int32, Int32, Int32, Int32, Int32
    ) -> Int32
  private typealias ErrorCode = @convention(c) (Handle) -> Int32
  private typealias Destroy = @convention(c) (Handle) -> Int32

  static let installed = TurboJPEG()
  /// `TJPF_RGB`
  private static let rgb: Int32 = 0
  static let channels = 3
  /// `TJFLAG_LIMITSCANS`: a file of a few bytes can ask for any number of passes.
  private static let limitsScans: Int32 = 32_768
  /// `TJERR_WARNING`: what could be decoded is there.
  private static let warning: Int32 = 0

  private let make: Make
  private let readHeader: ReadHeader
  private let decompress: Decompress
  private let errorCode: ErrorCode
  private let destroy: Destroy

  private init?() {
    guard let library = SharedLibrary("libturbojpeg.so.0"),
      let make = library.function("tjInitDecompress", as: Make.self),
      let readHeader = library.function("tjDecompressHeader3", as: ReadHeader.self),
      let decompress = library.function("tjDecompress2", as: Decompress.self),
      let errorCode = library.function("tjGetErrorCode", as: ErrorCode.self),
      let destroy = library.function("tjDestroy", as: Destroy.self)
    else { return nil }
    (self.make, self.readHeader, self.decompress) = (make, readHeader, decompress)
    (self.errorCode, self.destroy) = (errorCode, destroy)
  }

  /// In pixels; nil for what is no JPEG that it reads.
  func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard let handle = make() else { return nil }
    defer { _ = destroy(handle) }
    var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard readHeader(handle, bytes, UInt(bytes.count), &width, &height, &sampling, &colors) == 0 else { return nil }
    return (Int(width), Int(height))
  }

  /// Red, green and blue of each pixel; of a file that is cut off as far as it goes.
  func pixels(of bytes: [UInt8], width: Int, height: Int) -> [UInt8]? {
    guard let handle = make() else { return nil }
    defer { _ = destroy(handle) }
    var pixels = [UInt8](repeating: 0, count: width * height * Self.channels)
    let result = decompress(
      handle, bytes, UInt(bytes.count), &pixels, Int32(width), 0, Int32(height), Self.rgb, Self.limitsScans)
    return result == 0 || errorCode(handle) == Self.warning ? pixels : nil
  }
}
