/** Messages that tell the rule engine what people did to entities. */

import { type EntityId, NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import { newId } from '../ids.ts'
import type { Message } from '../messages/message.ts'

export interface EntityMessageParts {
  /** Who did it; goes into the metadata. */
  readonly scope: Scope
  /** Of the originator; absent: the caller's. */
  readonly tenantId?: string
  /** `ENTITY_CREATED`, `ATTRIBUTES_UPDATED` … */
  readonly type: string
  readonly originator: EntityId
  /** Customer of the originator; absent: none. */
  readonly customerId?: string
  /** Becomes JSON text. */
  readonly data: unknown
  readonly metadata?: Readonly<Record<string, string>>
  readonly nowMs: number
}

export function entityMessage({
  scope,
  tenantId = scope.tenantId,
  type,
  originator,
  customerId = NIL_UUID,
  data,
  metadata = {},
  nowMs,
}: EntityMessageParts): Message {
  return {
    id: newId(nowMs),
    ts: nowMs,
    type,
    tenantId,
    originator,
    customerId,
    metadata: {
      userId: scope.userId,
      userName: scope.email,
      ...(customerId === NIL_UUID ? {} : { customerId }),
      ...metadata,
    },
    dataType: 'JSON',
    data: JSON.stringify(data),
    queueName: 'Main',
    ruleChainId: null,
    ruleNodeId: null,
  }
}
