/** Common features of tables: export, saved views, columns, bulk edit; and the export of telemetry. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test, { after } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { rows } from './page-parts.ts'
import { administrator, customer, openAs, openStage, phone, tenant, until } from './stage.ts'

const stage = await openStage({ after })

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search devices' })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** Waits until these are the first columns of the table. */
const headsBegin = (page: Page, names: readonly string[]) =>
  until(
    `columns that begin with ${names.join(', ')}`,
    async () => (await page.getByRole('columnheader').allInnerTexts()).filter(Boolean),
    (heads) => names.every((name, at) => heads[at] === name),
  )

/** Opens the export of the page's table and returns the file that `choose` downloads. */
async function exported(page: Page, choose: (box: ReturnType<typeof dialog>) => Promise<void>) {
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const box = dialog(page, /^Export/)
  await box.waitFor()
  await choose(box)
  const download = page.waitForEvent('download')
  await box.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await download
  await box.getByText(/ saved to /).waitFor()
  await box.getByRole('button', { name: 'Close', exact: true }).last().click()
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}
const linesOf = (bytes: Buffer) => bytes.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n')
const today = () => new Date().toISOString().slice(0, 10)

/** Text of a part of a ZIP archive, found by its central directory. */
function partOf(archive: Buffer, wanted: string): string {
  let at = archive.readUInt32LE(archive.length - 22 + 16)
  for (;;) {
    const nameLength = archive.readUInt16LE(at + 28)
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === wanted) break
    at += 46 + nameLength
  }
  const offset = archive.readUInt32LE(at + 42)
  const start = offset + 30 + archive.readUInt16LE(offset + 26)
  return inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(at + 20))).toString('utf8')
}

test('a list is exported as it is searched and sorted, and nothing in it can be run', () =>
  stage.play(async (page) => {
    await stage.call('POST', '/api/device', { name: '=Pump P-99,"x"', label: '@home', type: 'default' })
    await openAs(page, tenant, '/devices?textSearch=Pump&property=name&direction=ASC')
    await page.getByText('1–9 of 9').waitFor()
    const csv = await exported(page, async (box) => {
      await box.getByText('Exports 9 rows').waitFor()
      await box.getByRole('radio', { name: /^All/ }).click()
    })
    assert.equal(csv.name, `devices-${today()}.csv`)
    const [head, first, second] = linesOf(csv.bytes)
    assert.match(head ?? '', /^Name,Profile,State,Alarm,Last activity,Label,Customer,Created,Description,Gateway,ID$/)
    assert.match(
      first ?? '',
      /^"'=Pump P-99,""x""",default,Inactive,,,'@home,,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,,No,[\da-f-]{36}$/,
    )
    assert.match(second ?? '', /^Pump P-01,/)
    assert.equal(linesOf(csv.bytes).length, 10)

    const xlsx = await exported(page, async (box) => {
      await box.getByRole('radio', { name: 'Excel (XLSX)' }).click()
    })
    assert.equal(xlsx.name, `devices-${today()}.xlsx`)
    const sheet = partOf(xlsx.bytes, 'xl/worksheets/sheet1.xml')
    assert.equal(sheet.match(/<row /g)?.length, 10)
    assert.match(sheet, /<t xml:space="preserve">=Pump P-99,&quot;x&quot;<\/t>/)
    assert.doesNotMatch(sheet, /<f>/)
  }))

