/** What one message changes, collected from its nodes within the bounds of a message, to be committed as one. */

import { type LimitKey, refusalText } from '@sonde/model/limits/limits'
import type { PendingAlarm } from '../../alarms/pending-alarms.ts'
import type { Message } from '../../messages/message.ts'
import { charactersOf, type NodeStateChange, type RecordWrite } from '../../storage/record-writes.ts'
import type { AttributeWrite, EntityChange, PointWrite } from '../../storage/storage.ts'
import type { Outcome } from './rule-node.ts'
import type { RunBounds } from './run-bounds.ts'

/** One message does more than a message may. */
export class RunLimitReached extends Error {}

export interface OutcomeHost<R> {
  /** A limit ended or narrowed the run. */
  limited(run: R, limit: LimitKey): void
}

/** Lists are null until something is put into them: most messages need one or two. */
export abstract class RunOutcome implements Outcome {
  points: PointWrite[] | null = null
  attributes: AttributeWrite[] | null = null
  records: RecordWrite[] | null = null
  changes: EntityChange[] | null = null
  messages: Message[] | null = null
  /** Characters of what it changes. */
  bytes = 0
  /** Attributes, records, changes and further messages. */
  changeCount = 0
  readonly #bounds: RunBounds

  constructor(bounds: RunBounds) {
    this.#bounds = bounds
  }

  protected abstract limited(limit: LimitKey): void

  point(write: PointWrite): void {
    if (this.points === null) this.points = []
    if (this.points.length >= this.#bounds.points) throw this.#limit('messagePoints', this.#bounds.points)
    this.#grow(typeof write.value === 'string' ? write.key.length + write.value.length : write.key.length)
    this.points.push(write)
  }

  attribute(write: AttributeWrite): void {
    const { key, value } = write
    this.#change(key.length + (typeof value?.value === 'string' ? value.value.length : 0))
    if (this.attributes === null) this.attributes = [write]
    else this.attributes.push(write)
  }

  alarm({ records, changes }: PendingAlarm): void {
    for (const record of records) this.#record(record)
    for (const change of changes) {
      this.#change(0)
      if (this.changes === null) this.changes = [change]
      else this.changes.push(change)
    }
  }

  state(change: NodeStateChange): void {
    this.#record(change)
  }

  followUp(message: Message): void {
    let characters = message.data.length
    for (const key in message.metadata) characters += key.length + (message.metadata[key] as string).length
    this.#change(characters)
    if (this.messages === null) this.messages = [message]
    else this.messages.push(message)
  }

  /** Takes back the points of a node that reached a limit: half of what it stores is of no use. */
  protected keepPoints(count: number): void {
    if (this.points !== null) this.points.length = count
  }

  #record(record: RecordWrite): void {
    this.#change(charactersOf(record))
    if (this.records === null) this.records = [record]
    else this.records.push(record)
  }

  #change(characters: number): void {
    const { changes } = this.#bounds
    if (this.changeCount >= changes) throw this.#limit('messageChanges', changes)
    this.#grow(characters)
    this.changeCount++
  }

  #grow(characters: number): void {
    const { bytes } = this.#bounds
    if (this.bytes + characters > bytes) throw this.#limit('messageBytes', bytes)
    this.bytes += characters
  }

  #limit(key: LimitKey, value: number): RunLimitReached {
    this.limited(key)
    return new RunLimitReached(refusalText(key, value))
  }
}
