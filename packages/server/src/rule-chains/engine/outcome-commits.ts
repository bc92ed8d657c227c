/**
 * Commits the outcomes of finished messages. Outcomes of one turn share a commit.
 *
 * Each tenant has its own commits, so that a commit rejected for one tenant doesn't affect others. A rejected commit is
 * split in halves until the failing message is found. Only that message loses its outcome and is put aside as a dead
 * letter. Until then, later outcomes of the tenant wait, so that the outcomes of each originator stay in order.
 *
 * If the disk is full, outcomes are held in order and committed when space is available. After any other storage
 * failure
 * no message is marked done: the messages run again after the restart.
 */

import type { Logger } from 'pino'
import type { Commit } from '../../journal/commit.ts'
import type { Message } from '../../messages/message.ts'
import type { RecordWrite } from '../../storage/record-writes.ts'
import {
  type AttributeWrite,
  type EntityChange,
  type PointWrite,
  StoreFailed,
  type Transaction,
} from '../../storage/storage.ts'
import type { MessageRun } from './message-run.ts'

/** Maximum messages and weight of one commit. */
const groupMessagesMax = 1_000
const groupWeightMax = 16 * 1024
/** Weight of a point, and of any other change, in addition to its characters. */
const pointWeight = 64
const changeWeight = 256

/** Estimated size of an outcome in the store, in bytes. */
export function outcomeWeight({ bytes, points, attributes, records, messages }: MessageRun): number {
  let weight = pointWeight + bytes
  if (points !== null) weight += points.length * pointWeight
  if (attributes !== null) weight += attributes.length * changeWeight
  if (records !== null) weight += records.length * changeWeight
  if (messages !== null) weight += messages.length * changeWeight
  return weight
}

export interface OutcomeCommits {
  add(run: MessageRun): void
  /** Commits the runs added since the last flush. */
  flush(): void
  /** Messages whose outcome isn't on disk yet. */
  readonly pending: number
}

export interface OutcomeCommitsDeps {
  readonly commit: () => Commit
  /** Marks a message done whose outcome the store rejected. On `StoreFailed` the message isn't marked. */
  readonly setAside: (run: MessageRun, error: unknown) => Promise<void>
  readonly log: Pick<Logger, 'error'>
  /** Called when the store rejected the message's outcome. */
  readonly rejected: (run: MessageRun, error: unknown) => void
  /** Called when a commit with the message's outcome failed and will be retried. */
  readonly triedAgain?: (run: MessageRun) => void
  /** Called when outcomes are on disk, or lost after an error was logged. */
  readonly settled: (runs: readonly MessageRun[]) => void
  /** Called when the disk failed; no more outcomes are committed before a restart. */
  readonly broken: (error: StoreFailed) => void
}

/** `number` is the sequence number of the failed commit: held outcomes are committed in that order. */
interface HeldGroup {
  readonly number: number
  readonly runs: readonly MessageRun[]
}

