/** Assets from a user's perspective: create, change, assign, make public, make private, delete; in every scope. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { choose, drawer, openMenu, rowOf } from './page-parts.ts'
import { customer, openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const { data: customers } = await stage.call<{ data: { id: { id: string }; title: string }[] }>(
  'GET',
  '/api/customers?pageSize=10&page=0',
)
const [owner] = customers
assert.ok(owner, 'The demo has no customer.')

interface StoredAsset {
  readonly id: { readonly id: string }
  readonly type: string
  readonly label: string | null
  readonly additionalInfo: unknown
}

const makeAsset = async (name: string, type = 'building') =>
  (await stage.call<StoredAsset>('POST', '/api/asset', { name, type })).id.id
const infoOf = (id: string) =>
  stage.call<StoredAsset & { customerTitle: string | null; customerIsPublic: boolean }>('GET', `/api/asset/info/${id}`)

test('an asset is made, with its faults told, and changed', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/assets')
    await page.getByRole('button', { name: 'Add asset' }).first().click()
    const add = page.getByRole('dialog', { name: 'Add asset' })
    await add.getByRole('button', { name: 'Add asset' }).click()
    await add.getByText('Enter a name.').waitFor()
    await add.getByText('Enter a type.').waitFor()
    await add.getByLabel('Name', { exact: true }).fill('n'.repeat(256))
    await add.getByText('Use at most 255 characters (now 256).').waitFor()
    await add.getByLabel('Name', { exact: true }).fill('Hall made')
    await add.getByLabel('Type', { exact: true }).fill('TbServiceQueue')
    await add.getByRole('option', { name: 'TbServiceQueue' }).click()
    await add.getByText('This type is reserved. Enter another.').waitFor()
    await add.getByLabel('Type', { exact: true }).fill('hall')
    await add.getByRole('option', { name: 'hall' }).click()
    await add.getByLabel(/^Label/).fill('North')
    await add.getByRole('button', { name: 'Add asset' }).click()

    const details = drawer(page, 'Hall made')
    await details.getByRole('heading', { name: 'Hall made' }).waitFor()
    await details.getByLabel(/^Description/).fill('  Built in 1962  ')
    await details.getByText('1 unsaved change').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Asset saved').waitFor()
    const stored = await stage.call<StoredAsset>('GET', '/api/tenant/assets?assetName=Hall%20made')
    assert.deepEqual(
      [stored.type, stored.label, stored.additionalInfo],
      ['hall', 'North', { description: 'Built in 1962' }],
    )

    await page.getByRole('button', { name: 'Add asset' }).first().click()
    await add.getByLabel('Name', { exact: true }).fill('Hall made')
    await add.getByLabel('Type', { exact: true }).fill('hall')
    await add.getByRole('option', { name: 'hall' }).click()
    await add.getByRole('button', { name: 'Add asset' }).click()
    await add.getByRole('alert').waitFor()
  }))

test('one asset: assigned and taken back, made public and private, deleted', () =>
  stage.play(async (page) => {
    const id = await makeAsset('Hall owned')
    await openAs(page, tenant, '/assets?textSearch=Hall%20owned')
    await choose(page, 'Hall owned', 'Assign to customer')
    const dialog = page.getByRole('dialog', { name: 'Assign Hall owned to a customer' })
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.getByText('Choose a customer.').waitFor()
    await dialog.getByLabel('Customer').fill(owner.title)
    await dialog.getByRole('option', { name: owner.title }).click()
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await rowOf(page, 'Hall owned').getByText(owner.title).waitFor()
    assert.equal((await infoOf(id)).customerTitle, owner.title)

    await choose(page, 'Hall owned', 'Unassign from customer')
    await page.getByText('Hall owned unassigned').waitFor()
    assert.equal((await infoOf(id)).customerTitle, null)
    await page
      .getByRole('status')
      .filter({ hasText: 'Hall owned unassigned' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await rowOf(page, 'Hall owned').getByText(owner.title).waitFor()
    await choose(page, 'Hall owned', 'Unassign from customer')
    await rowOf(page, 'Hall owned').getByText(owner.title).waitFor({ state: 'detached' })

    await choose(page, 'Hall owned', 'Make public')
    const publish = page.getByRole('dialog', { name: 'Make Hall owned public?' })
    // An asset has no RPC methods and no shared attributes.
    assert.equal(await publish.getByLabel('RPC methods').count(), 0)
    await publish.getByLabel('Server attributes').fill('note, mood,')
    await publish.getByRole('button', { name: 'Make public' }).click()
    await rowOf(page, 'Hall owned').getByText('Public').waitFor()
    assert.equal((await infoOf(id)).customerIsPublic, true)
    const rights = () => stage.call<{ serverAttributes: string[] }>('GET', `/api/v2/visitor-rights/ASSET/${id}`)
    assert.deepEqual((await rights()).serverAttributes, ['note', 'mood'])

    await choose(page, 'Hall owned', 'Visitor access')
    const access = page.getByRole('dialog', { name: 'Visitor access to Hall owned' })
    await access.getByRole('button', { name: /mood/ }).click()
    await access.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Visitor access to Hall owned saved').waitFor()
    assert.deepEqual((await rights()).serverAttributes, ['note'])
    await choose(page, 'Hall owned', 'Make private')
    await rowOf(page, 'Hall owned').getByText('Public').waitFor({ state: 'detached' })
    assert.equal((await infoOf(id)).customerIsPublic, false)
  }))

test('several assets are assigned at once; a customer’s list takes them back and is given others', () =>
  stage.play(async (page) => {
    for (const name of ['Wing 1', 'Wing 2', 'Wing 3']) await makeAsset(name, 'wing')
    await openAs(page, tenant, '/assets?type=wing')
    await rowOf(page, 'Wing 1').waitFor()
    for (const name of ['Wing 1', 'Wing 2']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Assign to customer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign 2 assets to a customer' })
    await dialog.getByLabel('Customer').fill(owner.title)
    await dialog.getByRole('option', { name: owner.title }).click()
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByText('2 assets assigned').waitFor()
    await rowOf(page, 'Wing 2').getByText(owner.title).waitFor()

    await page.goto(`/customers/${owner.id.id}/assets`)
    await page.getByRole('heading', { name: `${owner.title}: Assets` }).waitFor()
    await rowOf(page, 'Wing 1').waitFor()
    assert.equal(await rowOf(page, 'Wing 3').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Add asset' }).count(), 0)
    await page.getByRole('button', { name: 'Assign assets' }).click()
    const existing = page.getByRole('dialog', { name: `Assign assets to ${owner.title}` })
    await existing.getByRole('button', { name: 'Assign', exact: true }).click()
    await existing.getByText('Choose at least one asset.').waitFor()
    await existing.getByRole('combobox', { name: 'Assets' }).fill('Wing 3')
    await existing.getByRole('option', { name: 'Wing 3' }).click()
    await existing.getByRole('button', { name: 'Assign', exact: true }).click()
    await rowOf(page, 'Wing 3').waitFor()

    await rowOf(page, 'Wing 3').getByRole('button', { name: 'Open as page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Wing 3' }).waitFor()
    assert.equal(new URL(page.url()).pathname.startsWith(`/customers/${owner.id.id}/assets/`), true)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Unassign from customer' }).click()
    await page.getByRole('heading', { name: `${owner.title}: Assets` }).waitFor()
    await rowOf(page, 'Wing 1').waitFor()
    await rowOf(page, 'Wing 3').waitFor({ state: 'detached' })
    for (const name of ['Wing 1', 'Wing 2']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Unassign from customer' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unassign 2 assets' }).click()
    await rowOf(page, 'Wing 1').waitFor({ state: 'detached' })
  }))

test('a customer’s user sees what is theirs, and changes nothing', () =>
  stage.play(async (page) => {
    const id = await makeAsset('Hall of tenants')
    await makeAsset('Hall of others')
    await stage.call('POST', `/api/customer/${owner.id.id}/asset/${id}`)
    await openAs(page, customer, '/assets')
    await rowOf(page, 'Hall of tenants').getByRole('button', { name: 'Hall of tenants', exact: true }).click()
    await drawer(page, 'Hall of tenants').getByRole('tab', { name: 'Details' }).waitFor()
    assert.equal(await drawer(page, 'Hall of tenants').getByRole('textbox').count(), 0)
    assert.equal(await rowOf(page, 'Hall of others').count(), 0)
    assert.equal(await page.getByRole('button', { name: /Add asset|Import|Assign/ }).count(), 0)
    await until(
      'the menu of the row',
      async () => {
        await openMenu(page, 'Hall of tenants')
        return page.getByRole('menuitem').allTextContents()
      },
      (items) => items.length > 0,
    ).then((items) => assert.deepEqual(items, ['Open as page', 'Copy ID']))
  }))
