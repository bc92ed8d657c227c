/** Places for the pictures of `npm run shots`: every page, and the most common layers. */

import type { Page } from 'playwright-core'
import { showLimits } from './limit-scene.ts'
import { entries } from './page-parts.ts'

export interface Shot {
  /** Prefix of the file name. */
  readonly name: string
  readonly role: 'visitor' | 'tenant' | 'administrator' | 'customer'
  /** `DASHBOARD` is replaced with the id of the plant's dashboard. */
  readonly path: string
  /** Action on the page before the picture is taken. */
  readonly open?: (page: Page) => Promise<unknown>
}

/** First entry of the list: a table row, or an item on phones. */
const firstRow = (page: Page) => entries(page).first()

const row = (name: RegExp) => (page: Page) => entries(page).filter({ hasText: name }).first().click()

async function openFirst(page: Page): Promise<void> {
  await firstRow(page).click()
  await page.locator('.sd-drawer').getByRole('heading').first().waitFor()
}

/** For lists whose rows open a page. */
async function openDetails(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^More: / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Details', exact: true }).click()
  await page.locator('.sd-drawer').getByRole('heading').first().waitFor()
}

async function openCustomers(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^More: Riverside Works/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Manage customers' }).click()
  await page
    .getByText(/devices on this dashboard/)
    .first()
    .waitFor()
}

/** Opens a tab in the drawer of the row with this name. */
const tabOf = (name: RegExp, tab: string) => async (page: Page) => {
  await row(name)(page)
  await page.getByRole('tab', { name: tab }).click()
  // The tab's code may be loaded on first use.
  await page.getByRole('tabpanel').locator(':scope > *').first().waitFor()
}

async function addAlarmRule(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Boiler')
  for (const _ of ['details', 'transport']) await dialog.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('button', { name: 'Add alarm rule' }).click()
  await page.getByLabel('Alarm type').fill('High temperature')
}

