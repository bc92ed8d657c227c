/**
 * Pages of a tenant with 10,000 devices, 1,000 assets and 300 alarms in addition to the demo's: displayed rows match
 * the API, the list can be searched and paged, many rows can be selected and changed at once.
 *
 * Other benchmarks measure performance; here the fleet covers what a few rows don't: many pages, equal creation times,
 * late responses.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import {
  activeCount,
  addFleet,
  alarmCount,
  assignedCount,
  fleetName,
  fleetSize,
  type Listed,
  type TestEntity,
  trackerCount,
} from './fleet.ts'
import { drawer, main, press, rowOf, rows } from './page-parts.ts'
import { customer, openAs, openStage, phone, tenant, until } from './stage.ts'

const stage = await openStage({ after })

const { deviceCount, customer: owner } = await addFleet(stage)

const wire = (query: string, path = '/api/tenant/deviceInfos') => stage.call<Listed>('GET', `${path}?${query}`)
const namesOf = ({ data }: Listed) => data.map(({ name }) => name)
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search devices' })
const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
const shown = (page: Page) => main(page).locator('tbody .sd-row-name').allTextContents()
const seesRange = (page: Page, text: string) => main(page).getByText(text, { exact: true }).waitFor()
const inWords = (count: number) => count.toLocaleString('en-US')

/** Whether the center of the element is visible: not covered and not scrolled away. */
const isInSight = (item: Locator) =>
  item.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
  })

/** Waits until the table shows these rows, in this order. */
const sees = (page: Page, names: readonly string[]) =>
  until(
    `the rows ${names[0]} to ${names.at(-1)}`,
    () => shown(page),
    (now) => now.join('\n') === names.join('\n'),
  )

test('home counts them all, and their alarms', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/profile')
    await page.goto('/home')
    const figure = (name: string) => page.getByRole('region', { name, exact: true }).locator('.sd-kpi-value')
    await figure('Devices').getByText(inWords(deviceCount), { exact: true }).waitFor()
    const alarms = await stage.call<Listed>('GET', '/api/alarms?pageSize=1&page=0&searchStatus=ACTIVE')
    assert.ok(alarms.totalElements >= alarmCount)
    await figure('Active alarms').getByText(inWords(alarms.totalElements), { exact: true }).waitFor()
    const places = page.getByRole('region', { name: 'Go to', exact: true })
    await places.getByRole('link', { name: new RegExp(`^Devices ?${inWords(deviceCount)}$`) }).waitFor()
    const assets = await wire('pageSize=1&page=0', '/api/tenant/assets')
    await places.getByRole('link', { name: new RegExp(`^Assets ?${inWords(assets.totalElements)}$`) }).click()
    // As many as the window has room for.
    await seesRange(page, `1–13 of ${inWords(assets.totalElements)}`)
  }))

test('the list is walked through: next, last, first, more rows at once', () =>
  stage.play(async (page) => {
    const newest = 'sortProperty=createdTime&sortOrder=DESC'
    const total = inWords(deviceCount)
    await openAs(page, tenant, '/devices?pageSize=10')
    await seesRange(page, `1–10 of ${total}`)
    await sees(page, namesOf(await wire(`pageSize=10&page=0&${newest}`)))
    await press(page, 'Next page')
    await seesRange(page, `11–20 of ${total}`)
    await sees(page, namesOf(await wire(`pageSize=10&page=1&${newest}`)))

    await page.getByRole('combobox', { name: 'Rows' }).selectOption('30')
    await seesRange(page, `1–30 of ${total}`)
    await sees(page, namesOf(await wire(`pageSize=30&page=0&${newest}`)))
    await rows(page).last().scrollIntoViewIfNeeded()
    await press(page, 'Last page')
    const last = Math.ceil(deviceCount / 30) - 1
    await seesRange(page, `${inWords(last * 30 + 1)}–${total} of ${total}`)
    await sees(page, namesOf(await wire(`pageSize=30&page=${last}&${newest}`)))
    await until(
      'the top of the last page',
      () => isInSight(main(page).locator('tbody .sd-row-name').first()),
      (isSeen) => isSeen,
    )
    for (const name of ['Next page', 'Last page']) {
      assert.equal(await main(page).getByRole('button', { name, exact: true }).isDisabled(), true)
    }
    await page.reload()
    await seesRange(page, `${inWords(last * 30 + 1)}–${total} of ${total}`)
    await press(page, 'Previous page')
    await sees(page, namesOf(await wire(`pageSize=30&page=${last - 1}&${newest}`)))
    await press(page, 'First page')
    await seesRange(page, `1–30 of ${total}`)
  }))

