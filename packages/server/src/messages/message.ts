/**
 * The message that rule chains process and the journal stores.
 *
 * A message is immutable; a node that changes one creates a new one.
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
  /** Parsed values of `data`, if available; not journaled. */
  readonly parsed?: ParsedData | undefined
  readonly queueName: string
  /** Target chain; null: the tenant's root chain. */
  readonly ruleChainId: string | null
  /** Target node; null: the chain's first node. */
  readonly ruleNodeId: string | null
  /** Number of messages of rule nodes that led to this one, in sequence; absent: none. Not journaled. */
  readonly generation?: number
}

/** Typed values and the text they were parsed from. They're valid only if the message's data still equals the text. */
export interface ParsedData {
  readonly text: string
  readonly values: readonly KeyedValue[]
}

/** A message that is on disk. */
export interface JournalledMessage {
  /** Position in the journal, increasing without gaps per store. */
  readonly seq: number
  readonly message: Message
  /** Counter of messages in flight that includes this one; set by the commit. */
  load: OriginatorLoad | null
}