test('30,000 rows: progress, stop, failure, go on; the page stays at hand', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await rows(page).nth(9).waitFor()
    const total = 30_000
    let requested = 0
    let isDown = true
    const failsAt = 12
    await page.route('**/api/tenant/deviceInfos?pageSize=1000&**', async (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('page'))
      requested += 1
      if (at === failsAt && isDown) return route.fulfill({ status: 500, json: { message: 'Out of order.' } })
      const data = Array.from({ length: 1000 }, (_, by) => deviceOf(at * 1000 + by))
      return route.fulfill({ json: { data, totalElements: total, totalPages: 30, hasNext: at < 29 } })
    })
    await page.route('**/api/entitiesQuery/find', (route) =>
      route.fulfill({ json: { data: [], totalElements: 0, totalPages: 0, hasNext: false } }),
    )
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const box = dialog(page, 'Export: Devices')
    await box.getByRole('radio', { name: 'Excel (XLSX)' }).click()
    await box.getByRole('button', { name: 'Export', exact: true }).click()
    await box.getByText(/^[1-9][\d,]*000 rows so far$/).waitFor()
    await box.getByRole('button', { name: 'Stop' }).click()
    await box.getByText('Export stopped').waitFor()
    const before = requested
    await box.getByRole('button', { name: 'Continue' }).click()
    await box.getByRole('alert').getByText('Out of order.').waitFor()
    await box.getByText('12,000 rows so far').waitFor()
    await box.getByRole('button', { name: 'Save 12,000 rows' }).waitFor()
    isDown = false
    const download = page.waitForEvent('download', { timeout: 60_000 })
    await box.getByRole('button', { name: 'Retry' }).click()
    const file = await download
    await box.getByText(/^30,000 rows saved to devices-/).waitFor()
    assert.ok(requested - before <= 32, `Pages were asked for twice: ${requested}`)
    const sheet = partOf(readFileSync(await file.path()), 'xl/worksheets/sheet1.xml')
    assert.equal(sheet.match(/<row /g)?.length, total + 1)
    assert.match(sheet, /Device 29999</)
  }))

