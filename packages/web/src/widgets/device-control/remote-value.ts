/**
 * Value that a device has: read from it, set by the user, changed by the device.
 *
 * A set value is shown at once. While it's being sent, only the newest further change waits. If sending fails, the last
 * confirmed value is shown again.
 */

import { createObservable, type Observable } from '../../ui/observable.ts'

export interface RemoteState<T> {
  readonly value: T
  /** The value is the device's, or was sent to it; otherwise it's the initial value of the settings. */
  readonly isKnown: boolean
  readonly phase: 'idle' | 'reading' | 'sending'
  readonly failure: { readonly of: 'read' | 'write'; readonly error: unknown } | null
}

export interface RemoteValueDeps<T> {
  readonly initial: T
  /** Null: the device isn't asked. */
  readonly read: ((signal: AbortSignal) => Promise<T>) | null
  readonly write: (value: T, signal: AbortSignal) => Promise<void>
}

export interface RemoteValue<T> {
  readonly state: Observable<RemoteState<T>>
  /** Asks the device; without effect if it isn't asked, or while a value is being sent. */
  read(): void
  set(value: T): void
  /** The device reported a value, in another way than by an answer. */
  receive(value: T): void
  /** A reported value couldn't be used. */
  fail(error: unknown): void
  /** Repeats what failed. */
  retry(): void
  /** Ends calls that are under way. */
  close(): void
}

export function createRemoteValue<T>({ initial, read, write }: RemoteValueDeps<T>): RemoteValue<T> {
  const state = createObservable<RemoteState<T>>({ value: initial, isKnown: false, phase: 'idle', failure: null })
  /** Value to show again when sending fails. */
  let confirmed: Pick<RemoteState<T>, 'value' | 'isKnown'> = { value: initial, isKnown: false }
  /** Newest change while a value is being sent. */
  let queued: { readonly value: T } | null = null
  let refused: { readonly value: T } | null = null
  let call = new AbortController()

  function begin(phase: 'reading' | 'sending'): AbortSignal {
    call.abort()
    call = new AbortController()
    state.set({ ...state.get(), phase, failure: null })
    return call.signal
  }

  async function ask(): Promise<void> {
    if (!read || state.get().phase === 'sending') return
    const signal = begin('reading')
    try {
      const value = await read(signal)
      if (signal.aborted) return
      confirmed = { value, isKnown: true }
      state.set({ ...confirmed, phase: 'idle', failure: null })
    } catch (error) {
      if (!signal.aborted) state.set({ ...state.get(), phase: 'idle', failure: { of: 'read', error } })
    }
  }

  async function send(value: T): Promise<void> {
    const signal = begin('sending')
    refused = null
    state.set({ ...state.get(), value })
    try {
      await write(value, signal)
      if (signal.aborted) return
      confirmed = { value, isKnown: true }
      const next = queued
      queued = null
      if (next && !Object.is(next.value, value)) return void send(next.value)
      state.set({ ...confirmed, phase: 'idle', failure: null })
    } catch (error) {
      if (signal.aborted) return
      refused = queued ?? { value }
      queued = null
      state.set({ ...confirmed, phase: 'idle', failure: { of: 'write', error } })
    }
  }

  return {
    state,
    read: () => void ask(),
    set(value) {
      if (state.get().phase === 'sending') {
        queued = { value }
        state.set({ ...state.get(), value })
      } else void send(value)
    },
    receive(value) {
      confirmed = { value, isKnown: true }
      if (state.get().phase !== 'sending') state.set({ ...confirmed, phase: 'idle', failure: null })
    },
    fail(error) {
      if (state.get().phase !== 'sending') state.set({ ...state.get(), phase: 'idle', failure: { of: 'read', error } })
    },
    retry() {
      if (state.get().failure?.of === 'write' && refused) void send(refused.value)
      else void ask()
    },
    close: () => call.abort(),
  }
}
