/// The part of a body a reader asks for, as far as it is there.
func window(at offset: Int, count: Int, of total: Int) -> Range<Int> {
  guard offset >= 0, offset < total, count > 0 else { return 0..<0 }
  return offset..<offset + min(count, total - offset)
}
