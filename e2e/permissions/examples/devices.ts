/** Examples for device-specific calls: credentials, claims, profiles, RPC. */

import { defaultProfileInput } from '@sonde/model/device-profiles/default-profile-input'
import { about, type Examples, type Owned, page, plain } from '../examples.ts'
import type { Side } from '../side.ts'
import { everyId } from './assignables.ts'

const ownTenant = "a tenant administrator's, of the own tenant"
const tenantEntity = "administration of a tenant's own thing"
const profileInfo = "read of a device profile's name and image"

const newDevice = (side: Side) => ({ name: side.newName('device'), type: 'default' })

/** Persistent, so that the call doesn't wait for a disconnected device. */
const call = (method: string) => ({ method, params: {}, persistent: true })

const rpc = about('device: send RPC calls', ({ side, about: owner }) => ({
  path: [side.has[owner].device.id.id],
  body: call('blink'),
}))

async function madeCall({ side, about: owner }: Owned): Promise<string> {
  const device = side.has[owner].device.id.id
  const { rpcId } = await side.call<{ rpcId: string }>('POST', `/api/rpc/oneway/${device}`, call('blink'))
  return rpcId
}

const simpleAlarm = {
  id: 'a',
  alarmType: 'Hot',
  createRules: {
    MAJOR: {
      condition: {
        condition: [
          {
            key: { type: 'TIME_SERIES', key: 'temperature' },
            valueType: 'NUMERIC',
            predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 50 } },
          },
        ],
        spec: { type: 'SIMPLE' },
      },
    },
  },
}

