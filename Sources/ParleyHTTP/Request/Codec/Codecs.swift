/// The codecs that requests name by key, and the one of those that name none. The ready ones are in it from the start.
///
/// ```swift
/// var codecs = Codecs(default: "shop")
/// codecs["shop"] = ShopCodec()
/// ```
public struct Codecs: Sendable {
  /// All of them, by the key that requests name them by.
  public private(set) var byKey: [String: any Codec]
  /// The key of the codec for requests that name none.
  public var defaultKey: String

  /// The ready ones, and more.
  /// - Parameters:
  ///   - more: take the place of a ready one of the same key.
  ///   - defaultKey: the key of the codec for requests that name none.
  public init(_ more: [String: any Codec] = [:], default defaultKey: String = "automatic") {
    let ready: [any Codec] = [AutomaticCodec(), JSONCodec(), FormCodec(), TextCodec(), BytesCodec()]
    byKey = Dictionary(uniqueKeysWithValues: ready.map { ($0.name, $0) }).merging(more) { $1 }
    self.defaultKey = defaultKey
  }

  /// The ready ones, and one that becomes the default under its own name.
  init(default codec: any Codec) {
    self.init()
    setDefault(codec)
  }

  mutating func setDefault(_ codec: any Codec) {
    byKey[codec.name] = codec
    defaultKey = codec.name
  }

  /// The codec of that key; nil, in or out, is none.
  public subscript(key: String) -> (any Codec)? {
    get { byKey[key] }
    set { byKey[key] = newValue }
  }

  /// - Throws: `InvalidRequest.unknownCodec` with the keys there are.
  func codec(named key: String?) throws(InvalidRequest) -> any Codec {
    let wanted = key ?? defaultKey
    guard let codec = byKey[wanted] else { throw .unknownCodec(wanted, known: byKey.keys.sorted()) }
    return codec
  }
}
