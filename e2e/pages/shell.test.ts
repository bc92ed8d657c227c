/**
 * Shell: menus per role, breadcrumbs, titles, search, keyboard shortcuts, full screen, the user menu, Undo, the
 * palette.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { main, mainMenu } from './page-parts.ts'
import { administrator, customer, enterAs, openAs, openStage, phone, plantDashboardId, tenant, until } from './stage.ts'

const stage = await openStage({ after })

/** Opens `path` as an account and waits for the shell, because the sign-in page has a heading too. */
async function enter(page: Page, account: { email: string; password: string }, path: string): Promise<void> {
  await openAs(page, account, path)
  await mainMenu(page).waitFor()
}
const pathsOf = async (page: Page) => {
  await mainMenu(page).getByRole('link').first().waitFor()
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('.sd-menu-nav a')].map((link) => link.getAttribute('href'))`,
  )
}

test('every place of a menu opens, marks itself, and says where one is', async () => {
  for (const [account, start] of [
    [tenant, '/devices'],
    [administrator, '/tenants'],
    [customer, '/devices'],
  ] as const) {
    await stage.play(async (page) => {
      await enter(page, account, start)
      const paths = await pathsOf(page)
      assert.ok(paths.length >= 5, paths.join(' '))
      for (const path of paths) {
        const link = mainMenu(page).locator(`a[href="${path}"]`)
        const name = (await link.textContent()) ?? ''
        await link.click()
        await page.waitForURL((url) => url.pathname === path)
        await main(page).getByRole('heading', { level: 1 }).first().waitFor()
        await until(
          `the menu to mark ${path}`,
          () => mainMenu(page).locator('[aria-current=page]').allTextContents(),
          (marked) => marked.length === 1 && marked[0] === name,
        )
        assert.match(await page.title(), / · Sonde$/, path)
        assert.equal(await page.getByRole('alertdialog').count(), 0, `${path} is forbidden`)
      }
    })
  }
})

test('a platform without edges shows none of them', async (t) => {
  const without = await openStage(t, { env: { SONDE_EDGES: 'false' } })
  for (const account of [tenant, customer]) {
    await without.play(async (page) => {
      await enter(page, account, '/devices')
      await main(page).getByRole('heading', { level: 1 }).waitFor()
      assert.deepEqual(
        (await pathsOf(page)).filter((path) => path.startsWith('/edge')),
        [],
      )
    })
  }
})

test('the trail leads up, and names the customer whose devices are shown', () =>
  stage.play(async (page) => {
    const { data } = await stage.call<{ data: { id: { id: string }; title: string }[] }>(
      'GET',
      '/api/customers?pageSize=10&page=0',
    )
    const one = data.find(({ title }) => title !== 'Public')
    assert.ok(one)
    await enter(page, tenant, `/customers/${one.id.id}/devices`)
    const trail = page.getByRole('navigation', { name: 'Breadcrumbs' })
    await trail.getByRole('link', { name: one.title }).waitFor()
    assert.deepEqual(await trail.getByRole('link').allTextContents(), ['Home', 'Customers', one.title])
    assert.equal(await trail.locator('[aria-current=page]').textContent(), 'Devices')
    await trail.getByRole('link', { name: one.title }).click()
    await page.waitForURL(`**/customers/${one.id.id}`)
    await page.getByRole('heading', { level: 1, name: one.title }).waitFor()
  }))

test('the search asks once for what was typed in one go', () =>
  stage.play(async (page) => {
    await enter(page, tenant, '/devices')
    await page.getByRole('row', { name: /Van V-06/ }).waitFor()
    const requested: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/tenant/deviceInfos' && searchParams.get('pageSize') !== '1') {
        requested.push(searchParams.get('textSearch') ?? '')
      }
    })
    await page.keyboard.press('/')
    await page.keyboard.type('Tank T-02')
    await page.getByText('1 of 1').waitFor()
    assert.equal(requested.at(-1), 'Tank T-02')
    assert.ok(requested.length <= 3, requested.join(' | '))
  }))

test('full screen is entered and left from the toolbar', () =>
  stage.play(async (page) => {
    await enter(page, tenant, '/devices')
    const isFull = () => page.evaluate<boolean>('document.fullscreenElement !== null')
    await page.getByRole('button', { name: 'Full screen', exact: true }).click()
    await until('the whole screen', isFull, (full) => full)
    await page.getByRole('button', { name: 'Exit full screen' }).click()
    await until('the window', isFull, (full) => !full)

    await page.goto(`/dashboards/${await plantDashboardId(stage)}`)
    const buttons = page.getByRole('button', { name: /full screen/i })
    await buttons.first().waitFor()
    assert.deepEqual(await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), [
      'Dashboard in full screen',
    ])
  }))

test('the user menu has name and role', async () => {
  for (const [account, start, role] of [
    [tenant, '/devices', 'Tenant administrator'],
    [administrator, '/tenants', 'System administrator'],
    [customer, '/devices', 'Customer'],
  ] as const) {
    await stage.play(async (page) => {
      await enter(page, account, start)
      await page.getByRole('button', { name: /^Account of / }).click()
      await page.getByRole('menu').getByText(role, { exact: true }).waitFor()
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Account of / }).click()
      await page.getByRole('menuitem').first().click()
      await page.waitForURL('**/profile')
    })
  }
})

test('keys: the overview comes and goes, letters go to places, and none counts in a field', () =>
  stage.play(async (page) => {
    await enter(page, tenant, '/devices')
    await main(page).getByRole('heading', { level: 1 }).waitFor()
    const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.keyboard.press('?')
    await overview.waitFor()
    await page.keyboard.press('Escape')
    await overview.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.waitForURL('**/assets')
    // The URL changes before the page handles keys; the previous page has a search field as well.
    await main(page).getByRole('heading', { level: 1, name: 'Assets' }).waitFor()
    const search = main(page).getByRole('searchbox')
    await search.waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('?gd')
    assert.equal(await search.inputValue(), '?gd')
    assert.equal(await overview.count(), 0)
    assert.match(page.url(), /\/assets/)
  }))

test('a deletion is undone from its toast', () =>
  stage.play(async (page) => {
    const { data } = await stage.call<{ data: { id: { entityType: string; id: string } }[] }>(
      'GET',
      '/api/tenant/deviceInfos?pageSize=1&page=0&textSearch=Van%20V-06',
    )
    const id = data[0]?.id
    assert.ok(id)
    const path = `/api/plugins/telemetry/DEVICE/${id.id}`
    await stage.call('POST', `${path}/SERVER_SCOPE`, { shellTest: 7 })
    await enter(page, tenant, `/devices/${id.id}?tab=attributes`)
    await page.getByRole('radio', { name: 'Server' }).click()
    const row = page.getByRole('row', { name: /shellTest/ })
    await row.hover()
    await page.getByRole('button', { name: 'Delete shellTest' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
  }))

test('the palette finds things of every kind, pages and actions', () =>
  stage.play(async (page) => {
    await stage.call('POST', '/api/asset', { name: 'Palette hall', type: 'hall' })
    await stage.call('POST', '/api/ruleChain', { name: 'Palette chain', type: 'CORE' })
    await stage.call('POST', '/api/device', { name: 'Palette probe', type: 'default' })
    await enter(page, tenant, '/devices')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    const option = (name: RegExp) => palette.getByRole('option', { name })
    const openPalette = async (text: string) => {
      await page.keyboard.press('Control+k')
      await palette.waitFor()
      await page.keyboard.type(text)
    }
    await openPalette('palette')
    await option(/Palette hall/).waitFor()
    await option(/Palette chain/).waitFor()
    await option(/^Palette probe/).waitFor()
    await option(/Palette hall/).click()
    await page.waitForURL(/\/assets/)
    await page.getByRole('heading', { name: 'Palette hall' }).waitFor()
    await openPalette('palette probe')
    await option(/^Alarms of Palette probe/).waitFor()
    await option(/^Send an RPC call to Palette probe/).waitFor()
    await option(/^Latest telemetry of Palette probe/).click()
    await page.waitForURL(/\/devices\?.*tab=telemetry/)
    await page.getByRole('heading', { name: 'Palette probe' }).waitFor()
    await openPalette('import da')
    await option(/^Import dashboard/).click()
    const importing = page.getByRole('dialog', { name: 'Import dashboard' })
    await importing.getByRole('heading').first().waitFor()
    await page.keyboard.press('Escape')
    await importing.waitFor({ state: 'detached' })
    await openPalette('profile')
    await option(/^Profile/).click()
    await page.waitForURL('**/profile')
    // A typo adds nothing: the suggestion must be selected first.
    await openPalette('pallette prboe')
    await palette.getByText('Nothing matches “pallette prboe”.').waitFor()
    await option(/^Add a device named “pallette prboe”/).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(new URL(page.url()).pathname, '/profile')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const name = page.getByRole('dialog', { name: 'Add device' }).getByLabel('Name', { exact: true })
    await name.waitFor()
    assert.equal(await name.inputValue(), 'pallette prboe')
    await page.goto('/devices')
    await main(page).getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
    await openPalette('audit')
    await option(/^Audit log/).click()
    await page.waitForURL('**/auditLogs')
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await openPalette('>help for')
    await option(/^Help for this page/).click()
    await page.getByRole('dialog', { name: 'Help' }).getByRole('heading', { name: 'Audit log' }).waitFor()
  }))

test('a system administrator finds tenants in the palette', () =>
  stage.play(async (page) => {
    await enter(page, administrator, '/tenants')
    const name = (await main(page).locator('.sd-row-name').first().textContent()) ?? ''
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.type(name)
    await palette
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .waitFor()
  }))

test('help that one user left open does not greet the next', () =>
  stage.play(async (page) => {
    await enter(page, tenant, '/devices')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await page.keyboard.type('>help for')
    await page.getByRole('option', { name: /^Help for this page/ }).click()
    await page.getByRole('dialog', { name: 'Help' }).waitFor()
    await page.evaluate(`localStorage.clear(); dispatchEvent(new StorageEvent('storage'))`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await enterAs(page, administrator)
    await mainMenu(page).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
  }))

test('a tap beside an open menu closes it and presses nothing; the next tap does', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/devices?textSearch=Van')
      const device = main(page).getByRole('button', { name: /Van V-01/ })
      await device.waitFor()
      await page.getByRole('button', { name: /^Account of/ }).tap()
      const menu = page.getByRole('menu')
      await menu.waitFor()
      await device.tap()
      await menu.waitFor({ state: 'detached' })
      assert.equal(new URL(page.url()).searchParams.get('open'), null)
      await device.tap()
      await page.getByRole('heading', { name: 'Van V-01' }).waitFor()
    },
    { viewport: phone, hasTouch: true },
  ))
