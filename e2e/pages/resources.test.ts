/**
 * Resource library from an administrator's perspective: models and key stores added, rejected, renamed, downloaded and
 * deleted.
 */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { callAs, signIn } from '../platform/world.ts'
import { inspect } from './axe.ts'
import { drawer, main, open, rowOf } from './page-parts.ts'
import { administrator, openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const path = '/settings/resources-library'

const model = (id: number, name: string) => `<?xml version="1.0" encoding="utf-8"?>
<LWM2M>
  <Object ObjectType="MODefinition">
    <Name>${name}</Name>
    <ObjectID>${id}</ObjectID>
    <ObjectURN>urn:oma:lwm2m:x:${id}</ObjectURN>
    <LWM2MVersion>1.0</LWM2MVersion>
    <ObjectVersion>1.0</ObjectVersion>
    <MultipleInstances>Single</MultipleInstances>
    <Mandatory>Optional</Mandatory>
    <Resources>
      <Item ID="0">
        <Name>Level</Name>
        <Operations>R</Operations>
        <MultipleInstances>Single</MultipleInstances>
        <Mandatory>Mandatory</Mandatory>
        <Type>Float</Type>
      </Item>
    </Resources>
  </Object>
</LWM2M>`
const file = (name: string, text: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })

async function ask(page: Page) {
  await page.getByRole('button', { name: 'Add resource' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add resource' })
  await dialog.getByLabel('Resource type').waitFor()
  return { dialog, add: () => dialog.getByRole('button', { name: 'Add resource' }).click() }
}

test('models: several at once; what is refused is named, and the rest is not sent twice', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, path)
    const { dialog, add } = await ask(page)
    const files = dialog.locator('input[type=file]')
    await add()
    await dialog.getByText('Choose a file.').waitFor()
    await files.setInputFiles([file('notes.txt', 'no model')])
    await dialog.getByText('Choose a file that ends in .xml. notes.txt doesn’t.').waitFor()
    await dialog.getByRole('button', { name: 'Remove notes.txt' }).click()
    await files.setInputFiles([
      file('tank.xml', model(33001, 'Tank')),
      file('pump.xml', model(33002, 'Pump')),
      file('broken.xml', '<LWM2M>'),
    ])
    await add()
    await dialog.getByRole('alert').getByText('broken.xml:').waitFor()
    await rowOf(page, 'Tank id=33001 v1.0').waitFor()
    await rowOf(page, 'Pump id=33002 v1.0').waitFor()
    await files.setInputFiles([file('broken.xml', model(33003, 'Mended'))])
    await add()
    await dialog.waitFor({ state: 'detached' })
    await rowOf(page, 'Mended id=33003 v1.0').waitFor()

    const again = await ask(page)
    await again.dialog.locator('input[type=file]').setInputFiles([file('tank.xml', model(33001, 'Tank'))])
    await again.add()
    await again.dialog.getByRole('alert').getByText('33001_1.0').waitFor()
    await again.dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('searchbox', { name: 'Search resources' }).fill('Tank')
    await rowOf(page, 'Pump id=33002 v1.0').waitFor({ state: 'detached' })
    await rowOf(page, 'Tank id=33001 v1.0').waitFor()
  }))

test('a key store: titled, renamed, fetched as it was sent, deleted', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, path)
    const { dialog, add } = await ask(page)
    await dialog.getByLabel('Resource type').selectOption({ label: 'JKS' })
    await dialog.locator('input[type=file]').setInputFiles([file('plant.jks', 'the keys of the plant')])
    await add()
    await dialog.getByText('Enter a title.').waitFor()
    await dialog.getByLabel('Title').fill('Plant keys')
    await add()
    await dialog.waitFor({ state: 'detached' })
    await open(page, 'Plant keys')
    await drawer(page, 'Plant keys').getByLabel('Title').fill('Keys of the plant')
    await drawer(page, 'Plant keys').getByRole('button', { name: 'Save', exact: true }).click()
    const renamed = drawer(page, 'Keys of the plant')
    await renamed.getByRole('heading', { name: 'Keys of the plant' }).waitFor()
    await rowOf(page, 'Keys of the plant').waitFor()

    const coming = page.waitForEvent('download')
    await renamed.getByRole('button', { name: 'Download file' }).click()
    const download = await coming
    assert.equal(download.suggestedFilename(), 'plant.jks')
    assert.equal(await readFile(await download.path(), 'utf8'), 'the keys of the plant')

    await renamed.getByRole('button', { name: 'Open as page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Keys of the plant' }).waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Delete resource' }).click()
    await page.waitForURL((url) => url.pathname === path)
    await page.getByText('Resource Keys of the plant deleted').waitFor()
    await rowOf(page, 'Keys of the plant').waitFor({ state: 'detached' })
  }))

test('what belongs to the system is read by tenants and kept by its administrator', async () => {
  const token = await signIn(stage.platform, administrator.email, administrator.password)
  await callAs(stage.platform, token, 'POST', '/api/resource', {
    resourceType: 'PKCS_12',
    title: 'Of everybody',
    fileName: 'all.p12',
    data: Buffer.from('all').toString('base64'),
  })
  await stage.play(async (page) => {
    await openAs(page, tenant, path)
    await rowOf(page, 'Of everybody').getByText('System').waitFor()
    assert.equal(await rowOf(page, 'Of everybody').getByRole('checkbox').count(), 0)
    await open(page, 'Of everybody')
    await drawer(page, 'Of everybody').getByText('This is a system resource').waitFor()
    assert.equal(await drawer(page, 'Of everybody').getByLabel('Title').count(), 0)
    await drawer(page, 'Of everybody').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Delete resource' }).count(), 0)
  })
  await stage.play(async (page) => {
    await openAs(page, administrator, path)
    await rowOf(page, 'Of everybody').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No resources yet').waitFor()
  })
  const left = () => callAs<{ totalElements: number }>(stage.platform, token, 'GET', '/api/resource?pageSize=10&page=0')
  await until('the system to have none', left, ({ totalElements }) => totalElements === 0)
})

for (const width of [1440, 390]) {
  test(`axe finds nothing in the library at ${width} px`, () =>
    stage.play(
      async (page) => {
        const title = `Axe ${width}`
        await stage.call('POST', '/api/resource', {
          resourceType: 'JKS',
          title,
          fileName: `axe-${width}.jks`,
          data: Buffer.from('keys').toString('base64'),
        })
        await openAs(page, tenant, path)
        const one = main(page).getByRole('button', { name: new RegExp(`^${title}`) })
        await one.first().waitFor()
        const found = await inspect(page, 'library')
        await one.first().click()
        await page.getByLabel('Title').waitFor()
        found.push(...(await inspect(page, 'resource')))
        await page.goto(path)
        const { dialog, add } = await ask(page)
        await dialog.locator('input[type=file]').setInputFiles([file('notes.txt', 'no model')])
        await add()
        await dialog.getByText('notes.txt doesn’t.').waitFor()
        found.push(...(await inspect(page, 'add resource')))
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: 900 }, bypassCSP: true },
    ))
}
