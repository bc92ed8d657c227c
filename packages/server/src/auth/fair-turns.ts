/**
 * Turns for work that takes much of the machine, such as hashing a password: few at once, and everyone who waits gets a
 * turn before anyone gets a second one. However much one waits for, another waits for one piece of it at most.
 */

/** Who waits, such as the address of a client. */
export interface Turn {
  readonly of: string
  /** Comes before others of the same. */
  readonly isFirst?: boolean
}

export interface FairTurnsOptions {
  readonly atOnceMax: number
  /** That wait, of one; asked each time. */
  readonly waitingMax: () => number
  /** That wait, of all. */
  readonly totalMax: number
  /** What is thrown to those for whom there is no room. */
  readonly rejection: () => Error
}

export interface FairTurns {
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly isFirst: boolean
  start(): void
  reject(): void
}

export function createFairTurns({ atOnceMax, waitingMax, totalMax, rejection }: FairTurnsOptions): FairTurns {
  /** By whom; in the order of their next turns, each with something that waits. */
  const queues = new Map<string, Waiting[]>()
  let running = 0
  let total = 0

  function add(of: string, waiting: Waiting) {
    const queue = queues.get(of)
    total++
    if (!queue) queues.set(of, [waiting])
    else if (waiting.isFirst) queue.splice(queue.filter((each) => each.isFirst).length, 0, waiting)
    else queue.push(waiting)
  }

  /** Makes room by refusing the newest request of the client with most of them. False when each client has one only. */
  function makeRoom(): boolean {
    let [longestOf, longest]: [string, Waiting[]] = ['', []]
    for (const [of, queue] of queues) if (queue.length > longest.length) [longestOf, longest] = [of, queue]
    if (longest.length < 2) return false
    removeAt(longestOf, longest, longest.length - 1)?.reject()
    return true
  }

  function removeAt(of: string, queue: Waiting[], at: number): Waiting | undefined {
    const [taken] = queue.splice(at, 1)
    if (taken) total--
    if (queue.length === 0) queues.delete(of)
    return taken
  }

  function next(): Waiting | undefined {
    const [entry] = queues
    if (!entry) return undefined
    const [of, queue] = entry
    const taken = removeAt(of, queue, 0)
    // To the end: everybody else comes first now.
    if (queues.delete(of)) queues.set(of, queue)
    return taken
  }

  /** Resolves when the turn comes; `running` counts it then. Throws the refusal. */
  function wait({ of, isFirst = false }: Turn): Promise<void> {
    const queue = queues.get(of)
    if ((queue?.length ?? 0) >= waitingMax()) {
      // One that comes first may take the place of one that does not.
      const last = queue?.at(-1)
      if (!queue || !isFirst || !last || last.isFirst) throw rejection()
      removeAt(of, queue, queue.length - 1)?.reject()
    }
    if (total >= totalMax && (queue !== undefined || !makeRoom())) throw rejection()
    return new Promise((resolve, reject) => add(of, { isFirst, start: resolve, reject: () => reject(rejection()) }))
  }

  return {
    async run(turn, work) {
      if (running >= atOnceMax) await wait(turn)
      else running++
      try {
        return await work()
      } finally {
        const waiting = next()
        if (waiting) waiting.start()
        else running--
      }
    },
  }
}
