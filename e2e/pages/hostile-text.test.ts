/**
 * Hostile text in every field that people and devices write, then a walk through all pages: nothing runs, nothing breaks
 * the layout, and the policy has nothing to report.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { listPaths } from '../../packages/web/src/app/list-paths.ts'
import { callAs, signIn } from '../platform/world.ts'
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
import { administrator, openAs, openStage, tenant, until } from './stage.ts'

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

/** What is wrong with the page as it stands. */
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

const longPatienceMs = 30_000

interface Walk {
  readonly page: Page
  /** Notes what is wrong here. */
  look(where: string): Promise<void>
  readonly faults: string[]
}

/** Waits until nothing is on its way: calls that are counted, what is drawn grey until then, a drawing. */
async function settle(page: Page): Promise<void> {
  await until(
    'the page to settle',
    () =>
      page.evaluate<number>(`new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(() =>
        [...document.querySelectorAll('.sd-progress, .sd-skeleton, [aria-busy=true]')].filter((one) =>
          one.checkVisibility()).length)`),
    (count) => count === 0,
    longPatienceMs,
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
    if (message.type() === 'error') faults.push(`${where}: ${message.text()}`)
  })
  return {
    page,
    faults,
    async look(at) {
      where = at
      await settle(page)
      for (const fault of await page.evaluate<string[]>(lookAtPage)) faults.push(`${at}: ${fault}`)
    },
  }
}

const escaped = (text: string) => new RegExp(text.replaceAll(/[.*+?^$()|[\]\\{}/-]/g, '\\$&'))

/** Every tab of what is open. */
async function lookAtTabs({ page, look }: Walk, where: string): Promise<void> {
  const tabs = page.getByRole('tab')
  for (let at = 0; at < (await tabs.count()); at++) {
    const tab = tabs.nth(at)
    const name = await tab.textContent()
    await tab.click()
    // Its code may come with the first that is opened.
    await page.getByRole('tabpanel').locator(':scope > *').first().waitFor()
    await look(`${where}, ${name}`)
  }
}

async function walkRow(walk: Walk, path: HostilePath): Promise<void> {
  const { page, look } = walk
  const row = hostileRows[path]
  const listed = row.listed?.(world) ?? path
  const prefix = row.shownAs ?? prefixOf(path)
  await page.goto(listed)
  const shown = page.getByRole('main').getByText(escaped(prefix)).first()
  await shown.waitFor()
  await look(listed)
  if (path === '/dashboards') {
    await page.goto(`${path}/${the(path).id.id}`)
    await page.getByRole('main').getByRole('article').first().waitFor()
    return look(`${path}/id`)
  }
  await page
    .getByRole('main')
    .locator('.sd-row-name, .sd-list-item')
    .filter({ hasText: escaped(prefix) })
    .first()
    .click()
  await page.locator('.sd-drawer').getByRole('heading').first().waitFor()
  await look(`${listed}, drawer`)
  await lookAtTabs(walk, `${listed}, drawer`)
  await page.goto(`${path}/${the(path).id.id}`)
  await page.getByRole('heading', { level: 1, name: escaped(prefix) }).waitFor()
  // Its tabs are those of the drawer.
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
    '/profile',
    '/auditLogs',
    '/usage',
    '/settings/home',
    `/customers/${the('/customers').id.id}/devices`,
    `/customers/${the('/customers').id.id}/assets`,
    `/customers/${the('/customers').id.id}/edgeInstances`,
    `/edgeInstances/${the('/edgeInstances').id.id}/devices`,
    `/edgeInstances/${the('/edgeInstances').id.id}/ruleChains`,
    `/dashboard/${the('/dashboards').id.id}`,
    `/devices?textSearch=${encodeURIComponent(worst.slice(0, 2_000))}`,
  ],
  administrator: ['/home', '/profile', `/tenants/${the('/tenants').id.id}/users`, '/settings/general'],
}

/** Walks as somebody; fails with all that was wrong. */
function walkAs(role: Role, width: number, stroll: (walk: Walk) => Promise<void>): Promise<void> {
  return stage.play(
    async (page) => {
      // Texts of 10,000 characters are not what pages are quick with.
      page.setDefaultTimeout(longPatienceMs)
      const walk = startWalk(page)
      await openAs(page, accounts[role], role === 'tenant' ? '/devices' : '/tenants')
      await stroll(walk)
      assert.deepEqual(walk.faults, [])
    },
    { viewport: { width, height: width === 390 ? 844 : 900 } },
  )
}

for (const width of [1440, 390]) {
  for (const role of ['tenant', 'administrator'] as const) {
    test(`hostile texts break no list of the ${role} at ${width} px`, () =>
      walkAs(role, width, async (walk) => {
        for (const [path, row] of Object.entries(hostileRows)) {
          if (row.role === role) await walkRow(walk, path as HostilePath)
        }
      }))

    test(`hostile texts break no other page of the ${role} at ${width} px`, () =>
      walkAs(role, width, async ({ page, look }) => {
        for (const path of others[role]) {
          await page.goto(path)
          await page.getByRole('main').waitFor()
          await look(path.slice(0, 80))
        }
      }))
  }
}
