import { createCustomerCalls } from '@sonde/client/customers/customer-calls'
import { createDashboardCalls } from '@sonde/client/dashboards/dashboard-calls'
import { createDeviceProfileCalls } from '@sonde/client/device-profiles/device-profile-calls'
import { createEntityQueryCalls } from '@sonde/client/entity-query/entity-query-calls'
import { createHomeCalls } from '@sonde/client/home/home-calls'
import { createTelemetryCalls } from '@sonde/client/telemetry/telemetry-calls'
import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CustomerOverview } from './customer-overview.tsx'
import { SystemOverview } from './system-overview.tsx'
import { TenantOverview } from './tenant-overview.tsx'

const pageOf = (data: readonly object[], totalElements = data.length) => ({
  data,
  totalElements,
  totalPages: 1,
  hasNext: false,
})
const alarm = (id: string, severity: string) => ({
  id: { entityType: 'ALARM', id },
  type: `Alarm ${id}`,
  severity,
  status: 'ACTIVE_UNACK',
  startTs: 1,
  originator: { entityType: 'DEVICE', id: 'd' },
  originatorName: 'Pump',
})

const mega = 1024 ** 2
const serverState = {
  version: '1.2.3',
  startedAt: 1,
  cpu: { cores: 4, share: 0.25 },
  memory: { usedBytes: 200 * mega, totalBytes: 8000 * mega },
  disk: { freeBytes: 30 * mega, totalBytes: 100 * mega },
  databaseBytes: 2 * mega,
  waitingMessages: 7,
  deviceSessions: 12,
  webSockets: 1,
}

function clientOf(alarms: readonly object[], answers: Readonly<Record<string, unknown>> = {}, title = 'Northquay') {
  const recorded = recordedRest(({ path, body }) => {
    if (path in answers) return answers[path]
    if (path === '/api/entitiesQuery/count') return (body as { keyFilters?: unknown }).keyFilters ? 3 : 5
    if (path === '/api/v2/alarms') return pageOf(alarms)
    if (path === '/api/v2/key-descriptions') return noKeyDescriptions
    if (path === '/api/v2/home') {
      return {
        title,
        counts: {
          ...{ DEVICE: 5, ASSET: 1, ENTITY_VIEW: 0, EDGE: 0, CUSTOMER: 2, DASHBOARD: 1, DEVICE_PROFILE: 1 },
          ...{ OTA_PACKAGE: 0, RULE_CHAIN: 1, edgeRuleChains: 1, WIDGETS_BUNDLE: 3, TENANT: 1, TENANT_PROFILE: 2 },
        },
        activeDevices: 3,
        alarmRules: { exist: false, defaultProfileId: null },
      }
    }
    return pageOf([])
  })
  const { rest } = recorded
  return {
    ...recorded,
    client: {
      rest,
      customers: createCustomerCalls(rest),
      dashboards: createDashboardCalls(rest),
      deviceProfiles: createDeviceProfileCalls(rest),
      entityQuery: createEntityQueryCalls(rest),
      home: createHomeCalls(rest),
      telemetry: createTelemetryCalls(rest),
      system: { server: async () => serverState },
    },
  }
}

test('administrators see how the fleet is, what is wrong, and what was done', async () => {
  const { client, calls } = clientOf([alarm('a', 'CRITICAL'), alarm('b', 'CRITICAL'), alarm('c', 'WARNING')])
  await renderPage(<TenantOverview />, { client })
  await screen.findByRole('heading', { level: 1, name: 'Northquay' })
  expect(await screen.findByText('3 active alarms, 2 inactive devices')).toBeTruthy()
  const devices = within(screen.getByRole('region', { name: 'Devices' }))
  expect(devices.getByText('5')).toBeTruthy()
  expect(devices.getByText('2 inactive').closest('a')?.getAttribute('href')).toBe('/devices?active=false')
  const alarms = within(screen.getByRole('region', { name: 'Active alarms' }))
  expect(alarms.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Critical2', 'Warning1'])
  const recent = within(screen.getByRole('region', { name: 'Recent alarms' }))
  expect(recent.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByRole('region', { name: 'Recent activity' })).toBeTruthy()
  // The many sign-ins would hide what was changed.
  expect(calls.find(({ path }) => path === '/api/audit/logs')?.query).toMatchObject({
    withoutActionTypes: ['LOGIN', 'LOGOUT'],
  })
})

test('an alarm list that cannot be had says so in its place, with the way on', async () => {
  const { rest, ...parts } = clientOf([]).client
  const failing = {
    request: async (method: string, path: string, options: object) => {
      if (path === '/api/v2/alarms') throw new Error('The store is closed.')
      return rest.request(method as 'GET', path, options)
    },
  }
  await renderPage(<CustomerOverview />, { client: { ...parts, rest: failing }, authority: 'CUSTOMER_USER' })
  expect(await screen.findAllByText(/The store is closed\./)).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: 'Retry now' }).length).toBeGreaterThan(0)
  expect(await screen.findByText('3 active')).toBeTruthy()
})

