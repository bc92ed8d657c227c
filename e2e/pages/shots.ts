/**
 * Pictures of the pages.
 *
 *   shots.ts FOLDER      the main pages and layers; light and dark, desktop and phone
 *   shots.ts --readme    the README's two pictures of the dashboard, into docs/images
 */

import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { projectRoot } from '../platform/start-platform.ts'
import { administrator, enterAs, openAs, openStage, plantDashboardId, type Stage, tenant, until } from './stage.ts'

const { values, positionals } = parseArgs({
  options: { readme: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [folder] = values.readme ? [join(projectRoot, 'docs/images')] : positionals
if (folder === undefined) throw new Error('Name the folder to write to, or use --readme.')
mkdirSync(folder, { recursive: true })

/** Its devices begin one after the other. */
const plantMsMax = 60_000

const cleanUps: (() => unknown)[] = []
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

try {
  const stage = await openStage({ after: (fn) => cleanUps.push(fn) })
  await startPlant(stage)
  await raiseAlarms(stage)
  await addPackages(stage)
  await fillTrash(stage)
  const dashboard = `/dashboards/${await plantDashboardId(stage)}`
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      if (values.readme && size === 'phone') continue
      const suffix = `${colorScheme}${size === 'phone' ? '-phone' : ''}`
      await stage.play((page) => visit(page, dashboard, suffix), { colorScheme, viewport })
      if (!values.readme) await stage.play((page) => visitAsAdministrator(page, suffix), { colorScheme, viewport })
    }
  }
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
}

/** The simulated plant, so that values are live. */
async function startPlant(stage: Stage): Promise<void> {
  const plant = spawn(
    process.execPath,
    [join(projectRoot, 'packages/simulator/src/main.ts'), '--plant', '--base', stage.platform.baseUrl],
    { stdio: 'ignore' },
  )
  cleanUps.push(() => plant.kill())
  await until(
    'the plant to be active',
    async () => {
      const { data } = await stage.call<{ data: { active: boolean }[] }>(
        'GET',
        '/api/tenant/deviceInfos?pageSize=100&page=0',
      )
      return data.filter(({ active }) => !active).length
    },
    (inactive) => inactive === 0,
    plantMsMax,
  )
}

/** One alarm of each severity on a tank. */
async function raiseAlarms(stage: Stage): Promise<void> {
  const { id } = await stage.call<{ id: unknown }>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
  const alarms = [
    ['Level above limit', 'CRITICAL', 'ACTIVE_UNACK'],
    ['Inlet pressure', 'MAJOR', 'ACTIVE_UNACK'],
    ['Valve slow', 'MINOR', 'ACTIVE_ACK'],
    ['Calibration due', 'WARNING', 'CLEARED_UNACK'],
    ['No heartbeat', 'INDETERMINATE', 'CLEARED_ACK'],
  ]
  for (const [type, severity, status] of alarms) {
    await stage.call('POST', '/api/alarm', { type, severity, status, originator: id, details: { level: 93.5 } })
  }
}

/** Things of some kinds that were deleted. */
async function fillTrash(stage: Stage): Promise<void> {
  const things = [
    ['device', { name: 'Pump P-17', type: 'default' }],
    ['asset', { name: 'Old boiler house', type: 'building' }],
    ['customer', { title: 'Northern Foundry' }],
    ['dashboard', { title: 'Trial of spring' }],
  ] as const
  for (const [kind, body] of things) {
    const { id } = await stage.call<{ id: { id: string } }>('POST', `/api/${kind}`, body)
    await stage.call('DELETE', `/api/${kind}/${id.id}`)
  }
}

/** One at a URL, one whose file is missing. */
async function addPackages(stage: Stage): Promise<void> {
  const { id: deviceProfileId } = await stage.call<{ id: unknown }>('GET', '/api/deviceProfileInfo/default')
  const url = 'https://packages.example.org/gateway/agent-11.tar.gz'
  for (const part of [
    { type: 'FIRMWARE', title: 'Pump', version: '2.4.1' },
    { type: 'SOFTWARE', title: 'Gateway agent', version: '11', usesUrl: true, url },
  ]) {
    await stage.call('POST', '/api/otaPackage', { deviceProfileId, ...part })
  }
}

async function shootAs(page: Page, name: string): Promise<void> {
  // Fonts, and what has no sign of its own that it is drawn.
  await page.waitForLoadState('networkidle')
  // Widgets below the edge of the window are not drawn yet.
  const placeholders = () =>
    page.evaluate<number>(`[...document.querySelectorAll('.sd-skeleton')]
      .filter((one) => one.getBoundingClientRect().top < innerHeight).length`)
  await until('the last placeholder to go', placeholders, (count) => count === 0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.screenshot({ path: join(folder ?? '', `${name}.png`) })
}

async function visit(page: Page, dashboard: string, suffix: string): Promise<void> {
  const shoot = (name: string) => shootAs(page, `${name}-${suffix}`)
  await page.goto(dashboard)
  await page.getByLabel('Email').waitFor()
  if (!values.readme) await shoot('login')
  await enterAs(page, tenant)
  await page.locator('canvas').first().waitFor()
  await page.getByRole('img', { name: /^Site power: / }).waitFor()
  await shoot('dashboard')
  if (values.readme) return
  await page.goto('/home')
  await page.getByRole('heading', { name: 'Go to' }).waitFor()
  await page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem').first().waitFor()
  await shoot('home')
  await page.goto('/dashboards')
  await firstRow(page).click()
  await page.getByLabel('Title', { exact: true }).waitFor()
  await shoot('dashboards')
  await page.goto('/ruleChains')
  await firstRow(page).click()
  await page.getByRole('tab', { name: 'Nodes' }).click()
  await page.getByText('Post telemetry → Save Timeseries').waitFor()
  await shoot('rule-chains')
  await page.goto('/widgets-bundles')
  await firstRow(page).click()
  await page.getByRole('tab', { name: 'Widgets' }).click()
  await page.getByText('Simple card').waitFor()
  await shoot('widgets-library')
  await page.goto('/devices')
  const device = page
    .getByRole('main')
    .getByRole('button', { name: /Van V-06/ })
    .first()
  await device.waitFor()
  await shoot('devices')
  await device.click()
  await page.getByRole('tab', { name: 'Latest telemetry' }).click()
  await page.getByText('cargoTemperature').first().waitFor()
  // Phones have no room for the lines of the last day.
  if (!suffix.includes('phone')) await page.getByRole('img', { name: 'speed in the last 24 hours' }).waitFor()
  await shoot('details')
  await page.getByRole('tab', { name: 'Relations' }).click()
  await page
    .getByText('No relations')
    .or(page.getByRole('button', { name: 'Add relation' }))
    .first()
    .waitFor()
  await shoot('relations')
  await page.goto('/devices?textSearch=Tank%20T-01&tab=alarms')
  await page
    .getByRole('main')
    .getByRole('button', { name: /Tank T-01/ })
    .first()
    .click()
  await page.getByText('Level above limit').first().waitFor()
  await shoot('alarms')
  await page.goto('/deviceProfiles')
  await firstRow(page).click()
  await page.getByLabel('Name', { exact: true }).waitFor()
  await shoot('device-profile')
  await page.getByRole('tab', { name: 'Transport' }).click()
  await page.getByRole('combobox', { name: 'Transport', exact: true }).waitFor()
  await shoot('device-profile-transport')
  await page.goto('/deviceProfiles?add=true')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Boiler')
  for (const _ of ['details', 'transport']) {
    await page.getByRole('dialog').getByRole('button', { name: 'Next', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Add alarm rule' }).click()
  await page.getByLabel('Alarm type').fill('High temperature')
  await shoot('device-profile-alarm-rule')
  await page.goto('/otaUpdates')
  await firstRow(page).click()
  await page.getByLabel('Description').waitFor()
  await shoot('ota-package')
  await page.goto('/otaUpdates?add=true')
  await page.getByRole('dialog').getByText('Drop the package’s file here.').waitFor()
  await shoot('add-package')
  await page.goto('/usage')
  await page.getByRole('img', { name: /^Messages, / }).waitFor()
  await shoot('usage')
  await page.goto('/auditLogs')
  await page.getByText('Signed in').first().waitFor()
  await shoot('audit-logs')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('dialog').getByText('rows are exported').waitFor()
  await shoot('tables-export')
  await page.goto('/trash')
  await firstRow(page).waitFor()
  await shoot('trash')
  await firstRow(page).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor()
  await shoot('restore')
  await page.goto('/customers')
  await firstRow(page).click()
  await page.getByLabel('Title', { exact: true }).waitFor()
  await shoot('customer')
  await page.getByRole('button', { name: 'Manage users' }).first().click()
  await page.waitForURL((url) => url.pathname.endsWith('/users'))
  await firstRow(page).click()
  await page.getByLabel('Email', { exact: true }).waitFor()
  await shoot('user')
  await page.goto('/help/rule-nodes/filter-script')
  await page.getByRole('heading', { level: 1, name: 'Filter script' }).waitFor()
  await shoot('help')
  await page.goto('/profile')
  await page.getByLabel('Language').waitFor()
  await shoot('profile')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('New password', { exact: true }).fill('Tulip-742')
  await shoot('change-password')
  await page.keyboard.press('Escape')
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Add device' }).click()
  await page.getByLabel('Name', { exact: true }).fill(`Greenhouse ${suffix}`)
  await page.getByRole('button', { name: 'Create now' }).click()
  await page.getByText('Waiting for data…').waitFor()
  await shoot('connect')
}

/** Of the list of the page: a row of the table, on phones an item. */
function firstRow(page: Page) {
  return page.getByRole('main').locator('.sd-row-name, .sd-list-item').first()
}

async function visitAsAdministrator(page: Page, suffix: string): Promise<void> {
  await openAs(page, administrator, '/tenants')
  await firstRow(page).click()
  await page.getByLabel('Title', { exact: true }).waitFor()
  await shootAs(page, `tenant-${suffix}`)
  await page.goto('/tenantProfiles')
  await firstRow(page).click()
  await page.getByLabel('Devices', { exact: true }).waitFor()
  await shootAs(page, `tenant-profile-${suffix}`)
  await page.goto('/tenantProfiles?import=true')
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await shootAs(page, `import-${suffix}`)
  await page.goto('/settings/oauth2')
  await page.getByLabel('Offer sign-in with other providers').check()
  await page.getByRole('button', { name: 'Add application' }).click()
  await page.getByRole('textbox', { name: 'Package' }).waitFor()
  await shootAs(page, `oauth2-${suffix}`)
}