export function createOutcomeCommits(deps: OutcomeCommitsDeps): OutcomeCommits {
  const { commit, setAside, log, rejected, settled, broken, triedAgain = () => undefined } = deps
  let added: MessageRun[] = []
  let pending = 0
  let isBroken = false
  let nextGroupNumber = 0
  /** Groups that failed because the disk was full. */
  let held: HeldGroup[] = []
  let isWaiting = false
  /** Tenants whose rejected outcomes are being split, with later outcomes that wait for it. */
  const repairing = new Map<string, MessageRun[]>()

  function flush() {
    if (added.length === 0 || isBroken || isWaiting) return
    const runs = repairing.size > 0 ? added.filter(isNotHeldUp) : added
    added = []
    for (const group of groupsOf(runs)) send(group)
  }

  function isNotHeldUp(run: MessageRun): boolean {
    const behind = repairing.get(run.message.tenantId)
    behind?.push(run)
    return behind === undefined
  }

  function send(group: readonly MessageRun[]) {
    const number = nextGroupNumber++
    committed(group).then(
      () => settle(group),
      (error: unknown) => {
        if (error instanceof StoreFailed) return hold(number, group, error)
        void repair(number, group, error)
      },
    )
  }

  async function committed(group: readonly MessageRun[]): Promise<void> {
    await commit()(merged(group))
  }

  function settle(runs: readonly MessageRun[]) {
    pending -= runs.length
    settled(runs)
  }

  function stopFor(error: StoreFailed) {
    if (isBroken) return
    isBroken = true
    // The storage has already logged the cause.
    log.error('The database accepts no more writes. Results wait for a restart.')
    broken(error)
  }

  /** Holds a group that failed on a full disk until space is available. */
  function hold(number: number, runs: readonly MessageRun[], error: StoreFailed) {
    if (!error.recovered) return stopFor(error)
    held.push({ number, runs })
    for (const run of runs) triedAgain(run)
    if (isWaiting) return
    isWaiting = true
    void error.recovered.then(() => {
      isWaiting = false
      const again = held.sort((a, b) => a.number - b.number).flatMap(({ runs }) => runs)
      held = []
      added = [...again, ...added]
      flush()
    })
  }

  /** Splits a rejected group to find the failing message. */
  async function repair(number: number, runs: readonly MessageRun[], error: unknown) {
    const { tenantId } = (runs[0] as MessageRun).message
    const before = repairing.get(tenantId)
    if (before) {
      // A second group of the tenant was rejected while the first is being split.
      before.push(...runs)
      return
    }
    repairing.set(tenantId, [])
    if (runs.length > 1) for (const run of runs) triedAgain(run)
    const left = await halved(runs, error)
    const behind = repairing.get(tenantId) ?? []
    repairing.delete(tenantId)
    if (left) hold(number, left.runs, left.failure)
    added = [...behind, ...added]
    flush()
  }

  /**
   * Commits a group. If it's known to be rejected (`known` isn't null), commits its halves one after the other. Returns
   * the runs, in order, that couldn't be stored because the disk failed.
   */
  async function halved(
    runs: readonly MessageRun[],
    known: unknown,
  ): Promise<{ runs: readonly MessageRun[]; failure: StoreFailed } | null> {
    let cause = known
    if (cause === null) {
      try {
        await committed(runs)
        settle(runs)
        return null
      } catch (error) {
        if (error instanceof StoreFailed) return { runs, failure: error }
        cause = error
      }
    }
    if (runs.length === 1) return giveUp(runs, cause)
    const middle = runs.length >> 1
    const left = await halved(runs.slice(0, middle), null)
    if (left) return { runs: [...left.runs, ...runs.slice(middle)], failure: left.failure }
    return halved(runs.slice(middle), null)
  }

  /** Marks a message done without its outcome. */
  async function giveUp(runs: readonly MessageRun[], cause: unknown) {
    const [run] = runs as readonly [MessageRun]
    try {
      await setAside(run, cause)
    } catch (last) {
      if (last instanceof StoreFailed) return { runs, failure: last }
      log.error({ err: last, seq: run.seq }, 'Failed to mark a message as processed. It runs again after a restart.')
    }
    rejected(run, cause)
    settle(runs)
    return null
  }

  return {
    add(run) {
      added.push(run)
      pending++
    },
    flush,
    get pending() {
      return pending
    },
  }
}

/** Groups by tenant, each in the order in which the messages finished. */
function groupsOf(runs: readonly MessageRun[]): readonly (readonly MessageRun[])[] {
  const groups: MessageRun[][] = []
  const open = new Map<string, { group: MessageRun[]; weight: number }>()
  for (const run of runs) {
    const { tenantId } = run.message
    let current = open.get(tenantId)
    if (!current || current.group.length >= groupMessagesMax || current.weight >= groupWeightMax) {
      current = { group: [], weight: 0 }
      open.set(tenantId, current)
      groups.push(current.group)
    }
    current.group.push(run)
    current.weight += outcomeWeight(run)
  }
  return groups
}

/** Merges outcomes into one transaction, in the order in which the messages finished. */
function merged(group: readonly MessageRun[]): Transaction {
  const done: number[] = []
  const points: PointWrite[] = []
  const attributes: AttributeWrite[] = []
  const records: RecordWrite[] = []
  const changes: EntityChange[] = []
  const messages: Message[] = []
  for (const run of group) {
    done.push(run.seq)
    if (run.points !== null) for (const point of run.points) points.push(point)
    if (run.attributes !== null) for (const attribute of run.attributes) attributes.push(attribute)
    if (run.records !== null) for (const record of run.records) records.push(record)
    if (run.changes !== null) for (const change of run.changes) changes.push(change)
    if (run.messages !== null) for (const message of run.messages) messages.push(message)
  }
  return { done, points, attributes, records, changes, messages, isAdmitted: true }
}
