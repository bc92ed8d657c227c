/**
 * Dead letters of a running server, written into its database as the server writes them: a message that really stops a
 * server takes minutes (`e2e/fairness/poison.test.ts`).
 */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EntityId } from '@sonde/model/ids'
import { NIL_UUID } from '@sonde/model/ids'
import { createDeadLetterStore } from '../../packages/server/src/dead-letters/dead-letter-store.ts'
import { newId } from '../../packages/server/src/ids.ts'
import type { Message } from '../../packages/server/src/messages/message.ts'
import { createSqliteRelational } from '../../packages/server/src/storage/sqlite/sqlite-relational.ts'
import type { Platform } from './start-platform.ts'

/** Ms that the server's own writing is waited for. */
const lockMsMax = 60_000

export interface SetAside {
  readonly tenantId: string
  readonly originator: EntityId
  /** JSON of telemetry. */
  readonly data: string
  readonly reason?: string
  /** When it was set aside; now unless given. */
  readonly createdTime?: number
  readonly change?: Partial<Message>
}

/** Answers the letters' ids, in order. */
export function setAside({ dataFolder }: Pick<Platform, 'dataFolder'>, letters: readonly SetAside[]): string[] {
  const database = new DatabaseSync(join(dataFolder, 'sonde.db'), { timeout: lockMsMax })
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
