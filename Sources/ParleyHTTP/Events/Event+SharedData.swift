extension Event.Kind {
  /// The change of shared data it tells of, if it tells of one.
  package var sharedData: Event.SharedData? {
    switch self {
    case .updateSharedData(let change), .removeSharedData(let change): change
    default: nil
    }
  }
}

extension Event {
  /// A change of shared data, or many that were made together.
  public struct SharedData: Sendable, Hashable, Codable {
    /// Which key, of which environment; of a batch the first.
    public var key: SharedKey
    /// The number of the change among all changes.
    public var change: Int64
    /// The new value, or the one that was removed; nil when it is a secret or does not open.
    public var value: SharedValue?
    /// Whether its cipher hides the value; then ``value`` is nil.
    public var isSecret: Bool
    /// The name of its cipher.
    public var cipher: String?
    /// The writer's name, for people to read.
    public var writer: String?
    /// Whether another process wrote it.
    package var isForeign: Bool
    /// Everybody who hears of a change tells of it with the same origin and ``change``.
    package var origin = Origin()
    /// The keys of a batch that is told as a whole, such as an import; nil for a change that is told by itself. Then there is no value.
    package var batch: Batch?
    /// How many keys have changed.
    public var count: Int { batch?.count ?? 1 }

    /// Tells whoever wrote a change from others, where that is known. It makes no other event of one.
    package struct Origin: Sendable, Hashable {
      package var number: Int64?

      package static func == (left: Origin, right: Origin) -> Bool { true }
      package func hash(into hasher: inout Hasher) {}
    }

    private enum CodingKeys: CodingKey {
      case key, change, value, isSecret, cipher, writer, isForeign, batch
    }

    /// Many keys that changed together.
    package struct Batch: Sendable, Hashable, Codable {
      /// Those that are known: a log keeps the first of them.
      package var keys: [SharedKey]
      /// How many there are.
      package var count: Int

      package init(keys: [SharedKey], count: Int) {
        (self.keys, self.count) = (keys, count)
      }
    }

    /// The keys that have changed, as far as they are known.
    package var keys: [SharedKey] { batch?.keys ?? [key] }

    /// A change of this key.
    package init(
      key: SharedKey, change: Int64, value: SharedValue?, isSecret: Bool, cipher: String?, writer: String?,
      isForeign: Bool, origin: Int64? = nil
    ) {
      self.key = key
      self.change = change
      self.value = value
      self.isSecret = isSecret
      self.cipher = cipher
      self.writer = writer
      self.isForeign = isForeign
      self.origin = Origin(number: origin)
    }
  }
}
