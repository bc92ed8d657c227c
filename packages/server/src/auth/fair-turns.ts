/**
 * Fair queue for expensive tasks such as hashing a password: few run at once, and waiting clients are served
 * round-robin. However many tasks a client has queued, another client waits for at most one of them.
 */

/** Client that a task belongs to, such as its address. */
export interface Turn {
  readonly of: string
  /** Starts before other tasks of the same client. */
  readonly isFirst?: boolean
}

export interface FairTurnsOptions {
  readonly atOnceMax: number
  /** Maximum waiting tasks of one client; read on every use. */
  readonly waitingMax: () => number
  /** Maximum waiting tasks of all clients. */
  readonly totalMax: number
  /** Creates the error for tasks that exceed the limits. */
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
  /** Waiting tasks by client, in the order in which clients are served; no queue is empty. */
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

  /** Rejects the newest task of the client with the most waiting tasks. Returns false if no client has two. */
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
    // Move to the end: all other clients are served first.
    if (queues.delete(of)) queues.set(of, queue)
    return taken
  }

  /** Resolves when the task may run, already included in `running`. Throws when the queue is full. */
  function wait({ of, isFirst = false }: Turn): Promise<void> {
    const queue = queues.get(of)
    if ((queue?.length ?? 0) >= waitingMax()) {
      // A task with `isFirst` may replace one without.
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
