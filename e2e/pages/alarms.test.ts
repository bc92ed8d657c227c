/** Page with all alarms of a tenant: search, filters, acknowledging, clearing and live updates. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { mainMenu, rows } from './page-parts.ts'
import { openAs, openStage, type Ref, tenant, until } from './stage.ts'

const stage = await openStage({ after })

const [boiler, press] = [await stage.makeDevice('Alarmed boiler'), await stage.makeDevice('Alarmed press')]

const raise = (originator: Ref, type: string, severity: string) =>
  stage.call<{ id: Ref }>('POST', '/api/alarm', {
    originator,
    type,
    severity,
    status: 'ACTIVE_UNACK',
    details: { at: 93 },
  })

await raise(boiler, 'Too hot', 'WARNING')
await raise(boiler, 'Steam leak', 'CRITICAL')
await raise(press, 'Too loud', 'MAJOR')

/** Details of an alarm: next to the list, or in a layer above the page. */
const detailsOf = (page: Page, name: string) =>
  page.getByRole('complementary', { name }).or(page.getByRole('dialog', { name, exact: true }))

const types = (page: Page, wanted: readonly string[]) =>
  until(
    `alarms ${wanted.join(', ')}`,
    async () => (await rows(page).allInnerTexts()).map((text) => wanted.find((type) => text.includes(type)) ?? text),
    (shown) => JSON.stringify(shown) === JSON.stringify(wanted),
  )

test('it is found in the menu; severity, status and search narrow it, and the address keeps them', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await mainMenu(page).getByRole('link', { name: 'Alarms' }).click()
    await page.getByRole('heading', { level: 1, name: 'Alarms' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('Alarmed')
    await types(page, ['Too loud', 'Steam leak', 'Too hot'])
    await page.getByRole('radio', { name: /^Critical ?1$/ }).waitFor()
    await page.getByRole('radio', { name: /^Minor ?0$/ }).waitFor()
    await page.getByRole('columnheader', { name: 'Severity' }).getByRole('button').click()
    await types(page, ['Steam leak', 'Too loud', 'Too hot'])
    await page.getByRole('radio', { name: 'Critical' }).click()
    await types(page, ['Steam leak'])
    await page.waitForURL((url) => url.searchParams.get('severity') === 'CRITICAL')
    await page.reload()
    await types(page, ['Steam leak'])
    await page.getByRole('radio', { name: 'Cleared' }).click()
    await page.getByText('No alarm matches “Alarmed”').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rows(page).filter({ hasText: 'Too hot' }).waitFor()
  }))

test('a new alarm comes while one looks; several are acknowledged and cleared at once', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/alarms?textSearch=Alarmed')
    await types(page, ['Too loud', 'Steam leak', 'Too hot'])
    const { id } = await raise(press, 'Door open', 'MINOR')
    await types(page, ['Door open', 'Too loud', 'Steam leak', 'Too hot'])

    for (const type of ['Door open', 'Too loud']) {
      await rows(page).filter({ hasText: type }).getByRole('checkbox').check()
    }
    await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText('2 alarms acknowledged').waitFor()
    await rows(page).filter({ hasText: 'Door open' }).getByText('Acknowledged', { exact: true }).waitFor()
    assert.equal((await stage.call<{ status: string }>('GET', `/api/alarm/${id.id}`)).status, 'ACTIVE_ACK')

    await rows(page).filter({ hasText: 'Door open' }).getByRole('checkbox').check()
    await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Clear 1 alarm' }).click()
    await page.getByText('1 alarm cleared').waitFor()
    const status = async () => (await stage.call<{ status: string }>('GET', `/api/alarm/${id.id}`)).status
    assert.equal(await status(), 'CLEARED_ACK')

    const undo = (text: string) =>
      page.getByRole('status').filter({ hasText: text }).getByRole('button', { name: 'Undo' }).click()
    await undo('1 alarm cleared')
    await until('the alarm is active again', status, (now) => now === 'ACTIVE_ACK')
    await undo('2 alarms acknowledged')
    await until('the alarm is unacknowledged again', status, (now) => now === 'ACTIVE_UNACK')
    await rows(page).filter({ hasText: 'Door open' }).getByText('Unacknowledged', { exact: true }).waitFor()
  }))

test('by keyboard: a row is opened, its details acknowledged and closed, and the focus is back', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/alarms?textSearch=Steam')
    await types(page, ['Steam leak'])
    await rows(page).getByRole('button', { name: 'Steam leak', exact: true }).focus()
    await page.keyboard.press('Enter')
    const details = detailsOf(page, 'Steam leak')
    await details.getByText('"at": 93').waitFor()
    await details.getByRole('button', { name: 'Acknowledge' }).focus()
    await page.keyboard.press('Enter')
    await details.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await until(
      'the focus on the row',
      () => page.evaluate<boolean>("document.activeElement?.closest('[data-row]') !== null"),
      Boolean,
    )
  }))