test('name and time of creation sort both ways, each device once', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices?pageSize=10')
    for (const [column, property] of [
      ['Name', 'name'],
      ['Created', 'createdTime'],
    ] as const) {
      const head = page.getByRole('columnheader', { name: column })
      for (const [order, reported] of [
        ['ASC', 'ascending'],
        ['DESC', 'descending'],
      ] as const) {
        await head.getByRole('button', { name: column }).click()
        await until(
          `${column} ${reported}`,
          () => head.getAttribute('aria-sort'),
          (now) => now === reported,
        )
        await sees(page, namesOf(await wire(`pageSize=10&page=0&sortProperty=${property}&sortOrder=${order}`)))
      }
    }
    // An import creates many devices in the same millisecond: they must not move between pages.
    const all: TestEntity[] = []
    for (let at = 0; all.length < deviceCount; at++) {
      const { data } = await wire(`pageSize=1000&page=${at}&sortProperty=createdTime&sortOrder=DESC`)
      assert.notEqual(data.length, 0)
      all.push(...data)
    }
    assert.equal(new Set(all.map(({ id }) => id.id)).size, deviceCount)
    assert.deepEqual(
      all.map(({ createdTime }) => createdTime),
      all.map(({ createdTime }) => createdTime).sort((one, other) => other - one),
    )
  }))

test('a search while one types: an answer that comes too late is not shown', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices?pageSize=10&property=name&direction=ASC')
    await rows(page).nth(9).waitFor()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const requested: string[] = []
    await page.route('**/api/tenant/deviceInfos?**', async (route) => {
      const text = new URL(route.request().url()).searchParams.get('textSearch') ?? ''
      requested.push(text)
      if (text === 'eet 04') await released
      // The page has already canceled the request.
      await route.continue().catch(() => {})
    })
    await search(page).pressSequentially('eet 04')
    await until(
      'the first search',
      () => requested.includes('eet 04'),
      (isRequested) => isRequested,
    )
    await search(page).pressSequentially('71')
    await seesRange(page, '1–10 of 10')
    const found = Array.from({ length: 10 }, (_, at) => fleetName(4_710 + at))
    await sees(page, found)
    release()
    await page.unrouteAll({ behavior: 'wait' })
    await sees(page, found)
    await seesRange(page, '1–10 of 10')
    assert.equal(new URL(page.url()).searchParams.get('textSearch'), 'eet 0471')
  }))

test('profile and state narrow the list', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices?pageSize=10&property=name&direction=ASC')
    await rows(page).nth(9).waitFor()
    await main(page).getByRole('button', { name: 'Profile', exact: true }).first().click()
    const choice = page.getByRole('dialog', { name: 'Profile' })
    await choice.getByRole('searchbox', { name: 'Profile' }).fill('track')
    await choice.getByRole('button', { name: 'tracker', exact: true }).click()
    await seesRange(page, `1–10 of ${inWords(trackerCount)}`)
    await sees(
      page,
      Array.from({ length: 10 }, (_, at) => fleetName(at * 10 + 7)),
    )
    await page.getByRole('radio', { name: /^Active/ }).click()
    await sees(page, [fleetName(7)])
    await press(page, 'Clear filter Profile')
    await search(page).fill('Fleet')
    await seesRange(page, `1–10 of ${activeCount}`)
    await page.getByRole('radio', { name: /^Inactive/ }).click()
    await seesRange(page, `1–10 of ${inWords(fleetSize - activeCount)}`)
    await sees(
      page,
      Array.from({ length: 10 }, (_, at) => fleetName(activeCount + at)),
    )
  }))