/** Limits of a busy tenant, with one of them open. */
async function openLimit(page: Page): Promise<void> {
  await showLimits(page)
  await page.reload()
  const limit = page.getByRole('button', { name: 'Details of Transport messages' })
  await limit.waitFor()
  if ((await limit.getAttribute('aria-expanded')) === 'false') await limit.click()
  await page.getByRole('img', { name: /^Transport messages: / }).waitFor()
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Opens the first alarm of the list: in a drawer, or a sheet on phones. */
async function openAlarm(page: Page): Promise<void> {
  await firstRow(page).click()
  await page.locator('.sd-drawer').getByRole('heading', { name: 'Times' }).waitFor()
  await page.locator('.sd-drawer').getByRole('img').first().waitFor()
}

/** Opens the first alarm of the bell, above another page. */
async function openBellAlarm(page: Page): Promise<void> {
  await press(/^Alarms, /)(page)
  await page.locator('.sd-bell-panel li button').first().click()
  await page.getByRole('heading', { name: 'Times' }).waitFor()
}

async function shelveAlarm(page: Page): Promise<void> {
  await openAlarm(page)
  await page.locator('.sd-drawer').getByRole('button', { name: 'Shelve…' }).click()
  await page.getByRole('dialog', { name: /^Shelve/ }).waitFor()
}

/** Chart of a telemetry key in the drawer. */
async function openCurve(page: Page): Promise<void> {
  await tabOf(/Tank T-01/, 'Latest telemetry')(page)
  await page.locator('.sd-values-open').filter({ hasText: 'level' }).click()
  await page.locator('.sd-value-chart').getByRole('img').first().waitFor()
}

/** Shows two keys of two devices in the Explore page. */
async function openSeries(page: Page): Promise<void> {
  const finder = page.getByRole('combobox', { name: 'Add series' })
  const open = page.getByRole('button', { name: 'Add series' }).first()
  await finder.or(open).first().waitFor()
  for (const search of ['Tank T-01 level', 'Tank T-05 level']) {
    // On narrow pages, the search is in a layer.
    if (!(await finder.isVisible())) await open.click()
    await finder.fill(search)
    await page.getByRole('option').first().waitFor()
    await finder.press('ArrowDown')
    await finder.press('Enter')
  }
  await page.getByRole('img', { name: /level/ }).first().waitFor()
}

async function selectRows(page: Page): Promise<void> {
  // On phones, the check boxes come after a press of `Select`.
  const select = page.getByRole('main').getByRole('button', { name: 'Select', exact: true })
  const all = page.getByRole('checkbox', { name: 'Select all rows on this page' })
  await select.or(all).first().waitFor()
  if (await select.isVisible()) await select.click()
  await all.click()
}

async function editRows(page: Page): Promise<void> {
  await selectRows(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
}

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('tank')
  await palette
    .getByRole('option', { name: /Tank T-01/ })
    .first()
    .waitFor()
}

/** Opens a list below the first entry of a list, such as the users of a customer. */
const openBelow = (button: RegExp) => async (page: Page) => {
  await openFirst(page)
  await page.locator('.sd-drawer').getByRole('button', { name: button }).click()
  await page.waitForURL(/\/(customers|tenants)\/[^/]+\//)
  await firstRow(page).waitFor()
}

/** Opens the side menu, which wide windows show permanently. */
async function openSideMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
  const button = page.getByRole('button', { name: 'Open menu' })
  if (await button.isVisible()) await button.click()
}

async function openShortcuts(page: Page): Promise<void> {
  await firstRow(page).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
}

const of = (
  role: Shot['role'],
  ...list: readonly (readonly [name: string, path: string, open?: Shot['open']])[]
): Shot[] => list.map(([name, path, open]) => ({ name, role, path, ...(open && { open }) }))

export const shots: readonly Shot[] = [
  ...of(
    'visitor',
    ['login', '/login'],
    ['reset-password', '/login/resetPasswordRequest'],
    ['create-password', '/login/createPassword?activateToken=token'],
    ['link-ended', '/login/linkEnded'],
    ['api', '/api/v2/docs', (page) => page.locator('.opblock-tag').first().waitFor()],
  ),
  ...of(
    'tenant',
    ['home', '/home', (page) => page.getByRole('heading', { name: 'Go to' }).waitFor()],
    ['dashboards', '/dashboards'],
    ['dashboard-details', '/dashboards', openDetails],
    ['dashboard-customers', '/dashboards', openCustomers],
    ['dashboard', '/dashboards/DASHBOARD', (page) => page.locator('canvas').first().waitFor()],
    ['devices', '/devices'],
    ['device-details', '/devices', openFirst],
    ['device-telemetry', '/devices?textSearch=Van', tabOf(/Van V-06/, 'Latest telemetry')],
    ['device-attributes', '/devices?textSearch=Van', tabOf(/Van V-06/, 'Attributes')],
    ['device-alarms', '/devices?textSearch=Tank', tabOf(/Tank T-01/, 'Alarms')],
    ['device-events', '/devices?textSearch=Tank', tabOf(/Tank T-01/, 'Events')],
    ['device-relations', '/devices?textSearch=Tank', tabOf(/Tank T-01/, 'Relations')],
    ['device-audit', '/devices?textSearch=Tank', tabOf(/Tank T-01/, 'Audit log')],
    ['add-device', '/devices', press('Add device')],
    ['import-devices', '/devices?import=true'],
    ['nothing-found', '/devices?textSearch=nothing%20of%20this%20name'],
    ['assets', '/assets'],
    ['entity-views', '/entityViews'],
    ['edges', '/edgeInstances'],
    ['customers', '/customers'],
    ['customer-details', '/customers', openFirst],
    ['device-profiles', '/deviceProfiles'],
    ['device-profile-details', '/deviceProfiles', openFirst],
    ['device-profile-transport', '/deviceProfiles', tabOf(/./, 'Transport')],
    ['device-profile-alarm-rule', '/deviceProfiles?add=true', addAlarmRule],
    ['ota-updates', '/otaUpdates'],
    ['ota-package', '/otaUpdates', openFirst],
    [
      'add-package',
      '/otaUpdates?add=true',
      (page) => page.getByRole('dialog').getByText('Drop the package file here.').waitFor(),
    ],
    ['rule-chains', '/ruleChains'],
    ['rule-chain-nodes', '/ruleChains', tabOf(/./, 'Nodes')],
    ['alarms', '/alarms', (page) => firstRow(page).waitFor()],
    ['alarm-details', '/alarms', openAlarm],
    ['shelve-alarm', '/alarms', shelveAlarm],
    ['alarm-bell', '/devices', press(/^Alarms, /)],
    ['alarm-of-bell', '/devices', openBellAlarm],
    ['devices-selected', '/devices', selectRows],
    ['devices-edit', '/devices', editRows],
    ['device-rpc', '/devices?textSearch=Tank', tabOf(/Tank T-01/, 'RPC')],
    ['value-chart', '/devices?textSearch=Tank', openCurve],
    ['palette', '/home', openPalette],
    ['deleted-device', '/devices/6f8d5ad0-1111-4222-8333-00000000000b'],
    ['asset-details', '/assets', openFirst],
    ['edge-rule-chains', '/edgeManagement/ruleChains'],
    ['explore-series', '/explore', openSeries],
    ['explore', '/explore', (page) => page.getByRole('heading', { name: 'Nothing to compare yet' }).waitFor()],
    ['dead-letters', '/deadLetters', (page) => firstRow(page).waitFor()],
    ['dead-letter', '/deadLetters', openFirst],
    ['widgets-library', '/widgets-bundles'],
    ['widgets-bundle', '/widgets-bundles', tabOf(/./, 'Widgets')],
    ['usage', '/usage', (page) => page.getByRole('img', { name: /^Messages, / }).waitFor()],
    ['limits', '/usage?view=limits', openLimit],
    ['audit-logs', '/auditLogs', (page) => page.getByText('Signed in').first().waitFor()],
    [
      'tables-export',
      '/auditLogs',
      async (page) => {
        await page.getByRole('button', { name: 'Export', exact: true }).click()
        await page.getByRole('dialog').getByText('with the current search').waitFor()
      },
    ],
    ['trash', '/trash', (page) => firstRow(page).waitFor()],
    [
      'restore',
      '/trash',
      async (page) => {
        await firstRow(page).click()
        await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor()
      },
    ],
    ['resources', '/settings/resources-library'],
    ['settings-home', '/settings/home'],
    ['settings-keys', '/settings/keys'],
    ['settings-device-acceptance', '/settings/device-acceptance'],
    ['profile', '/profile'],
    [
      'change-password',
      '/profile',
      async (page) => {
        await page.getByRole('button', { name: 'Change password' }).click()
        await page.getByLabel('New password', { exact: true }).fill('Tulip-742')
      },
    ],
    ['help', '/help/rule-nodes/filter-script'],
    ['help-index', '/help/index'],
    ['customer-users', '/customers', openBelow(/^Users/)],
    ['customer-entities', '/customers', openBelow(/^Devices/)],
    ['side-menu', '/devices', openSideMenu],
    ['user-menu', '/devices', press(/^Account of/)],
    ['shortcuts', '/devices', openShortcuts],
    ['time-window', '/dashboards/DASHBOARD', press(/^Time window: /)],
    ['dashboard-editor', '/dashboards/DASHBOARD', press(/^Edit dashboard$/)],
    ['not-found', '/nothing-here'],
  ),
  ...of(
    'administrator',
    ['administrator-home', '/home', (page) => page.getByRole('heading', { name: 'Go to' }).waitFor()],
    ['tenants', '/tenants'],
    ['tenant-details', '/tenants', openFirst],
    ['tenant-users', '/tenants', openBelow(/^Manage administrators/)],
    ['tenant-profiles', '/tenantProfiles'],
    ['tenant-profile-details', '/tenantProfiles', openFirst],
    ['administrator-dead-letters', '/deadLetters', (page) => firstRow(page).waitFor()],
    ['settings-general', '/settings/general'],
    ['settings-mail', '/settings/outgoing-mail'],
    ['settings-sms', '/settings/sms-provider'],
    ['settings-security', '/settings/security-settings'],
    ['settings-oauth2', '/settings/oauth2', (page) => page.getByText('isn’t available').first().waitFor()],
  ),
  ...of(
    'customer',
    ['customer-home', '/home'],
    ['customer-alarms', '/alarms'],
    ['customer-devices', '/devices'],
    ['customer-dashboards', '/dashboards'],
  ),
]
