/** What was deleted and can be brought back: the tenant administrator's alone. */

import { type Asking, type Examples, page, plain } from '../examples.ts'

const ownTenant = "a tenant administrator's, of the own tenant"
/** As for a device: another tenant's does not exist. */
const ofAcme = "administration of a tenant's own device"

interface Made {
  readonly id: { readonly id: string }
}

/** The id of a device in the trash of the caller's tenant. */
async function trashed({ side }: Asking): Promise<string> {
  const { id } = await side.call<Made>('POST', '/api/device', { name: side.newName('device'), type: 'default' })
  await side.call('DELETE', `/api/device/${id.id}`)
  return id.id
}

export const trashExamples: Examples = {
  'GET /api/v2/trash': plain(ownTenant, () => ({ query: page })),
  'GET /api/v2/trash/settings': plain(ownTenant),
  'DELETE /api/v2/trash': plain(ownTenant),
  'DELETE /api/v2/trash/:entityId': plain(ofAcme, async (asking) => ({ path: [await trashed(asking)] })),
  'POST /api/v2/trash/:entityId/restore': plain(ofAcme, async (asking) => ({
    path: [await trashed(asking)],
    body: {},
  })),
}
