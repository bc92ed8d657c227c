/**
 * First tasks of a new user, with an upper bound on clicks: the chart of a device in an empty tenant, a change of 1,000
 * devices, and the chart behind an alarm. With a pointer, on a phone, and with the keyboard only.
 *
 * The fourth task, an alarm rule, is in device-profile-tabs.test.ts.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { callAs, invite, signIn } from '../platform/world.ts'
import { pressTo, tabTo } from './focus.ts'
import { dialog, main } from './page-parts.ts'
import { administrator, openAs, openStage, phone, until } from './stage.ts'

const stage = await openStage({ after })
const { platform } = stage

const ways = ['pointer', 'phone', 'keys'] as const
type Way = (typeof ways)[number]

/** More than a page; only the pointer test uses a realistic number, because the clicks are the same. */
const countOf: Readonly<Record<Way, number>> = { pointer: 1000, phone: 120, keys: 120 }

const contextOf = (way: Way): BrowserContextOptions => (way === 'phone' ? { viewport: phone, hasTouch: true } : {})

interface Hand {
  /** A click, a tap, or the keys that lead to the target and Enter; `key`: used instead of Enter. */
  press(target: Locator, key?: string): Promise<void>
  /** Number of presses so far. */
  count(): number
}

function handOf(page: Page, way: Way): Hand {
  let count = 0
  return {
    async press(target, key = 'Enter') {
      count++
      if (way === 'pointer') return target.click()
      if (way === 'phone') return target.tap()
      if ((await target.getAttribute('role')) === 'menuitem') await pressTo(page, 'ArrowDown', target, 20)
      else await tabTo(page, target)
      await page.keyboard.press(key)
    },
    count: () => count,
  }
}

const inTime = (hand: Hand, max: number) => assert.ok(hand.count() <= max, `${hand.count()} clicks`)

/** Creates an empty tenant; returns it with a token of its administrator. */
async function emptyTenant(way: Way) {
  const root = await signIn(platform, administrator.email, administrator.password)
  const title = `First steps by ${way}`
  const { id } = await callAs<{ id: unknown }>(platform, root, 'POST', '/api/tenant', { title })
  const account = { email: `${way}@example.org`, password: 'tenant-password' }
  const user = { authority: 'TENANT_ADMIN', tenantId: id, email: account.email }
  const { activateToken } = await invite(platform, root, user)
  const activation = { activateToken, password: account.password }
  await callAs(platform, null, 'POST', '/api/noauth/activate?sendActivationMail=false', activation)
  const token = await signIn(platform, account.email, account.password)
  return {
    account,
    call: <T>(method: string, path: string, body?: unknown) => callAs<T>(platform, token, method, path, body),
  }
}

type Call = Awaited<ReturnType<typeof emptyTenant>>['call']

async function sendFrom(call: Call, deviceId: string, values: object): Promise<void> {
  const { credentialsId } = await call<{ credentialsId: string }>('GET', `/api/device/${deviceId}/credentials`)
  await callAs(platform, null, 'POST', `/api/v1/${credentialsId}/telemetry`, values)
}

const deviceNamed = async (call: Call, name: string) =>
  (await call<{ id: { id: string } }>('GET', `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`)).id.id