test('customers’ users see what is theirs, nothing of the tenant', async () => {
  const { client, calls } = clientOf([], {}, 'Harbour Foods')
  await renderPage(<CustomerOverview />, { client, authority: 'CUSTOMER_USER' })
  await screen.findByRole('heading', { level: 1, name: 'Harbour Foods' })
  expect((await screen.findAllByText('No active alarms.')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('region', { name: 'Recent activity' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Add device' })).toBeNull()
  expect(calls.some(({ path }) => path.startsWith('/api/audit') || path.startsWith('/api/tenant/'))).toBe(false)
})

test('the system administrator sees tenants, newest first', async () => {
  const tenant = {
    id: { entityType: 'TENANT', id: 'x' },
    title: 'Northquay',
    tenantProfileName: 'Default',
    createdTime: 1,
  }
  const { client } = clientOf([], { '/api/tenantInfos': pageOf([tenant]) })
  await renderPage(<SystemOverview />, { client, authority: 'SYS_ADMIN' })
  expect(await screen.findByText('Northquay')).toBeTruthy()
  expect(await screen.findByText(/^Sonde 1.2.3, running for /)).toBeTruthy()
  const card = (name: string) => screen.getByRole('region', { name }).textContent
  expect(card('CPU')).toBe('CPU25%of 4 cores')
  expect(card('Memory')).toMatch(/^Memory200.MBof 7\.8.GB$/)
  expect(card('Disk usage')).toMatch(/^Disk usage70.MBof 100.MBdatabase 2.MB$/)
  expect(card('Waiting messages')).toBe('Waiting messages712 device sessions, 1 WebSocket connection')
})

test('what the one answer holds is asked for once; without it each part is asked for alone', async () => {
  const { client, calls } = clientOf([])
  await renderPage(<TenantOverview />, { client })
  expect(await screen.findByText('3 active')).toBeTruthy()
  const countedAlone = ({ path, body }: { path: string; body?: unknown }) =>
    path === '/api/deviceProfiles' ||
    // Counts of devices are polled.
    (path === '/api/entitiesQuery/count' && !JSON.stringify(body).includes('"DEVICE"'))
  expect(calls.filter(countedAlone)).toEqual([])

  const failing = clientOf([])
  const home = { ...failing.client.home, facts: () => Promise.reject(new Error('Not now.')) }
  await renderPage(<TenantOverview />, { client: { ...failing.client, home } })
  await waitFor(() => expect(failing.calls.some(countedAlone)).toBe(true))
  expect((await screen.findAllByText('3 active')).length).toBeGreaterThan(0)
})

test('an alarm rule is found on any page of the profiles, when the one answer cannot be had', async () => {
  const { client, calls } = clientOf([])
  const rest = {
    request: async (...[method, path, options]: Parameters<typeof client.rest.request>) => {
      const answer = await client.rest.request(method, path, options)
      if (path === '/api/deviceProfileInfo/default') return { id: { entityType: 'DEVICE_PROFILE', id: 'p' } }
      if (path !== '/api/deviceProfiles') return answer
      const alarms = Number(options?.query?.page) === 1 ? [{ alarmType: 'Hot' }] : []
      return { ...pageOf([{ profileData: { alarms } }]), hasNext: true }
    },
  } as unknown as typeof client.rest
  const home = { ...client.home, facts: () => Promise.reject(new Error('Not now.')) }
  await renderPage(<TenantOverview />, {
    client: { ...client, home, rest, deviceProfiles: createDeviceProfileCalls(rest) },
  })
  const pages = () => calls.filter(({ path }) => path === '/api/deviceProfiles').map(({ query }) => Number(query?.page))
  await waitFor(() => expect(pages()).toEqual([0, 1]))
  await screen.findByRole('region', { name: 'Set up your tenant' })
  expect(pages()).toEqual([0, 1])
})
