/** State of the server process and its machine, for system administrators. Sonde API, unknown to ThingsBoard. */

import Type, { type Static } from 'typebox'
import { epochMs, nullable } from '../schema-parts.ts'

const bytes = Type.Integer({ minimum: 0 })
const count = Type.Integer({ minimum: 0 })

export const serverState = Type.Object({
  version: Type.String(),
  startedAt: epochMs,
  cpu: Type.Object({
    cores: count,
    share: Type.Number({ description: 'Used by the server, 1 = all cores. Since the last request, at least 1 s ago' }),
  }),
  memory: Type.Object(
    { usedBytes: bytes, totalBytes: bytes },
    { description: 'Used by the server, and of the machine' },
  ),
  disk: nullable(
    Type.Object({ freeBytes: bytes, totalBytes: bytes }, { description: 'Of the data folder; null if unknown' }),
  ),
  databaseBytes: nullable(bytes),
  waitingMessages: Type.Integer({ minimum: 0, description: 'Stored, but not processed by rule chains yet' }),
  deviceSessions: count,
  webSockets: count,
})
export type ServerState = Static<typeof serverState>