test('a search, a drawer, and the arrows through the rows', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices?pageSize=10&property=name&direction=ASC')
    await rows(page).nth(9).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('Fleet 0815')
    await seesRange(page, '1–10 of 10')
    await rowOf(page, fleetName(8_150))
      .getByRole('button', { name: fleetName(8_150), exact: true })
      .click()
    for (let at = 8_150; at < 8_153; at++) {
      await drawer(page, fleetName(at))
        .getByRole('heading', { name: fleetName(at) })
        .waitFor()
      await page.keyboard.press('ArrowDown')
    }
    await drawer(page, fleetName(8_153))
      .getByRole('heading', { name: fleetName(8_153) })
      .waitFor()
    await page.keyboard.press('ArrowUp')
    await drawer(page, fleetName(8_152))
      .getByRole('heading', { name: fleetName(8_152) })
      .waitFor()
    await page.reload()
    await drawer(page, fleetName(8_152))
      .getByRole('heading', { name: fleetName(8_152) })
      .waitFor()
    await drawer(page, fleetName(8_152)).getByRole('tab', { name: 'Details' }).focus()
    await page.keyboard.press('Escape')
    await drawer(page, fleetName(8_152)).waitFor({ state: 'detached' })
    await seesRange(page, '1–10 of 10')
  }))

test('rows of two pages are assigned together, and the bar says how far it is', () =>
  stage.play(async (page) => {
    const depot = await stage.call<TestEntity>('POST', '/api/customer', { title: 'Depot' })
    await openAs(page, tenant, '/devices?textSearch=Fleet%2006&property=name&direction=ASC&pageSize=100')
    await seesRange(page, '1–100 of 1,000')
    await selectPage(page)
    await press(page, 'Next page')
    await seesRange(page, '101–200 of 1,000')
    await main(page).getByText('100 selected', { exact: true }).waitFor()
    await selectPage(page)
    await main(page).getByText('200 selected', { exact: true }).waitFor()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let calls = 0
    await page.route('**/api/v2/batch', async (route) => {
      if (++calls > 1) await released
      await route.continue()
    })
    await press(page, 'Assign to customer')
    const dialog = page.getByRole('dialog', { name: 'Assign 200 devices to a customer' })
    await dialog.getByLabel('Customer').fill('Depot')
    await dialog.getByRole('option', { name: 'Depot' }).click()
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await main(page).getByText('100 of 200 done', { exact: true }).waitFor()
    release()
    await page.getByText('200 devices assigned').waitFor()
    await rowOf(page, fleetName(6_199)).getByText('Depot').waitFor()
    const assigned = await wire(
      'pageSize=1000&page=0&sortProperty=name&sortOrder=ASC',
      `/api/customer/${depot.id.id}/deviceInfos`,
    )
    assert.deepEqual(
      namesOf(assigned),
      Array.from({ length: 200 }, (_, at) => fleetName(6_000 + at)),
    )

    await page.goto(`/customers/${depot.id.id}/devices`)
    await page.getByRole('heading', { name: 'Depot: Devices' }).waitFor()
    // The page size that the user chose before.
    await seesRange(page, '1–100 of 200')
    await page.getByRole('button', { name: 'Assign devices' }).click()
    const existing = page.getByRole('dialog', { name: 'Assign devices to Depot' })
    for (const at of [5_555, 9_999]) {
      await existing.getByRole('combobox', { name: 'Devices' }).fill(fleetName(at).slice(1))
      await existing.getByRole('option', { name: fleetName(at) }).click()
    }
    await existing.getByRole('button', { name: 'Assign', exact: true }).click()
    await seesRange(page, '1–100 of 202')
  }))

test('twenty are deleted after a question, lie in the trash, and come back', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices?textSearch=Fleet%2007&property=name&direction=ASC&pageSize=20')
    await seesRange(page, '1–20 of 1,000')
    await selectPage(page)
    await press(page, 'Delete')
    const question = page.getByRole('alertdialog', { name: 'Delete 20 devices?' })
    await question.getByText('from the trash within 30 days').waitFor()
    const confirm = question.getByRole('button', { name: 'Delete 20 devices' })
    assert.equal(await confirm.isDisabled(), true)
    await question.getByLabel('Type 20 to confirm').fill('20')
    await confirm.click()
    await page.getByText('20 devices deleted').waitFor()
    await seesRange(page, '1–20 of 980')
    await sees(
      page,
      Array.from({ length: 20 }, (_, at) => fleetName(7_020 + at)),
    )
    const undo = page
      .getByRole('status')
      .filter({ hasText: '20 devices deleted' })
      .getByRole('button', { name: 'Undo' })
    await stage.play(async (other) => {
      await openAs(other, tenant, '/trash?pageSize=10&textSearch=Fleet%2007')
      await seesRange(other, '1–10 of 20')
    })
    await undo.click()
    await page.getByText('20 items restored').waitFor()
    await seesRange(page, '1–20 of 1,000')
    await sees(
      page,
      Array.from({ length: 20 }, (_, at) => fleetName(7_000 + at)),
    )
  }))

