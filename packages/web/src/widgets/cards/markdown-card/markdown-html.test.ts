import { expect, test } from 'vitest'
import { markdownHtml, markText } from './markdown-html.ts'

test('Markdown and the HTML in it become HTML', () => {
  expect(markdownHtml('### Pump *1*\n\n| a | b |\n|---|---|\n| 1 | ~~2~~ |')).toContain('<h3>Pump <em>1</em></h3>')
  expect(markdownHtml('| a |\n|---|\n| ~~2~~ |')).toContain('<td><del>2</del></td>')
  expect(markdownHtml('<div class="x">a <b>b</b></div>')).toBe('<div class="x">a <b>b</b></div>')
  expect(markdownHtml('<style>\na {}\n\nb {}\n</style>')).toBe('<style>\na {}\n\nb {}\n</style>')
  // The sanitizer removes it.
  expect(markdownHtml('a <iframe src="x"></iframe>')).toBe('<p>a <iframe src="x"></iframe></p>')
})

test('texts that are filled in stay text, wherever they are', () => {
  const value = markText('_a_ *b* <i>"\'|`~[x](y) & $\\\n# c')
  const escaped = '_a_ *b* &lt;i&gt;&quot;&#39;|&#96;~[x](y) &amp; $\\ # c'
  expect(markdownHtml(`**${value}**`)).toBe(`<p><strong>${escaped}</strong></p>`)
  expect(markdownHtml(`\`${value}\``)).toBe(`<p><code>${escaped}</code></p>`)
  expect(markdownHtml(`| a |\n|---|\n| ${value} |`)).toContain(`<td>${escaped}</td>`)
  expect(markdownHtml(`<p title="${value}">x</p>`)).toBe(`<p title="${escaped}">x</p>`)
  expect(markdownHtml(markText('# a'))).toBe('<p># a</p>')
  expect(markdownHtml(`[x](/d/${markText('a_(1)&"')})`)).toBe('<p><a href="/d/a_(1)%26%22">x</a></p>')
})
