/**
 * Calls of functions for many places of a widget, such as cells: every function runs once per change of its input, all
 * places together as one task. Until a result is there, a place has the one of its input before.
 */

import type { DashboardFunctions, NamedFunction } from './widget-functions.ts'

/** The last call of a place. */
export interface DoneCall {
  /** Undefined if it failed. */
  readonly value: unknown
  readonly args: readonly unknown[]
  /** Text that stands for the arguments. */
  readonly input: string
}

export interface CallMemo {
  /**
   * Result for a place; null until the first is there. `input` changes with the arguments, which are made only for a
   * call, from the place's call before.
   */
  result(
    named: NamedFunction,
    place: string,
    input: string,
    args: (before: DoneCall | null) => readonly unknown[],
  ): DoneCall | null
  /** Runs what was asked for since the last flush and has no result yet. */
  flush(): void
}

interface Place {
  done: DoneCall | null
  input: string
  args: (before: DoneCall | null) => readonly unknown[]
}

interface Known {
  readonly named: NamedFunction
  /** By place, least recently asked for first. */
  readonly places: Map<string, Place>
  /** Places that were asked for since the last flush. */
  readonly wanted: Set<Place>
  isRunning: boolean
}

/** Maximum number of places per function, more than any table shows. */
export const placesMax = 2000

/** `onResults`: the widget must be drawn again. */
export function createCallMemo(
  run: (named: NamedFunction, task: Parameters<DashboardFunctions['run']>[2]) => Promise<readonly unknown[]>,
  onResults: () => void,
): CallMemo {
  const functions = new Map<string, Known>()

  function start(known: Known) {
    const { wanted } = known
    const hasNew = [...wanted].some(({ done, input }) => done?.input !== input)
    // What failed is called again with the others: its fault stays as long as its place is shown.
    const calls = hasNew ? [...wanted].filter(({ done, input }) => done?.input !== input || !hasValue(done)) : []
    wanted.clear()
    if (calls.length === 0) return
    const asked = calls.map(({ input, args, done }) => ({ input, args: args(done) }))
    known.isRunning = true
    void run(known.named, { kind: 'each', calls: asked.map(({ args }) => args) }).then((values) => {
      known.isRunning = false
      for (const [index, place] of calls.entries()) {
        const { input, args } = asked[index] as (typeof asked)[number]
        place.done = { input, args, value: values[index] }
      }
      onResults()
    })
  }

  return {
    result(named, place, input, args) {
      const id = `${named.setting}\n${named.of}\n${named.body}`
      let known = functions.get(id)
      if (!known) {
        known = { named, places: new Map(), wanted: new Set(), isRunning: false }
        functions.set(id, known)
      }
      const { places, wanted } = known
      const found = places.get(place) ?? { done: null, input, args }
      found.input = input
      found.args = args
      places.delete(place)
      places.set(place, found)
      if (places.size > placesMax) places.delete(places.keys().next().value ?? '')
      wanted.add(found)
      return found.done
    },
    flush() {
      // What is wanted while a function runs is asked for again when its results are drawn.
      for (const known of functions.values()) {
        if (known.isRunning) known.wanted.clear()
        else start(known)
      }
    },
  }
}

const hasValue = ({ value }: DoneCall): boolean => value !== undefined
