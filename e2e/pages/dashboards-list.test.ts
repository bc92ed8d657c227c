/** List of dashboards from a user's perspective: create, change, share with customers and the public, files, delete. */

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { temporaryFolder } from '../platform/start-platform.ts'
import { inspect } from './axe.ts'
import { choose, drawer, rowOf } from './page-parts.ts'
import { customer, openAs, openStage, plantDashboardId, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const folder = temporaryFolder({ after })
const { data: customers } = await stage.call<{ data: { id: { id: string }; title: string }[] }>(
  'GET',
  '/api/customers?pageSize=10&page=0',
)
const [owner] = customers
assert.ok(owner, 'The demo has no customer.')

interface Stored {
  readonly id: { readonly id: string }
  readonly title: string
  readonly image: string | null
  readonly mobileHide: boolean
  readonly mobileOrder: number | null
  readonly configuration: { readonly description?: string; readonly widgets?: object }
  readonly assignedCustomers: readonly { readonly title: string; readonly public: boolean }[]
}

const stored = (id: string) => stage.call<Stored>('GET', `/api/dashboard/${id}`)
const make = async (title: string, configuration: object = {}) =>
  (await stage.call<Stored>('POST', '/api/dashboard', { title, configuration })).id.id

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a dashboard is made, with its faults told, and changed; what it shows stays', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/dashboards')
    await page.getByRole('button', { name: 'Add dashboard' }).first().click()
    const add = page.getByRole('dialog', { name: 'Add dashboard' })
    await add.getByRole('button', { name: 'Add dashboard' }).click()
    await add.getByText('Enter a title.').waitFor()
    await add.getByLabel('Title', { exact: true }).fill('t'.repeat(256))
    await add.getByText('Use at most 255 characters (now 256).').waitFor()
    await add.getByLabel('Title', { exact: true }).fill('Press line')
    await add.getByLabel(/^Order in the mobile app/).fill('1.5')
    await add.getByRole('button', { name: 'Add dashboard' }).click()
    await add.getByText('Enter a whole number, such as 10 or −3.').waitFor()
    await add.getByLabel(/^Order in the mobile app/).fill('−3')
    await add.getByRole('button', { name: 'Add dashboard' }).click()

    // A new dashboard opens; its details are next to the list.
    await page.waitForURL(/\/dashboards\/[0-9a-f-]{36}$/)
    await page.getByText('No widgets yet').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.goto('/dashboards')
    await choose(page, 'Press line', 'Details')
    const details = drawer(page, 'Press line')
    await details.getByRole('heading', { name: 'Press line' }).waitFor()
    assert.equal((await stored(id)).mobileOrder, -3)
    // Another user adds a widget at the same time.
    await stage.call('POST', '/api/dashboard', { ...(await stored(id)), configuration: { widgets: { w: {} } } })
    await details.getByLabel('Image file').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: png })
    await details.getByText('a.txt isn’t an image.').waitFor()
    await details.getByLabel('Image file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
    await details.getByLabel('Hide in the mobile app').check()
    await details.getByLabel(/^Description/).fill('  Presses 1 to 4  ')
    await details.getByText('3 unsaved changes').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Dashboard saved').waitFor()
    const after = await stored(id)
    assert.deepEqual(after.configuration, { widgets: { w: {} }, description: 'Presses 1 to 4' })
    assert.equal(after.mobileHide, true)
    assert.match(after.image ?? '', /^data:image\/png;base64,/)
    const width = () => page.evaluate<number>(`document.querySelector('.sd-image-preview img').naturalWidth`)
    await until('the picture to be drawn', width, (px) => px === 1)
  }))

