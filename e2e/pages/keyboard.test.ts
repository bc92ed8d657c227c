/**
 * Most common tasks with the keyboard only: no pointer, no field filled by script. After a layer closes, focus returns
 * to the element that opened it; if an element is removed, focus moves to its neighbor.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { focused, hasFocus, pressTo, tabTo } from './focus.ts'
import { dialog, drawer, main } from './page-parts.ts'
import { customer, hasEntered, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after }, { env: { SONDE_LANGUAGES: 'en_US,de_DE' } })

/** Waits until the element has focus. */
const focusIs = (page: Page, locator: Locator, why: string) =>
  until(
    `the focus on ${locator} ${why}`,
    async () => ((await locator.count()) === 1 && (await hasFocus(locator)) ? 'there' : await focused(page)),
    (at) => at === 'there',
  )

/** Opens the menu of a button and chooses an item. */
async function choose(page: Page, button: Locator, item: string): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await pressTo(page, 'ArrowDown', page.getByRole('menuitem', { name: item, exact: true }), 20)
  await page.keyboard.press('Enter')
}

/** Replaces the content of the focused field. */
async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

async function enter(page: Page, path: string, account = tenant): Promise<void> {
  await page.goto(path)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(account.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await hasEntered(page, path)
}

interface Made {
  readonly name: string
  readonly id: { readonly entityType: string; readonly id: string }
}

const make = (name: string) => stage.call<Made>('POST', '/api/device', { name, type: 'default' })

const row = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const more = (page: Page, name: string) => page.getByRole('button', { name: `More: ${name}`, exact: true })
const isGone = { state: 'detached' } as const

/** Opens a tab in the device's drawer, starting from the filtered list. */
async function openTab(page: Page, name: string, tab: string): Promise<void> {
  await enter(page, `/devices?textSearch=${encodeURIComponent(name)}`)
  await tabTo(page, row(page, name))
  await page.keyboard.press('Enter')
  await tabTo(page, drawer(page, name).getByRole('tab', { name: 'Details' }))
  await pressTo(page, 'ArrowRight', drawer(page, name).getByRole('tab', { name: tab, exact: true }), 12)
}

test('signing in', () =>
  stage.play(async (page) => {
    await page.goto('/devices')
    await page.getByLabel('Email').waitFor()
    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type(tenant.email)
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await write(page, tenant.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
  }))

test('going to a page by its letter, and by the palette', () =>
  stage.play(async (page) => {
    await enter(page, '/devices?textSearch=Tank%20T-01')
    await row(page, 'Tank T-01').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()

    const first = main(page).locator('[data-row][tabindex="0"]')
    await tabTo(page, first)
    const palette = dialog(page, 'Search and commands')
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor(isGone)
    await focusIs(page, first, 'after the palette')
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.type('Audit')
    await palette.getByRole('option', { name: /Audit/ }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/auditLogs')
  }))

test('searching a list, opening a row, the next one, closing', () =>
  stage.play(async (page) => {
    await enter(page, '/devices?property=name&direction=ASC')
    await page.getByText('1–13 of ').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('Tank T-0')
    await row(page, 'Tank T-02').waitFor()
    await row(page, 'Meter M-01').waitFor(isGone)
    await tabTo(page, row(page, 'Tank T-01'))
    await page.keyboard.press('Enter')
    await drawer(page, 'Tank T-01').waitFor()
    await focusIs(page, row(page, 'Tank T-01'), 'beside its drawer')
    await page.keyboard.press('ArrowDown')
    await drawer(page, 'Tank T-02').waitFor()
    await focusIs(page, row(page, 'Tank T-02'), 'after the step')
    await page.keyboard.press('Escape')
    await drawer(page, 'Tank T-02').waitFor(isGone)
    await focusIs(page, row(page, 'Tank T-02'), 'after the drawer')

    // From inside the drawer.
    await page.keyboard.press('Enter')
    await tabTo(page, drawer(page, 'Tank T-02').getByRole('button', { name: 'Next', exact: true }))
    await page.keyboard.press('Enter')
    await drawer(page, 'Tank T-03').getByRole('heading', { name: 'Tank T-03' }).waitFor()
    await focusIs(page, drawer(page, 'Tank T-03').getByRole('button', { name: 'Next', exact: true }), 'after stepping')
    await page.keyboard.press('Escape')
    await drawer(page, 'Tank T-03').waitFor(isGone)
    await focusIs(page, row(page, 'Tank T-03'), 'after the drawer that had it')
  }))

test('a table has one row in the tab order; arrows move through its controls and the rows', () =>
  stage.play(async (page) => {
    await enter(page, '/devices?textSearch=Tank&property=name&direction=ASC')
    await row(page, 'Tank T-03').waitFor()
    const check = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
    await tabTo(page, check('Tank T-01'))
    await page.keyboard.press('ArrowDown')
    await focusIs(page, check('Tank T-02'), 'one row below')
    await page.keyboard.press('Space')
    assert.equal(await check('Tank T-02').isChecked(), true)
    await page.keyboard.press('ArrowRight')
    await focusIs(page, row(page, 'Tank T-02'), 'next to its check box')
    await page.keyboard.press('ArrowDown')
    await focusIs(page, row(page, 'Tank T-03'), 'one row below')
    await pressTo(page, 'ArrowRight', more(page, 'Tank T-03'), 5)
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await focusIs(page, more(page, 'Tank T-03'), 'after its menu')
    // The table is left in one step, and entered where it was left.
    await page.keyboard.press('Tab')
    assert.equal(await main(page).locator('tbody :focus').count(), 0, `Tab went to ${await focused(page)}.`)
    await page.keyboard.press('Shift+Tab')
    await focusIs(page, more(page, 'Tank T-03'), 'on the way back')
  }))

test('adding a device', () =>
  stage.play(async (page) => {
    await enter(page, '/devices')
    const add = page.getByRole('button', { name: 'Add device', exact: true })
    await tabTo(page, add)
    await page.keyboard.press('Enter')
    const wizard = dialog(page, 'Add device')
    await wizard.waitFor()
    await page.keyboard.press('Escape')
    await wizard.waitFor(isGone)
    await focusIs(page, add, 'after the dialog was left')

    await page.keyboard.press('Enter')
    const name = wizard.getByLabel('Name', { exact: true })
    await focusIs(page, name, 'in the dialog')
    await page.keyboard.press('Enter')
    await wizard.getByText('Enter a name.').waitFor()
    await focusIs(page, name, 'with its fault')
    await page.keyboard.type('Keyboard made')
    await page.keyboard.press('Enter')
    await wizard.getByLabel('Credentials type').waitFor()
    await tabTo(page, wizard.getByRole('button', { name: 'Next' }))
    await page.keyboard.press('Enter')
    await wizard.getByLabel('Customer').waitFor()
    await tabTo(page, wizard.getByRole('button', { name: 'Create device' }))
    await page.keyboard.press('Enter')
    await wizard.getByText('Waiting for data…').waitFor()
    await tabTo(page, wizard.getByRole('button', { name: 'Done' }))
    await page.keyboard.press('Enter')
    await wizard.waitFor(isGone)
    await row(page, 'Keyboard made').waitFor()
    await focusIs(page, add, 'after the dialog')
  }))

test('changing the label of a device', async () => {
  const { name, id } = await make('Keyboard label')
  const labelOf = async () => (await stage.call<{ label: string }>('GET', `/api/device/${id.id}`)).label
  await stage.play(async (page) => {
    await openTab(page, name, 'Details')
    const label = drawer(page, name).getByRole('textbox', { name: /^Label/ })
    const bar = drawer(page, name).getByText('1 unsaved change')
    await tabTo(page, label)
    await write(page, 'Hall 7')
    await bar.waitFor()
    // With the keyboard shortcut, from the field.
    await page.keyboard.press('Control+s')
    await bar.waitFor(isGone)
    assert.equal(await labelOf(), 'Hall 7')
    await focusIs(page, label, 'after saving by key')

    // With the button, which disappears together with its bar.
    await write(page, 'Hall 8')
    await bar.waitFor()
    await tabTo(page, drawer(page, name).getByRole('button', { name: 'Save', exact: true }))
    await page.keyboard.press('Enter')
    await bar.waitFor(isGone)
    assert.equal(await labelOf(), 'Hall 8')
    assert.notEqual(await focused(page), 'body', 'The focus went with the save bar.')
    assert.equal(await drawer(page, name).locator(':focus').count(), 1, `It went to ${await focused(page)}.`)
    await page.keyboard.press('Escape')
    await focusIs(page, row(page, name), 'after the drawer')
  })
})

test('adding and changing a server attribute', async () => {
  const { name } = await make('Keyboard attribute')
  await stage.play(async (page) => {
    await openTab(page, name, 'Attributes')
    const server = page.getByRole('radio', { name: 'Server' })
    if ((await server.getAttribute('aria-checked')) !== 'true') {
      await tabTo(page, page.getByRole('tabpanel').getByRole('radio', { checked: true }))
      await pressTo(page, 'ArrowRight', server, 3)
    }
    const cell = (value: string) => page.getByRole('row', { name: /limit/ }).getByRole('cell', { name: value })
    const openAdd = page.getByRole('button', { name: 'Add attribute' }).first()
    await tabTo(page, openAdd)
    await page.keyboard.press('Enter')
    const add = dialog(page, 'Add attribute')
    await focusIs(page, add.getByLabel('Key'), 'in the dialog')
    await page.keyboard.type('limit')
    await tabTo(page, add.getByLabel('Type'))
    await page.keyboard.type('Integer')
    await tabTo(page, add.getByLabel('Value'))
    await page.keyboard.type('41')
    await page.keyboard.press('Enter')
    await add.waitFor(isGone)
    await cell('41').waitFor()
    await focusIs(page, openAdd, 'after the dialog')

    const openEdit = page.getByRole('button', { name: 'Edit limit' })
    await tabTo(page, openEdit)
    await page.keyboard.press('Enter')
    const edit = dialog(page, 'Edit limit')
    await edit.waitFor()
    await tabTo(page, edit.getByLabel('Value'))
    await write(page, '42')
    await page.keyboard.press('Enter')
    await edit.waitFor(isGone)
    await cell('42').waitFor()
    await focusIs(page, openEdit, 'after the dialog')
  })
})

test('acknowledging and clearing an alarm', async () => {
  const { name, id } = await make('Keyboard alarm')
  const raised = await stage.call<Made>('POST', '/api/alarm', {
    type: 'Level above limit',
    severity: 'CRITICAL',
    status: 'ACTIVE_UNACK',
    originator: id,
  })
  await stage.play(async (page) => {
    await openTab(page, name, 'Alarms')
    const opener = drawer(page, name).getByRole('button', { name: 'Level above limit', exact: true })
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    const alarm = dialog(page, 'Level above limit')
    await tabTo(page, alarm.getByRole('button', { name: 'Acknowledge' }))
    await page.keyboard.press('Enter')
    await focusIs(page, alarm.getByRole('button', { name: 'Clear' }), 'after acknowledging')
    await page.keyboard.press('Enter')
    await focusIs(page, alarm.getByRole('button', { name: 'Shelve…' }), 'after clearing')
    const { status } = await stage.call<{ status: string }>('GET', `/api/alarm/${raised.id.id}`)
    assert.equal(status, 'CLEARED_ACK')
    await page.keyboard.press('Escape')
    await alarm.waitFor(isGone)
    await focusIs(page, opener, 'after the dialog')
  })
})

test('assigning a device to a customer', async () => {
  const { name, id } = await make('Keyboard assigned')
  const { data } = await stage.call<{ data: { title: string; name: string }[] }>(
    'GET',
    '/api/customers?pageSize=10&page=0',
  )
  const title = data.find((one) => one.title !== 'Public')?.title
  assert.ok(title, 'The demo has no customer.')
  await stage.play(async (page) => {
    await enter(page, `/devices?textSearch=${encodeURIComponent(name)}`)
    await row(page, name).waitFor()
    await choose(page, more(page, name), 'Assign to customer')
    const box = dialog(page, `Assign ${name} to a customer`)
    await focusIs(page, box.getByRole('combobox'), 'in the dialog')
    await page.keyboard.press('Escape')
    await box.waitFor(isGone)
    await focusIs(page, more(page, name), 'after the dialog was left')

    await choose(page, more(page, name), 'Assign to customer')
    await focusIs(page, box.getByRole('combobox'), 'in the dialog')
    await page.keyboard.type(title)
    await box.getByRole('option', { name: title }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(page, box.getByRole('button', { name: 'Assign', exact: true }))
    await page.keyboard.press('Enter')
    await page.getByText(`${name} assigned to ${title}`).waitFor()
    await box.waitFor(isGone)
    await focusIs(page, more(page, name), 'after the dialog')
    const { customerTitle } = await stage.call<{ customerTitle: string }>('GET', `/api/device/info/${id.id}`)
    assert.equal(customerTitle, title)
  })
})

test('deleting a device, and taking it back', async () => {
  const [gone, stays] = [await make('Keyboard gone 1'), await make('Keyboard gone 2')]
  await stage.play(async (page) => {
    await enter(page, '/devices?textSearch=Keyboard%20gone&property=name&direction=ASC')
    await row(page, stays.name).waitFor()
    await choose(page, more(page, gone.name), 'Delete device')
    await row(page, gone.name).waitFor(isGone)
    await focusIs(page, row(page, stays.name), 'after the row beside it went')
    const undo = page
      .getByRole('status')
      .filter({ hasText: `${gone.name} deleted` })
      .getByRole('button', { name: 'Undo' })
    await tabTo(page, undo)
    await page.keyboard.press('Enter')
    await undo.waitFor(isGone)
    await row(page, gone.name).waitFor()
    assert.doesNotMatch(await focused(page), /^(body|nothing)/, 'The focus went with the toast.')
    await stage.call('GET', `/api/device/${gone.id.id}`)
  })
})

test('changing the formats on the profile, and signing out', () =>
  stage.play(async (page) => {
    await enter(page, '/devices', customer)
    const account = page.getByRole('button', { name: /^Account of / })
    await tabTo(page, account)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
    await page.keyboard.press('Escape')
    await focusIs(page, account, 'after the menu')
    await choose(page, account, 'Profile')
    await page.waitForURL('**/profile')
    const formats = page.getByLabel('Dates and numbers')
    await formats.waitFor()
    await tabTo(page, formats)
    await page.keyboard.type('Deutsch')
    assert.equal(await formats.inputValue(), 'de_DE')
    await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
    await page.keyboard.press('Enter')
    await page.getByText('Profile saved').waitFor()
    await page.getByText(/Last sign-in \d+\. [A-Z]/).waitFor()
    assert.doesNotMatch(await focused(page), /^(body|nothing)/, 'The focus went with the save bar.')

    await choose(page, account, 'Sign out')
    await page.getByLabel('Email').waitFor()
    await tabTo(page, page.getByLabel('Email'))
  }))

test('exporting a table as CSV', () =>
  stage.play(async (page) => {
    await enter(page, '/devices?textSearch=Tank')
    await row(page, 'Tank T-01').waitFor()
    const opener = page.getByRole('button', { name: 'Export', exact: true }).first()
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    const box = dialog(page, 'Export: Devices')
    await box.waitFor()
    const download = page.waitForEvent('download')
    await tabTo(page, box.getByRole('button', { name: 'Export', exact: true }))
    await page.keyboard.press('Enter')
    assert.match((await download).suggestedFilename(), /^devices-.*\.csv$/)
    await box.getByText(/saved to /).waitFor()
    await tabTo(page, box.getByRole('button', { name: 'Close', exact: true }).last())
    await page.keyboard.press('Enter')
    await box.waitFor(isGone)
    await focusIs(page, opener, 'after the dialog')
  }))
