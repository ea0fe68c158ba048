extension Console {
  /// Notes that secrets are shown, so that the output is not passed on unawares.
  func noteRevealing() { note("Secrets are shown in clear.") }
}