test('one dashboard is shown to customers, with Undo, and to everybody by a link', () =>
  stage.play(async (page) => {
    const id = await make('Shared line')
    await openAs(page, tenant, '/dashboards?textSearch=Shared%20line')
    await choose(page, 'Shared line', 'Manage customers')
    const dialog = page.getByRole('dialog', { name: 'Assign Shared line to customers' })
    await dialog
      .getByLabel(/^Customers/)
      .first()
      .fill(owner.title)
    await dialog.getByRole('option', { name: owner.title }).click()
    await dialog.getByRole('button', { name: 'Save customers' }).click()
    await page.getByText('Shared line has 1 customer').waitFor()
    await rowOf(page, 'Shared line').getByText(owner.title).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(
      'no customer',
      () => stored(id),
      ({ assignedCustomers }) => assignedCustomers.length === 0,
    )

    await choose(page, 'Shared line', 'Make public')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make public' }).click()
    const reported = page.getByRole('dialog', { name: 'Shared line is public' })
    const link = (await reported.getByRole('status', { name: 'Public link' }).textContent()) ?? ''
    assert.match(link, new RegExp(`^${stage.platform.baseUrl}/dashboard/${id}\\?publicId=[0-9a-f-]{36}$`))
    // A link to this machine isn't reachable for others.
    assert.equal(await reported.getByRole('link', { name: /^Share on/ }).count(), 0)
    await reported.getByRole('button', { name: 'Close' }).last().click()
    await rowOf(page, 'Shared line').getByText('Public').waitFor()
    await stage.play(async (visitor) => {
      await visitor.goto(link)
      await visitor.getByText('No widgets yet').waitFor()
    })

    await choose(page, 'Shared line', 'Make private')
    await page.getByText('Shared line is private').waitFor()
    assert.deepEqual((await stored(id)).assignedCustomers, [])

    await choose(page, 'Shared line', 'Delete dashboard')
    const deleted = page.getByRole('status').filter({ hasText: 'Shared line deleted' })
    await rowOf(page, 'Shared line').waitFor({ state: 'detached' })
    await deleted.getByRole('button', { name: 'Undo' }).click()
    await rowOf(page, 'Shared line').waitFor()
    assert.equal((await stored(id)).title, 'Shared line')
  }))

test('sharing says which devices the customer can’t see, and assigns them with Undo', () =>
  stage.play(async (page) => {
    const other = await stage.call<{ id: { id: string } }>('POST', '/api/customer', { title: 'Hidden neighbors' })
    const ids: string[] = []
    for (const name of ['Hidden A', 'Hidden B', 'Hidden C']) ids.push((await stage.makeDevice(name)).id)
    const [free, owned, taken] = ids as [string, string, string]
    await stage.call('POST', `/api/customer/${owner.id.id}/device/${owned}`)
    await stage.call('POST', `/api/customer/${other.id.id}/device/${taken}`)
    const aliasId = '6f8d5ad0-0000-4222-8333-000000000001'
    const widgetId = '6f8d5ad0-0000-4222-8333-000000000002'
    const dataKeys = [{ name: 'level', type: 'timeseries' }]
    await stage.call('POST', '/api/dashboard', {
      title: 'Hidden line',
      configuration: {
        entityAliases: {
          [aliasId]: {
            id: aliasId,
            alias: 'Pumps',
            filter: { type: 'entityList', entityType: 'DEVICE', entityList: ids, resolveMultiple: true },
          },
        },
        widgets: {
          [widgetId]: {
            id: widgetId,
            type: 'latest',
            bundleAlias: 'cards',
            typeAlias: 'entities_table',
            isSystemType: true,
            config: { datasources: [{ type: 'entity', entityAliasId: aliasId, dataKeys }] },
          },
        },
        states: {
          default: {
            root: true,
            layouts: { main: { widgets: { [widgetId]: { row: 0, col: 0, sizeX: 8, sizeY: 5 } } } },
          },
        },
      },
    })
    const customerOf = (id: string) => stage.call<{ customerId: { id: string } }>('GET', `/api/device/${id}`)
    await openAs(page, tenant, '/dashboards?textSearch=Hidden%20line')
    await choose(page, 'Hidden line', 'Manage customers')
    const dialog = page.getByRole('dialog', { name: 'Assign Hidden line to customers' })
    await dialog
      .getByLabel(/^Customers/)
      .first()
      .fill(owner.title)
    await dialog.getByRole('option', { name: owner.title }).click()
    await dialog.getByText(`2 of 3 devices on this dashboard aren’t assigned to ${owner.title}.`).waitFor()
    await dialog.getByText(/^Hidden [AC], Hidden [AC]$/).waitFor()
    await dialog.getByText('1 belongs to another customer.').waitFor()
    await dialog.getByRole('button', { name: `Assign 1 device to ${owner.title}` }).click()
    await dialog.getByText(`1 of 3 devices on this dashboard isn’t assigned to ${owner.title}.`).waitFor()
    assert.equal((await customerOf(free)).customerId.id, owner.id.id)
    await dialog.getByText('1 device assigned').waitFor()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByRole('button', { name: `Assign 1 device to ${owner.title}` }).waitFor()
    assert.notEqual((await customerOf(free)).customerId.id, owner.id.id)
    assert.equal((await customerOf(taken)).customerId.id, other.id.id)
  }))