const nil = '13814000-1dd2-11b2-8080-808080808080'
const deviceOf = (at: number) => ({
  id: { entityType: 'DEVICE', id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` },
  createdTime: 1_763_000_000_000 + at,
  tenantId: { entityType: 'TENANT', id: nil },
  customerId: { entityType: 'CUSTOMER', id: nil },
  deviceProfileId: { entityType: 'DEVICE_PROFILE', id: nil },
  name: `Device ${at}`,
  type: 'default',
  label: `Hall ${at % 7}`,
  additionalInfo: null,
  customerTitle: null,
  customerIsPublic: false,
  deviceProfileName: 'default',
  active: at % 2 === 0,
})

for (const [who, account] of Object.entries({ tenant, customer })) {
  test(`views are saved, found on another machine, opened with and deleted: ${who}`, async () => {
    await stage.play(async (page) => {
      await openAs(page, account, '/devices')
      await rows(page).first().waitFor()
      await search(page).fill('Tank')
      await page.waitForURL((url) => url.searchParams.get('textSearch') === 'Tank')
      await page.getByRole('button', { name: 'Columns' }).click()
      await dialog(page, 'Columns').getByLabel('Label', { exact: true }).click()
      await page.waitForURL((url) => url.searchParams.has('columns'))
      await page.getByRole('columnheader', { name: 'Label' }).waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await dialog(page, 'Columns').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save this view…' }).click()
      const box = dialog(page, 'Save view')
      await box.getByRole('button', { name: 'Save' }).click()
      await box.getByText('Enter a name.').waitFor()
      await box.getByLabel('Name').fill('Tanks')
      await box.getByLabel('Open the table with this view').check()
      await box.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Views, current: Tanks' }).waitFor()
    })
    // Another machine: only the account is known there.
    await stage.play(async (page) => {
      await openAs(page, account, '/devices')
      await page.waitForURL((url) => url.searchParams.get('textSearch') === 'Tank')
      await page.getByRole('button', { name: 'Views, current: Tanks' }).waitFor()
      await rows(page).first().waitFor()
      assert.equal(await search(page).inputValue(), 'Tank')
      assert.equal(await page.getByRole('columnheader', { name: 'Label' }).count(), 0)
      await page.getByRole('button', { name: 'Views, current: Tanks' }).click()
      await page.getByRole('menuitemradio', { name: 'Default view' }).click()
      await page.waitForURL((url) => url.search === '')
      await page.getByRole('columnheader', { name: 'Label' }).waitFor()
      await page.goBack()
      await page.waitForURL((url) => url.searchParams.get('textSearch') === 'Tank')
      await page.getByRole('button', { name: 'Views, current: Tanks' }).click()
      await page.getByRole('menuitem', { name: 'Manage views…' }).click()
      const box = dialog(page, 'Views of this table')
      await box.getByLabel('Name of view Tanks').fill('Cisterns')
      await box.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Views, current: Cisterns' }).click()
      await page.getByRole('menuitem', { name: 'Manage views…' }).click()
      await box.getByRole('button', { name: 'Delete Cisterns' }).click()
      await box.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Views', exact: true }).waitFor()
      await page.goto('/devices')
      await page.getByText(/of \d\d?$/).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('textSearch'), null)
    })
  })
}

test('what another page saved meanwhile is kept', () =>
  stage.play(async (page) => {
    await openAs(page, administrator, '/tenants')
    await page.getByText(/of \d+$/).waitFor()
    const save = async (name: string) => {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save this view…' }).click()
      await dialog(page, 'Save view').getByLabel('Name').fill(name)
      await dialog(page, 'Save view').getByRole('button', { name: 'Save' }).click()
      await page.getByText(`View ${name} saved`).waitFor()
    }
    const second = await page.context().newPage()
    await second.goto('/tenants')
    await second.getByText(/of \d+$/).waitFor()
    await save('First')
    await second.getByRole('button', { name: 'Views' }).click()
    await second.getByRole('menuitemradio', { name: 'First' }).waitFor()
    await second.close()
    await save('Second')
    await page.getByRole('button', { name: /^Views/ }).click()
    await page.getByRole('menuitemradio', { name: /First/ }).waitFor()
    await page.getByRole('menuitemradio', { name: /Second/ }).waitFor()
  }))

test('columns are moved by keyboard; order, size and columns are found again, on another machine too', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await rows(page).nth(9).waitFor()
    await page.getByRole('button', { name: 'Columns' }).focus()
    await page.keyboard.press('Enter')
    const box = dialog(page, 'Columns')
    const up = box.getByRole('button', { name: 'Move State toward the start' })
    await up.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('columns')?.startsWith('name,state,profile') ?? false)
    await until(
      'the focus to stay',
      () => page.evaluate<string>(`document.activeElement?.getAttribute('aria-label') ?? ''`),
      (name) => name === 'Move State toward the start',
    )
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('columns')?.startsWith('state,name') ?? false)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('20')
    await page.getByText('1–20 of').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Assets' }).click()
    await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Devices', exact: true }).click()
    await page.getByText('1–20 of').waitFor()
    await page.waitForURL((url) => url.searchParams.get('pageSize') === '20')
    await headsBegin(page, ['State', 'Name'])
    await until(
      'the platform to know',
      () => stage.call('GET', '/api/v2/user/settings/tableLayouts'),
      (layouts) => JSON.stringify(layouts).includes('"pageSize":"20"'),
    )
    // Another machine, which only knows the state stored on the server.
    await page.evaluate(`localStorage.clear()`)
    await openAs(page, tenant, '/devices')
    await page.getByText('1–20 of').waitFor()
    await headsBegin(page, ['State', 'Name'])
    await page.getByRole('button', { name: 'Columns' }).click()
    await box.getByRole('button', { name: 'Reset columns' }).click()
    await page.waitForURL((url) => !url.searchParams.has('columns'))
  }))

test('many devices are edited at once; what somebody else changed is told and written over on retry', () =>
  stage.play(async (page) => {
    for (const name of ['Edited 1', 'Edited 2', 'Edited 3']) {
      await stage.call('POST', '/api/device', {
        name,
        type: 'default',
        label: 'old',
        additionalInfo: { retained: name },
      })
    }
    await openAs(page, tenant, '/devices?textSearch=Edited')
    await page.getByText('1–3 of 3').waitFor()
    const named = (name: string) =>
      stage.call<{ label: string; type: string; additionalInfo: { retained?: string; description?: string } }>(
        'GET',
        `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`,
      )
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    const theirs = await named('Edited 2')
    await stage.call('POST', '/api/device', { ...theirs, label: 'theirs' })

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const box = dialog(page, 'Edit 3 devices')
    await box.getByRole('button', { name: 'Edit 3 devices' }).click()
    await box.getByText('Select at least one field.').waitFor()
    await box.getByLabel('Change label').check()
    await box.getByLabel('Label', { exact: true }).fill('x'.repeat(256))
    await box.getByLabel('Change description').check()
    await box.getByLabel('Description', { exact: true }).fill('In the yard')
    await box.getByRole('button', { name: 'Edit 3 devices' }).click()
    await box.getByText('Use at most 255 characters (now 256).').waitFor()
    await box.getByLabel('Label', { exact: true }).fill('new')
    await box.getByRole('button', { name: 'Edit 3 devices' }).click()
    await page.getByText('2 devices changed').waitFor()
    await page.getByText('Someone else changed Label. Retry to overwrite.').waitFor()
    assert.equal((await named('Edited 2')).label, 'theirs')
    assert.equal((await named('Edited 1')).label, 'new')
    await page.getByRole('button', { name: 'Retry failed' }).click()
    await page.getByText('1 device changed').waitFor()
    for (const name of ['Edited 1', 'Edited 2', 'Edited 3']) {
      const { label, additionalInfo } = await named(name)
      assert.equal(label, 'new')
      assert.equal(additionalInfo.retained, name)
      assert.equal(additionalInfo.description, 'In the yard')
    }
  }))

test('telemetry of a device: chosen keys, a stretch of time, as it came and in buckets', () =>
  stage.play(async (page) => {
    const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/device', {
      name: 'Recorder',
      type: 'default',
    })
    const start = Date.UTC(2026, 0, 1)
    const points = Array.from({ length: 1200 }, (_, at) => ({
      ts: start + at * 60_000,
      values: { level: at / 2, ...(at % 100 === 0 ? { note: `=${at}` } : {}) },
    }))
    await stage.call('POST', `/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, points)
    await openAs(page, tenant, `/devices/${id.id}?tab=telemetry`)
    await page.getByRole('row', { name: /level/ }).waitFor()
    await page.getByRole('button', { name: 'Export telemetry' }).click()
    const box = dialog(page, 'Export telemetry of Recorder')
    await box.getByRole('combobox', { name: 'Time range' }).selectOption({ label: 'Custom range' })
    await box.getByLabel('From', { exact: true }).fill('2026-01-01T10:00:00')
    await box.getByLabel('To', { exact: true }).fill('2026-01-01T09:00:00')
    await box.getByLabel('Maximum rows').fill('0')
    const start1 = box.getByRole('button', { name: 'Export', exact: true })
    await start1.click()
    await box.getByText('The end must be after the start.').waitFor()
    await box.getByText(/Enter a whole number from 1 to/).waitFor()
    await box.getByLabel('From', { exact: true }).fill('2026-01-01T00:00:00')
    await box.getByLabel('To', { exact: true }).fill('2026-01-02T00:00:00')
    await box.getByLabel('Maximum rows').fill('1000')
    const download = page.waitForEvent('download')
    await start1.click()
    const file = await download
    await box.getByText('There are more rows. The file ends after 1,000.').waitFor()
    const lines = linesOf(readFileSync(await file.path()))
    assert.equal(file.suggestedFilename(), `recorder-${today()}.csv`)
    assert.equal(lines[0], 'Time,UTC offset,level,note')
    assert.equal(lines[1], "2026-01-01 00:00:00.000,UTC+00:00,0,'=0")
    assert.equal(lines[2], '2026-01-01 00:01:00.000,UTC+00:00,0.5,')
    assert.equal(lines.length, 1001)
    await box.getByRole('button', { name: 'Close', exact: true }).last().click()

    await page.getByRole('button', { name: 'Export telemetry' }).click()
    await box.getByLabel('note', { exact: true }).uncheck()
    await box.getByRole('combobox', { name: 'Time range' }).selectOption({ label: 'Custom range' })
    await box.getByLabel('From', { exact: true }).fill('2026-01-01T00:00:00')
    await box.getByLabel('To', { exact: true }).fill('2026-01-01T20:00:00')
    await box.getByRole('combobox', { name: 'Values' }).selectOption({ label: 'Average' })
    await box.getByRole('combobox', { name: 'Interval' }).selectOption({ label: '1 hour' })
    await box.getByRole('radio', { name: 'Excel (XLSX)' }).click()
    const second = page.waitForEvent('download')
    await start1.click()
    const sheet = partOf(readFileSync(await (await second).path()), 'xl/worksheets/sheet1.xml')
    assert.equal(sheet.match(/<row /g)?.length, 21)
    assert.match(sheet, /<row r="2"><c r="A2" s="2"><v>46023<\/v><\/c><c r="B2".*>UTC\+00:00<.*<c r="C2"><v>14.75<\/v>/)
  }))

