/// How a report looks: calm, in light and dark, and on paper.
enum RunReportStyle {
  static let css = """
    :root{--paper:#fdfdfc;--ink:#24292f;--soft:#6a737d;--line:#e3e5e8;--panel:#f5f6f7;--good:#2f7d4f;--bad:#b3312c;--wait:#8a6d1a;--bar:#4f81bd}
    @media (prefers-color-scheme:dark){:root{--paper:#16181b;--ink:#d9dde2;--soft:#8d96a0;--line:#2c3137;--panel:#1e2126;\
    --good:#6cbf8b;--bad:#ef7f78;--wait:#d9b95c;--bar:#6f9fd8}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
    main{max-width:1000px;margin:0 auto;padding:32px 20px}
    h1{font-size:24px;font-weight:600;margin:0 0 4px}
    .facts,footer{color:var(--soft);margin:0}
    .state{font-weight:600}
    .succeeded{color:var(--good)}.failed,.interrupted{color:var(--bad)}.cancelled,.stopped,.running,.waiting{color:var(--wait)}
    .skipped,.neverRan{color:var(--soft)}
    figure{margin:24px 0;padding:12px;background:var(--panel);border-radius:8px}
    svg{width:100%;height:auto;display:block;font:12px system-ui,sans-serif}
    .label{fill:var(--ink)}.tick{fill:var(--soft)}.grid{stroke:var(--line)}
    .bar{fill:var(--bar)}.bar.failed{fill:var(--bad)}.bar.cancelled{fill:var(--wait)}
    .wait{opacity:.15}.pause{opacity:.1}.queued{opacity:.3}.connect{opacity:.5}.waiting{opacity:.75}
    figcaption{display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:10px;color:var(--soft);font-size:12px}
    figcaption i{display:inline-block;width:14px;height:10px;margin-right:6px;background:var(--bar)}
    details.step{border-bottom:1px solid var(--line);padding:6px 0}
    .depth2{margin-left:20px}.depth3{margin-left:40px}.depth4{margin-left:60px}
    summary{cursor:pointer}
    details.step>summary{display:flex;gap:10px;align-items:baseline}
    details.step>summary::-webkit-details-marker{display:none}
    .path,.time,.status{color:var(--soft);font-variant-numeric:tabular-nums}
    .name{flex:1;font-weight:500;overflow-wrap:anywhere}.time{min-width:70px;text-align:right}
    details details{margin:4px 0 4px 28px}
    details details>summary{color:var(--soft);font-size:13px}
    pre{margin:4px 0 8px;padding:10px 12px;background:var(--panel);border-radius:6px;font:12.5px/1.45 ui-monospace,monospace;\
    white-space:pre-wrap;overflow-wrap:anywhere}
    .error{margin:6px 0 6px 28px;padding:6px 12px;border-left:3px solid var(--bad)}.error p{margin:2px 0}
    footer{margin-top:28px;font-size:13px}
    @media print{body{font-size:11px}main{max-width:none;padding:0}details.step{break-inside:avoid}pre,figure{border:1px solid var(--line)}}
    """
}
