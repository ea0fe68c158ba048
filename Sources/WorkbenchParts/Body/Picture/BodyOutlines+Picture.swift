import ParleyEngine
import TerminalKit
import WorkbenchServices

// A preview of a picture.
extension BodyOutlines {
  private static let largestPicture = 32 << 20

  /// Nil for one that is not here as a whole, too large, or cannot be decoded.
  mutating func decoder() throws -> (any PictureDecoder)? {
    if let picture { return picture.decoder }
    guard raw.isComplete else { return nil }
    do throws(PictureProblem) {
      picture = Picture(decoder: try makeDecoder())
    } catch {
      picture = Picture(problem: error)
    }
    return picture?.decoder
  }

  private func makeDecoder() throws(PictureProblem) -> any PictureDecoder {
    guard raw.count <= Self.largestPicture else {
      throw PictureProblem("No preview: the file is larger than \(Self.largestPicture >> 20) MB.")
    }
    guard let bytes = try? raw.read(at: 0, count: raw.count), let header = ImageHeader(bytes) else {
      throw .damaged
    }
    return try header.decoder(of: bytes)
  }

  mutating func fillPicture(_ page: inout BodyPage, _ query: BodyPage.Query) throws {
    guard let decoder = try decoder() else { return }
    let room = query.room
    if picture?.room != room {
      picture?.room = room
      picture?.lines = try decoder.sampled(columns: room.width, rows: room.height * 2).lines
    }
    let lines = picture?.lines ?? []
    page.total = lines.count
    page.offset = 0
    page.room = room
    page.lines = lines.map { BodyLine(number: "", text: $0) }
  }

  /// A preview, and for which room it was made.
  struct Picture: Sendable {
    var decoder: (any PictureDecoder)?
    var problem: PictureProblem?
    var room = Size.zero
    var lines: [StyledText] = []
  }
}