test('tables in tabs and the audit log are exported as they are filtered', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/auditLogs')
    await page.getByText(/of \d+$/).waitFor()
    const { bytes, name } = await exported(page, async () => {})
    assert.equal(name, `audit-log-${today()}.csv`)
    const [head, first] = linesOf(bytes)
    assert.equal(head, 'Time,Entity type,Entity,User,Action,Status')
    assert.match(first ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,[^,]+,.*,(Success|Failure)$/)

    const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name: 'Noted', type: 'default' })
    await stage.call('POST', `/api/plugins/telemetry/DEVICE/${id.id}/SERVER_SCOPE`, { limit: 4.5, note: '=1' })
    await page.goto(`/devices/${id.id}?tab=attributes`)
    await page.getByRole('radio', { name: 'Server' }).click()
    await page.getByRole('row', { name: /limit/ }).waitFor()
    await page.getByRole('searchbox').last().fill('n')
    await page.getByRole('row', { name: /limit/ }).waitFor({ state: 'detached' })
    const attributes = await exported(page, async () => {})
    assert.equal(attributes.name, `attributes-${today()}.csv`)
    assert.ok(linesOf(attributes.bytes).some((line) => line.startsWith("note,'=1,")))
    assert.ok(linesOf(attributes.bytes).every((line) => !line.startsWith('limit')))
  }))

