/** Restores devices, device profiles and OTA packages from the trash. */

import { badRequest } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import { deriveCredentials, newToken } from '../devices/credentials.ts'
import { initialState } from '../devices/device-state.ts'
import type { Statement } from '../storage/relational.ts'
import { customerOf, held, type RestoreRequest } from './restore-resolver.ts'
import type { TrashedEntity, TrashStore } from './trash-store.ts'

export async function device(
  store: TrashStore,
  { snapshot, tenant_id, id }: TrashedEntity,
  { name, newCredentials, nowMs }: RestoreRequest,
) {
  const [row, ...none] = snapshot.device ?? []
  if (!row || none.length > 0) throw new Error(`the trash has no rows of device ${id}`)
  const profile = await store.findProfile(tenant_id, row.device_profile_id)
  if (!profile) {
    const gone = await store.find(tenant_id, row.device_profile_id)
    throw badRequest(
      gone
        ? `The device profile "${gone.name}" is in the trash too. Restore it first.`
        : `The device profile "${row.type}" was deleted permanently. A device needs its profile.`,
    )
  }
  const customer_id = await customerOf(store, tenant_id, row.customer_id)
  const packages = await store.existing('ota_package', tenant_id, [row.firmware_id, row.software_id])
  const written = {
    ...row,
    name,
    // The profile's name may have changed, and while it had no devices also its transport.
    type: profile.name,
    device_data: dataFor(profile.transport_type, row.device_data),
    customer_id,
    firmware_id: held(packages, row.firmware_id),
    software_id: held(packages, row.software_id),
  }
  const credentials = snapshot.device_credentials?.map((each) => {
    if (!newCredentials) return each
    const { credentialsType, credentialsId, credentialsValue } = deriveCredentials({ credentialsId: newToken() })
    return {
      ...each,
      credentials_type: credentialsType,
      credentials_id: credentialsId,
      credentials_value: credentialsValue,
    }
  })
  return {
    snapshot: { ...snapshot, device: [written], ...(credentials && { device_credentials: credentials }) },
    changed: {
      name,
      type: written.type,
      deviceData: JSON.parse(written.device_data) as unknown,
      customerId: entityId('CUSTOMER', customer_id),
      ...(written.firmware_id === null && { firmwareId: null }),
      ...(written.software_id === null && { softwareId: null }),
    },
    customerId: customer_id,
    before: [...packages].map((each) => store.hold(tenant_id, 'ota_package', each)),
    after: (snapshot.calls ?? []).filter((call) => call.expiration_time > nowMs).map(store.insertCall),
    // The deletion ended its sessions.
    attributes: initialState(tenant_id, id, nowMs),
  }
}

/** Device data without the settings of a transport that the profile no longer has. */
function dataFor(transportType: string, deviceData: string): string {
  const data = JSON.parse(deviceData) as { readonly transportConfiguration?: { readonly type?: string } }
  if (data.transportConfiguration?.type === transportType) return deviceData
  return JSON.stringify({ configuration: { type: 'DEFAULT' }, transportConfiguration: { type: transportType } })
}

export async function deviceProfile(
  store: TrashStore,
  { snapshot, tenant_id }: TrashedEntity,
  { name, newCredentials, parts }: RestoreRequest,
) {
  const rows = []
  const before: Statement[] = []
  for (const row of snapshot.device_profile ?? []) {
    const existing = await store.existing('ota_package', tenant_id, [row.firmware_id, row.software_id])
    const chains = await store.existing('rule_chain', tenant_id, [row.default_rule_chain_id])
    const dashboards = await store.existing('dashboard', tenant_id, [row.default_dashboard_id])
    // Its own packages are restored with it.
    const packages = new Set([...existing, ...parts])
    before.push(...[...existing].map((each) => store.hold(tenant_id, 'ota_package', each)))
    rows.push({
      ...row,
      name,
      is_default: 0,
      firmware_id: held(packages, row.firmware_id),
      software_id: held(packages, row.software_id),
      default_rule_chain_id: held(chains, row.default_rule_chain_id),
      default_dashboard_id: held(dashboards, row.default_dashboard_id),
      ...(newCredentials && {
        provision_type: 'DISABLED',
        provision_device_key: null,
        profile_data: withoutProvisioning(row.profile_data),
      }),
    })
  }
  const changed: Record<string, unknown> = { name, default: false }
  for (const row of rows) {
    if (row.firmware_id === null) changed.firmwareId = null
    if (row.software_id === null) changed.softwareId = null
    if (row.default_rule_chain_id === null) changed.defaultRuleChainId = null
    if (row.default_dashboard_id === null) changed.defaultDashboardId = null
  }
  return { snapshot: { ...snapshot, device_profile: rows }, changed, before }
}

function withoutProvisioning(profileData: string): string {
  const data = JSON.parse(profileData) as Record<string, unknown>
  return JSON.stringify({ ...data, provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null } })
}

/** Restores a package with its file, which stayed in the folder. */
export async function otaPackage(
  store: TrashStore,
  { snapshot, tenant_id }: TrashedEntity,
  { name: title, whole }: RestoreRequest,
) {
  const rows = (snapshot.ota_package ?? []).map((row) => ({ ...row, title }))
  const profileIds = rows.flatMap((row) => row.device_profile_id ?? []).filter((id) => id !== whole?.trashed.id)
  const profiles = await store.existing('device_profile', tenant_id, profileIds)
  for (const id of profileIds) {
    if (profiles.has(id)) continue
    const gone = await store.find(tenant_id, id)
    throw badRequest(
      gone
        ? `The package is for devices of the profile "${gone.name}", which is in the trash too. Restore that first.`
        : 'The package is for devices of a profile that was deleted permanently.',
    )
  }
  return {
    snapshot: { ...snapshot, ota_package: rows },
    changed: { title },
    before: profileIds.map((id) => store.hold(tenant_id, 'device_profile', id)),
  }
}
