/**
 * Every page and every layer has no axe violation, in light and dark, wide and narrow, and in forced colors when wide;
 * doesn't shift during loading; and is usable by keyboard. Pages with separate tests are checked there.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main, press } from './page-parts.ts'
import { administrator, customer, openAs, openStage, patienceMs, plantDashboardId, tenant } from './stage.ts'

const stage = await openStage({ after })
const dashboardId = await plantDashboardId(stage)
const dashboardPath = `/dashboards/${dashboardId}`
// Its devices stay private, so that the corresponding widget messages are checked too.
const { assignedCustomers } = await stage.call<{
  assignedCustomers: { public: boolean; customerId: { id: string } }[]
}>('POST', `/api/customer/public/dashboard/${dashboardId}`)
const publicId = assignedCustomers.find((one) => one.public)?.customerId.id
const publicPath = `/dashboard/${dashboardId}?publicId=${publicId}`

// An entity in the trash.
const { id: retired } = await stage.call<{ id: { id: string } }>('POST', '/api/device', {
  name: 'Retired',
  type: 'default',
})
await stage.call('DELETE', `/api/device/${retired.id}`)

/** Presses a button of the dialog: the list behind it has buttons with the same name. */
const pressHere = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** Navigates with the page's router or, if a layer covers the page, by reloading. */
async function go(page: Page, path: string): Promise<void> {
  const covers = page.locator('dialog[open], [role=menu], :popover-open')
  const { pathname } = new URL(page.url())
  if (pathname === path.split('?')[0] || (await covers.count()) > 0) await page.goto(path)
  else await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
}

async function openDrawer(page: Page, tab: string): Promise<void> {
  await go(page, '/devices?textSearch=Tank%20T-01')
  // A button in the table; on phones the whole item.
  await main(page)
    .getByRole('button', { name: /^(Active |Inactive )?Tank T-01/ })
    .first()
    .click()
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('tabpanel', { name: tab }).waitFor()
}

/** Opens a list and waits for its heading and content. */
const list =
  (path: string, name: string) =>
  async (page: Page): Promise<void> => {
    await go(page, path)
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
  }

