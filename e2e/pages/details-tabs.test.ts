/** Tabs that entity types share, on the example of a device: alarms, events, relations, the audit log. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { choose } from './page-parts.ts'
import { customer, openAs, openStage, phone, tenant, until } from './stage.ts'

const stage = await openStage({ after })

interface Ref {
  readonly entityType: string
  readonly id: string
}

let made = 0
/** Device that no other test uses. */
async function newDevice(): Promise<{ name: string; id: Ref }> {
  const name = `Shared tabs ${++made}`
  const { id } = await stage.call<{ id: Ref }>('POST', '/api/device', { name, type: 'default' })
  return { name, id }
}

const raise = (originator: Ref, type: string, severity = 'CRITICAL') =>
  stage.call<{ id: Ref }>('POST', '/api/alarm', {
    type,
    severity,
    status: 'ACTIVE_UNACK',
    originator,
    details: { level: 93.5 },
  })

const panel = (page: Page, tab: string) => page.getByRole('tabpanel', { name: tab })
const rows = (page: Page) => page.getByRole('tabpanel').locator('tbody').getByRole('row')
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog').last()

/** Opens a tab in the drawer of a device, next to the list. */
async function openTab(page: Page, { name, id }: { name: string; id: Ref }, tab: string, more = ''): Promise<void> {
  await openAs(page, tenant, `/devices?textSearch=${encodeURIComponent(name)}&open=${id.id}${more}`)
  await page.getByRole('tab', { name: tab, exact: true }).click()
  await panel(page, tab).waitFor()
}

