/** Sharing a dashboard: a link to a view, and links without an account, which end. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { dialog, main, press } from './page-parts.ts'
import { openAs, openStage, phone, type Ref, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const aliases = { well: '5a2d7f4e-0000-4000-8000-00000000001a', state: '5a2d7f4e-0000-4000-8000-00000000001b' }

interface Hall {
  readonly dashboardId: string
  readonly deviceId: string
  readonly token: string
}

const levelCard = (title: string, entityAliasId: string) => ({
  isSystemType: true,
  bundleAlias: 'cards',
  typeAlias: 'simple_card',
  type: 'latest',
  title,
  config: {
    title,
    datasources: [{ type: 'entity', entityAliasId, dataKeys: [{ name: 'level', type: 'timeseries', label: 'Level' }] }],
  },
})

/** Creates a customer's device, and its dashboard with a second state about the entity of the state. */
async function makeHall(title: string): Promise<Hall> {
  const customer = await stage.call<{ id: Ref }>('POST', '/api/customer', { title: `${title} customer` })
  const device = await stage.call<{ id: Ref }>('POST', '/api/device', { name: `${title} well`, type: 'well' })
  const place = { sizeX: 8, sizeY: 4, row: 0, col: 0 }
  const dashboard = await stage.call<{ id: Ref }>('POST', '/api/dashboard', {
    title,
    configuration: {
      settings: { stateControllerId: 'entity' },
      timewindow: { realtime: { timewindowMs: 60_000 } },
      entityAliases: {
        [aliases.well]: {
          id: aliases.well,
          alias: 'Well',
          filter: { type: 'singleEntity', singleEntity: device.id, resolveMultiple: false },
        },
        [aliases.state]: { id: aliases.state, alias: 'Open', filter: { type: 'stateEntity', resolveMultiple: false } },
      },
      widgets: { a: levelCard('Level', aliases.well), b: levelCard('Level of one', aliases.state) },
      states: {
        default: { name: title, root: true, layouts: { main: { widgets: { a: place } } } },
        one: { name: 'One well', root: false, layouts: { main: { widgets: { b: place } } } },
      },
    },
  })
  await stage.call('POST', `/api/customer/${customer.id.id}/device/${device.id.id}`)
  await stage.call('POST', `/api/customer/${customer.id.id}/dashboard/${dashboard.id.id}`)
  return {
    dashboardId: dashboard.id.id,
    deviceId: device.id.id,
    token: await stage.deviceToken(`${title} well`),
  }
}

const send = (token: string, values: unknown) =>
  fetch(`${stage.platform.baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', body: JSON.stringify(values) })

const figure = (page: Page, name: string) => main(page).getByRole('article', { name, exact: true })

/** Path and query of a link in the share dialog, without the origin. */
async function linkNamed(page: Page, name: string): Promise<string> {
  const text = await until(
    `the link ${name}`,
    () => page.getByRole('status', { name, exact: true }).textContent(),
    (shown) => shown?.startsWith('http') === true,
  )
  const { pathname, search } = new URL(text ?? '')
  return pathname + search
}

test('a link opens what someone saw: state, entity and time range; what can’t be read is said', () =>
  stage.play(
    async (page) => {
      const { dashboardId, deviceId, token } = await makeHall('Hall A')
      await send(token, { level: 4.25 })
      const before = await stage.call<object>('GET', `/api/dashboard/${dashboardId}`)
      const entityId = { entityType: 'DEVICE', id: deviceId }
      const states = [
        { id: 'default', params: {} },
        { id: 'one', params: { entityId, entityName: 'Hall A well' } },
      ]
      const state = encodeURIComponent(Buffer.from(JSON.stringify(states)).toString('base64'))
      const range = '1763600000000-1763686400000'
      await openAs(page, tenant, `/dashboards/${dashboardId}?state=${state}&window=${range}`)
      await figure(page, 'Level of one').waitFor()
      await main(page).getByText(/2025/).first().waitFor()

      await press(page, 'Share dashboard')
      await dialog(page, 'Share Hall A').waitFor()
      const whole = await linkNamed(page, 'Link to this view')
      assert.match(whole, /state=.*&window=1763600000000-1763686400000/)
      await page.getByRole('checkbox', { name: /^With the time range/ }).uncheck()
      const withoutTime = await until(
        'a link without the time range',
        () => linkNamed(page, 'Link to this view'),
        (link) => !link.includes('window='),
      )
      assert.match(withoutTime, /state=/)
      assert.deepEqual(await inspect(page, 'share dialog'), [])

      await page.goto(whole)
      await figure(page, 'Level of one').getByText('4.25').waitFor()
      await main(page).getByText(/2025/).first().waitFor()
      await page.goto(`/dashboards/${dashboardId}?window=${'9'.repeat(500)}`)
      await page.getByText('The time range of this link isn’t valid.').waitFor()
      await figure(page, 'Level').getByText('4.25').waitFor()
      await page.goto(`/dashboards/${dashboardId}?state=%00%3Cscript%3E`)
      await page.getByText('This link isn’t complete.').waitFor()
      await figure(page, 'Level').waitFor()
      assert.deepEqual(await stage.call<object>('GET', `/api/dashboard/${dashboardId}`), before)
    },
    { reducedMotion: 'reduce' },
  ))

test('a link without an account shows the dashboard, live, until it is revoked; its page says that it ended', () =>
  stage.play(
    async (page) => {
      const { dashboardId, token } = await makeHall('Hall B')
      await send(token, { level: 1.5 })
      await openAs(page, tenant, `/dashboards/${dashboardId}`)
      await press(page, 'Share dashboard')
      const sharing = dialog(page, 'Share Hall B')
      await sharing.getByRole('button', { name: 'Create link', exact: true }).click()
      await sharing.getByText('Enter a name.').waitFor()
      await sharing.getByLabel('Name', { exact: true }).fill('Fair')
      await sharing.getByLabel('Ends', { exact: true }).selectOption({ label: 'In 7 days' })
      await sharing.getByRole('button', { name: 'Create link', exact: true }).click()
      const link = await linkNamed(page, 'Link Fair')
      await sharing.getByText('Not used yet').waitFor()
      assert.deepEqual(await inspect(page, 'links without an account'), [])

      await stage.play(
        async (visitor) => {
          await visitor.goto(link)
          await figure(visitor, 'Level').getByText('1.5').waitFor()
          await send(token, { level: 2.5 })
          await figure(visitor, 'Level').getByText('2.5').waitFor()
          assert.equal(await visitor.getByRole('button', { name: 'Share dashboard', exact: true }).count(), 0)
          assert.deepEqual(await inspect(visitor, 'shared dashboard on a phone'), [])

          await sharing.getByRole('button', { name: 'Revoke Fair', exact: true }).click()
          await page.getByRole('button', { name: 'Revoke link', exact: true }).click()
          await page.getByText('Fair revoked').waitFor()
          await visitor.getByRole('heading', { name: 'This link has ended' }).waitFor()
          await visitor.goto(link)
          await visitor.getByRole('heading', { name: 'This link has ended' }).waitFor()
          await visitor.goto(`/dashboard/${dashboardId}?share=wrong`)
          await visitor.getByRole('heading', { name: 'This link has ended' }).waitFor()
          assert.equal(await visitor.getByRole('article').count(), 0)
        },
        { viewport: phone, reducedMotion: 'reduce' },
      )
    },
    { reducedMotion: 'reduce' },
  ))
