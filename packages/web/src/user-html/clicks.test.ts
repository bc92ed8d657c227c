import { expect, test } from 'vitest'
import { appPath, clickableOf, linkOf, markClickable } from './clicks.ts'
import { sanitizeHtml } from './sanitize-html.ts'

test('elements with an action are buttons for keyboard and screen reader; native ones stay', () => {
  const { content } = sanitizeHtml(
    '<div id="a">x</div><button id="b">y</button><p id="c" tabindex="-1">z</p><i id="d"></i>',
  )
  markClickable(content, new Set(['a', 'b', 'c', 'gone']))
  const box = document.createElement('div')
  box.append(content)
  expect(box.innerHTML).toBe(
    '<div id="a" role="button" tabindex="0">x</div><button id="b">y</button><p id="c" tabindex="-1" role="button">z</p><i id="d"></i>',
  )
})

test('a click counts for the nearest element with an action', () => {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.append(
    sanitizeHtml('<div id="a"><p id="other"><b>x</b></p></div><a href="/devices?x=1#y"><i>link</i></a>').content,
  )
  document.body.append(host)
  const seen: unknown[] = []
  root.addEventListener('click', (event) => {
    event.preventDefault()
    const link = linkOf(event)
    seen.push([clickableOf(event, new Set(['a']))?.id ?? null, link && appPath(link, event as MouseEvent)])
  })
  for (const name of ['b', 'i']) root.querySelector<HTMLElement>(name)?.click()
  root.querySelector('i')?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true, cancelable: true }))
  expect(seen).toEqual([
    ['a', null],
    [null, '/devices?x=1#y'],
    [null, null],
  ])
  host.remove()
})

test('links of the server, of other hosts and to new tabs are followed by the browser', () => {
  const click = new MouseEvent('click')
  for (const [href, path] of [
    ['/dashboards/1?state=a', '/dashboards/1?state=a'],
    [`${location.origin}/alarms`, '/alarms'],
    ['/api/noauth/x', null],
    ['/assets/help/a.md', null],
    ['https://example.org/dashboards', null],
    ['mailto:a@b.example', null],
  ] as const) {
    const link = document.createElement('a')
    link.href = href
    expect(appPath(link, click), href).toBe(path)
    link.target = '_blank'
    expect(appPath(link, click), href).toBe(null)
  }
})
