/// A destination to which a transport writes a body while it arrives. One writer only.
package protocol BodySink: ByteSource, AnyObject {
  /// Makes room for a body whose length was announced, which is only a hint.
  func reserve(_ count: Int)
  func append(_ chunk: UnsafeRawBufferPointer) throws
  /// Ends the writing of a body that is whole.
  func finish() throws
  /// Ends the writing of one that broke off; what has arrived may still be read.
  func abandon()
}

extension BodyBuffer: BodySink {
  /// Ends the writing. The bytes that have arrived are kept.
  package func abandon() {
    // The transfer has its error already.
    try? finish()
  }
}
