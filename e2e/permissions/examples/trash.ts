/**
 * Examples for the trash: tenant administrators access that of their tenant, the system administrator that of the
 * system.
 */

import { type Asking, type Examples, page, plain } from '../examples.ts'

const ofAdministrators = "an administrator's"
const ofTenant = 'in the trash of a tenant'
const ofSystem = 'in the trash of the system'

interface Made {
  readonly id: { readonly id: string }
}

/** Puts a device in the trash of the caller's tenant; returns its id. */
async function trashed({ side }: Asking): Promise<string> {
  const { id } = await side.call<Made>('POST', '/api/device', { name: side.newName('device'), type: 'default' })
  await side.call('DELETE', `/api/device/${id.id}`)
  return id.id
}

/** Puts a tenant profile in the trash of the system; returns its id. */
async function trashedProfile({ scene, side }: Asking): Promise<string> {
  const { id } = await scene.asRoot<Made>('POST', '/api/tenantProfile', { name: side.newName('profile') })
  await scene.asRoot('DELETE', `/api/tenantProfile/${id.id}`)
  return id.id
}

const tenants = { named: "a tenant's" }
const systems = { named: "the system's" }

export const trashExamples: Examples = {
  'GET /api/v2/trash': plain(ofAdministrators, () => ({ query: page })),
  'GET /api/v2/trash/settings': plain(ofAdministrators),
  'DELETE /api/v2/trash': plain(ofAdministrators),
  'DELETE /api/v2/trash/:entityId': [
    plain(ofTenant, async (asking) => ({ path: [await trashed(asking)] }), tenants),
    plain(ofSystem, async (asking) => ({ path: [await trashedProfile(asking)] }), systems),
  ],
  'POST /api/v2/trash/:entityId/restore': [
    plain(ofTenant, async (asking) => ({ path: [await trashed(asking)], body: {} }), tenants),
    plain(ofSystem, async (asking) => ({ path: [await trashedProfile(asking)], body: {} }), systems),
  ],
}
