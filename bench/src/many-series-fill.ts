/** Fills the given data folder with series of one point each, reports when all is stored, and waits to be killed. */

import { ValueType } from '@sonde/model/telemetry/values'
import { newId } from '../../packages/server/src/ids.ts'
import { createServerLog } from '../../packages/server/src/log/log.ts'
import { openSqliteStorage } from '../../packages/server/src/storage/sqlite/sqlite-storage.ts'

const [dataFolder = '', devices, keys] = process.argv.slice(2)
const clock = { nowMs: () => Date.now() }
const { log } = createServerLog({ level: 'warn', clock })
const storage = await openSqliteStorage({ dataFolder, journalHours: 1, journalBytes: 1e9, log, clock })
const tenantId = newId()
for (let device = 0; device < Number(devices); device++) {
  const entity = { entityType: 'DEVICE', id: newId() } as const
  const points = Array.from({ length: Number(keys) }, (_, i) => ({
    ...{ tenantId, entity, key: `key ${i}`, ts: clock.nowMs(), ttlSeconds: 0 },
    ...{ type: ValueType.DOUBLE, value: i + 0.5 },
  }))
  await storage.transact({ points })
}
process.send?.('filled')
setInterval(() => {}, 60_000)
