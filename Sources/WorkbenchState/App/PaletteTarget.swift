package import ParleyModel

/// A destination of the palette.
package enum PaletteTarget: Hashable, Sendable {
  case request(RequestID), group(String), environment(String), key(String)
  /// A setting of the open request.
  case setting(SettingKey)
}
