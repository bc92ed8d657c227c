/** Devices behind real HTTP for tests; the token is the caller's name. */

import type { TestContext } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { serveTestParts } from '../platform-parts-testing.ts'
import { openDeviceRooms } from './testing.ts'

export type { PartsAnswer as Answer } from '../platform-parts-testing.ts'

type Caller = 'admin' | 'user' | 'stranger' | 'sys' | 'nobody'

export async function openDeviceHttp(t: TestContext) {
  const rooms = await openDeviceRooms(t)
  const { admin, user, stranger } = rooms
  const sys = { ...admin, authority: 'SYS_ADMIN' as const, tenantId: NIL_UUID }
  return { ...rooms, ...(await serveTestParts<Caller>(t, rooms.parts, { admin, user, stranger, sys })) }
}
