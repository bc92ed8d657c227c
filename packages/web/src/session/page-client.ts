/**
 * Client for pages: session, live subscriptions, and the REST calls that the first pages need.
 *
 * Only these are loaded with the sign-in page. Other pages create further calls in their own chunk:
 * `createAlarmCalls(client.rest)`.
 */

import { type ClientOptions, createClientCore } from '@sonde/client'
import { createAuthCalls } from '@sonde/client/auth/auth-calls'
import { createCustomerCalls } from '@sonde/client/customers/customer-calls'
import { createDashboardCalls } from '@sonde/client/dashboards/dashboard-calls'
import { createDeviceProfileCalls } from '@sonde/client/device-profiles/device-profile-calls'
import { createDeviceCalls } from '@sonde/client/devices/device-calls'
import { createEntityQueryCalls } from '@sonde/client/entity-query/entity-query-calls'
import { createHomeCalls } from '@sonde/client/home/home-calls'
import { createSystemCalls } from '@sonde/client/system/system-calls'
import { createTelemetryCalls } from '@sonde/client/telemetry/telemetry-calls'
import { createUserSettingsCalls } from '@sonde/client/users/user-settings-calls'

export type Client = ReturnType<typeof createPageClient>

export function createPageClient(options: ClientOptions) {
  const core = createClientCore(options)
  return {
    ...core,
    auth: createAuthCalls(core.rest),
    customers: createCustomerCalls(core.rest),
    dashboards: createDashboardCalls(core.rest),
    deviceProfiles: createDeviceProfileCalls(core.rest),
    devices: createDeviceCalls(core.rest),
    entityQuery: createEntityQueryCalls(core.rest),
    home: createHomeCalls(core.rest),
    system: createSystemCalls(core.rest),
    telemetry: createTelemetryCalls(core.rest),
    userSettings: createUserSettingsCalls(core.rest),
  }
}
