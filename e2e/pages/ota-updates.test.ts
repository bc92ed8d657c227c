/**
 * OTA packages from a tenant administrator's perspective: added by file and by URL, rejected, downloaded, retained
 * while in use.
 */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { drawer, rows } from './page-parts.ts'
import { openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const path = '/otaUpdates'
const content = Buffer.alloc(300_000, 'pump ')
const sha256 = createHash('sha256').update(content).digest('hex')
const file = (name: string) => ({ name, mimeType: 'application/octet-stream', buffer: content })

interface StoredPackage {
  readonly id: { readonly id: string }
  readonly title: string
  readonly version: string
  readonly tag: string | null
  readonly type: string
  readonly url: string | null
  readonly checksum: string | null
  readonly checksumAlgorithm: string | null
  readonly additionalInfo: { readonly description?: string } | null
}
const stored = async () =>
  (await stage.call<{ data: StoredPackage[] }>('GET', '/api/otaPackages?pageSize=100&page=0')).data
const find = async (title: string, version: string) =>
  (await stored()).find((each) => each.title === title && each.version === version)

const profile = await stage.call<{ id: { id: string } }>('GET', '/api/deviceProfileInfo/default')

const row = (page: Page, version: string) => rows(page).filter({ has: page.getByText(version, { exact: true }) })

async function ask(page: Page, title: string, version: string) {
  await page.getByRole('button', { name: 'Add package' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add package' })
  await dialog.getByLabel('Title', { exact: true }).fill(title)
  await dialog.getByLabel('Version', { exact: true }).fill(version)
  return { dialog, add: () => dialog.getByRole('button', { name: 'Add package' }).click() }
}

test('a file: what is wrong is said before and after it is sent; what is refused leaves nothing', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, path)
    await page.getByText('No packages yet').waitFor()
    const { dialog, add } = await ask(page, '', '')
    await add()
    await dialog.getByText('Enter a title.').waitFor()
    await dialog.getByText('Enter a version.').waitFor()
    await dialog.getByText('Choose a file.').waitFor()
    await dialog.getByLabel('Title', { exact: true }).fill('Pump')
    await dialog.getByLabel('Version', { exact: true }).fill('2.4.1')
    const tag = dialog.getByLabel(/^Version tag/)
    assert.equal(await tag.inputValue(), 'Pump 2.4.1')
    const input = dialog.locator('input[type=file]')
    await input.setInputFiles({ name: 'empty.bin', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    await dialog.getByText('empty.bin is empty.').waitFor()
    await input.setInputFiles(file('pump.bin'))
    await dialog.getByText('293').waitFor()
    await dialog.getByLabel('Generate checksum on the server').uncheck()
    const checksum = dialog.getByRole('textbox', { name: /^Checksum/ })
    await checksum.fill('no checksum')
    await add()
    await dialog.getByText('64 hexadecimal digits').waitFor()
    await checksum.fill('0'.repeat(64))
    await add()
    await dialog.getByRole('alert').getByText(sha256).waitFor()
    await until('nothing to be left', stored, (all) => all.length === 0)
    await checksum.fill(sha256.toUpperCase())
    await dialog.getByLabel('Description').fill('Mends the valve')
    await add()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Pump 2.4.1 added').waitFor()
    await row(page, '2.4.1').getByText('pump.bin').waitFor()
    const made = await find('Pump', '2.4.1')
    assert.equal(made?.checksum, sha256)
    assert.equal(made?.tag, 'Pump 2.4.1')
    assert.equal(made?.additionalInfo?.description, 'Mends the valve')

    const again = await ask(page, 'Pump', '2.4.1')
    await again.dialog.locator('input[type=file]').setInputFiles(file('pump.bin'))
    await again.add()
    await again.dialog.getByRole('alert').getByText('already exists').waitFor()
  }))

test('how much of an upload has gone is shown; whoever closes the dialog stops it', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, path)
    const { dialog, add } = await ask(page, 'Slow', '1')
    const arrived = Promise.withResolvers<void>()
    await page.route(/\/api\/otaPackage\/[0-9a-f-]+\?/, async () => arrived.resolve())
    await dialog.locator('input[type=file]').setInputFiles(file('slow.bin'))
    await add()
    await arrived.promise
    await dialog.getByRole('progressbar', { name: 'Uploading slow.bin' }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await until(
      'the package to go',
      () => find('Slow', '1'),
      (found) => found === undefined,
    )
  }))

