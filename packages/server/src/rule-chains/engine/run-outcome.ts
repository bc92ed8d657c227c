/** Collects the changes of one message from its nodes, within the message's limits, for a single commit. */

import { type LimitKey, rejectionText } from '@sonde/model/limits/limits'
import type { PendingAlarm } from '../../alarms/pending-alarms.ts'
import type { Message } from '../../messages/message.ts'
import { charactersOf, type NodeStateChange, type RecordWrite } from '../../storage/record-writes.ts'
import type { AttributeWrite, EntityChange, PointWrite } from '../../storage/storage.ts'
import { type Outcome, RunLimitReached } from './rule-node.ts'
import type { RunBounds } from './run-bounds.ts'

export interface OutcomeHost<R> {
  /** Called when a limit stopped or restricted the run. */
  limited(run: R, limit: LimitKey): void
}

/** Lists are null while empty, because most messages use only one or two of them. */
export abstract class RunOutcome implements Outcome {
  points: PointWrite[] | null = null
  attributes: AttributeWrite[] | null = null
  records: RecordWrite[] | null = null
  changes: EntityChange[] | null = null
  messages: Message[] | null = null
  /** Characters of all changes. */
  bytes = 0
  /** Attributes, records, entity changes and further messages. */
  changeCount = 0
  /** Event loop time used, ms. */
  ms = 0
  charactersRead = 0
  readonly #bounds: RunBounds

  constructor(bounds: RunBounds) {
    this.#bounds = bounds
  }

  protected abstract limited(limit: LimitKey): void

  storePoints(writes: PointWrite[]): void {
    const { points } = this.#bounds
    if ((this.points === null ? 0 : this.points.length) + writes.length > points) {
      throw this.#limit('messagePoints', points)
    }
    let characters = 0
    for (let i = 0; i < writes.length; i++) {
      const { key, value } = writes[i] as PointWrite
      characters += typeof value === 'string' ? key.length + value.length : key.length
    }
    this.#grow(characters)
    // Most messages have one list, which is used without copying.
    this.points = this.points === null ? writes : [...this.points, ...writes]
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

  recordDuration(ms: number): void {
    this.ms += ms
    if (this.ms > this.#bounds.ms) throw this.#limit('messageMs', this.#bounds.ms)
  }

  read(characters: number): void {
    this.charactersRead += characters
    if (this.unread < 0) throw this.#limit('messageReads', this.#bounds.reads)
  }

  get unread(): number {
    return this.#bounds.reads - this.charactersRead
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
    return new RunLimitReached(rejectionText(key, value))
  }
}
