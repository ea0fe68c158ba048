package import ParleyEngine

extension Session {
  /// How all requests of this session use cache and network. It is not kept.
  package var cacheMode: CacheMode {
    get { client.configuration.cacheMode }
    set { client.configuration.cacheMode = newValue }
  }
}