for (const way of ways) {
  test(`from an empty tenant to the curve of its first device in at most 8 clicks: ${way}`, async () => {
    const { account, call } = await emptyTenant(way)
    await stage.play(async (page) => {
      await openAs(page, account, '/home')
      const hand = handOf(page, way)
      await hand.press(page.getByRole('link', { name: /^Start Add/ }).first())
      const wizard = dialog(page, 'Add device')
      await wizard.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
      await page.keyboard.type('Boiler')
      await hand.press(wizard.getByRole('button', { name: 'Create now' }))
      await wizard.getByText('Waiting for data…').waitFor()
      await sendFrom(call, await deviceNamed(call, 'Boiler'), { temperature: 61.5 })
      await wizard.getByText('First message received').waitFor()
      await hand.press(wizard.getByRole('button', { name: 'Open device' }))
      await wizard.waitFor({ state: 'detached' })
      await hand.press(page.getByRole('button', { name: /^temperature/ }).first())
      await page.getByRole('img', { name: /^temperature.*61\.5/ }).waitFor()
      inTime(hand, 8)
    }, contextOf(way))
  })

  test(`${countOf[way].toLocaleString('en-US')} devices are changed in at most 6 clicks: ${way}`, async () => {
    const count = countOf[way]
    const many = count.toLocaleString('en-US')
    const { account, call } = await emptyTenant(`${way}.many` as Way)
    const names = Array.from({ length: count }, (_, at) => `Sensor ${String(at).padStart(4, '0')}`)
    await call('POST', '/api/device/bulk_import', {
      file: names.map((name) => `${name},default`).join('\n'),
      mapping: { columns: [{ type: 'NAME' }, { type: 'TYPE' }], delimiter: ',', header: false, update: false },
    })
    const inHall = async () => {
      const path = '/api/tenant/devices?pageSize=1000&page=0'
      const { data } = await call<{ data: readonly { label: string }[] }>('GET', path)
      return data.filter(({ label }) => label === 'Hall 4').length
    }
    const portions = Math.ceil(count / 100)
    await stage.play(async (page) => {
      await openAs(page, account, '/devices')
      const sent: string[] = []
      page.on('request', (request) => void sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
      /** Requests of the change since the last look: each portion of a hundred rows is read and saved by one request. */
      const assertBatches = (what: string) => {
        const ofDevices = sent.splice(0).filter((one) => /^POST .*batch$|^POST .*device$|device\/info/.test(one))
        assert.deepEqual(ofDevices, Array(2 * portions).fill('POST /api/v2/batch'), what)
      }
      const hand = handOf(page, way)
      if (way === 'phone') await hand.press(main(page).getByRole('button', { name: 'Select', exact: true }))
      await hand.press(page.getByRole('checkbox', { name: 'Select all rows on this page' }), 'Space')
      await hand.press(page.getByRole('button', { name: `Select all ${many}` }))
      await page.getByText(`${many} selected`, { exact: true }).waitFor()
      await hand.press(page.getByRole('button', { name: 'Edit', exact: true }))
      const edit = dialog(page, `Edit ${many} devices`)
      await hand.press(edit.getByRole('checkbox', { name: 'Change label' }), 'Space')
      await edit.getByLabel('Label', { exact: true }).and(page.locator(':focus')).waitFor()
      await page.keyboard.type('Hall 4')
      await hand.press(edit.getByRole('button', { name: `Edit ${many} devices` }))
      await page.getByText(`${many} devices changed`).waitFor({ timeout: 180_000 })
      inTime(hand, 6)
      assertBatches('changed')
      assert.equal(await inHall(), count)
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await until('the labels as before', inHall, (left) => left === 0)
      await page.getByRole('progressbar', { name: /^Undoing/ }).waitFor({ state: 'detached' })
      assertBatches('changed back')
    }, contextOf(way))
  })

  test(`from the bell to the curve behind an alarm in at most 2 clicks: ${way}`, async () => {
    const { account, call } = await emptyTenant(`${way}.alarm` as Way)
    const { id } = await call<{ id: { id: string } }>('POST', '/api/device', { name: 'Oven', type: 'default' })
    await sendFrom(call, id.id, { temperature: 240.5 })
    const alarm = { originator: id, type: 'Too hot', severity: 'CRITICAL', status: 'ACTIVE_UNACK' }
    await until(
      'the value',
      () => call<object>('GET', `/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries?keys=temperature`),
      (values) => 'temperature' in values,
    )
    await call('POST', '/api/alarm', alarm)
    await stage.play(async (page) => {
      await openAs(page, account, '/devices')
      const hand = handOf(page, way)
      await hand.press(page.getByRole('button', { name: 'Alarms, 1 unacknowledged, Critical' }))
      await hand.press(page.getByRole('button', { name: /^Critical.*Too hot|Too hot/ }).first())
      await dialog(page, 'Too hot')
        .getByRole('img', { name: /^temperature.*240\.5/ })
        .waitFor()
      inTime(hand, 2)
    }, contextOf(way))
  })
}