test('a customer with thousands: the list of the tenant and of its own users', () =>
  stage.play(async (page) => {
    const total = inWords(owner.deviceCount)
    await openAs(page, tenant, `/customers/${owner.id}/devices?pageSize=10`)
    await page.getByRole('heading', { name: `${owner.title}: Devices` }).waitFor()
    await seesRange(page, `1–10 of ${total}`)
    await search(page).fill('Fleet 02')
    await seesRange(page, '1–10 of 1,000')
    await search(page).fill('Fleet 03')
    await page.getByText('No device matches “Fleet 03”').waitFor()
    await stage.play(async (user) => {
      await openAs(user, customer, '/devices?pageSize=10')
      await seesRange(user, `1–10 of ${total}`)
      await user.getByRole('columnheader', { name: 'Name' }).getByRole('button', { name: 'Name' }).click()
      await press(user, 'Last page')
      const pages = Math.ceil(owner.deviceCount / 10)
      await sees(
        user,
        namesOf(
          await wire(
            `pageSize=10&page=${pages - 1}&sortProperty=name&sortOrder=ASC`,
            `/api/customer/${owner.id}/deviceInfos`,
          ),
        ),
      )
      await search(user).fill(fleetName(assignedCount - 1))
      await sees(user, [fleetName(assignedCount - 1)])
      await search(user).fill(fleetName(assignedCount))
      await user.getByText(`No device matches “${fleetName(assignedCount)}”`).waitFor()
    })
  }))

test('one is picked among ten thousand', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/entityViews')
    await page.getByRole('button', { name: 'Add entity view' }).first().click()
    const add = page.getByRole('dialog', { name: 'Add entity view' })
    const picker = add.getByRole('combobox', { name: 'Device or asset' })
    const offered = page.getByRole('listbox').getByRole('option')
    await picker.click()
    await offered.first().waitFor()
    assert.ok((await offered.count()) <= 50, 'More is offered than one can read.')
    await picker.pressSequentially('fleet 0777')
    await until(
      'the ten that match',
      () => offered.allTextContents(),
      (found) => found.length === 10 && found.every((text, at) => text.includes(fleetName(7_770 + at))),
    )
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await until(
      'the choice',
      () => picker.inputValue(),
      (text) => text === fleetName(7_771),
    )
  }))

test('the palette finds one device and one asset', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/dashboards')
    const dashboards = await wire('pageSize=10&page=0', '/api/tenant/dashboards')
    const { length } = dashboards.data
    await seesRange(page, `${length === 1 ? '1' : `1–${length}`} of ${dashboards.totalElements}`)
    await rowOf(page, 'Riverside Works').waitFor()
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    const find = async (name: string) => {
      await page.keyboard.press('Control+k')
      await palette.waitFor()
      await page.keyboard.type(name)
      await palette.getByRole('option', { name: new RegExp(`^${name}`) }).click()
      await drawer(page, name).getByRole('heading', { name }).waitFor()
    }
    await find(fleetName(9_876))
    await page.waitForURL(/\/devices\?/)
    await find('Yard 0765')
    await page.waitForURL(/\/assets\?/)
  }))

test('on a phone each page of the list is scrolled from its top to its end', () =>
  stage.play(
    async (page) => {
      const items = main(page).getByRole('list', { name: 'Devices' }).getByRole('button')
      await openAs(page, tenant, '/devices?textSearch=Fleet%2001&property=name&direction=ASC&pageSize=30')
      for (const from of [0, 30, 60]) {
        await seesRange(page, `${from + 1}–${from + 30} of 1,000`)
        await items.filter({ hasText: fleetName(1_000 + from) }).waitFor()
        assert.equal(await items.count(), 30)
        await until(
          `the top of the page from ${from + 1}`,
          () => isInSight(items.first()),
          (isSeen) => isSeen,
        )
        await items.last().scrollIntoViewIfNeeded()
        await until(
          `the end of the page from ${from + 1}`,
          () => isInSight(items.last()),
          (isSeen) => isSeen,
        )
        assert.match((await items.last().textContent()) ?? '', new RegExp(fleetName(1_029 + from)))
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
        await press(page, 'Next page')
      }
      await seesRange(page, '91–120 of 1,000')
      await items.first().click()
      await page.getByRole('heading', { name: fleetName(1_090) }).waitFor()
    },
    { viewport: phone, hasTouch: true },
  ))