test('a URL: software where it lies; its address is copied', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, path)
      const { dialog, add } = await ask(page, 'Agent', '11')
      await dialog.getByLabel('Package type').selectOption({ label: 'Software' })
      await dialog.getByLabel(/^Version tag/).fill('')
      await dialog.getByRole('radio', { name: 'External URL' }).click()
      await add()
      await dialog.getByText('Enter the URL where devices download the package.').waitFor()
      await dialog.getByLabel('URL', { exact: true }).fill('https://packages.example.org/agent-11.tar.gz')
      await add()
      await dialog.waitFor({ state: 'detached' })
      const made = await find('Agent', '11')
      assert.equal(made?.type, 'SOFTWARE')
      assert.equal(made?.tag, null)
      await row(page, '11').getByRole('button', { name: 'Copy URL' }).click()
      assert.equal(
        await page.evaluate('navigator.clipboard.readText()'),
        'https://packages.example.org/agent-11.tar.gz',
      )
      await row(page, '11').getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Copy URL' }).waitFor()
      assert.equal(await page.getByRole('menuitem', { name: 'Download file' }).count(), 0)
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  ))

test('a package in use is kept and says by whom; its file comes as it was sent; unused it goes', () =>
  stage.play(async (page) => {
    const made = await find('Pump', '2.4.1')
    const device = await stage.call<object>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
    const target = await stage.call<{ id: { id: string } }>('POST', '/api/otaPackage', {
      deviceProfileId: (device as { deviceProfileId: unknown }).deviceProfileId,
      title: 'Tank',
      version: '7',
      type: 'FIRMWARE',
      usesUrl: true,
      url: 'https://packages.example.org/tank-7.bin',
    })
    await stage.call('POST', '/api/device', { ...device, firmwareId: target.id })
    await openAs(page, tenant, `${path}?open=${made?.id.id}`)
    const open = drawer(page, 'Pump 2.4.1')
    await open.getByText('292,9').or(open.getByText('300,000 bytes')).first().waitFor()
    await open.getByText(sha256).waitFor()
    const coming = page.waitForEvent('download')
    await open.getByRole('button', { name: 'Download file' }).click()
    const download = await coming
    assert.equal(download.suggestedFilename(), 'pump.bin')
    assert.deepEqual(await readFile(await download.path()), content)

    await open.getByLabel('Description').fill('Mends the valve of old pumps')
    await open.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Package saved').waitFor()
    assert.equal((await find('Pump', '2.4.1'))?.additionalInfo?.description, 'Mends the valve of old pumps')

    const remove = async (version: string) => {
      await row(page, version).getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Delete package' }).click()
    }
    await open.getByRole('button', { name: 'Close' }).click()
    await remove('7')
    await page.getByText('The package is used by').waitFor()
    await row(page, '7').waitFor()
    await stage.call('POST', '/api/device', { ...device, firmwareId: null })
    await remove('7')
    await page.getByText('Package Tank 7 deleted').waitFor()
    await row(page, '7').waitFor({ state: 'detached' })
    await page
      .getByRole('status')
      .filter({ hasText: 'Package Tank 7 deleted' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await row(page, '7').waitFor()
  }))

test('a description without its file says so, on its own page too, and takes one', () =>
  stage.play(async (page) => {
    const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/otaPackage', {
      deviceProfileId: profile.id,
      title: 'Valve',
      version: '3',
      type: 'FIRMWARE',
    })
    await openAs(page, tenant, `${path}/${id.id}`)
    await page.getByRole('heading', { level: 1, name: 'Valve 3' }).waitFor()
    await page.getByText('The file of this package was never uploaded').waitFor()
    await page.getByRole('button', { name: 'Upload file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload file' })
    await dialog.locator('input[type=file]').setInputFiles(file('valve.bin'))
    await dialog.getByLabel('Generate checksum on the server').uncheck()
    await dialog.getByLabel('Checksum algorithm').selectOption({ label: 'CRC-32' })
    await dialog.getByRole('button', { name: 'Upload file' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Download file' }).waitFor()
    await page.getByText('valve.bin').waitFor()
    assert.equal((await find('Valve', '3'))?.checksumAlgorithm, 'CRC32')
  }))

for (const width of [1440, 390]) {
  test(`axe finds nothing among packages at ${width} px`, () =>
    stage.play(
      async (page) => {
        await openAs(page, tenant, path)
        const one = page
          .getByRole('main')
          .getByRole('button', { name: /^Valve/ })
          .first()
        await one.waitFor()
        const found = await inspect(page, 'packages')
        await one.click()
        await page.getByLabel('Description').waitFor()
        found.push(...(await inspect(page, 'package')))
        await page.goto(path)
        const { dialog, add } = await ask(page, '', '')
        await dialog.getByLabel('Generate checksum on the server').uncheck()
        await dialog.locator('input[type=file]').setInputFiles(file('pump.bin'))
        await add()
        await dialog.getByText('Enter a title.').waitFor()
        found.push(...(await inspect(page, 'add package')))
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: 900 }, bypassCSP: true },
    ))
}

test('a device has firmware of its own, its progress, and a retry', () =>
  stage.play(
    async (page) => {
      const body = { title: 'Valve', version: '7', type: 'FIRMWARE', deviceProfileId: profile.id }
      await stage.call('POST', '/api/otaPackage', { ...body, url: 'https://packages.example/valve.bin', usesUrl: true })
      const device = await stage.call<{ id: { id: string } }>('POST', '/api/device', {
        name: 'Valve 1',
        type: 'default',
      })
      const report = (points: object) =>
        stage.call('POST', `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, points)
      await openAs(page, tenant, `/devices/${device.id.id}`)
      const packages = page.getByRole('group', { name: 'Firmware and software' })
      await page.getByText('The profile has no package.').first().waitFor()
      await page.getByRole('combobox', { name: /^Firmware/ }).click()
      await page.getByRole('option', { name: 'Valve (7)' }).click()
      await page.getByText('Overrides the profile’s package').waitFor()
      await page.keyboard.press('Control+s')
      await packages.getByText('Waiting for the device').waitFor()
      await report({ fw_state: 'DOWNLOADING', current_fw_title: 'Valve', current_fw_version: '6' })
      await packages.getByText('Downloading').waitFor()
      await packages.getByText('On the device: Valve 6').waitFor()
      const found = await inspect(page, 'progress')
      await report({ fw_state: 'FAILED', fw_error: 'Wrong checksum' })
      await packages.getByText('Wrong checksum').waitFor()
      found.push(...(await inspect(page, 'failed')))
      await page.getByRole('button', { name: 'Retry' }).click()
      await packages.getByText('Waiting for the device').waitFor()
      await openAs(page, tenant, `${path}?open=${(await find('Valve', '7'))?.id.id}`)
      const rollout = page.getByRole('region', { name: 'Rollout' })
      await rollout.getByText('1 device').waitFor()
      assert.deepEqual(await rollout.getByRole('listitem').allTextContents(), ['Waiting for the device 1'])
      found.push(...(await inspect(page, 'rollout')))
      assert.deepEqual(found, [])
    },
    { bypassCSP: true },
  ))
