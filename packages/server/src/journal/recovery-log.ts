/**
 * Finds the message that ends the process, so that a start always works.
 *
 * Messages that the last life left undone run again after a start. While one of them runs, its position stands in a
 * small file: if the process ends there, however it ends, the next start knows which one it was at. A message at which
 * the process ended twice is given up. So is one that was undone at the end of `livesMax` lives in a row, for what does
 * not end the process while it runs. A life that ends with a stop does not count.
 *
 * The file is written without a sync: it has to survive the process, not the machine. Messages of this life are not noted;
 * they cost nothing.
 */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Ends of the process at one message, after its first life, before it is given up. */
export const endsMax = 2
/** Ends of the process that a message may be left undone by before it is given up. */
export const livesMax = 10

const markName = 'recovery.mark'
const stateName = 'recovery.json'

export interface RecoveryLog {
  /** Messages that are not run again, by position, with the reason in words. */
  readonly givenUp: ReadonlyMap<number, string>
  /** Positions below it are of an earlier life. */
  readonly nextSeq: number
  /** A message of an earlier life runs. */
  begin(seq: number): void
  /** Nothing of an earlier life runs. */
  end(): void
  /** All that earlier lives left is done, or the process stops as it should. */
  close(isDone: boolean): void
}

interface State {
  /** True: the life that wrote it ended with a stop. */
  readonly isStopped: boolean
  /** How often the process ended at a message. */
  readonly ends: readonly (readonly [seq: number, ends: number])[]
  /** Ends of the process by which runs of positions were left: first, last, lives. */
  readonly lives: readonly (readonly [from: number, to: number, lives: number])[]
}

const none: State = { isStopped: true, ends: [], lives: [] }

/** @param undone positions that earlier lives left, ascending */
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

/** A file that was not written wholly counts as none: then one more life is needed. */
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
