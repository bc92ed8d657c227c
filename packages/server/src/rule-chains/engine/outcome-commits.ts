/**
 * Outcomes of messages on their way to the disk: those of one turn share a commit.
 *
 * A commit that the store refuses is taken apart, so that the message at fault is the only one to lose its outcome; it
 * is marked done all the same. While that lasts, later outcomes wait, so that an originator's outcomes stay in order.
 * When the disk refuses, nothing is marked done: the messages run again after the restart.
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
  /** Outcomes are on disk, or lost with an error in the log. */
  readonly settled: () => void
  /** The disk refused; nothing more is taken. */
  readonly broken: (error: StoreFailed) => void
}

export function createOutcomeCommits({ commit, log, refused, settled, broken }: OutcomeCommitsParts): OutcomeCommits {
  let added: MessageRun[] = []
  let pending = 0
  let isRepairing = false
  let isBroken = false

  function flush() {
    while (added.length > 0 && !isRepairing && !isBroken) {
      const group = nextGroup()
      let committed: Promise<unknown>
      try {
        committed = commit()(merged(group))
      } catch (error) {
        committed = Promise.reject(error)
      }
      committed.then(
        () => settle(group.length),
        (error: unknown) => void repair(group, error),
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
    log.error({ err: error }, 'the store takes no more writes; outcomes wait for a restart')
    broken(error)
  }

  async function repair(group: readonly MessageRun[], error: unknown) {
    if (error instanceof StoreFailed) return stopFor(error)
    isRepairing = true
    for (const run of group) {
      if (isBroken) return
      try {
        if (group.length === 1) throw error
        await commit()(merged([run]))
      } catch (cause) {
        if (cause instanceof StoreFailed) return stopFor(cause)
        refused(run, cause)
        await commit()({ done: [run.seq] }).catch((last: unknown) => {
          if (last instanceof StoreFailed) return stopFor(last)
          log.error({ err: last, seq: run.seq }, 'a message could not be marked done; it runs again after a restart')
        })
      }
    }
    isRepairing = false
    settle(group.length)
    flush()
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