export const deviceExamples: Examples = {
  'GET /api/devices': plain(
    "a tenant user's, of what is the own",
    ({ scene }) => ({ query: { deviceIds: everyId(scene.acme, 'device', scene.bolt) } }),
    { shows: 'device' },
  ),
  'GET /api/devices/count/:otaPackageType/:deviceProfileId': plain(
    "a tenant user's, of what is the own",
    ({ side }) => ({
      path: ['FIRMWARE', side.profile.id],
    }),
  ),
  'POST /api/device': [
    { ...plain(ownTenant, ({ side }) => ({ body: newDevice(side) })), named: 'new' },
    {
      ...about('device: change', ({ side, about: owner }) => ({
        body: { ...side.has[owner].device.json, label: 'changed' },
      })),
      named: 'changed',
    },
  ],
  'POST /api/device-with-credentials': plain(ownTenant, ({ side }) => {
    const device = newDevice(side)
    return { body: { device, credentials: { credentialsType: 'ACCESS_TOKEN', credentialsId: device.name } } }
  }),
  'POST /api/lwm2m/device-credentials': plain(ownTenant, ({ side }) => {
    const device = newDevice(side)
    return {
      body: {
        'org.thingsboard.server.common.data.Device': device,
        'org.thingsboard.server.common.data.security.DeviceCredentials': {
          credentialsType: 'ACCESS_TOKEN',
          credentialsId: device.name,
        },
      },
    }
  }),
  'GET /api/lwm2m/deviceProfile/bootstrap/:isBootstrapServer': plain("a tenant user's, of what is the own", () => ({
    path: ['false'],
  })),
  'GET /api/device/:deviceId/credentials': about('device: read credentials', ({ side, about: owner }) => ({
    path: [side.has[owner].device.id.id],
  })),
  'POST /api/device/credentials': about('device: change credentials', async ({ side, about: owner }) => {
    const { id, name } = await side.make('device', owner)
    const credentials = await side.call<object>('GET', `/api/device/${id.id}/credentials`)
    return { body: { ...credentials, credentialsId: `token of ${name}` } }
  }),
  'POST /api/device/bulk_import': plain(ownTenant, ({ side }) => ({
    body: {
      file: `${side.newName('device')},default`,
      mapping: { columns: [{ type: 'NAME' }, { type: 'TYPE' }], delimiter: ',', update: false, header: false },
    },
  })),
  'POST /api/customer/device/:deviceName/claim': [
    {
      ...plain("a claim by a customer's user", async ({ side }) => ({
        path: [await claimable(side)],
        body: { secretKey: 'a-secret' },
      })),
      named: 'in the own tenant',
    },
  ],
  'DELETE /api/customer/device/:deviceName/claim': about('giving a device back', async ({ side, about: owner }) => ({
    path: [(await side.make('device', owner)).name],
  })),
  'POST /api/tenant/:tenantId/device/:deviceId': about(
    'device: move to another tenant',
    async ({ scene, side, about: owner }) => {
      const other = side === scene.acme ? scene.bolt : scene.acme
      await other.call('POST', '/api/v2/device-acceptance', { fromTenants: [side.tenant.id] })
      return { path: [other.tenant.id, (await side.make('device', owner)).id.id] }
    },
    // The device now belongs to the other tenant, whose ID the caller sent.
    { names: ['device', 'tenant'] },
  ),
  'GET /api/v2/key-descriptions': plain("a tenant user's, of what is the own"),
  'PUT /api/v2/key-descriptions': plain(ownTenant, () => ({ body: { keys: [{ key: 'temperature', unit: '°C' }] } })),
  'PUT /api/v2/key-descriptions/:deviceProfileId': plain(tenantEntity, ({ side }) => ({
    path: [side.profile.id],
    body: { keys: [{ key: 'temperature', unit: '°F' }] },
  })),
  // The response contains the tenants that the administrator entered.
  'GET /api/v2/device-acceptance': plain(ownTenant, () => ({}), { names: ['tenant'] }),
  'POST /api/v2/device-acceptance': plain(ownTenant, () => ({ body: { fromTenants: [] } })),
  'GET /api/v2/visitor-rights/:entityType/:entityId': (['device', 'asset'] as const).map((kind) => ({
    ...about(`${kind}: set what visitors may do`, ({ side, about: owner }) => ({
      path: [kind.toUpperCase(), side.has[owner][kind].id.id],
    })),
    named: kind,
  })),
  'POST /api/v2/visitor-rights/:entityType/:entityId': (['device', 'asset'] as const).map((kind) => ({
    ...about(`${kind}: set what visitors may do`, async ({ side, about: owner }) => ({
      path: [kind.toUpperCase(), (await side.make(kind, owner)).id.id],
      body: { rpcMethods: ['blink'], sharedAttributes: [], serverAttributes: ['note'] },
    })),
    named: kind,
  })),

  'POST /api/rpc/oneway/:deviceId': rpc,
  'POST /api/rpc/twoway/:deviceId': rpc,
  'POST /api/plugins/rpc/oneway/:deviceId': rpc,
  'POST /api/plugins/rpc/twoway/:deviceId': rpc,
  'GET /api/rpc/persistent/device/:deviceId': about('device: read RPC calls', ({ side, about: owner }) => ({
    path: [side.has[owner].device.id.id],
    query: page,
  })),
  'GET /api/rpc/persistent/:rpcId': about('RPC call: read', async (asking) => ({
    path: [await madeCall(asking)],
  })),
  'DELETE /api/rpc/persistent/:rpcId': about('RPC call: delete', async (asking) => ({
    path: [await madeCall(asking)],
  })),

  'GET /api/deviceProfiles': plain(ownTenant, () => ({ query: page })),
  'GET /api/deviceProfileInfos': plain("a tenant user's, of what is the own", () => ({ query: page })),
  'GET /api/deviceProfileInfo/default': plain("a tenant user's, of what is the own"),
  'GET /api/deviceProfileInfo/:deviceProfileId': plain(profileInfo, ({ side }) => ({ path: [side.profile.id] })),
  'GET /api/deviceProfile/devices/keys/timeseries': plain(tenantEntity, ({ side }) => ({
    query: { deviceProfileId: side.profile.id },
  })),
  'GET /api/deviceProfile/devices/keys/attributes': plain(tenantEntity, ({ side }) => ({
    query: { deviceProfileId: side.profile.id },
  })),
  'GET /api/deviceProfile/:deviceProfileId': plain(tenantEntity, ({ side }) => ({ path: [side.profile.id] })),
  'POST /api/deviceProfile': [
    { ...plain(ownTenant, ({ side }) => ({ body: defaultProfileInput(side.newName('deviceProfile')) })), named: 'new' },
    {
      ...plain(tenantEntity, async ({ side }) => ({
        body: { ...(await side.make('deviceProfile')).json, description: 'changed' },
      })),
      named: 'changed',
    },
  ],
  'POST /api/v2/deviceProfile/:deviceProfileId/alarmRuleTrial': plain(tenantEntity, ({ side }) => ({
    path: [side.profile.id],
    body: { alarm: simpleAlarm },
  })),
  'POST /api/deviceProfile/:deviceProfileId/default': plain(tenantEntity, ({ side }) => ({ path: [side.profile.id] })),
  'DELETE /api/deviceProfile/:deviceProfileId': plain(tenantEntity, async ({ side }) => ({
    path: [(await side.make('deviceProfile')).id.id],
  })),
}

/** Creates a claimable device; returns its name. */
async function claimable(side: Side): Promise<string> {
  const { id, name } = await side.make('device')
  const claimingData = JSON.stringify({ secretKey: 'a-secret', expirationTime: Date.now() + 3_600_000 })
  await side.call('POST', `/api/plugins/telemetry/DEVICE/${id.id}/SERVER_SCOPE`, { claimingData })
  return name
}
