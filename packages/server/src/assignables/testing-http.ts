/** Assets, entity views, edges, devices and dashboards behind real HTTP, for tests. The token is the caller's name. */

import type { TestContext } from 'node:test'
import type { Asset } from '@sonde/model/assets/asset'
import type { Device } from '@sonde/model/devices/device'
import type { Edge } from '@sonde/model/edges/edge'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { Config } from '../config/config.ts'
import { openDeviceRooms } from '../devices/testing.ts'
import { newId } from '../ids.ts'
import { serveTestParts } from '../platform-parts-testing.ts'

export type { PartsAnswer as Answer } from '../platform-parts-testing.ts'

/** `visitor`: visitor of public entities. `neighbour`: user of another customer. */
export type Caller = 'admin' | 'user' | 'neighbour' | 'stranger' | 'visitor' | 'sys' | 'nobody'

/** ID of no entity. */
export const unknownId = '00000000-0000-0000-0000-000000000001'

/** Status per caller for requests that only the administrator may make. */
export const adminOnly: Readonly<Record<Caller, number>> = {
  nobody: 401,
  sys: 403,
  admin: 200,
  stranger: 403,
  user: 403,
  neighbour: 403,
  visitor: 403,
}

export async function openEntities(t: TestContext, config: Partial<Config> = {}) {
  const rooms = await openDeviceRooms(t, { config })
  const { customers, plainEntities, edgeParts, ruleChainParts, admin, user, stranger } = rooms
  const { ruleChains } = ruleChainParts
  const neighbourCustomer = await customers.save(admin, { title: 'Neighbour' })
  const everybody = await customers.publicCustomer(admin)
  const calls = await serveTestParts<Caller>(t, rooms.parts, {
    admin,
    user,
    stranger,
    sys: { ...admin, authority: 'SYS_ADMIN', tenantId: NIL_UUID },
    neighbour: { ...user, userId: newId(), customerId: neighbourCustomer.id.id },
    visitor: { ...user, userId: newId(), customerId: everybody.id, isPublic: true },
  })
  rooms.messages.length = 0
  rooms.changes.length = 0

  async function made<T>(path: string, body: object): Promise<T> {
    const answer = await calls.post<T>(path, body)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }

  /** Status of a GET request per caller. */
  async function statuses(path: string): Promise<Record<string, number>> {
    const found: Record<string, number> = {}
    for (const as of Object.keys(adminOnly) as Caller[]) found[as] = (await calls.get(path, as)).status
    return found
  }

  return {
    statuses,
    ...rooms,
    ...edgeParts,
    ...calls,
    ruleChains,
    assets: plainEntities.ASSET.service,
    /** Creates the rule chain that new edges get as their root. */
    makeTemplateRoot: (as = admin) => ruleChains.save(as, { name: 'Edge root', type: 'EDGE', root: true }),
    neighbourId: neighbourCustomer.id.id,
    tenantIds: { own: entityId('TENANT', admin.tenantId), other: entityId('TENANT', stranger.tenantId) },
    makeAsset: (name: string, more: object = {}) => made<Asset>('/api/asset', { name, type: 'plant', ...more }),
    makeDevice: (name: string) => made<Device>('/api/device', { name, type: 'meter' }),
    makeEdge: (name: string, more: object = {}) =>
      made<Edge>('/api/edge', { name, type: 'site', routingKey: `key-${name}`, secret: 's', ...more }),
  }
}
