/**
 * Outcomes of messages on their way to the disk: those of one turn share a commit.
 *
 * A commit that the store refuses is taken apart, so that the message at fault is the only one to lose its outcome; it
 * is marked done all the same. While that lasts, later outcomes wait, so that an originator's outcomes stay in order.
 * When the disk is full, outcomes are held, in order, and committed when there is room again. When it fails otherwise,
 * nothing is marked done: the messages run again after the restart.
 */

import type { Logger } from 'pino'
import type { Commit } from '../../journal/commit.ts'
import type { Message } from '../../journal/message.ts'
import type { Statement } from '../../storage/relational.ts'
import {
  type AttributeWrite,
  type EntityChange,
  type PointWrite,
  StoreFailed,
  type Transaction,
} from '../../storage/storage.ts'
import type { MessageRun } from './message-run.ts'

/** Messages and points of one commit. */
const groupMessagesMax = 1_000
const groupPointsMax = 20_000

export interface OutcomeCommits {
  add(run: MessageRun): void
  /** Hands over what was added since. */
  flush(): void
  /** Messages whose outcome is not on disk yet. */
  readonly pending: number
}

export interface OutcomeCommitsParts {
  readonly commit: () => Commit
  readonly log: Pick<Logger, 'error'>
  /** The store refused this message's outcome. */
  readonly refused: (run: MessageRun, error: unknown) => void
  /** The store did not take this message's outcome; it gets it once more. */
  readonly triedAgain?: (run: MessageRun) => void
  /** Outcomes are on disk, or lost with an error in the log. */
  readonly settled: () => void
  /** The disk failed; nothing more is taken before a restart. */
  readonly broken: (error: StoreFailed) => void
}

/** `number` is that of the commit which was refused: held outcomes go on in that order. */
interface HeldGroup {
  readonly number: number
  readonly runs: readonly MessageRun[]
}

export function createOutcomeCommits(parts: OutcomeCommitsParts): OutcomeCommits {
  const { commit, log, refused, settled, broken, triedAgain = () => undefined } = parts
  let added: MessageRun[] = []
  let pending = 0
  let isRepairing = false
  let isBroken = false
  let nextGroupNumber = 0
  /** Groups that a full disk refused. */
  let held: HeldGroup[] = []
  let isWaiting = false

  function flush() {
    while (added.length > 0 && !isRepairing && !isBroken && !isWaiting) {
      const number = nextGroupNumber++
      const group = nextGroup()
      let committed: Promise<unknown>
      try {
        committed = commit()(merged(group))
      } catch (error) {
        committed = Promise.reject(error)
      }
      committed.then(
        () => settle(group.length),
        (error: unknown) => void repair(number, group, error),
      )
    }
  }

  function nextGroup(): MessageRun[] {
    let points = 0
    let count = 0
    while (count < added.length && count < groupMessagesMax && points < groupPointsMax) {
      points += added[count]?.points?.length ?? 0
      count++
    }
    if (count === added.length) {
      const all = added
      added = []
      return all
    }
    return added.splice(0, count)
  }

  function settle(count: number) {
    pending -= count
    settled()
  }

  function stopFor(error: StoreFailed) {
    if (isBroken) return
    isBroken = true
    // Why, the storage has logged.
    log.error('The store takes no more writes: outcomes wait for a restart.')
    broken(error)
  }

  /** Keeps what a full disk refused until there is room again. */
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

  async function repair(number: number, group: readonly MessageRun[], error: unknown) {
    if (error instanceof StoreFailed) return hold(number, group, error)
    isRepairing = true
    if (group.length > 1) for (const run of group) triedAgain(run)
    for (const [i, run] of group.entries()) {
      const failed = await repairOne(run, group.length === 1 ? error : null)
      if (!failed) continue
      isRepairing = false
      settle(i)
      return hold(number, group.slice(i), failed)
    }
    isRepairing = false
    settle(group.length)
    flush()
  }

  /** Commits an outcome alone, or marks its message done without it. Returns the disk's failure: then neither is done. */
  async function repairOne(run: MessageRun, known: unknown): Promise<StoreFailed | null> {
    let cause = known
    try {
      if (cause === null) {
        await commit()(merged([run]))
        return null
      }
    } catch (error) {
      if (error instanceof StoreFailed) return error
      cause = error
    }
    try {
      await commit()({ done: [run.seq] })
    } catch (last) {
      if (last instanceof StoreFailed) return last
      log.error({ err: last, seq: run.seq }, 'a message could not be marked done; it runs again after a restart')
    }
    refused(run, cause)
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

/** One transaction out of many outcomes, in the order in which the messages finished. */
function merged(group: readonly MessageRun[]): Transaction {
  const done: number[] = []
  const points: PointWrite[] = []
  const attributes: AttributeWrite[] = []
  const statements: Statement[] = []
  const changes: EntityChange[] = []
  const messages: Message[] = []
  for (const run of group) {
    done.push(run.seq)
    if (run.points !== null) for (const point of run.points) points.push(point)
    if (run.attributes !== null) for (const attribute of run.attributes) attributes.push(attribute)
    if (run.statements !== null) for (const statement of run.statements) statements.push(statement)
    if (run.changes !== null) for (const change of run.changes) changes.push(change)
    if (run.messages !== null) for (const message of run.messages) messages.push(message)
  }
  return { done, points, attributes, statements, changes, messages }
}
