/**
 * Hostile text in every field that users and devices can write, then a walk through all pages: no code runs, the layout
 * stays intact, and the content security policy reports no violations.
 *
 * Each walk stays in a single page, as users do, and checks each place wide and narrow.
 */

import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { listPaths } from '../../packages/web/src/places/list-paths.ts'
import { callAs, signIn } from '../platform/world.ts'
import { hostileSettings, writeSettings } from './hostile-settings.ts'
import {
  type Call,
  candidates,
  type HostilePath,
  hostileRows,
  type Made,
  makeHostile,
  prefixOf,
  type Role,
  type World,
} from './hostile-texts.ts'
import { entries, main, press } from './page-parts.ts'
import { administrator, openAs, openStage, phone, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const tokens: Record<Role, string> = {
  tenant: await signIn(stage.platform, tenant.email, tenant.password),
  administrator: await signIn(stage.platform, administrator.email, administrator.password),
}
const accounts = { tenant, administrator }
const call: Call = (role, method, path, body) => callAs(stage.platform, tokens[role], method, path, body)

const world: World = {}
for (const [path, row] of Object.entries(hostileRows) as [HostilePath, (typeof hostileRows)[HostilePath]][]) {
  world[path] = await makeHostile(path, row, world, call)
}
const the = (path: HostilePath): Made => {
  const made = world[path]
  assert.ok(made)
  return made
}
const device = the('/devices').id
const [worst = ''] = candidates('Hostile-value')
const short = candidates('Hostile-key').at(-1) ?? ''

await call('tenant', 'POST', `/api/plugins/telemetry/DEVICE/${device.id}/SERVER_SCOPE`, {
  hostile: worst,
  [short]: worst,
  json: { [short]: worst },
})
await call('tenant', 'POST', `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, {
  hostile: worst,
  [short]: 1,
})
await call('tenant', 'POST', '/api/alarm', {
  type: short,
  originator: device,
  severity: 'CRITICAL',
  status: 'ACTIVE_UNACK',
  details: { [short]: worst },
})
await call('tenant', 'POST', '/api/relation', {
  from: device,
  to: the('/assets').id,
  type: short,
  typeGroup: 'COMMON',
  additionalInfo: { [short]: worst },
})
for (const path of ['/devices', '/assets', '/edgeInstances', '/dashboards'] as const) {
  const kind = { '/devices': 'device', '/assets': 'asset', '/edgeInstances': 'edge', '/dashboards': 'dashboard' }[path]
  await call('tenant', 'POST', `/api/customer/${the('/customers').id.id}/${kind}/${the(path).id.id}`)
}

const settings: Record<Role, string[]> = { tenant: [], administrator: [] }
for (const one of hostileSettings(new URL(stage.platform.baseUrl).host)) {
  settings[one.role].push(await writeSettings(one, world, call))
}

/** Faults of the current page. */
const lookAtPage = `(() => {
  const faults = []
  if (window.ran) faults.push('code of a text ran')
  const isSeen = (one) => one.checkVisibility() && one.clientWidth > 0
  const boxes = [document.scrollingElement, ...document.querySelectorAll(
    'main, .sd-main, .sd-page, .sd-toolbar, .sd-drawer, .sd-drawer-content, .sd-details, .sd-tab-body, .sd-card, dialog[open], .sd-dialog-body, .sd-popover, .sd-toast')]
  for (const box of boxes.filter(isSeen)) {
    if (box.scrollWidth > box.clientWidth + 1) {
      const wide = [...box.querySelectorAll('*')].filter((one) => isSeen(one) &&
        one.getBoundingClientRect().right > box.getBoundingClientRect().right + 1).slice(0, 3)
      faults.push(box.tagName + '.' + box.className + ' is ' + (box.scrollWidth - box.clientWidth) + ' px too wide: ' +
        wide.map((one) => one.tagName + '.' + (one.className.baseVal ?? one.className)).join(', '))
    }
  }
  return faults
})()`

interface Walk {
  readonly page: Page
  /** Navigates without reloading the page. */
  go(path: string): Promise<void>
  /** Records the faults of this place, wide and narrow. The width for the next action is arbitrary. */
  look(where: string): Promise<void>
  readonly faults: string[]
}

const wide = { width: 1440, height: 900 }

/** Waits until there are no pending calls, placeholders or frames. */
async function settle(page: Page): Promise<void> {
  await until(
    'the page to settle',
    () =>
      page.evaluate<number>(`new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(() =>
        [...document.querySelectorAll('.sd-progress, .sd-skeleton, [aria-busy=true]')].filter((one) =>
          one.checkVisibility()).length)`),
    (count) => count === 0,
  )
}

function startWalk(page: Page): Walk {
  const faults: string[] = []
  let where = 'the start'
  page.on('dialog', (dialog) => {
    faults.push(`${where}: a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${where}: ${message.text()} ${message.location().url}`)
  })
  async function lookHere(at: string) {
    await settle(page)
    for (const fault of await page.evaluate<string[]>(lookAtPage)) faults.push(`${at}: ${fault}`)
  }
  return {
    page,
    faults,
    async go(path) {
      where = path
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
    },
    async look(at) {
      where = at
      const now = page.viewportSize()?.width ?? 0
      await lookHere(`${at} at ${now} px`)
      const other = now === wide.width ? phone : wide
      await page.setViewportSize(other)
      await lookHere(`${at} at ${other.width} px`)
    },
  }
}

const escaped = (text: string) => new RegExp(text.replaceAll(/[.*+?^$()|[\]\\{}/-]/g, '\\$&'))

/** Checks every tab of the open panel. */
async function lookAtTabs({ page, look }: Walk, where: string): Promise<void> {
  const tabs = page.getByRole('tab')
  for (let at = 0; at < (await tabs.count()); at++) {
    const tab = tabs.nth(at)
    const name = await tab.textContent()
    await tab.click()
    // The tab's code may be loaded on first use.
    await page.getByRole('tabpanel').locator(':scope > *').first().waitFor()
    await look(`${where}, ${name}`)
  }
}

async function walkRow(walk: Walk, path: HostilePath): Promise<void> {
  const { page, go, look } = walk
  const row = hostileRows[path]
  const listed = row.listed?.(world) ?? path
  const prefix = row.shownAs ?? prefixOf(path)
  await go(listed)
  await main(page).getByText(escaped(prefix)).first().waitFor()
  await look(listed)
  if (path === '/dashboards') {
    await go(`${path}/${the(path).id.id}`)
    await main(page).getByRole('article').first().waitFor()
    return look(`${path}/id`)
  }
  await entries(page)
    .filter({ hasText: escaped(prefix) })
    .first()
    .click()
  await page.locator('.sd-drawer').getByRole('heading').first().waitFor()
  await look(`${listed}, drawer`)
  await lookAtTabs(walk, `${listed}, drawer`)
  await go(`${path}/${the(path).id.id}`)
  await page.getByRole('heading', { level: 1, name: escaped(prefix) }).waitFor()
  // Its tabs are the same as those of the drawer.
  await look(`${path}/id`)
}

test('every list of the client has its hostile row', () => {
  assert.deepEqual(
    listPaths.filter((path) => !(path in hostileRows)),
    [],
  )
})

const others: Readonly<Record<Role, readonly string[]>> = {
  tenant: [
    '/home',
    '/auditLogs',
    '/usage',
    `/customers/${the('/customers').id.id}/devices`,
    `/customers/${the('/customers').id.id}/assets`,
    `/customers/${the('/customers').id.id}/edgeInstances`,
    `/edgeInstances/${the('/edgeInstances').id.id}/devices`,
    `/edgeInstances/${the('/edgeInstances').id.id}/ruleChains`,
    `/dashboard/${the('/dashboards').id.id}`,
    `/devices?textSearch=${encodeURIComponent(worst.slice(0, 2_000))}`,
    ...settings.tenant,
  ],
  administrator: ['/home', `/tenants/${the('/tenants').id.id}/users`, ...settings.administrator],
}

/** Walks as a role; fails with all recorded faults. */
function walkAs(role: Role, stroll: (walk: Walk) => Promise<void>): Promise<void> {
  return stage.play(async (page) => {
    const walk = startWalk(page)
    await openAs(page, accounts[role], role === 'tenant' ? '/devices' : '/tenants')
    await stroll(walk)
    assert.deepEqual(walk.faults, [])
  })
}

const pathsOf = (role: Role) =>
  (Object.keys(hostileRows) as HostilePath[]).filter((path) => hostileRows[path].role === role)
const half = Math.ceil(pathsOf('tenant').length / 2)
const lists = {
  'the first lists of the tenant': ['tenant', pathsOf('tenant').slice(0, half)],
  'the other lists of the tenant': ['tenant', pathsOf('tenant').slice(half)],
  'the lists of the administrator': ['administrator', pathsOf('administrator')],
} as const

// Concurrent, because the walks mostly wait for the server and for frames.
suite('hostile texts break nothing', { concurrency: 3 }, () => {
  for (const [what, [role, paths]] of Object.entries(lists)) {
    test(what, () =>
      walkAs(role, async (walk) => {
        for (const path of paths) await walkRow(walk, path)
      }),
    )
  }

  for (const role of ['tenant', 'administrator'] as const) {
    test(`other pages and settings of the ${role}`, () =>
      walkAs(role, async ({ page, go, look }) => {
        for (const path of others[role]) {
          await go(path)
          await page.waitForURL((url) => url.pathname === path.split('?')[0])
          await main(page).locator('h1, h2, .sd-details-head, .sd-card').first().waitFor()
          await look(path.slice(0, 80))
        }
      }))
  }

  test('the sign-in page, which offers no provider, a hostile one neither', () =>
    stage.play(async (page) => {
      const { faults, look } = startWalk(page)
      await page.goto('/login')
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
      assert.equal(await page.getByText(/Hostile/).count(), 0)
      await look('/login')
      assert.deepEqual(faults, [])
    }))
})

// Separate, because it deletes entities of the other walks.
test('questions, notes and the palette', () =>
  walkAs('tenant', async ({ page, go, look }) => {
    const toast = page.locator('.sd-toast')
    const choose = async (action: string) => {
      await press(page, 'More')
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    await main(page)
      .getByText(escaped(prefixOf('/devices')))
      .first()
      .waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.waitFor()
    await page.keyboard.type('Hostile')
    await palette
      .getByRole('option', { name: /Hostile/ })
      .first()
      .waitFor()
    await look('the palette')
    await page.keyboard.press('Escape')

    await go(`/assets/${the('/assets').id.id}`)
    // The previous list has a menu with the same name.
    await page.getByRole('heading', { level: 1, name: escaped(prefixOf('/assets')) }).waitFor()
    await choose('Unassign from customer')
    await toast.first().waitFor()
    await look('a note that something is done')
    await choose('Make public')
    await page.getByRole('dialog').getByLabel('Server attributes').waitFor()
    await look('a question')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await choose('Delete asset')
    await page.getByRole('button', { name: 'Undo' }).first().waitFor()
    await look('a note with Undo')
    await go('/trash')
    await main(page)
      .getByText(escaped(prefixOf('/assets')))
      .first()
      .waitFor()
    await look('/trash')
  }))
