/** Defaults inside the shadow root. They have no specificity: any rule of the user wins. */

export const baseStyle = `
:host { display: block; height: 100%; color: inherit; }
:where(.user-content) { height: 100%; line-height: 1.4; overflow-wrap: break-word; }
:where(a) { color: var(--user-link, var(--sd-primary)); }
:where(button, input, select, textarea) { font: inherit; }
:where([role="button"][tabindex]) { cursor: pointer; }
:where(:focus-visible) { outline: 2px solid var(--sd-primary); outline-offset: 2px; }
:where(mat-icon, .mdi, [class*="material-icons"], [class*="material-symbols"]) {
  display: inline-block; width: 1em; height: 1em; font-size: 24px; font-style: normal; line-height: 1; vertical-align: middle;
}
:where([data-icon] > svg) { display: block; width: 1em; height: 1em; fill: currentColor; }
:where(.tb-markdown-view) { line-height: 1.5; }
:where(.tb-markdown-view) :where(h1, h2, h3, h4, h5, h6, p, ul, ol, pre, table, blockquote) { margin: 0 0 0.6em; }
:where(.tb-markdown-view) :where(h1) { font-size: 1.6em; }
:where(.tb-markdown-view) :where(h2) { font-size: 1.35em; }
:where(.tb-markdown-view) :where(h3) { font-size: 1.15em; }
:where(.tb-markdown-view) :where(h4, h5, h6) { font-size: 1em; }
:where(.tb-markdown-view) :where(h1, h2, h3, h4, h5, h6) { line-height: 1.3; font-weight: 600; }
:where(.tb-markdown-view) :where(ul, ol) { padding-inline-start: 1.6em; }
:where(.tb-markdown-view) :where(img) { max-width: 100%; }
:where(.tb-markdown-view) :where(code) {
  padding: 0.1em 0.35em; border-radius: 4px; background: color-mix(in srgb, currentColor 8%, transparent); font: 0.92em var(--sd-font-mono);
}
:where(.tb-markdown-view) :where(pre) {
  padding: 8px 12px; overflow: auto; border-radius: 6px; background: color-mix(in srgb, currentColor 8%, transparent);
}
:where(.tb-markdown-view) :where(pre code) { padding: 0; background: none; }
:where(.tb-markdown-view) :where(blockquote) { padding-inline-start: 12px; border-inline-start: 3px solid var(--sd-border-strong); }
:where(.tb-markdown-view) :where(table) { border-collapse: collapse; }
:where(.tb-markdown-view) :where(th, td) { padding: 4px 10px; border: 1px solid color-mix(in srgb, currentColor 18%, transparent); }
:where(.tb-markdown-view) :where(hr) { border: 0; border-top: 1px solid color-mix(in srgb, currentColor 18%, transparent); }
:where(.tb-markdown-view > :last-child) { margin-bottom: 0; }
`