test('bars show when alarms were raised; one of them narrows the list to its time', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/alarms?textSearch=Steam')
    const bars = page.getByRole('region', { name: 'Alarms over time' })
    await bars.getByText(/^Raised per day/).waitFor()
    await bars.locator('.sd-alarm-bars button').click()
    await page.waitForURL((url) => /^\d+-\d+$/.test(url.searchParams.get('window') ?? ''))
    await types(page, ['Steam leak'])
    await bars.getByText(/^Raised per 30\smin/).waitFor()
  }))

test('A acknowledges and C clears the alarm of the row, and the alarm whose details are open', () =>
  stage.play(async (page) => {
    await raise(boiler, 'Key by row', 'MINOR')
    await raise(boiler, 'Key in details', 'MINOR')
    await openAs(page, tenant, '/alarms?textSearch=Alarmed')
    const row = rows(page).filter({ hasText: 'Key by row' })
    await row.getByRole('button', { name: 'Key by row', exact: true }).focus()
    await page.keyboard.press('a')
    await row.getByText('Acknowledged', { exact: true }).waitFor()
    await page.keyboard.press('c')
    await row.getByText('Cleared').waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    const details = detailsOf(page, 'Key in details')
    await details.getByRole('button', { name: 'Acknowledge' }).waitFor()
    await page.keyboard.press('a')
    await details.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await details.getByText('Cleared').first().waitFor()
  }))

for (const width of [1440, 390]) {
  test(`at ${width} px, J and K step through the alarms; what others write appears, what is typed stays`, () =>
    stage.play(
      async (page) => {
        const { id } = await raise(boiler, `Stepped ${width}`, 'MINOR')
        await openAs(page, tenant, '/alarms?textSearch=Alarmed')
        await page
          .getByRole('button', { name: new RegExp(`Stepped ${width}`) })
          .first()
          .press('Enter')
        const details = detailsOf(page, `Stepped ${width}`)
        // The history is loaded: later entries come from a reload.
        await details.getByText('Raised as Minor').waitFor()
        const field = details.getByLabel('Write a comment')
        await field.fill('On my way')
        await stage.call('POST', `/api/v2/alarms/${id.id}/comments`, { text: 'Fan replaced' })
        await details.getByText('Fan replaced').waitFor()
        assert.equal(await field.inputValue(), 'On my way')

        await details.getByRole('button', { name: 'Close' }).first().focus()
        await page.keyboard.press('j')
        await details.waitFor({ state: 'detached' })
        await page.keyboard.press('k')
        await field.waitFor()
        assert.equal(await field.inputValue(), 'On my way')
        assert.deepEqual(await inspect(page, `steps-${width}`), [])
        await shot(page, `alarm-steps-${width}`)
      },
      { bypassCSP: true, viewport: { width, height: 900 } },
    ))
}