test('axe finds nothing in the dialogs, and a phone has them in its menu', () =>
  stage.play(
    async (page) => {
      const found: string[] = []
      await openAs(page, tenant, '/devices')
      await rows(page).nth(9).waitFor()
      await page.getByRole('button', { name: 'Columns' }).click()
      found.push(...(await inspect(page, 'columns')))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await dialog(page, 'Export: Devices').waitFor()
      found.push(...(await inspect(page, 'export')))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Views' }).click()
      found.push(...(await inspect(page, 'views')))
      await page.getByRole('menuitem', { name: 'Save this view…' }).click()
      await dialog(page, 'Save view').waitFor()
      found.push(...(await inspect(page, 'save view')))
      await page.keyboard.press('Escape')
      await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      const edit = dialog(page, 'Edit 13 devices')
      for (const field of ['label', 'profile', 'description']) await edit.getByLabel(`Change ${field}`).check()
      found.push(...(await inspect(page, 'bulk edit')))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Discard changes' }).click()

      await page.setViewportSize(phone)
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Save this view…' }).waitFor()
      found.push(...(await inspect(page, 'menu of a phone')))
      await page.getByRole('menuitem', { name: 'Export' }).click()
      await dialog(page, 'Export: Devices').waitFor()
      found.push(...(await inspect(page, 'export on a phone')))
      assert.deepEqual(found, [])
    },
    { bypassCSP: true },
  ))
