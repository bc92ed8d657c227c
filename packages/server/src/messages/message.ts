/**
 * The message that rule chains process, as it stands in the journal.
 *
 * A message is immutable; a node that changes one makes a new one.
 */

import type { EntityId } from '@sonde/model/ids'
import type { KeyedValue } from '@sonde/model/telemetry/values'
import type { OriginatorLoad } from './originator-load.ts'

export interface Message {
  /** UUID; the stores apply a message's outcome at most once per journal sequence number. */
  readonly id: string
  /** Creation time, epoch ms. */
  readonly ts: number
  /** `POST_TELEMETRY_REQUEST` and so on; free text in chains. */
  readonly type: string
  readonly tenantId: string
  readonly originator: EntityId
  /** NIL_UUID when the originator belongs to no customer. */
  readonly customerId: string
  readonly metadata: Readonly<Record<string, string>>
  readonly dataType: 'JSON' | 'TEXT' | 'BINARY'
  readonly data: string
  /** What is known of the data without parsing it; not journalled. */
  readonly parsed?: ParsedData | undefined
  readonly queueName: string
  /** Target chain; null: the tenant's root chain. */
  readonly ruleChainId: string | null
  /** Target node; null: the chain's first node. */
  readonly ruleNodeId: string | null
  /** Messages of rule nodes that led to it, one to another; absent: none. Not journalled. */
  readonly generation?: number
}

/** Typed values and the text that they stand for: a message whose data is another text has other values. */
export interface ParsedData {
  readonly text: string
  readonly values: readonly KeyedValue[]
}

/** A message that is on disk. */
export interface JournalledMessage {
  /** Position in the journal, increasing without gaps per store. */
  readonly seq: number
  readonly message: Message
  /** Counts it as on its way; set by the commit. */
  load: OriginatorLoad | null
}
