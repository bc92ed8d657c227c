/**
 * Detects messages that crash the process, so that the server can always start.
 *
 * Messages left undone by a crash run again after the restart. While one of them runs, its position is recorded in a
 * small
 * file, so that the next start knows which message the process was running when it ended. A message at which the
 * process
 * ended `endsMax` times is given up. A message that stays undone through `livesMax` crashes in a row is also given up;
 * this
 * covers crashes that don't happen while the message runs. A process that ends with a regular stop doesn't count.
 *
 * The file is written without a sync: it must survive the process, not the machine. Messages accepted after the start
 * aren't
 * recorded and have no overhead.
 */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Number of recorded process ends at one message after which it's given up. The end in its first run isn't recorded.
 */
export const endsMax = 2
/** Number of process ends that a message can stay undone through before it's given up. */
export const livesMax = 10

const markName = 'recovery.mark'
const stateName = 'recovery.json'

export interface RecoveryLog {
  /** Messages that aren't run again, by position, with the reason as text. */
  readonly givenUp: ReadonlyMap<number, string>
  /** Positions below this one are from before the restart. */
  readonly nextSeq: number
  /** Called when a message from before the restart starts to run. */
  begin(seq: number): void
  /** Called when no message from before the restart is running. */
  end(): void
  /** Called when all leftover messages are done (`isDone`), or when the process stops regularly. */
  close(isDone: boolean): void
}

interface State {
  /** True: the process that wrote the file ended with a regular stop. */
  readonly isStopped: boolean
  /** Number of process ends at each message. */
  readonly ends: readonly (readonly [seq: number, ends: number])[]
  /** Number of process ends through which ranges of positions stayed undone: first, last, count. */
  readonly lives: readonly (readonly [from: number, to: number, lives: number])[]
}

const none: State = { isStopped: true, ends: [], lives: [] }

/** @param undone positions of messages left undone, ascending */
export function openRecoveryLog(folder: string, undone: readonly number[]): RecoveryLog {
  const markPath = join(folder, markName)
  const statePath = join(folder, stateName)
  const before = readState(statePath)
  const markedSeq = readMark(markPath)
  const left = new Set(undone)
  const givenUp = new Map<number, string>()

  const ends = new Map(before.ends.filter(([seq]) => left.has(seq)))
  if (left.has(markedSeq)) ends.set(markedSeq, (ends.get(markedSeq) ?? 0) + 1)
  for (const [seq, count] of ends) {
    if (count >= endsMax) givenUp.set(seq, `The server ended ${count + 1} times while it processed this message.`)
  }

  const livesBefore = livesOf(before)
  const lives = new Map<number, number>()
  for (const seq of undone) {
    const count = before.isStopped ? 0 : (livesBefore.get(seq) ?? 0) + 1
    lives.set(seq, count)
    if (count >= livesMax && !givenUp.has(seq)) {
      givenUp.set(seq, `The server ended ${count} times before this message was processed.`)
    }
  }

  let mark: number | null = null
  const bytes = new Float64Array(1)
  const view = new Uint8Array(bytes.buffer)

  function write(state: State) {
    const part = `${statePath}.part`
    const file = openSync(part, 'w', 0o600)
    writeSync(file, JSON.stringify(state))
    fsyncSync(file)
    closeSync(file)
    renameSync(part, statePath)
  }

  function note(seq: number) {
    if (mark === null) return
    bytes[0] = seq
    writeSync(mark, view, 0, view.length, 0)
  }

  const state: State = { isStopped: false, ends: [...ends], lives: runsOf(lives) }
  if (undone.length === 0) forget()
  else {
    write(state)
    mark = openSync(markPath, 'w', 0o600)
    note(0)
  }

  function forget() {
    rmSync(markPath, { force: true })
    rmSync(statePath, { force: true })
  }

  return {
    givenUp,
    nextSeq: (undone.at(-1) ?? 0) + 1,
    begin: note,
    end: () => note(0),
    close(isDone) {
      if (mark === null) return
      closeSync(mark)
      mark = null
      if (isDone) forget()
      else write({ ...state, isStopped: true })
    },
  }
}

function readMark(path: string): number {
  if (!existsSync(path)) return 0
  const bytes = readFileSync(path)
  return bytes.length === 8 ? bytes.readDoubleLE(0) : 0
}

/** An incompletely written file counts as missing; giving up then takes one more crash. */
function readState(path: string): State {
  try {
    return { ...none, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<State>) }
  } catch {
    return none
  }
}

function livesOf({ lives }: State): Map<number, number> {
  const bySeq = new Map<number, number>()
  for (const [from, to, count] of lives) for (let seq = from; seq <= to; seq++) bySeq.set(seq, count)
  return bySeq
}

function runsOf(lives: ReadonlyMap<number, number>): State['lives'] {
  const runs: [number, number, number][] = []
  for (const [seq, count] of lives) {
    const last = runs.at(-1)
    if (last && last[1] === seq - 1 && last[2] === count) last[1] = seq
    else runs.push([seq, seq, count])
  }
  return runs
}
