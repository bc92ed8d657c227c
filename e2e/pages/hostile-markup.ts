/**
 * HTML and CSS of a hostile author of dashboards. Code that runs sets `window.ran`; everything that is loaded comes from
 * `evil.example`; what is drawn outside its widget covers the page.
 */

const run = 'window.ran=1'
const evil = 'https://evil.example'

export const hostileHtml: readonly string[] = [
  `<script>${run}</script><script src="${evil}/a.js"></script>`,
  `<img src=x onerror="${run}"><img src="${evil}/a.png" srcset="${evil}/b.png 2x">`,
  `<svg/onload=${run}><svg onload="${run}"><script>${run}</script></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='x' onerror='${run}'/></svg>#x"/><image href="${evil}/a.png"/></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s></animate><set attributeName=href to=javascript:${run} /></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  `<meta http-equiv="refresh" content="0;url=${evil}"><base href="${evil}/"><link rel="stylesheet" href="${evil}/a.css"><link rel="import" href="${evil}/a.html">`,
  `<form action="${evil}" id="f"><input name="nodeName"><button formaction="${evil}" autofocus onfocus=${run}>go</button></form>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe><iframe src="javascript:parent.${run}"></iframe><object data="${evil}"></object><embed src="${evil}">`,
  `<div><template shadowrootmode="open"><img src=x onerror=${run}></template></div>`,
  `<style>@import "${evil}/a.css"; p { background: url(${evil}/a.png) } body, html, * { --sd-surface: red }</style><p style="background: url('${evil}/b.png'); color: red" onclick=${run}>text</p>`,
  `<p style="position: fixed; inset: -2000px; width: 9000px; height: 9000px; background: magenta; z-index: 2147483647">cover</p>`,
  `<div popover id="p" style="width: 100vw; height: 100vh">x</div><button popovertarget="p" id="opens">open</button><dialog open style="position: fixed; inset: 0; width: 100vw; height: 100vh">x</dialog>`,
  `<img name="cookie"><form id="getElementById"></form><a id="location" href="${evil}"></a><input id="attributes"><img id="ran">`,
  `<table background="${evil}/a.png"><tr><td>x</table><video src="${evil}/a.mp4" poster="${evil}/a.png" autoplay></video><audio src="${evil}/a.mp3" autoplay></audio>`,
  `<svg><rect width="9" height="9" fill="url(${evil}/a.svg#x)" filter="url(${evil}/b.svg#x)"/><filter id="f"><feImage href="${evil}/c.png"/></filter></svg>`,
]

export const hostileCss = `@import url("${evil}/a.css"); @\\69mport "${evil}/b.css";
@font-face { font-family: Evil; src: url(${evil}/a.woff2) }
:host { position: fixed !important; inset: 0 !important; width: 100vw !important; height: 100vh !important; z-index: 2147483647 !important; contain: none !important; background: u\\72l(${evil}/a.png) !important }
:host-context(body) { display: block; transform: scale(9) !important; margin: -500px !important }
html, body, .widget, ::part(x), ::slotted(*) { display: none !important }
div { --x: url(${evil}/c.png); background: var(--x), image-set("${evil}/d.png" 1x); cursor: url("${evil}/e.png"), auto; font-family: Evil }
div::before { content: url(${evil}/f.png); position: fixed; inset: 0; background: magenta }
@property --sd-text { syntax: "<color>"; inherits: true; initial-value: red }`
