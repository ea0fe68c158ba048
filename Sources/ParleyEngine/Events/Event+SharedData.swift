extension Event {
  /// A change of shared data.
  public struct SharedData: Sendable, Hashable, Codable {
    /// Which key, of which environment.
    public var key: SharedKey
    /// The number of the change among all changes.
    public var change: Int64
    /// The new value, or the one that was removed; nil when it is a secret or does not open.
    public var value: SharedValue?
    /// Whether its cipher hides the value; then ``value`` is nil.
    public var isSecret: Bool
    /// The name of its cipher.
    public var cipher: String?
    /// Who wrote it, for people to read.
    public var writer: String?
    /// Whether another process wrote it.
    package var isForeign: Bool

    /// A change of this key.
    package init(
      key: SharedKey, change: Int64, value: SharedValue?, isSecret: Bool, cipher: String?, writer: String?,
      isForeign: Bool
    ) {
      self.key = key
      self.change = change
      self.value = value
      self.isSecret = isSecret
      self.cipher = cipher
      self.writer = writer
      self.isForeign = isForeign
    }
  }
}
