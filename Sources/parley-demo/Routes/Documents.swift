/// The texts with which the document routes respond.
enum Documents {
  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <catalogue currency="EUR">
      <item id="1" new="true"><name>Amber lamp</name><price>81.69</price></item>
      <item id="2"><name>Amber kettle &amp; cup</name><price>160.88</price></item>
      <!-- the rest is at /items -->
    </catalogue>

    """

  static let html = """
    <!DOCTYPE html>
    <html lang="en">
      <head><meta charset="utf-8"><title>The shop</title></head>
      <body>
        <h1>The shop</h1>
        <p>Lamps, kettles &amp; globes. <a href="/items">See them all</a>.</p>
      </body>
    </html>

    """

  static let text = """
    The shop sells lamps, kettles, chairs, globes, compasses, clocks, teapots, desks, prisms and atlases,
    each in six colours. Nothing is ever delivered.

    """

  /// A text whose lines have widths that are hard to tell: wide and combining characters, joined emoji, flags,
  /// right-to-left text, tabs and a very long line.
  static let wideText = """
    wide        日本語のテキスト 한국어 텍스트 中文文本 ｆｕｌｌ
    combining   e\u{301}a\u{308}o\u{302} z\u{335}a\u{336}l\u{337}g\u{338}o\u{489} क्षि ญี่ปุ่น
    emoji       🎉 🍵 👍🏽 👩‍👩‍👧‍👦 🏳️‍🌈 ❤️ ☎︎ 🇩🇪🇯🇵🇺🇳 1️⃣
    invisible   zero\u{200B}width\u{200D}joiner\u{FEFF}mark soft\u{AD}hyphen
    right-left  שלום עולם مرحبا بالعالم mixed אבג with latin
    tabs        a\tbb\tccc\tdddd\teeeee
    boxes       ┌──┬──┐ │▒▒│██│ └──┴──┘ ─━│┃ ▏▎▍▌▋▊▉█
    long        \(String(repeating: "長い行 ", count: 200))

    """
}
