/** Cards with HTML and Markdown of users: what a hostile author can't do. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { hostileCss, hostileHtml } from './hostile-markup.ts'
import { main } from './page-parts.ts'
import { openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })

interface Card {
  readonly type: string
  readonly title: string
  readonly settings: object
  readonly config?: object
  readonly size?: readonly [number, number]
}

/** Creates a dashboard of cards and returns its path. The alias is a single device. */
async function dashboardOf(title: string, cards: readonly Card[], device?: { entityType: string; id: string }) {
  const widgets = Object.fromEntries(
    cards.map(({ type, title: name, settings, config }, index) => [
      `w${index}`,
      {
        isSystemType: true,
        bundleAlias: 'cards',
        typeAlias: type,
        type: type === 'html_card' ? 'static' : 'latest',
        title: name,
        config: { title: name, showTitle: true, settings, ...config },
      },
    ]),
  )
  const layout = Object.fromEntries(
    cards.map(({ size: [sizeX, sizeY] = [8, 4] }, index) => [
      `w${index}`,
      { sizeX, sizeY, col: (index % 3) * 8, row: Math.floor(index / 3) * 4 },
    ]),
  )
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title,
    configuration: {
      widgets,
      states: {
        default: { name: title, root: true, layouts: { main: { widgets: layout, gridSettings: { columns: 24 } } } },
      },
      entityAliases: device
        ? {
            a: {
              id: 'a',
              alias: 'Pump',
              filter: { type: 'singleEntity', resolveMultiple: false, singleEntity: device },
            },
          }
        : {},
    },
  })
  return `/dashboards/${id.id}`
}

const card = (page: Page, name: string) => main(page).getByRole('article', { name, exact: true })

test('a hostile author runs no code, loads nothing, and draws nothing outside the widget', async () => {
  const end = '<b class="end">END</b>'
  const cards = hostileHtml.map(
    (html, index): Card => ({
      type: 'html_card',
      title: `Hostile ${index}`,
      settings: { cardHtml: `${end}${html}`, cardCss: hostileCss },
      size: [8, 2],
    }),
  )
  const markdown: Card = {
    type: 'markdown_card',
    title: 'Hostile Markdown',
    settings: {
      markdownTextPattern: `END [x](javascript:window.ran=1) ![x](https://evil.example/a.png)\n\n${hostileHtml.join('\n\n')}`,
      markdownCss: hostileCss,
    },
  }
  const hostile = await dashboardOf('Hostile', [...cards, markdown])
  await stage.play(async (page) => {
    const others: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.origin !== stage.platform.baseUrl) others.push(request.url())
    })
    await openAs(page, tenant, hostile)
    await card(page, 'Hostile Markdown').getByText('END').waitFor({ state: 'attached' })
    await until(
      'all cards to be drawn',
      () =>
        page.evaluate<number>(
          `[...document.querySelectorAll('.user-html > div')].filter(({ shadowRoot }) => shadowRoot?.textContent.includes('END')).length`,
        ),
      (count) => count === cards.length + 1,
    )
    // Buttons open nothing, and links of scripts lead nowhere.
    await page.evaluate(`for (const { shadowRoot } of document.querySelectorAll('.user-html > div'))
      for (const one of shadowRoot.querySelectorAll('button, a:not([href^=http])')) one.click()`)
    const faults = await page.evaluate<string[]>(`new Promise(requestAnimationFrame)
      .then(() => new Promise(requestAnimationFrame)).then(() => {
      const faults = []
      if (window.ran !== undefined) faults.push('code ran')
      for (const frame of document.querySelectorAll('.user-html')) {
        const { left, top, right, bottom } = frame.getBoundingClientRect()
        const root = frame.firstElementChild.shadowRoot
        const name = frame.closest('article').getAttribute('aria-label')
        for (let x = 4; x < innerWidth; x += 40) for (let y = 4; y < innerHeight; y += 40) {
          const isInside = x >= left && x <= right && y >= top && y <= bottom
          if (!isInside && frame.contains(document.elementFromPoint(x, y))) faults.push(name + ' covers ' + x + ', ' + y)
        }
        for (const one of root.querySelectorAll('script, iframe, object, embed, form, meta, base, link, template, style, use, :popover-open'))
          faults.push(name + ' contains ' + one.localName)
        for (const one of root.querySelectorAll('*')) for (const { name: attribute, value } of one.attributes)
          if (/^on/i.test(attribute) || /^\\s*javascript:/i.test(value)) faults.push(name + ': ' + attribute)
      }
      const body = getComputedStyle(document.body)
      if (body.display === 'none') faults.push('styles reach the page')
      return faults
    })`)
    assert.deepEqual(faults, [])
    assert.deepEqual(others, [])
    // The page is still usable.
    await main(page)
      .getByRole('button', { name: /^Time window: / })
      .first()
      .waitFor()
  })
})
