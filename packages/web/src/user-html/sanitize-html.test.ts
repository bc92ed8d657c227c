import { expect, test } from 'vitest'
import { extractInlineCode } from './inline-code.ts'
import { patchNodes } from './patch-nodes.ts'
import { isOwnFile, sanitizeHtml } from './sanitize-html.ts'

function clean(html: string): string {
  const box = document.createElement('div')
  box.append(sanitizeHtml(html).content)
  return box.innerHTML
}

test('ordinary HTML stays, with IDs, classes and styles', () => {
  for (const html of [
    '<div id="title" class="card a"><b>Bold</b> {{ text }} <br><i data-x="1">i</i></div>',
    '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>',
    '<a href="/dashboards/1?state=x">in</a><a href="https://example.org/">out</a><a href="mailto:a@b.example">mail</a>',
    '<svg viewBox="0 0 1 1"><path d="M0 0" fill="red"></path></svg>',
    '<img src="data:image/png;base64,AA==" alt="x"><img src="/logo.png">',
    '<mat-icon>home</mat-icon>',
  ])
    expect(clean(html)).toBe(html)
  expect(clean('<p STYLE="color: red; margin: 1px">x</p>')).toBe('<p style="color: red; margin: 1px;">x</p>')
})

test('what runs code is removed', () => {
  for (const html of [
    '<script>window.ran=1</script>',
    '<img src=x onerror="window.ran=1">',
    '<img src=x onerror=window.ran=1 >',
    '<svg/onload=window.ran=1>',
    '<svg><script>window.ran=1</script></svg>',
    '<svg><a xlink:href="javascript:window.ran=1"><text>x</text></a></svg>',
    '<svg><animate onbegin="window.ran=1" attributeName=x></svg>',
    '<svg><use href="data:image/svg+xml,<svg id=x onload=window.ran=1>#x"></use></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.ran=1&gt;">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=window.ran=1>',
    '<a href="javascript:window.ran=1">x</a>',
    '<a href=" &#106;ava\tscript:window.ran=1">x</a>',
    '<a href="data:text/html,<script>window.ran=1</script>">x</a>',
    '<iframe srcdoc="<script>window.ran=1</script>"></iframe>',
    '<object data="data:text/html,window.ran=1"></object><embed src="javascript:window.ran=1">',
    '<template><img src=x onerror=window.ran=1></template>',
    '<div><template shadowrootmode="open"><img src=x onerror=window.ran=1></template></div>',
    '<noscript><p title="</noscript><img src=x onerror=window.ran=1>">',
    '<!--><img src=x onerror=window.ran=1>-->',
    '<style><img src=x onerror=window.ran=1></style>',
    '<p style="x" onclick=window.ran=1 style=y>x',
  ]) {
    const result = clean(html)
    const box = document.createElement('div')
    box.innerHTML = result
    const all = [...box.querySelectorAll('*')]
    expect(
      all.filter(({ localName }) => /^(script|iframe|object|embed|template|use|animate|style)$/.test(localName)),
    ).toEqual([])
    for (const { name, value } of all.flatMap(({ attributes }) => [...attributes])) {
      expect(name, html).not.toMatch(/^on/i)
      expect(value.replace(/\s/g, ''), html).not.toMatch(/^(javascript|data:text)/i)
    }
  }
})

