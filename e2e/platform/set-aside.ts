/**
 * Dead letters of a running server, written to its database with the server's own store: a message that really crashes
 * the server takes minutes (`e2e/fairness/poison.test.ts`).
 */

import type { EntityId } from '@sonde/model/ids'
import { NIL_UUID } from '@sonde/model/ids'
import { createDeadLetterStore } from '../../packages/server/src/dead-letters/dead-letter-store.ts'
import { newId } from '../../packages/server/src/ids.ts'
import type { Message } from '../../packages/server/src/messages/message.ts'
import { createSqliteRelational } from '../../packages/server/src/storage/sqlite/sqlite-relational.ts'
import { openDatabase } from './open-database.ts'
import type { Platform } from './start-platform.ts'

/** Timeout for the server's write lock, ms. */
const lockMsMax = 60_000

export interface SetAside {
  readonly tenantId: string
  readonly originator: EntityId
  /** Telemetry as JSON. */
  readonly data: string
  readonly reason?: string
  /** Time of the dead letter; default: now. */
  readonly createdTime?: number
  readonly change?: Partial<Message>
}

/** Returns the ids of the dead letters, in order. */
export function setAside({ dataFolder }: Pick<Platform, 'dataFolder'>, letters: readonly SetAside[]): string[] {
  const database = openDatabase(dataFolder, { timeout: lockMsMax })
  try {
    const store = createDeadLetterStore(createSqliteRelational({ database }))
    return letters.map((letter) => {
      const id = newId()
      const { createdTime = Date.now(), reason = usualReason } = letter
      const { sql, parameters } = store.insert({ id, createdTime, reason, message: messageOf(letter, createdTime) })
      database.prepare(sql).run(...parameters)
      return id
    })
  } finally {
    database.close()
  }
}

const usualReason = 'The server ended 3 times while it processed this message.'

const messageOf = ({ tenantId, originator, data, change }: SetAside, ts: number): Message => ({
  id: newId(),
  ts,
  type: 'POST_TELEMETRY_REQUEST',
  tenantId,
  originator,
  customerId: NIL_UUID,
  metadata: { deviceName: 'Press', deviceType: 'default', ts: `${ts}` },
  dataType: 'JSON',
  data,
  queueName: 'Main',
  ruleChainId: null,
  ruleNodeId: null,
  ...change,
})
