/**
 * Toasts: short notices of events outside the user's focus, one line and at most one action.
 *
 * At most three at a time; a duplicate of a visible toast is ignored. A toast with an action stays for 8 s, an error
 * until it is closed.
 */

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

export interface ToastOptions {
  readonly kind?: ToastKind
  readonly text: string
  readonly action?: { readonly label: string; readonly onSelect: () => void }
  /** Ms on screen. Default: 8 s with an action, until closed for errors, else 4 s. */
  readonly durationMs?: number
  /** Only announced by screen readers, because the event is already visible on screen. */
  readonly isSpoken?: boolean
  /** Called when the toast closes without its action. */
  readonly onExpire?: () => void
}

export interface ToastEntry extends ToastOptions {
  readonly id: number
  readonly kind: ToastKind
  /** Undefined: until closed. */
  readonly durationMs: number | undefined
}

/** Maximum on screen; a new toast replaces the oldest. */
const stackMax = 3
const defaultMs = 4000
const actionMs = 8000

export interface Toasts {
  show(options: ToastOptions): void
  /** Closes a toast. `byAction`: the user chose its action. */
  dismiss(id: number, byAction?: boolean): void
  /** Closes all toasts. */
  clear(): void
  entries(): readonly ToastEntry[]
  subscribe(listener: () => void): () => void
}

export function createToasts(): Toasts {
  const listeners = new Set<() => void>()
  let entries: readonly ToastEntry[] = []
  let nextId = 1

  function become(next: readonly ToastEntry[]) {
    entries = next
    for (const listener of [...listeners]) listener()
  }

  function dismiss(id: number, byAction = false) {
    const gone = entries.find((entry) => entry.id === id)
    if (!gone) return
    become(entries.filter((entry) => entry.id !== id))
    if (!byAction) gone.onExpire?.()
  }

  return {
    show(options) {
      const kind = options.kind ?? 'info'
      if (entries.some((entry) => entry.text === options.text && entry.kind === kind)) return
      const durationMs = options.durationMs ?? (options.action ? actionMs : kind === 'error' ? undefined : defaultMs)
      const oldest = entries.length === stackMax ? entries[0] : undefined
      if (oldest) dismiss(oldest.id)
      become([...entries, { ...options, kind, durationMs, id: nextId++ }])
    },
    dismiss,
    clear: () => become([]),
    entries: () => entries,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