test('what leaves the widget is removed: forms, popovers, other documents, files of other hosts', () => {
  expect(clean('<form action="https://evil.example"><input name="a" formaction="https://evil.example"></form>')).toBe(
    '<input name="a">',
  )
  expect(
    clean('<div popover id="a">x</div><button popovertarget="a" commandfor="a" command="show-modal">b</button>'),
  ).toBe('<div id="a">x</div><button>b</button>')
  expect(
    clean(
      '<meta http-equiv="refresh" content="0"><base href="//evil.example"><link rel="stylesheet" href="//evil.example">',
    ),
  ).toBe('')
  for (const html of [
    '<img src="https://evil.example/x">',
    '<img src="//evil.example/x">',
    '<img src="\\\\evil.example/x">',
    '<img srcset="https://evil.example/x 1x">',
    '<img srcset="a.png 1x, //evil.example/x 2x">',
    '<video src="https://evil.example/x" poster="https://evil.example/x"></video>',
    '<table background="https://evil.example/x"></table>',
    '<svg><image href="https://evil.example/x" xlink:href="https://evil.example/x"></image></svg>',
    '<svg><filter><feImage href="https://evil.example/x"></feImage></filter></svg>',
    '<svg><rect fill="url(https://evil.example/x#a)" mask="u\\72l(https://evil.example/x)"></rect></svg>',
    '<p style="background: url(https://evil.example/x)">x</p>',
    '<input type="image" src="https://evil.example/x">',
  ])
    expect(clean(html), html).not.toContain('evil')
  expect(clean('<a href="/x" target="_top" rel="opener">x</a>')).toBe('<a href="/x">x</a>')
  expect(clean('<a href="/x" target="_BLANK">x</a>')).toBe(
    '<a href="/x" target="_blank" rel="noopener noreferrer">x</a>',
  )
})

test('own files are those of this server and those within the address', () => {
  for (const url of ['/a.png', 'a.png', '#a', `${location.origin}/a.png`, 'data:image/svg+xml,<svg/>'])
    expect(isOwnFile(url), url).toBe(true)
  for (const url of ['//evil.example', 'data:text/html,x', 'javascript:x', 'blob:null/x', 'http://'])
    expect(isOwnFile(url), url).toBe(false)
})

test('styles and event attributes are taken out before parsing', () => {
  expect(extractInlineCode('<style media="x">a{}</style><p title="<b style=x>" style=\'a:b\' onclick=x>t</p>')).toEqual(
    {
      html: '<p title="<b style=x>" data-user-style=\'a:b\'>t</p>',
      css: 'a{}\n',
    },
  )
  expect(extractInlineCode('<svg/onload=x/><br/>a < b <!-- <p style=x> -->').html).toBe('<svg><br/>a < b ')
  expect(extractInlineCode('<script><p style="x"></script><i Style=x>').html).toBe(
    '<script><p style="x"></script><i data-user-style=x>',
  )
})

test('whatever the text, parsing finds no styles and no event attributes', () => {
  const parts = ['<p', '<style>', '</style>', ' style=', '"', "'", '>', '/', '<!--', '-->', '=', ' ', 'onx=', 'a', '<']
  let state = 3
  for (let round = 0; round < 300; round++) {
    let html = ''
    for (let i = 0; i < 9; i++) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      html += parts[Math.floor((state / 2_147_483_648) * parts.length)]
    }
    const parsed = new DOMParser().parseFromString(extractInlineCode(html).html, 'text/html')
    for (const element of parsed.querySelectorAll('*'))
      expect(element.getAttributeNames().join(' '), html).not.toMatch(/(^| )(on|style( |$))/)
  }
})

test('changed nodes keep what fits', () => {
  const live = document.createElement('div')
  live.append(
    sanitizeHtml('<details id="d" open><summary>1</summary></details><p style="color: red">a</p><b>x</b>').content,
  )
  const [details, text] = live.children
  live.querySelector('details')?.setAttribute('open', '')
  patchNodes(
    live,
    sanitizeHtml('<details id="d"><summary>2</summary></details><p style="color: blue">b</p><i>y</i>z').content,
  )
  expect(live.innerHTML).toBe(
    '<details id="d" open=""><summary>2</summary></details><p style="color: blue;">b</p><i>y</i>z',
  )
  expect(live.children[0]).toBe(details)
  expect(live.children[1]).toBe(text)
  patchNodes(live, sanitizeHtml('').content)
  expect(live.innerHTML).toBe('')
})
