/** Writes until it is killed and prints acknowledged writes. Started by kill.test.ts: `kill-child.ts FOLDER ROUND`. */

import { writeSync } from 'node:fs'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { pino } from 'pino'
import { systemClock } from '../../clock.ts'
import type { PointWrite } from '../storage.ts'
import { openSqliteStorage } from './sqlite-storage.ts'

const [dataFolder = '', round = ''] = process.argv.slice(2)
const log = pino({ level: 'error' })
const storage = await openSqliteStorage({ dataFolder, journalHours: 1, journalBytes: 1e6, log, clock: systemClock })
const entity = entityId('DEVICE', '0190a0a0-0000-7000-8000-000000000001')

/** Prints a line. Retries because the pipe is nonblocking and its reader may be slow. */
function say(line: string) {
  for (let left = Buffer.from(`${line}\n`); left.length > 0; ) {
    try {
      left = left.subarray(writeSync(1, left))
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error
    }
  }
}

say(`entity ${entity.id}`)

function pointsOf(key: string, number: number): PointWrite[] {
  const common = { tenantId: NIL_UUID, entity, ts: number, ttlSeconds: 0 }
  return [{ ...common, key, type: ValueType.DOUBLE, value: number / 4 }]
}

/** Simulates a device: writes a message, then its outcome. */
async function run(key: string) {
  for (let number = 0; ; number++) {
    const { messages } = await storage.transact({
      messages: [
        {
          id: `${key}-${number}`,
          ts: number,
          type: 'POST_TELEMETRY_REQUEST',
          tenantId: NIL_UUID,
          originator: entity,
          customerId: NIL_UUID,
          metadata: {},
          dataType: 'JSON',
          data: `{"value":${number}}`,
          queueName: 'Main',
          ruleChainId: null,
          ruleNodeId: null,
        },
      ],
    })
    const seqs = messages.map(({ seq }) => seq)
    say(`message ${key} ${seqs[0]}`)
    await storage.transact({ done: seqs, points: pointsOf(key, number) })
    say(`point ${key} ${number}`)
  }
}

await Promise.all(Array.from({ length: 20 }, (_, i) => run(`${round}-${i}`)))