test('several are assigned at once; a customer’s list takes them back, and its users see them', () =>
  stage.play(async (page) => {
    const ids = [await make('Wing board 1'), await make('Wing board 2')]
    await openAs(page, tenant, '/dashboards?textSearch=Wing%20board')
    await rowOf(page, 'Wing board 2').waitFor()
    for (const title of ['Wing board 1', 'Wing board 2']) {
      await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    }
    await page.getByRole('button', { name: 'Assign to customers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign 2 dashboards to customers' })
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.getByText('Choose at least one customer.').waitFor()
    await dialog.getByLabel('Customers').first().fill(owner.title)
    await dialog.getByRole('option', { name: owner.title }).click()
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByText('2 dashboards assigned').waitFor()

    await page.goto(`/customers/${owner.id.id}/dashboards?textSearch=Wing%20board`)
    await page.getByRole('heading', { name: `${owner.title}: Dashboards` }).waitFor()
    await choose(page, 'Wing board 1', 'Unassign from customer')
    await rowOf(page, 'Wing board 1').waitFor({ state: 'detached' })
    assert.deepEqual((await stored(ids[0] ?? '')).assignedCustomers, [])
    await page.goto(`/customers/${owner.id.id}/dashboards`)
    await page.getByRole('button', { name: 'Assign dashboards' }).first().click()
    const existing = page.getByRole('dialog', { name: /^Assign dashboards to/ })
    await existing.getByLabel('Dashboards').first().fill('Wing board 1')
    await existing.getByRole('option', { name: 'Wing board 1' }).click()
    // The options stay open until another element is used.
    await existing.getByRole('heading').click()
    await existing.getByRole('button', { name: 'Assign', exact: true }).click()
    await rowOf(page, 'Wing board 1').waitFor()
    await choose(page, 'Wing board 1', 'Open dashboard')
    await page.waitForURL(`**/customers/${owner.id.id}/dashboards/${ids[0]}`)
    await page.getByText('No widgets yet').waitFor()

    await stage.play(async (user) => {
      await openAs(user, customer, '/dashboards?textSearch=Wing%20board')
      await rowOf(user, 'Wing board 2').waitFor()
      assert.equal(await user.getByRole('button', { name: 'Add dashboard' }).count(), 0)
      await user.getByRole('link', { name: 'Wing board 2', exact: true }).click()
      await user.waitForURL(`**/dashboards/${ids[1]}`)
      await user.getByText('No widgets yet').waitFor()
      await user.goBack()
      await choose(user, 'Wing board 2', 'Details')
      const details = drawer(user, 'Wing board 2')
      await details.getByRole('button', { name: 'Open dashboard' }).first().waitFor()
      assert.equal(await details.getByRole('textbox').count(), 0)
      assert.equal(await details.getByRole('tab').count(), 1)
    })
  }))

