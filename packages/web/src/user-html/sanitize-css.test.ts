import { expect, test } from 'vitest'
import { sanitizeCss } from './sanitize-css.ts'

const clean = (css: string) => sanitizeCss(css, (url) => url.startsWith('/') || url.startsWith('data:image/'))

test('ordinary rules stay as they are', () => {
  for (const css of [
    '.card { color: red; width: calc(100% - 1px) }',
    '@media (min-width: 10px) { a:hover::before { content: "\\201C url(x) @import"; } }',
    '@keyframes spin { to { transform: rotate(1turn) } } :host { --gap: 1px }',
    "a[href='x;y']{} .a\\:b{} .-x{} #\\31 a{}",
  ])
    expect(clean(css)).toBe(css)
})

test('addresses of other hosts are removed, however they are written', () => {
  for (const url of [
    'url(https://evil.example/x)',
    'url( "https://evil.example/x" )',
    "URL('https://evil.example/x')",
    'u\\72l(https://evil.example/x)',
    '\\75 \\72 \\6c (https://evil.example/x)',
    'url(\\68ttps://evil.example/x)',
    'url("\\68 ttps://evil.example/x")',
    'url("https://evil.example/\\\n x")',
    'image-set("https://evil.example/x" 1x)',
    '-webkit-image-set(url(https://evil.example/x) 1x, "https://evil.example/)" 2x)',
    'im\\61ge-set("https://evil.example/x" 1x)',
    'src("https://evil.example/x")',
  ])
    expect(clean(`a{background:${url} no-repeat;color:red}`), url).toBe('a{background:none no-repeat;color:red}')
  expect(clean('a{--x:url(https://evil.example);b:var(--x)}')).toBe('a{--x:none;b:var(--x)}')
  expect(clean('a{b:url(https://evil.example')).toBe('a{b:none')
  expect(clean('a{b:url(/a.png) url("data:image/png;base64,AA==")}')).toBe(
    'a{b:url("/a.png") url("data:image/png;base64,AA==")}',
  )
})

test('rules that import or reach beyond the element are removed', () => {
  for (const rule of [
    '@import "https://evil.example/a.css";',
    '@IMPORT url(https://evil.example/a.css) screen;',
    '@\\69mport "a;b.css" supports(x:";");',
    '@im\\70 ort/**/"a.css";',
    '@property --sd-surface { syntax: "<number>"; inherits: true; initial-value: 1 }',
    '@view-transition { navigation: auto }',
  ])
    expect(clean(`${rule}a{color:red}`), rule).toBe('a{color:red}')
  expect(clean('select{appearance:base-select}')).toBe('select{appearance:auto}')
  expect(clean('a{}@import "x"')).toBe('a{}')
})

test('comments and strings hide nothing', () => {
  expect(clean('a{b:/* ; */url(https://evil.example)}')).toBe('a{b:/**/none}')
  expect(clean('a{content:"*/";b:url(https://evil.example)}')).toBe('a{content:"*/";b:none}')
  // A line break ends the string: what follows is read as CSS again.
  expect(clean('a{content:"\n;b:url(https://evil.example)}')).toBe('a{content:""\n;b:none}')
  expect(clean('a{content:"x')).toBe('a{content:"x"')
})

test('any text is read to its end, and cleaning twice changes nothing more', () => {
  const parts = [
    'url(',
    '"',
    "'",
    '\\',
    ')',
    '(',
    '{',
    '}',
    ';',
    '/*',
    '*/',
    '@import',
    '\n',
    'x',
    '\\75',
    '-',
    'image-set(',
    'https://evil.example',
  ]
  let state = 7
  for (let round = 0; round < 2_000; round++) {
    let css = ''
    for (let i = 0; i < 9; i++) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      css += parts[Math.floor((state / 2_147_483_648) * parts.length)]
    }
    const once = clean(css)
    expect(clean(once), JSON.stringify(css)).toBe(once)
    sanitizeCss(once, (url) => {
      expect(url, JSON.stringify(css)).not.toMatch(/^https/)
      return true
    })
  }
})