/** Places for axe; each opens from scratch. */
const places: readonly (readonly [name: string, open: (page: Page) => Promise<void>])[] = [
  ['home', (page) => go(page, '/home').then(() => main(page).getByRole('heading', { name: 'Go to' }).waitFor())],
  ['dashboards', (page) => go(page, '/dashboards').then(() => page.getByText('Riverside Works').first().waitFor())],
  [
    'customers of a dashboard',
    async (page) => {
      await page
        .getByRole('button', { name: /^More: Riverside Works/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Manage customers' }).click()
      await page
        .getByText(/devices on this dashboard/)
        .first()
        .waitFor()
    },
  ],
  [
    'no dashboard matches',
    async (page) => {
      await go(page, '/dashboards?textSearch=nothing%20of%20this%20name')
      await page.getByText('No dashboard matches').waitFor()
    },
  ],
  [
    'a dashboard that is not there',
    async (page) => {
      await go(page, '/dashboards/6f8d5ad0-1111-4222-8333-00000000000b')
      await page.getByRole('heading', { name: 'Dashboard not found' }).waitFor()
    },
  ],
  [
    'dashboard alone in the window',
    async (page) => {
      await go(page, dashboardPath.replace('dashboards', 'dashboard'))
      await page.locator('canvas').first().waitFor()
    },
  ],
  [
    'a chart as a table',
    async (page) => {
      await press(page, 'Menu of Tank levels')
      await page.getByRole('menuitem', { name: 'View as table' }).click()
      await page.getByRole('columnheader', { name: 'Time' }).first().waitFor()
    },
  ],
  ['dashboard', (page) => go(page, dashboardPath).then(() => page.locator('canvas').first().waitFor())],
  [
    'time window',
    async (page) => {
      await page
        .getByRole('button', { name: /^Time window: / })
        .first()
        .click()
      await page.getByRole('dialog', { name: 'Time window' }).getByRole('button', { name: 'Update' }).waitFor()
    },
  ],
  [
    'fixed time window',
    async (page) => {
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByRole('radio', { name: 'From, to' }).click()
      await page.getByLabel('From', { exact: true }).waitFor()
    },
  ],
  [
    'devices',
    (page) => go(page, '/devices').then(() => page.getByRole('button', { name: 'Van V-06' }).first().waitFor()),
  ],
  ['details', (page) => openDrawer(page, 'Details')],
  [
    'telemetry',
    async (page) => {
      await openDrawer(page, 'Latest telemetry')
      await page.getByText('level').first().waitFor()
    },
  ],
  [
    'attributes',
    async (page) => {
      await openDrawer(page, 'Attributes')
      await page.getByRole('radio', { name: 'Server' }).click()
      await page.getByRole('button', { name: 'Add attribute' }).waitFor()
    },
  ],
  [
    'attribute dialog',
    async (page) => {
      await press(page, 'Add attribute')
      await page.getByRole('dialog', { name: 'Add attribute' }).getByLabel('Key').waitFor()
    },
  ],
  ['credentials', (page) => openDrawer(page, 'Credentials')],
  ['commands', (page) => openDrawer(page, 'RPC')],
  [
    'device page',
    async (page) => {
      await openDrawer(page, 'Details')
      await press(page, 'Open as page')
      await page.getByRole('heading', { level: 1, name: 'Tank T-01' }).waitFor()
    },
  ],
  [
    'question before a deletion',
    async (page) => {
      await go(page, '/trash')
      await main(page).getByText('Retired').first().waitFor()
      await press(page, 'Empty trash')
      await page.getByRole('alertdialog', { name: 'Empty the trash?' }).waitFor()
    },
  ],
  [
    'trash',
    async (page) => {
      await go(page, '/trash')
      await main(page).getByText('Retired').first().waitFor()
    },
  ],
  [
    'restore dialog',
    async (page) => {
      await main(page)
        .getByRole('button', { name: /Retired/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: 'Restore Retired' }).getByLabel('Name').waitFor()
    },
  ],
  [
    'wizard',
    async (page) => {
      await go(page, '/devices')
      await press(page, 'Add device')
      await page.getByRole('dialog', { name: 'Add device' }).getByLabel('Name', { exact: true }).waitFor()
    },
  ],
  [
    'faults in the wizard',
    async (page) => {
      await page.getByRole('radio', { name: 'New profile' }).click()
      await pressHere(page, 'Next')
      await page.getByText('Enter a name for the profile.').waitFor()
    },
  ],
  [
    'alarm rules in the wizard',
    async (page) => {
      await page.getByLabel('Profile name').fill('Seen profile')
      await page.getByLabel('Name', { exact: true }).fill('Seen device')
      await pressHere(page, 'Next')
      await pressHere(page, 'Next')
      await page.getByRole('button', { name: 'Add alarm rule' }).click()
      await page.getByLabel('Alarm type').waitFor()
    },
  ],
  [
    'credentials in the wizard',
    async (page) => {
      for (const _ of ['profile', 'details']) await pressHere(page, 'Back')
      await page.getByRole('radio', { name: 'Existing profile' }).click()
      await page.getByLabel('Name', { exact: true }).fill(`Seen ${Date.now()}`)
      await pressHere(page, 'Next')
      await page.getByLabel('Credentials type').selectOption({ label: 'MQTT Basic' })
      await page.getByLabel('Username').waitFor()
    },
  ],
  [
    'customer in the wizard',
    async (page) => {
      await page.getByLabel('Credentials type').selectOption({ label: 'Access token' })
      await pressHere(page, 'Next')
      await page.getByLabel('Customer').waitFor()
    },
  ],
  [
    'last step of the wizard',
    async (page) => {
      await pressHere(page, 'Create device')
      await page.getByText('Waiting for data…').waitFor()
    },
  ],
  [
    'user menu',
    async (page) => {
      await go(page, '/home')
      await press(page, 'Account of Ada Rivers')
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    },
  ],
  [
    'palette',
    async (page) => {
      await go(page, '/home')
      await main(page).getByRole('heading').first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    },
  ],
  [
    'shortcuts',
    async (page) => {
      await go(page, '/home')
      await main(page).getByRole('heading').first().waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  ],
]

/** Lists whose page tests don't call axe, and layers that any list can open. */
const placesOfLists: typeof places = [
  ['assets', list('/assets', 'Assets')],
  ['entity views', list('/entityViews', 'Entity views')],
  ['edges', list('/edgeInstances', 'Edges')],
  ['edge rule chains', list('/edgeManagement/ruleChains', 'Edge rule chains')],
  ['rule chains', list('/ruleChains', 'Rule chains')],
  ['widget library', list('/widgets-bundles', 'Widget library')],
  ['profile', list('/profile', 'Ada Rivers')],
  ['import', (page) => go(page, '/devices?import=true').then(() => page.getByText('Drop a CSV file here').waitFor())],
]

const placesOfWideWindows: typeof places = [
  [
    'menu of a row',
    async (page) => {
      await go(page, '/devices?textSearch=Tank%20T-01')
      await press(page, 'More: Tank T-01')
      await page.getByRole('menuitem').first().waitFor()
    },
  ],
]

/** On phones, the main menu covers the page. */
const placesOfPhones: typeof places = [
  [
    'main menu',
    async (page) => {
      await go(page, '/devices')
      await press(page, 'Open menu')
      await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
    },
  ],
]

const placesOfAdministrators: typeof places = [
  ['tenants', list('/tenants', 'Tenants')],
  ['tenant profiles', list('/tenantProfiles', 'Tenant profiles')],
]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Pages for signed-out users. */
const placesOutside: typeof places = [
  ['login', (page) => page.goto('/login').then(() => page.getByLabel('Email').waitFor())],
  [
    'refused sign-in',
    async (page) => {
      await page.getByLabel('Email').fill('not an address')
      await press(page, 'Sign in')
      await page.getByText('Enter an email address').waitFor()
    },
  ],
  [
    'reset request',
    (page) => page.goto('/login/resetPasswordRequest').then(() => heading(page, 'Reset your password')),
  ],
  [
    'new password',
    (page) => page.goto('/login/resetPassword?resetToken=none').then(() => heading(page, 'Set a new password')),
  ],
  [
    'new password refused',
    async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('one long password')
      await press(page, 'Set password')
      await page.getByText('The passwords don’t match.').waitFor()
    },
  ],
  [
    'expired password',
    (page) => page.goto('/login/resetExpiredPassword?resetToken=none').then(() => heading(page, 'Set a new password')),
  ],
  [
    'first password',
    (page) => page.goto('/login/createPassword?activateToken=none').then(() => heading(page, 'Create your password')),
  ],
  [
    'public dashboard',
    async (page) => {
      await page.goto(publicPath)
      await main(page).getByRole('article').first().waitFor()
    },
  ],
  [
    'closed door',
    async (page) => {
      // A visitor has no other page; the exit from a wrong link is the sign-in page.
      await page.goto('/devices')
      await page.getByLabel('Email').waitFor()
      await openAs(page, administrator, '/home')
      await page.goto('/devices')
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'home of the administrator',
    async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('heading', { name: 'Go to' }).waitFor()
    },
  ],
  ...placesOfAdministrators,
  [
    'home of a customer',
    async (page) => {
      await page.evaluate(() => localStorage.clear())
      await page.goto('/login')
      await openAs(page, customer, '/devices')
      await page.goto('/home')
      await page.getByRole('heading', { name: 'Go to' }).waitFor()
    },
  ],
  [
    'device of a customer',
    async (page) => {
      await page.goto('/devices?textSearch=Van%20V-02')
      await main(page)
        .getByRole('button', { name: /^(Active |Inactive )?Van V-02/ })
        .first()
        .click()
      await page.getByRole('tab', { name: 'Credentials' }).click()
      await page.getByRole('tabpanel', { name: 'Credentials' }).waitFor()
      await page.evaluate(() => localStorage.clear())
    },
  ],
]

/** Maximum layout shift during loading; 1: the whole window by its full height. */
const shiftMax = 0.02
// Shifts count only until the first user input: later ones are caused by the input, however long the response takes.
// Passed as text: it runs in the page, whose globals aren't declared here.
const watchShifts = `window.shifts = []
  window.actedAt = Infinity
  for (const act of ['pointerdown', 'keydown', 'input']) {
    addEventListener(act, ({ timeStamp }) => { actedAt = Math.min(actedAt, timeStamp) }, true)
  }
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifts.push(shift)
  }).observe({ type: 'layout-shift', buffered: true })`
/** Sum of the shifts since the page was loaded, or since the last call, until the first input. */
const takeShift = `(() => {
  const until = actedAt
  actedAt = Infinity
  return shifts.splice(0).reduce((all, { startTime, value }) => startTime < until ? all + value : all, 0)
})()`

for (const width of [1440, 390]) {
  test(`axe finds nothing in light and dark at ${width} px, nor in forced colors in a wide window`, () =>
    stage.play(
      async (page) => {
        const found: string[] = []
        await page.addInitScript(watchShifts)
        const look = async (all: typeof places) => {
          for (const [name, open] of all) {
            try {
              await open(page)
              found.push(...(await inspect(page, name, { isForced: width > 390 })))
              const moved = await page.evaluate<number>(takeShift)
              if (moved > shiftMax) found.push(`${name}: moves by ${moved.toFixed(3)}`)
            } catch (error) {
              found.push(`${name}: could not be opened: ${error}`)
            }
          }
        }
        await look(placesOutside)
        await openAs(page, tenant, '/dashboards')
        await look(places)
        await look(placesOfLists)
        await look(width === 390 ? placesOfPhones : placesOfWideWindows)
        assert.deepEqual(found, [])
      },
      // axe runs as a script in the page, which the content security policy blocks.
      { viewport: { width, height: width === 390 ? 844 : 900 }, bypassCSP: true },
    ))
}

for (const width of [1440, 390]) {
  test(`nothing moves while a page loads, ${width} px wide`, () =>
    stage.play(
      async (page) => {
        await page.addInitScript(watchShifts)
        await openAs(page, tenant, '/profile')
        const { id } = await stage.call<{ id: { id: string } }>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
        const alarms = await stage.call<{ data: { id: { id: string } }[] }>('GET', '/api/alarms?pageSize=1&page=0')
        const moving: string[] = []
        // The other pages are among the places for axe.
        for (const path of [
          '/alarms',
          ...alarms.data.map((alarm) => `/alarms?open=${alarm.id.id}`),
          `/devices/${id.id}`,
          `/devices?open=${id.id}`,
          '/deviceProfiles',
          '/otaUpdates',
          '/usage',
          '/usage?view=limits',
          '/auditLogs',
          '/help',
        ]) {
          await page.goto(path)
          await page.waitForLoadState('networkidle')
          const sum = await page.evaluate<number>(takeShift)
          if (sum > shiftMax) moving.push(`${path}: ${sum.toFixed(3)}`)
        }
        assert.deepEqual(moving, [])
      },
      { viewport: { width, height: width === 390 ? 844 : 900 }, isFirstVisit: true },
    ))
}

/** Presses Tab until the element with this name has focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = []
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline && seen.length < 120) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate<string>(`(() => {
      const at = document.activeElement
      return at.getAttribute('aria-label') || at.labels?.[0]?.textContent || at.textContent || ''
    })()`)
    if (name.test(label.trim())) return
    seen.push(label.trim().slice(0, 30))
  }
  assert.fail(`Tab did not reach ${name}; it passed ${seen.join(' | ')}.`)
}

test('signing in, searching, opening a device and changing the time window, by keyboard alone', () =>
  stage.play(async (page) => {
    await page.goto('/devices')
    await page.getByLabel('Email').waitFor()
    await page.getByLabel('Email').focus()
    await page.keyboard.type(tenant.email)
    await tabTo(page, /^Password/)
    await page.keyboard.type(tenant.password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Van V-06', exact: true }).waitFor()

    await page.keyboard.press('/')
    await page.keyboard.type('Tank T-02')
    await page.getByText('1 of 1').waitFor()
    await tabTo(page, /^Tank T-02$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Tank T-02' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Tank T-02' }).waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await page.keyboard.type('Riverside')
    await page.getByRole('option', { name: /Riverside Works/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('canvas').first().waitFor()
    await tabTo(page, /^Time window: /)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Time window' }).getByRole('button', { name: 'Update' }).waitFor()
    await tabTo(page, /^15\smin$/)
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await tabTo(page, /^Update$/)
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: /^Time window: (Live )?Last 15\smin/ })
      .first()
      .waitFor()
  }))