test('a dashboard leaves as a file and comes back; what it names and is not here is asked for', () =>
  stage.play(async (page) => {
    const id = await plantDashboardId(stage)
    await openAs(page, tenant, '/dashboards?textSearch=Riverside')
    await rowOf(page, 'Riverside Works').waitFor()
    const download = page.waitForEvent('download')
    await choose(page, 'Riverside Works', 'Export to file')
    const file = await download
    assert.equal(file.suggestedFilename(), 'riverside_works.json')
    const path = join(folder, 'riverside_works.json')
    await file.saveAs(path)
    const content = JSON.parse(readFileSync(path, 'utf8'))
    assert.deepEqual(Object.keys(content).sort(), [
      'configuration',
      'image',
      'mobileHide',
      'mobileOrder',
      'name',
      'title',
    ])

    const broken = join(folder, 'broken.json')
    writeFileSync(broken, JSON.stringify({ title: 'No configuration' }))
    const [aliasId] = Object.keys(content.configuration.entityAliases)
    assert.ok(aliasId, 'The demo dashboard has no alias.')
    content.title = 'Foreign works'
    content.configuration.entityAliases[aliasId].filter = {
      type: 'singleEntity',
      resolveMultiple: false,
      singleEntity: { entityType: 'DEVICE', id: '6f8d5ad0-1111-4222-8333-00000000000b' },
    }
    const alias = content.configuration.entityAliases[aliasId].alias
    const foreign = join(folder, 'foreign.json')
    writeFileSync(foreign, JSON.stringify(content))

    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import dashboard' })
    await dialog.getByLabel('File').setInputFiles(broken)
    await dialog.getByText('This file isn’t a dashboard').waitFor()
    await dialog.getByLabel('File').setInputFiles(foreign)
    await dialog.getByText('foreign.json').waitFor()
    await dialog.getByRole('button', { name: 'Import dashboard' }).click()
    const repair = page.getByRole('dialog', { name: 'Entities of Foreign works' })
    await repair.getByLabel(new RegExp(`^${alias}`)).fill('Tank T-02')
    await repair.getByRole('option', { name: 'Tank T-02' }).click()
    await repair.getByRole('button', { name: 'Import dashboard' }).click()
    await page.waitForURL(/\/dashboards\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { name: 'Foreign works' }).waitFor()
    const imported = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    assert.notEqual(imported, id)
    const tank = await stage.call<{ id: { id: string } }>('GET', '/api/tenant/devices?deviceName=Tank%20T-02')
    const { configuration } = await stage.call<{ configuration: typeof content.configuration }>(
      'GET',
      `/api/dashboard/${imported}`,
    )
    assert.equal(configuration.entityAliases[aliasId].filter.singleEntity.id, tank.id.id)
    assert.deepEqual(configuration.widgets, content.configuration.widgets)
  }))

test('axe finds nothing in the details, the link and the dialogs', () =>
  stage.play(
    async (page) => {
      const id = await make('Looked at')
      await stage.call('POST', `/api/customer/public/dashboard/${id}`)
      await openAs(page, tenant, '/dashboards?textSearch=Looked')
      await choose(page, 'Looked at', 'Details')
      await drawer(page, 'Looked at').getByText('Public link').first().waitFor()
      const found = await inspect(page, 'details')
      await page.goto('/dashboards?add=true')
      await page.getByRole('dialog').getByLabel('Title', { exact: true }).waitFor()
      found.push(...(await inspect(page, 'add')))
      await page.goto('/dashboards?textSearch=Looked')
      await choose(page, 'Looked at', 'Manage customers')
      await page
        .getByRole('dialog')
        .getByLabel(/^Customers/)
        .first()
        .waitFor()
      found.push(...(await inspect(page, 'customers')))
      assert.deepEqual(found, [])
    },
    { bypassCSP: true },
  ))