test('alarms come while one looks; one is acknowledged and cleared in its details', () =>
  stage.play(async (page) => {
    const device = await newDevice()
    await openTab(page, device, 'Alarms')
    await page.getByText('No alarms').waitFor()
    await page.getByText('Time range: Last 30 days').waitFor()
    const { id } = await raise(device.id, 'Level above limit')
    await rowOf(page, 'Level above limit').waitFor()
    await raise(device.id, 'Valve slow', 'MINOR')
    await rowOf(page, 'Valve slow').getByText('Minor').waitFor()

    await rowOf(page, 'Level above limit').getByRole('button', { name: 'Level above limit', exact: true }).click()
    await dialog(page).getByText('"level": 93.5').waitFor()
    await page.waitForURL((url) => url.searchParams.get('alarms.open') === id.id)
    await dialog(page).getByRole('button', { name: 'Acknowledge' }).click()
    await dialog(page).getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' })
    await dialog(page).getByText('Acknowledged', { exact: true }).first().waitFor()
    await dialog(page).getByRole('button', { name: 'Clear' }).click()
    await dialog(page).getByText('Cleared', { exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const stored = await stage.call<{ status: string }>('GET', `/api/alarm/${id.id}`)
    assert.equal(stored.status, 'CLEARED_ACK')

    await page.getByRole('radio', { name: 'Active', exact: true }).click()
    await rowOf(page, 'Level above limit').waitFor({ state: 'detached' })
    await rowOf(page, 'Valve slow').waitFor()
    await page.reload()
    await rowOf(page, 'Valve slow').waitFor()
    assert.equal(await rowOf(page, 'Level above limit').count(), 0)
    // Action button in the row.
    await rowOf(page, 'Valve slow').hover()
    await rowOf(page, 'Valve slow').getByRole('button', { name: 'Acknowledge' }).click()
    await rowOf(page, 'Valve slow').getByText('Active, acknowledged').waitFor()
  }))

test('by keyboard: arrows step through the rows of the tab, not through the list beside it', () =>
  stage.play(async (page) => {
    const device = await newDevice()
    for (const type of ['First', 'Second', 'Third']) await raise(device.id, type)
    await openTab(page, device, 'Alarms', '&tab=alarms&alarms.property=type&alarms.direction=ASC')
    await rowOf(page, 'First').getByRole('button', { name: 'First', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Second' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('complementary', { name: device.name }).waitFor()
    const focused = await page.evaluate<string>('document.activeElement.textContent')
    assert.equal(focused, 'Second')
  }))

test('tabs without room wait in a menu at the end; one that is opened from it stands in the strip', () =>
  stage.play(async (page) => {
    const device = await newDevice()
    await openTab(page, device, 'Details')
    const more = page.getByRole('button', { name: 'More tabs', exact: true })
    const menu = page.getByRole('menu', { name: 'More tabs', exact: true })
    await more.press('Enter')
    const waiting = await menu.getByRole('menuitem').allTextContents()
    assert.equal(waiting.includes('Relations'), true)
    assert.equal(waiting.includes('Details'), false)
    for (let at = 0; at < waiting.indexOf('Relations'); at++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await panel(page, 'Relations').waitFor()
    await menu.waitFor({ state: 'detached' })
    const strip = await page.getByRole('tablist').boundingBox()
    const tab = await page.getByRole('tab', { name: 'Relations', selected: true }).boundingBox()
    assert.ok(strip && tab && tab.x >= strip.x && tab.x + tab.width <= strip.x + strip.width, 'The open tab is hidden.')
    await more.click()
    assert.equal((await menu.getByRole('menuitem').allTextContents()).includes('Relations'), false)
    await page.keyboard.press('Escape')
    // A page is wide enough for all tabs.
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto(`/devices/${device.id.id}`)
    await page.getByRole('tab', { name: 'RPC' }).waitFor()
    assert.equal(await more.count(), 0)
  }))

test('an alarm that a rule propagates is seen at the other end, with a link to its originator', () =>
  stage.play(async (page) => {
    const [parent, child] = [await newDevice(), await newDevice()]
    await stage.call('POST', '/api/relation', { from: parent.id, to: child.id, type: 'Contains', typeGroup: 'COMMON' })
    await stage.call('POST', '/api/alarm', {
      type: 'Propagated',
      severity: 'MAJOR',
      status: 'ACTIVE_UNACK',
      originator: child.id,
      propagate: true,
    })
    await openAs(page, tenant, `/devices/${parent.id.id}?tab=alarms`)
    await rowOf(page, 'Propagated').getByRole('link', { name: child.name }).click()
    await page.getByRole('heading', { level: 1, name: child.name }).waitFor()
  }))

test('events: kinds, a filter of their fields, the time, and clearing', () =>
  stage.play(async (page) => {
    const device = await newDevice()
    const { data } = await stage.call<{ data: { id: Ref; root: boolean }[] }>(
      'GET',
      '/api/ruleChains?pageSize=10&page=0',
    )
    const root = data.find((chain) => chain.root)
    assert.ok(root, 'The demo has no root rule chain.')
    // Devices don't have events yet, so those of the rule chain are shown instead.
    await page.route(/\/api\/events\/DEVICE\//, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/DEVICE\/[^?/]+/, `RULE_CHAIN/${root.id.id}`),
      }),
    )
    await openTab(page, device, 'Events')
    await page.getByText('No events').waitFor()
    await page.getByRole('radio', { name: 'Lifecycle' }).click()
    await rowOf(page, 'Success').first().waitFor()

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Status').selectOption({ label: 'Failure' })
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('No event matches this filter').waitFor()
    await page.reload()
    await page.getByText('No event matches this filter').waitFor()
    await page.getByRole('button', { name: 'Clear filter', exact: true }).click()
    await rowOf(page, 'Success').first().waitFor()

    await rows(page).first().getByRole('button').first().click()
    await page
      .getByRole('dialog', { name: /^Lifecycle, / })
      .getByText('STARTED')
      .waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Delete events' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete events?' })
    await question.getByText('Last 24 hours').waitFor()
    await question.getByRole('button', { name: 'Delete events' }).click()
    await page.getByText('Events deleted').waitFor()
    await page.getByText('No events').waitFor()
  }))

test('relations: added to several, seen from the other end, changed, deleted one by one and together', () =>
  stage.play(async (page) => {
    const [parent, first, second] = [await newDevice(), await newDevice(), await newDevice()]
    const stored = () =>
      stage.call<{ type: string; additionalInfo: unknown }[]>(
        'GET',
        `/api/relations?fromId=${parent.id.id}&fromType=DEVICE`,
      )
    await openTab(page, parent, 'Relations')
    await page.getByText('No relations').waitFor()
    await page.getByRole('button', { name: 'Add relation' }).click()
    const add = page.getByRole('dialog', { name: 'Add relation from this' })
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    await add.getByText('Enter a relation type.').waitFor()
    await add.getByText('Choose at least one entity.').waitFor()
    const typeField = add.getByRole('combobox', { name: 'Relation type' })
    await typeField.fill('c'.repeat(256))
    await typeField.press('Tab')
    await add.getByText('Use at most 255 characters (now 256).').waitFor()
    await typeField.fill('cont')
    await add.getByRole('option', { name: 'Contains' }).click()
    const targets = add.getByRole('combobox', { name: 'Entities' })
    for (const { name } of [first, second]) {
      await targets.fill(name)
      await add.getByRole('option', { name, exact: true }).click()
    }
    await add.getByLabel(/Additional info/).fill('[1, 2]')
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    await add.getByText('Enter a JSON object.').waitFor()
    await add.getByLabel(/Additional info/).fill('{"line": 2}')
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('2 relations added').waitFor()
    await rowOf(page, first.name).waitFor()
    assert.deepEqual(
      (await stored()).map(({ type, additionalInfo }) => [type, additionalInfo]),
      [
        ['Contains', { line: 2 }],
        ['Contains', { line: 2 }],
      ],
    )

    await rowOf(page, first.name).getByRole('button', { name: 'Contains', exact: true }).click()
    const edit = page.getByRole('dialog', { name: 'Edit relation' })
    await edit.getByLabel(/Additional info/).fill('{"line": 3')
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.getByText('Invalid JSON.').waitFor()
    await edit.getByLabel(/Additional info/).fill('{"line": 3}')
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Relation saved').waitFor()
    assert.deepEqual(new Set((await stored()).map(({ additionalInfo }) => JSON.stringify(additionalInfo))).size, 2)

    await rowOf(page, second.name).getByRole('link', { name: second.name }).click()
    await page.getByRole('heading', { level: 1, name: second.name }).waitFor()
    await page.getByRole('tab', { name: 'Relations' }).click()
    await page.getByRole('radio', { name: 'To this' }).click()
    await rowOf(page, parent.name).waitFor()
    await choose(page, parent.name, 'Delete relation')
    const question = page.getByRole('alertdialog', { name: `Delete the relation from ${parent.name}?` })
    await question.getByRole('button', { name: 'Delete relation' }).click()
    await page.getByText('No entity is related to this yet.').waitFor()
    assert.equal((await stored()).length, 1)

    await page.goto(`/devices/${parent.id.id}?tab=relations`)
    await rowOf(page, first.name).getByRole('checkbox').check()
    await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 relation' }).click()
    await page.getByText('No relations').waitFor()
    assert.deepEqual(await stored(), [])
  }))

test('a relation that the platform refuses stays in its dialog, with the reason', () =>
  stage.play(async (page) => {
    const [parent, target] = [await newDevice(), await newDevice()]
    await openTab(page, parent, 'Relations')
    await page.getByRole('button', { name: 'Add relation' }).click()
    const add = page.getByRole('dialog', { name: 'Add relation from this' })
    await add.getByRole('combobox', { name: 'Relation type' }).fill('Manages')
    await add.getByRole('option', { name: 'Manages' }).click()
    await add.getByRole('combobox', { name: 'Entities' }).fill(target.name)
    await add.getByRole('option', { name: target.name, exact: true }).click()
    // The device is deleted between choosing and adding.
    await stage.call('DELETE', `/api/device/${target.id.id}`)
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    await add.getByText(new RegExp(`^${target.name}: `)).waitFor()
    await add.getByRole('button', { name: `Remove ${target.name}` }).waitFor()
  }))

test('the audit log of a device tells who changed what; customers have no such tab', async () => {
  const device = await newDevice()
  await stage.call('POST', `/api/plugins/telemetry/DEVICE/${device.id.id}/SERVER_SCOPE`, { limit: 90 })
  await stage.play(async (page) => {
    await openTab(page, device, 'Audit log')
    await rowOf(page, 'Attributes updated').getByRole('button').first().click()
    const entry = page.getByRole('dialog', { name: 'Attributes updated' })
    await entry.getByText('"limit": "90"').waitFor()
    await entry.getByText(tenant.email).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search audit log' }).fill('ADDED')
    await until(
      'the search',
      () => rows(page).count(),
      (count) => count === 1,
    )
  })
  await stage.play(async (page) => {
    await openAs(page, customer, '/devices')
    await page.locator('tbody').getByRole('row').first().getByRole('button').first().click()
    await page.getByRole('tab', { name: 'Relations' }).waitFor()
    assert.equal(await page.getByRole('tab', { name: 'Audit log' }).count(), 0)
  })
})

test('on a phone a tab is a list, whose items open the same details', () =>
  stage.play(
    async (page) => {
      const device = await newDevice()
      await raise(device.id, 'Pocket alarm')
      await openAs(page, tenant, `/devices/${device.id.id}?tab=alarms`)
      await page.getByRole('button', { name: /Pocket alarm/ }).click()
      const acknowledge = page
        .getByRole('dialog', { name: 'Pocket alarm' })
        .getByRole('button', { name: 'Acknowledge' })
      await acknowledge.click()
      await acknowledge.waitFor({ state: 'detached' })
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    },
    { viewport: phone },
  ))

for (const width of [1440, 390]) {
  test(`axe finds nothing in the tabs and their layers at ${width} px`, () =>
    stage.play(
      async (page) => {
        const [device, other] = [await newDevice(), await newDevice()]
        for (const severity of ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE']) {
          await raise(device.id, `${severity} alarm`, severity)
        }
        await stage.call('POST', '/api/relation', {
          from: device.id,
          to: other.id,
          type: 'Contains',
          typeGroup: 'COMMON',
        })
        const found: string[] = []
        const look = async (name: string) => found.push(...(await inspect(page, `${name}, ${width} px`)))
        const tab = (name: string) => page.goto(`/devices/${device.id.id}?tab=${name}`)

        await openAs(page, tenant, `/devices/${device.id.id}?tab=alarms`)
        const critical = page.getByRole('button', { name: /CRITICAL alarm/ }).first()
        await critical.waitFor()
        await look('alarms')
        await critical.click()
        await dialog(page).getByText('"level": 93.5').waitFor()
        await look('alarm')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: /Last 30 days/ }).click()
        await page.getByRole('button', { name: 'Update' }).waitFor()
        await look('time of the alarms')
        await tab('events')
        await page.getByText('No events').waitFor()
        await look('events')
        await page.getByRole('button', { name: 'Filter', exact: true }).click()
        await page.getByLabel('Method').waitFor()
        await look('filter of events')
        await tab('relations')
        const relation = page.getByRole('button', { name: /Contains/ }).first()
        await relation.waitFor()
        await look('relations')
        await relation.click()
        await page.getByRole('dialog', { name: 'Edit relation' }).waitFor()
        await look('relation')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Add relation' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
        await page.getByText('Enter a relation type.').waitFor()
        await look('faults of a relation')
        await tab('auditLogs')
        const entry = page.locator('[data-row], .sd-list-item:not([aria-hidden])').first()
        await entry.waitFor()
        await look('audit log of a device')
        await entry.click()
        await page.getByRole('dialog').waitFor()
        await look('entry of the audit log')
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: 900 }, bypassCSP: true },
    ))
}