test('an alarm is commented on, assigned and shelved in its details; filters find it, its history says who did what', () =>
  stage.play(
    async (page) => {
      await raise(press, 'Oil low', 'MAJOR')
      await openAs(page, tenant, '/alarms?textSearch=Alarmed')
      await page.getByRole('button', { name: 'Type', exact: true }).first().click()
      await page.getByRole('dialog', { name: 'Type' }).getByText('Oil low').click()
      await types(page, ['Oil low'])
      await page.waitForURL((url) => url.searchParams.get('type') === 'Oil low')
      await page.getByRole('button', { name: 'Originator', exact: true }).first().click()
      const originators = page.getByRole('dialog', { name: 'Originator' })
      await originators.getByRole('searchbox').fill('Alarmed press')
      await originators.getByText('Alarmed press').click()
      await types(page, ['Oil low'])

      await rows(page).getByRole('button', { name: 'Oil low', exact: true }).press('Enter')
      const details = detailsOf(page, 'Oil low')
      await details.getByText('Raised as Major').waitFor()
      await details.getByLabel('Write a comment').fill('Refilled 2 l.')
      await page.keyboard.press('Control+Enter')
      // The text also stays in the field until the response arrives.
      await details.getByText('Refilled 2 l.').first().waitFor()
      await details.getByRole('button', { name: 'Edit comment' }).click()
      await details.getByLabel('Write a comment').first().fill('Refilled 3 l.')
      await details.getByRole('button', { name: 'Save' }).click()
      await details.getByText('edited').waitFor()
      await details.getByRole('button', { name: 'Delete comment' }).click()
      await details.getByText('Refilled 3 l.').waitFor({ state: 'detached' })
      await details.getByRole('button', { name: 'Undo' }).click()
      await details.getByText('Refilled 3 l.').waitFor()

      const assignee = details.getByRole('combobox', { name: 'Assignee' })
      await assignee.click()
      await page.getByRole('option').filter({ visible: true }).first().waitFor()
      await assignee.press('ArrowDown')
      await assignee.press('Enter')
      await details.getByText(/assigned it to/).waitFor()
      for (const [width, name] of [
        [1440, 'alarm-history'],
        [390, 'alarm-history-phone'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        assert.deepEqual(await inspect(page, name), [])
        await shot(page, name)
      }
      await page.setViewportSize({ width: 1440, height: 900 })

      await details.getByRole('button', { name: 'Shelve…' }).click()
      const shelve = page.getByRole('dialog', { name: 'Shelve alarm' })
      await shelve.getByRole('button', { name: 'Shelve', exact: true }).click()
      await shelve.getByText('Enter a reason.').waitFor()
      await shelve.getByLabel('Reason').fill('Pump is being replaced')
      await page.keyboard.press('Control+Enter')
      await details.getByText(/Shelved until .* Pump is being replaced/).waitFor()
      await page.keyboard.press('Escape')
      await details.waitFor({ state: 'detached' })

      await page.getByText('No alarm matches “Alarmed”').waitFor()
      await page.getByRole('radio', { name: 'Shelved' }).click()
      await types(page, ['Oil low'])
      assert.deepEqual(await inspect(page, 'shelved'), [])
      await shot(page, 'alarms-shelved')
      await rows(page).getByRole('checkbox').check()
      await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Unshelve' }).click()
      await page.getByText('1 alarm unshelved').waitFor()
      await page.getByRole('radio', { name: 'Assigned to me' }).click()
      await types(page, ['Oil low'])
      await page.getByRole('radio', { name: 'All', exact: true }).click()
      await types(page, ['Oil low'])
    },
    { bypassCSP: true },
  ))

for (const [place, width] of [
  ['wide', 1440],
  ['phone', 390],
] as const) {
  test(`axe finds nothing, ${place}, and nothing is wider than the page`, () =>
    stage.play(
      async (page) => {
        await openAs(page, tenant, '/alarms?textSearch=Alarmed')
        await page.getByText('Steam leak').first().waitFor()
        assert.deepEqual(await inspect(page, place), [])
        assert.ok(
          await page.evaluate<boolean>('document.scrollingElement.scrollWidth <= window.innerWidth'),
          'it scrolls sideways',
        )
      },
      { bypassCSP: true, viewport: { width, height: 900 } },
    ))
}

async function shot(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
}

test('alarms are narrowed to an asset with all that it contains, and to a customer; both in their details too', () =>
  stage.play(async (page) => {
    const hall = await stage.call<{ id: Ref }>('POST', '/api/asset', { name: 'Alarmed hall', type: 'hall' })
    const oven = await stage.makeDevice('Alarmed oven')
    await stage.call('POST', '/api/relation', { from: hall.id, to: oven, type: 'Contains' })
    await raise(oven, 'Too dry', 'MAJOR')
    const foods = await stage.call<{ id: Ref }>('POST', '/api/customer', { title: 'Alarmed foods' })
    const fridge = await stage.makeDevice('Alarmed fridge')
    await stage.call('POST', `/api/customer/${foods.id.id}/device/${fridge.id}`)
    await raise(fridge, 'Door open', 'MINOR')

    await openAs(page, tenant, '/alarms?textSearch=Alarmed')
    await page.getByRole('button', { name: 'Customer', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Customer' }).fill('Alarmed')
    await page.getByRole('button', { name: 'Alarmed foods' }).click()
    await types(page, ['Door open'])
    await page.waitForURL((url) => url.searchParams.get('customer') === foods.id.id)
    await page.goto(`/alarms?originator=ASSET.${hall.id.id}`)
    await types(page, ['Too dry'])
    await page.goto(`/assets?open=${hall.id.id}&tab=alarms`)
    await rows(page).filter({ hasText: 'Too dry' }).waitFor()
    await page.goto(`/customers?open=${foods.id.id}&tab=alarms`)
    await rows(page).filter({ hasText: 'Door open' }).waitFor()
  }))

test('on a phone the filters are behind a button, which says how many apply', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/alarms?textSearch=Alarmed')
      await page.getByText('Alarmed boiler, active, unacknowledged').first().waitFor()
      assert.equal(await page.getByRole('radio', { name: 'Cleared' }).count(), 0)
      await page.getByRole('button', { name: 'Filters', exact: true }).click()
      await page.getByRole('radio', { name: /^Critical/ }).click()
      await page.getByRole('button', { name: 'Filters, 1 applied' }).click()
      await page.getByRole('radio', { name: 'Cleared' }).waitFor({ state: 'detached' })
      await page.getByText('Steam leak').waitFor()
      await page.getByText('Too loud').waitFor({ state: 'detached' })
    },
    { viewport: { width: 390, height: 844 } },
  ))

test('the drawer next to the list is in the address: Back closes it, a link opens it, arrows and rows step', () =>
  stage.play(async (page) => {
    const kiln = await stage.makeDevice('Drawn kiln')
    const { id } = await raise(kiln, 'Drawn first', 'MINOR')
    await raise(kiln, 'Drawn second', 'MAJOR')
    await openAs(page, tenant, '/alarms?textSearch=Drawn')
    await types(page, ['Drawn second', 'Drawn first'])
    const row = (name: string) => rows(page).getByRole('button', { name, exact: true })
    await row('Drawn second').click()
    const second = page.getByRole('complementary', { name: 'Drawn second' })
    await second.getByRole('heading', { level: 2, name: 'Drawn second' }).waitFor()
    assert.equal(await row('Drawn second').getAttribute('aria-expanded'), 'true')
    // The list stays usable: another row replaces the alarm, and so do the keys of the focused row.
    await row('Drawn first').click()
    const first = page.getByRole('complementary', { name: 'Drawn first' })
    await first.waitFor()
    await page.keyboard.press('k')
    await second.waitFor()
    await second.getByRole('button', { name: 'Next' }).focus()
    await page.keyboard.press('ArrowDown')
    await first.waitFor()
    await page.goBack()
    await first.waitFor({ state: 'detached' })
    await page.waitForURL((url) => !url.searchParams.has('open') && url.pathname === '/alarms')

    await page.goto(`/alarms?textSearch=Drawn&open=${id.id}`)
    await first.getByRole('link', { name: 'Open device' }).waitFor()
    await row('Drawn first').click()
    await first.waitFor({ state: 'detached' })
  }))

test('Show all narrows the list to the same alarms, and the drawer stays open', () =>
  stage.play(async (page) => {
    const dryer = await stage.makeDevice('Repeated dryer')
    const { id } = await raise(dryer, 'Repeated', 'MINOR')
    await stage.call('POST', `/api/alarm/${id.id}/clear`)
    const again = await raise(dryer, 'Repeated', 'CRITICAL')
    await raise(dryer, 'Not repeated', 'MINOR')
    await openAs(page, tenant, `/alarms?textSearch=dryer&open=${again.id.id}`)
    const details = page.getByRole('complementary', { name: 'Repeated' })
    await details.getByText('1 similar').waitFor()
    await details.getByRole('img', { name: /: 2, worst Critical$/ }).waitFor()
    await details.getByRole('link', { name: 'Show all' }).click()
    await types(page, ['Repeated', 'Repeated'])
    await page.waitForURL((url) => url.searchParams.get('type') === 'Repeated')
    await details.waitFor()
  }))

test('states have counts and go together with acknowledged; a row is acknowledged by its button', () =>
  stage.play(async (page) => {
    const mixer = await stage.makeDevice('Counted mixer')
    await raise(mixer, 'Counted a', 'MINOR')
    const { id } = await raise(mixer, 'Counted b', 'MINOR')
    await stage.call('POST', `/api/alarm/${id.id}/clear`)
    await openAs(page, tenant, '/alarms?textSearch=Counted')
    await page.getByRole('radio', { name: /^Any ?2$/ }).waitFor()
    await page.getByRole('radio', { name: /^Cleared ?1$/ }).waitFor()
    await page.getByRole('radio', { name: /^Active ?1$/ }).click()
    await types(page, ['Counted a'])
    await page.getByRole('button', { name: 'Acknowledged', exact: true }).click()
    await page.getByRole('dialog', { name: 'Acknowledged' }).getByText('No', { exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('status') === 'ACTIVE_UNACK')
    await page.getByRole('radio', { name: /^Cleared ?1$/ }).waitFor()
    await rows(page).filter({ hasText: 'Counted a' }).hover()
    await rows(page).getByRole('button', { name: 'Acknowledge', exact: true }).click()
    await page.getByText('No alarm matches “Counted”').waitFor()
    await page.getByRole('radio', { name: /^Active ?0$/ }).waitFor()
  }))

test('on a phone the details are a sheet with three figures, and Comment leads to its field', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/alarms?textSearch=Steam')
      await page.getByText('Steam leak').first().click()
      const sheet = page.getByRole('dialog', { name: 'Steam leak' })
      await sheet.getByText('In 30 days', { exact: true }).waitFor()
      await sheet.getByRole('button', { name: 'Comment', exact: true }).last().click()
      await sheet.getByLabel('Write a comment').and(page.locator(':focus')).waitFor()
      assert.deepEqual(await inspect(page, 'alarm-sheet'), [])
      await sheet.getByRole('button', { name: 'Close' }).click()
      await sheet.waitFor({ state: 'detached' })
    },
    { bypassCSP: true, viewport: { width: 390, height: 844 } },
  ))
