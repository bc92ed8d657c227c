/** Entity views from a user's perspective: choosing keys, saving, and access by a customer. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { drawer } from './page-parts.ts'
import { openAs, openStage, tenant } from './stage.ts'

const stage = await openStage({ after })

interface StoredView {
  readonly entityId: { readonly entityType: string }
  readonly keys: unknown
  readonly startTimeMs: number
  readonly endTimeMs: number
}
const stored = (name: string) =>
  stage.call<StoredView>('GET', `/api/tenant/entityViews?entityViewName=${encodeURIComponent(name)}`)

test('a view is made of a device: keys by scope, a time, and its faults', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/entityViews')
    await page.getByRole('button', { name: 'Add entity view' }).first().click()
    const add = page.getByRole('dialog', { name: 'Add entity view' })
    const take = async (label: string, text: string) => {
      await add.getByRole('combobox', { name: label, exact: true }).fill(text)
      await add.getByRole('option', { name: text, exact: true }).click()
    }
    await add.getByLabel('Name', { exact: true }).fill('Tank for auditor')
    await take('Type', 'report')
    await add.getByRole('button', { name: 'Add entity view' }).click()
    await add.getByText('Choose a device or an asset.').waitFor()
    await add.getByRole('combobox', { name: 'Device or asset' }).fill('Tank T-01')
    await add.getByRole('option', { name: /Tank T-01/ }).click()
    await take('Telemetry keys optional', 'level')
    // A key that the device doesn't have yet.
    await take('Server attributes optional', 'inspected')
    await page.keyboard.press('Tab')
    await add.getByLabel(/^From/).fill('2026-02-01T00:00:00')
    await add.getByLabel(/^To/).fill('2026-01-01T00:00:00')
    await add.getByRole('button', { name: 'Add entity view' }).click()
    await add.getByText('The end must be after the start.').waitFor()
    await add.getByLabel(/^To/).fill('')
    await add.getByRole('button', { name: 'Add entity view' }).click()
    await drawer(page, 'Tank for auditor').getByRole('heading', { name: 'Tank for auditor' }).waitFor()

    const view = await stored('Tank for auditor')
    assert.deepEqual(view.keys, { timeseries: ['level'], attributes: { cs: [], sh: [], ss: ['inspected'] } })
    assert.deepEqual([view.entityId.entityType, view.startTimeMs, view.endTimeMs], ['DEVICE', Date.UTC(2026, 1, 1), 0])
  }))

test('a view is changed, and somebody else’s change is not overwritten unasked', () =>
  stage.play(async (page) => {
    const { data } = await stage.call<{ data: { id: unknown }[] }>('GET', '/api/tenant/devices?pageSize=1&page=0')
    const input = { name: 'Shared view', type: 'report', entityId: data[0]?.id }
    const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/entityView', input)
    await openAs(page, tenant, `/entityViews/${id.id}`)
    await page.getByLabel(/^Description/).fill('Mine')
    await stage.call('POST', '/api/entityView', { ...input, id, additionalInfo: { description: 'Theirs' } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Someone else changed this.').waitFor()
    await page.getByRole('button', { name: 'Overwrite' }).click()
    await page.getByText('Entity view saved').waitFor()
    const view = await stage.call<{ additionalInfo: unknown }>('GET', `/api/entityView/${id.id}`)
    assert.deepEqual(view.additionalInfo, { description: 'Mine' })
  }))
