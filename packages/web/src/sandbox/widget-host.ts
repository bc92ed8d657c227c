/**
 * The page's side of a user-written widget: sends it one message at a time, notices when it doesn't answer any more,
 * and passes on what it asks. The other side is hostile: messages are parsed, counted and bounded here.
 */

import type { FunctionFault } from './function-protocol.ts'
import { type FromWidget, parseFromWidget, type ToWidget, type WidgetCode, type WidgetData } from './widget-protocol.ts'

/** Time limit of a message to the widget, ms. */
const answerMsMax = 10_000
/** Time limit until its code runs, ms: the frame and its files may still be on their way. */
const startMsMax = 30_000
/** Time between two questions whether the widget still answers, ms. */
const pingMs = 3000
/** Maximum number of messages of a widget in a second. */
export const messagesMax = 500
/** Maximum number of questions that are answered at the same time. */
const questionsMax = 50

export interface WidgetTrouble {
  /**
   * `fault`: of its code. `silent`: it doesn't answer. `noisy`: it sends too much. `left`: it opened another address.
   * `resource`: a file that it needs wasn't loaded.
   */
  readonly kind: 'fault' | 'silent' | 'noisy' | 'left' | 'resource'
  /** The widget has ended, or didn't start. */
  readonly isFatal: boolean
  readonly fault?: FunctionFault
  readonly url?: string
}

export interface WidgetHostDeps {
  readonly post: (message: ToWidget) => void
  /** Calls `run` after some ms; returns a function that prevents it. */
  readonly after: (ms: number, run: () => void) => () => void
  readonly nowMs: () => number
  readonly onTrouble: (trouble: WidgetTrouble) => void
  /** Answers what the widget asks. Its rejections reach the widget as errors. */
  readonly answer: (method: string, args: readonly unknown[]) => unknown
  /** Whether the widget is at work on a message: if it freezes the page, this was the last to be known. */
  readonly onBusy: (isBusy: boolean) => void
  /** Ends the frame. */
  readonly end: () => void
}

export interface WidgetHost {
  start(code: WidgetCode, data: WidgetData): void
  /** Sent when the widget is done with what it got before; until then, updates are merged. */
  update(data: Partial<WidgetData>): void
  receive(message: unknown): void
  /** The frame loaded another address. */
  leave(): void
  close(): void
}

export function createWidgetHost(deps: WidgetHostDeps): WidgetHost {
  const { post, after, nowMs, onTrouble, answer, onBusy, end } = deps
  let seq = 0
  /** Number of the message that the widget is at work on. */
  let open: number | null = null
  let waiting: Partial<WidgetData> | null = null
  let isEnded = false
  let hasBegun = false
  let cancel = () => {}
  let second = 0
  let messages = 0
  let questions = 0

  function fail(trouble: WidgetTrouble) {
    if (isEnded) return
    close()
    onTrouble(trouble)
  }

  function send(message: ToWidget & { readonly seq: number }, msMax: number) {
    open = message.seq
    onBusy(true)
    startDeadline(msMax)
    post(message)
  }

  function startDeadline(msMax: number) {
    cancel()
    // A page that slept wakes up with an old deadline: the widget gets half of the time again.
    cancel = after(msMax / 2, () => {
      cancel = after(msMax / 2, () => fail({ kind: 'silent', isFatal: true }))
    })
  }

  function next() {
    if (isEnded || open !== null) return
    if (waiting) {
      const data = waiting
      waiting = null
      send({ kind: 'update', seq: ++seq, data }, answerMsMax)
      return
    }
    cancel()
    cancel = after(pingMs, () => send({ kind: 'ping', seq: ++seq }, answerMsMax))
  }

  async function ask({ call, method, args }: Extract<FromWidget, { kind: 'asks' }>) {
    let value: unknown = null
    let error: string | null = null
    try {
      if (questions >= questionsMax) throw new Error('The widget asks too much at the same time.')
      questions++
      try {
        value = await answer(method, args)
      } finally {
        questions--
      }
    } catch (reason) {
      error = reason instanceof Error ? reason.message : String(reason)
    }
    if (!isEnded) post({ kind: 'answer', call, value, error })
  }

  function close() {
    if (isEnded) return
    isEnded = true
    cancel()
    onBusy(false)
    end()
  }

  return {
    start: (code, data) => send({ kind: 'start', seq: ++seq, code, data }, startMsMax),
    update(data) {
      waiting = waiting ? merged(waiting, data) : data
      next()
    },
    receive(message) {
      if (isEnded) return
      const now = Math.floor(nowMs() / 1000)
      messages = now === second ? messages + 1 : 1
      second = now
      if (messages > messagesMax) return fail({ kind: 'noisy', isFatal: true })
      const parsed = parseFromWidget(message)
      switch (parsed?.kind) {
        case 'begins':
          if (parsed.seq === open && !hasBegun) startDeadline(answerMsMax)
          hasBegun = true
          return
        case 'done':
          if (parsed.seq !== open) return
          open = null
          onBusy(false)
          return next()
        case 'fault':
          return parsed.isFatal
            ? fail({ kind: 'fault', isFatal: true, fault: parsed.fault })
            : onTrouble({ kind: 'fault', isFatal: false, fault: parsed.fault })
        case 'resource':
          return onTrouble({ kind: 'resource', isFatal: false, url: parsed.url })
        case 'asks':
          return void ask(parsed)
      }
    },
    leave: () => fail({ kind: 'left', isFatal: true }),
    close,
  }
}

/** Points of keys that both have: the later ones. Points of before are of no use if the keys changed. */
function merged(before: Partial<WidgetData>, data: Partial<WidgetData>): Partial<WidgetData> {
  const points = data.keys ? data.points : [...new Map([...(before.points ?? []), ...(data.points ?? [])])]
  return { ...before, ...data, ...(points && points.length > 0 && { points }) }
}
