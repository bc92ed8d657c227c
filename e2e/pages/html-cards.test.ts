/** Cards with HTML and Markdown of users: values, links, icons, styles, and what a hostile author can't do. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
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

const entity = (keys: readonly string[]) => ({
  datasources: [
    { type: 'entity', entityAliasId: 'a', dataKeys: keys.map((name) => ({ name, label: name, type: 'timeseries' })) },
  ],
})

const pump = (
  await stage.call<{ id: { entityType: string; id: string } }>('POST', '/api/device', {
    name: 'Pump _9_',
    type: 'default',
    additionalInfo: { description: 'In the <cellar>' },
  })
).id
const publish = (values: object) =>
  stage.call('POST', `/api/plugins/telemetry/DEVICE/${pump.id}/timeseries/ANY`, values)
await publish({ temperature: 21.456, state: '<b>on</b> & running' })

const text = `
<style>.note { letter-spacing: 3px; }</style>
<p class="note" style="font-weight: 700">Note</p>
<mat-icon>home</mat-icon><i class="material-icons">no_such_icon</i>
<p class="light">Light</p>
<p>{{ angular }} <span *ngIf="x" (click)="run()">bindings</span></p>
<a href="/devices">Devices</a> <a href="/api/noauth/x" target="_blank">Server</a> <a href="#top">Top</a>`
const ownCards: readonly Card[] = [
  {
    type: 'html_card',
    title: 'Text',
    settings: { cardHtml: text, cardCss: '.note { text-transform: uppercase } .light { background: #fff }' },
  },
  {
    type: 'html_value_card',
    title: 'Value',
    settings: {
      cardHtml:
        '<details id="more"><summary>More</summary><span>§{#1}</span></details><b>§{entityName}: §{temperature:1} §{temperature}</b>'.replaceAll(
          '§',
          '$',
        ),
    },
    config: entity(['temperature', 'state']),
  },
  {
    type: 'html_value_card',
    title: 'Name',
    settings: { cardHtml: '<b>§{entityName}</b> <i>§{entityDescription}</i>'.replaceAll('§', '$') },
    config: { ...entity([]), showTitle: false, backgroundColor: '#101010', padding: '0px' },
  },
  {
    type: 'markdown_card',
    title: 'Markdown',
    settings: {
      markdownTextPattern:
        '### §{entityName}\n\n- **§{temperature:0}** §{state}\n\n<div class="x">Inner</div>'.replaceAll('§', '$'),
      markdownCss: '.tb-markdown-view .x { letter-spacing: 2px; }',
    },
    config: entity(['temperature', 'state']),
  },
  { type: 'markdown_card', title: 'No data', settings: { markdownTextPattern: 'Only *text*' } },
  {
    type: 'html_card',
    title: 'Long',
    settings: { cardHtml: '<p>line</p>'.repeat(40) },
  },
]
const path = await dashboardOf('Cards', ownCards, pump)

test('cards show HTML, styles, icons and values, and follow the values', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, path)
    const note = card(page, 'Text').getByText('Note')
    await note.waitFor()
    /** Style of the innermost element whose text begins with `start`. */
    const look = (start: string, name: string) =>
      page.evaluate<string[]>(`(() => {
        const { shadowRoot } = document.querySelector('article[aria-label="${name}"] .user-html > div')
        const one = [...shadowRoot.querySelectorAll('*')].findLast(({ textContent }) => textContent.startsWith('${start}'))
        const { color, letterSpacing, fontWeight, textTransform } = getComputedStyle(one)
        return [color, letterSpacing, fontWeight, textTransform]
      })()`)
    assert.deepEqual((await look('Note', 'Text')).slice(1), ['3px', '700', 'uppercase'])
    await card(page, 'Text').locator('mat-icon svg path').waitFor({ state: 'attached' })
    assert.equal(await card(page, 'Text').getByText('no_such_icon').count(), 0)
    await card(page, 'Text').getByText('{{ angular }} bindings').waitFor()

    const value = card(page, 'Value')
    await value.getByText('Pump _9_: 21.5 21.46').waitFor()
    await value.getByText('More').click()
    await value.getByText('<b>on</b> & running').waitFor()
    await card(page, 'Name').getByText('Pump _9_').waitFor()
    await card(page, 'Name').getByText('In the <cellar>').waitFor()
    const markdown = card(page, 'Markdown')
    await markdown.getByRole('heading', { name: 'Pump _9_' }).waitFor()
    await markdown.getByRole('listitem').getByText('<b>on</b> & running').waitFor()
    assert.equal((await look('Inner', 'Markdown'))[1], '2px')
    await card(page, 'No data').getByText('Only text').waitFor()

    await publish({ temperature: 30, state: 'off' })
    await value.getByText('Pump _9_: 30.0 30.00').waitFor()
    await markdown.getByRole('listitem').getByText('off').waitFor()
    // What the user opened stays open.
    await value.getByText('off', { exact: true }).waitFor()

    // Texts for white cards can be read in the dark, and so can texts on a background of the widget.
    await page.emulateMedia({ colorScheme: 'dark' })
    await until(
      'dark text on white',
      () => look('Light', 'Text'),
      ([color]) => color === 'rgba(0, 0, 0, 0.87)',
    )
    await page.emulateMedia({ colorScheme: 'light' })
    await until(
      'light text on black',
      () => look('Pump', 'Name'),
      ([color]) => color === 'rgb(255, 255, 255)',
    )

    // A page of the client opens without loading it again.
    await page.evaluate('window.isSamePage = true')
    await card(page, 'Text').getByRole('link', { name: 'Top' }).click()
    await card(page, 'Text').getByRole('link', { name: 'Devices' }).click()
    await page.waitForURL('**/devices')
    await main(page).getByRole('heading', { name: 'Devices' }).waitFor()
    assert.equal(await page.evaluate('window.isSamePage'), true)
  }))

test('cards pass the accessibility rules', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, path)
      await card(page, 'Markdown').getByRole('heading', { name: 'Pump _9_' }).waitFor()
      await card(page, 'Long').getByText('line').first().waitFor()
      assert.deepEqual(await inspect(page, 'cards'), [])
    },
    { bypassCSP: true },
  ))

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
